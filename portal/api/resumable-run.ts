// A long run over many rows: waits at rate limits and resumes where it stopped.
import { PlinthError } from '@plinth/client'
import { sleep } from '@plinth/client/internal/transport'

export type RunState =
  | { readonly kind: 'running' | 'done' | 'cancelled' }
  | { readonly kind: 'waiting'; readonly cause: 'rate_limit' | 'network'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly error: Error }

/** Redraw at most this often. */
const REDRAW_MS = 150
const MAX_WAIT_SECONDS = 120
const NETWORK_RETRY_SECONDS = [2, 5, 15]

export abstract class ResumableRun {
  readonly total: number
  state: RunState = { kind: 'running' }
  readonly #onChange: () => void
  #control = new AbortController()
  #redrawnAt = 0
  #runningMs = 0
  #stateSince = 0

  constructor(total: number, onChange: () => void) {
    this.total = total
    this.#onChange = onChange
  }

  /** Number of rows that have a result. */
  abstract get done(): number

  /** Processes the remaining rows, or some of them. Throws to stop the run or to wait. */
  protected abstract process(signal: AbortSignal): Promise<void>

  /** Rows per second, without waits. */
  get speed(): number {
    const runningMs = this.#runningMs + (this.state.kind === 'running' ? performance.now() - this.#stateSince : 0)
    return runningMs > 0 ? Math.round((this.done / runningMs) * 1000) : 0
  }

  get isFinished(): boolean {
    return ['done', 'cancelled', 'failed'].includes(this.state.kind)
  }

  /** Starts, or resumes after the last result. */
  async start(): Promise<void> {
    this.#control = new AbortController()
    let failures = 0
    while (this.done < this.total) {
      const before = this.done
      this.#setState({ kind: 'running' })
      const error = await this.process(this.#control.signal).catch((cause: Error) => cause)
      if (!error) continue
      if (this.#control.signal.aborted) return this.#setState({ kind: 'cancelled' })
      failures = this.done > before ? 1 : failures + 1
      const wait = waitAfter(error, failures)
      if (!wait) return this.#setState({ kind: 'failed', error })
      if (!(await this.#wait(wait.seconds, wait.cause))) return this.#setState({ kind: 'cancelled' })
    }
    this.#setState({ kind: 'done' })
  }

  cancel(): void {
    this.#control.abort()
  }

  /** Call after every row. Redraws the page now and then. */
  protected progressed(): void {
    if (performance.now() - this.#redrawnAt > REDRAW_MS) this.#redraw()
  }

  /** Updates the state every second, so that the page can count down. False if cancelled. */
  async #wait(seconds: number, cause: 'rate_limit' | 'network'): Promise<boolean> {
    try {
      for (let left = Math.max(1, Math.ceil(seconds)); left > 0; left--) {
        this.#setState({ kind: 'waiting', cause, seconds: left })
        await sleep(1000, this.#control.signal)
      }
      return true
    } catch {
      return false
    }
  }

  #setState(state: RunState): void {
    const now = performance.now()
    if (this.state.kind === 'running' && this.#stateSince > 0) this.#runningMs += now - this.#stateSince
    this.#stateSince = now
    this.state = state
    this.#redraw()
  }

  #redraw(): void {
    this.#redrawnAt = performance.now()
    this.#onChange()
  }
}

/** Waits as long as a rate limit says, and retries network errors a few times. Null means: don't retry. */
function waitAfter(error: Error, failures: number): { seconds: number; cause: 'rate_limit' | 'network' } | null {
  if (!(error instanceof PlinthError)) return null
  const { retryAfter, code } = error
  if (code !== 'quota_exceeded' && retryAfter !== null && retryAfter <= MAX_WAIT_SECONDS)
    return { seconds: retryAfter, cause: 'rate_limit' }
  const seconds = ['network_error', 'timeout'].includes(code) ? NETWORK_RETRY_SECONDS[failures - 1] : undefined
  return seconds === undefined ? null : { seconds, cause: 'network' }
}
