// Runs a batch of lookups; waits at rate limits and resumes where it stopped.
import { PlinthError } from '../../../../src/client/client.ts'
import { sleep } from '../../../../src/client/transport.ts'
import type { BatchAnswer, BatchQuery } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import type { Outcome } from '../../../evidence/outcome-badge.tsx'

/** The matched building. Rows with the same building share the object. */
export interface BuildingFields {
  readonly project_id: number
  readonly project_name: string
  readonly canonical_mls_address: string
  readonly building_id: number | null
  readonly latitude: number | null
  readonly longitude: number | null
}

export interface BatchResult {
  /** Row index in the table. */
  readonly row: number
  readonly outcome: Outcome
  /** Why there is no match, or what is wrong with the row. */
  readonly reason: string | null
  readonly confidence: number | null
  readonly building: BuildingFields | null
}

export type RunState =
  | { readonly kind: 'running' | 'done' | 'cancelled' }
  | { readonly kind: 'waiting'; readonly cause: 'rate_limit' | 'network'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly error: Error }

/** Rows per request without an account. */
const VISITOR_BATCH = 200
/** Redraw at most this often. */
const REDRAW_MS = 150
const MAX_WAIT_SECONDS = 120
const NETWORK_RETRY_SECONDS = [2, 5, 15]

export class BatchRun {
  readonly total: number
  readonly results: BatchResult[] = []
  readonly counts: Record<Outcome, number> = { matched: 0, ambiguous: 0, weak: 0, no_match: 0, error: 0 }
  state: RunState = { kind: 'running' }
  readonly #toQuery: (row: number) => BatchQuery
  readonly #signedIn: boolean
  readonly #onChange: () => void
  readonly #buildings = new Map<string, BuildingFields>()
  #control = new AbortController()
  #redrawnAt = 0
  #runningMs = 0
  #stateSince = 0

  constructor(total: number, toQuery: (row: number) => BatchQuery, signedIn: boolean, onChange: () => void) {
    this.total = total
    this.#toQuery = toQuery
    this.#signedIn = signedIn
    this.#onChange = onChange
  }

  /** Rows per second, without waits. */
  get speed(): number {
    const runningMs = this.#runningMs + (this.state.kind === 'running' ? performance.now() - this.#stateSince : 0)
    return runningMs > 0 ? Math.round((this.results.length / runningMs) * 1000) : 0
  }

  /** Starts, or resumes after the last result. */
  async start(): Promise<void> {
    this.#control = new AbortController()
    let failures = 0
    while (this.results.length < this.total) {
      const before = this.results.length
      this.#setState({ kind: 'running' })
      const error = await this.#run()
      if (!error) continue
      if (this.#control.signal.aborted) return this.#setState({ kind: 'cancelled' })
      failures = this.results.length > before ? 0 : failures + 1
      const wait = waitAfter(error, failures)
      if (!wait) return this.#setState({ kind: 'failed', error })
      if (!(await this.#wait(wait.seconds, wait.cause))) return this.#setState({ kind: 'cancelled' })
    }
    this.#setState({ kind: 'done' })
  }

  cancel(): void {
    this.#control.abort()
  }

  async #run(): Promise<Error | null> {
    try {
      for await (const answer of this.#signedIn ? this.#stream() : this.#batches()) {
        if (answer.error?.code === 'quota_exceeded') return new Error(answer.error.message)
        this.#add(answer)
      }
      return null
    } catch (error) {
      return error as Error
    }
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

  *#queries(limit = this.total): Generator<BatchQuery> {
    const from = this.results.length
    for (let row = from; row < Math.min(this.total, from + limit); row++) yield this.#toQuery(row)
  }

  #stream(): AsyncGenerator<BatchAnswer> {
    return plinth.buildingLinks.stream(this.#queries(), { signal: this.#control.signal, retries: 0 })
  }

  async *#batches(): AsyncGenerator<BatchAnswer> {
    while (this.results.length < this.total) {
      const batch = [...this.#queries(VISITOR_BATCH)]
      const options = { signal: this.#control.signal, retries: 0 }
      yield* (await plinth.buildingLinks.batch(batch, options)).data
    }
  }

  #add({ data, meta, error }: BatchAnswer): void {
    const link = data?.[0]
    const outcome = meta?.outcome ?? 'error'
    this.counts[outcome] += 1
    this.results.push({
      row: this.results.length,
      outcome,
      reason: error ? error.message : (meta?.reason ?? null),
      confidence: link?.match_confidence ?? null,
      building: link ? this.#building(link) : null,
    })
    if (performance.now() - this.#redrawnAt > REDRAW_MS) this.#redraw()
  }

  #building(link: BuildingFields): BuildingFields {
    const key = `${link.project_id} ${link.building_id}`
    const known = this.#buildings.get(key)
    if (known) return known
    const { project_id, project_name, canonical_mls_address, building_id, latitude, longitude } = link
    const building = { project_id, project_name, canonical_mls_address, building_id, latitude, longitude }
    this.#buildings.set(key, building)
    return building
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
