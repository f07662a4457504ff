// A list of questions on its way: answers as they come, pauses where a limit says so, goes on where it stopped.
import { PlinthError } from '../../../../src/client/client.ts'
import { sleep } from '../../../../src/client/transport.ts'
import type { BatchAnswer, BatchQuery } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import type { Outcome } from '../../../parts/outcome-badge.tsx'

/** The building of an answer; rows that are in the same one share it. */
export interface BuildingFields {
  readonly project_id: number
  readonly project_name: string
  readonly canonical_mls_address: string
  readonly building_id: number | null
  readonly latitude: number | null
  readonly longitude: number | null
}

export interface BatchResult {
  /** Row of the table, from 0. */
  readonly row: number
  readonly outcome: Outcome
  /** Why there is no answer, or what was wrong with the row. */
  readonly reason: string | null
  readonly confidence: number | null
  readonly building: BuildingFields | null
}

export type RunState =
  | { readonly kind: 'running' | 'done' | 'cancelled' }
  | { readonly kind: 'waiting'; readonly why: 'limit' | 'network'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly error: Error }

/** Without signing in, so many go out together. */
const VISITOR_BATCH = 200
/** Tell the page so often at most. */
const TELL_MS = 150
const LONGEST_WAIT_SECONDS = 120
const NETWORK_WAITS = [2, 5, 15]

export class BatchRun {
  readonly total: number
  readonly results: BatchResult[] = []
  readonly counts: Record<Outcome, number> = { matched: 0, ambiguous: 0, weak: 0, no_match: 0, error: 0 }
  state: RunState = { kind: 'running' }
  readonly #ask: (row: number) => BatchQuery
  readonly #signedIn: boolean
  readonly #changed: () => void
  readonly #buildings = new Map<string, BuildingFields>()
  #control = new AbortController()
  #toldAt = 0
  #workedMs = 0
  #since = 0

  constructor(total: number, ask: (row: number) => BatchQuery, signedIn: boolean, changed: () => void) {
    this.total = total
    this.#ask = ask
    this.#signedIn = signedIn
    this.#changed = changed
  }

  /** Rows a second, waiting aside. */
  get speed(): number {
    const worked = this.#workedMs + (this.state.kind === 'running' ? performance.now() - this.#since : 0)
    return worked > 0 ? Math.round((this.results.length / worked) * 1000) : 0
  }

  /** Begins, or goes on behind the last answer. */
  async start(): Promise<void> {
    this.#control = new AbortController()
    let failures = 0
    while (this.results.length < this.total) {
      const before = this.results.length
      this.#turn({ kind: 'running' })
      const error = await this.#work()
      if (!error) continue
      if (this.#control.signal.aborted) return this.#turn({ kind: 'cancelled' })
      failures = this.results.length > before ? 0 : failures + 1
      const wait = waitAfter(error, failures)
      if (!wait) return this.#turn({ kind: 'failed', error })
      if (!(await this.#wait(wait.seconds, wait.why))) return this.#turn({ kind: 'cancelled' })
    }
    this.#turn({ kind: 'done' })
  }

  cancel(): void {
    this.#control.abort()
  }

  async #work(): Promise<Error | null> {
    try {
      for await (const answer of this.#signedIn ? this.#streamed() : this.#batched()) {
        if (answer.error?.code === 'quota_exceeded') return new Error(answer.error.message)
        this.#add(answer)
      }
      return null
    } catch (error) {
      return error as Error
    }
  }

  /** Seconds go by one by one, so that the page can count them. */
  async #wait(seconds: number, why: 'limit' | 'network'): Promise<boolean> {
    try {
      for (let left = Math.max(1, Math.ceil(seconds)); left > 0; left--) {
        this.#turn({ kind: 'waiting', why, seconds: left })
        await sleep(1000, this.#control.signal)
      }
      return true
    } catch {
      return false
    }
  }

  *#questions(most = this.total): Generator<BatchQuery> {
    const from = this.results.length
    for (let row = from; row < Math.min(this.total, from + most); row++) yield this.#ask(row)
  }

  #streamed(): AsyncGenerator<BatchAnswer> {
    return plinth.buildingLinks.stream(this.#questions(), { signal: this.#control.signal, retries: 0 })
  }

  async *#batched(): AsyncGenerator<BatchAnswer> {
    while (this.results.length < this.total) {
      const batch = [...this.#questions(VISITOR_BATCH)]
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
      building: link ? this.#found(link) : null,
    })
    if (performance.now() - this.#toldAt > TELL_MS) this.#tell()
  }

  #found(link: BuildingFields): BuildingFields {
    const key = `${link.project_id} ${link.building_id}`
    const known = this.#buildings.get(key)
    if (known) return known
    const { project_id, project_name, canonical_mls_address, building_id, latitude, longitude } = link
    const found = { project_id, project_name, canonical_mls_address, building_id, latitude, longitude }
    this.#buildings.set(key, found)
    return found
  }

  #turn(state: RunState): void {
    const now = performance.now()
    if (this.state.kind === 'running' && this.#since > 0) this.#workedMs += now - this.#since
    this.#since = now
    this.state = state
    this.#tell()
  }

  #tell(): void {
    this.#toldAt = performance.now()
    this.#changed()
  }
}

/** What passes by itself is waited for: a limit for as long as it says, a network for a few times. */
function waitAfter(error: Error, failures: number): { seconds: number; why: 'limit' | 'network' } | null {
  if (!(error instanceof PlinthError)) return null
  const { retryAfter, code } = error
  if (code !== 'quota_exceeded' && retryAfter !== null && retryAfter <= LONGEST_WAIT_SECONDS)
    return { seconds: retryAfter, why: 'limit' }
  const seconds = ['network_error', 'timeout'].includes(code) ? NETWORK_WAITS[failures - 1] : undefined
  return seconds === undefined ? null : { seconds, why: 'network' }
}
