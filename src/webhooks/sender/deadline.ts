// Runs work with a deadline that a timeout, the caller or a shutdown can abort.
import { performance } from 'node:perf_hooks'
import type { FailureCode } from './pinned-request.ts'
import { SendFailure } from './pinned-request.ts'

export type SendFailed = { kind: 'failed'; code: FailureCode; detail: string; ms: number }

/** Stops and restarts the time that is left, for work that waits for the caller in between. */
export interface Timer {
  restart(): void
  stop(): void
}

export class Deadlines {
  readonly #inFlight = new Set<AbortController>()

  /** The signal's abort reason is the failure. */
  async run<T extends object>(
    ms: number,
    caller: AbortSignal | undefined,
    work: (signal: AbortSignal, timer: Timer) => Promise<T>,
  ): Promise<(T & { ms: number }) | SendFailed> {
    const started = performance.now()
    const elapsed = () => Math.round(performance.now() - started)
    const control = new AbortController()
    const abort = () => control.abort(new SendFailure('reset', 'aborted before a response arrived'))
    const expire = () => control.abort(new SendFailure('timeout', `no complete response within ${ms} ms`))
    let timeout = setTimeout(expire, ms)
    const stop = () => clearTimeout(timeout)
    const restart = () => {
      stop()
      timeout = setTimeout(expire, ms)
    }
    caller?.addEventListener('abort', abort, { once: true })
    if (caller?.aborted) abort()
    this.#inFlight.add(control)
    try {
      return { ...(await work(control.signal, { restart, stop })), ms: elapsed() }
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error
      return { kind: 'failed', code: error.code, detail: error.message, ms: elapsed() }
    } finally {
      stop()
      caller?.removeEventListener('abort', abort)
      this.#inFlight.delete(control)
    }
  }

  abortAll(): void {
    for (const control of this.#inFlight) control.abort(new SendFailure('reset', 'aborted by a shutdown'))
  }
}
