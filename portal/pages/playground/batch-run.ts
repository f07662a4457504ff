// Runs a batch of lookups.
import type { BatchAnswer, BatchQuery } from '../../../src/http/api-types.ts'
import { plinth } from '../../api/plinth.ts'
import { ResumableRun } from '../../api/resumable-run.ts'
import type { Outcome } from '../../evidence/outcome-badge.tsx'

/** The matched building. Rows with the same building share the object. */
export interface BuildingFields {
  readonly project_id: number
  readonly project_name: string
  readonly canonical_mls_address: string
  readonly project_address: string
  readonly building_id: number | null
  readonly latitude: number | null
  readonly longitude: number | null
}

interface SecondCandidate {
  readonly building: BuildingFields
  readonly confidence: number
}

export interface BatchResult {
  /** Row index in the table. */
  readonly row: number
  readonly outcome: Outcome
  /** Why there is no match, or what is wrong with the row. */
  readonly reason: string | null
  readonly confidence: number | null
  readonly building: BuildingFields | null
  readonly unit: string | null
  /** Null if the row has an error. */
  readonly action: string | null
  readonly second: SecondCandidate | null
}

/** Rows per request without an account. */
const VISITOR_BATCH = 200
export class BatchRun extends ResumableRun {
  readonly results: BatchResult[] = []
  readonly counts: Record<Outcome, number> = { matched: 0, ambiguous: 0, weak: 0, no_match: 0, error: 0 }
  readonly #toQuery: (row: number) => BatchQuery
  readonly #signedIn: boolean
  readonly #buildings = new Map<string, BuildingFields>()

  constructor(total: number, toQuery: (row: number) => BatchQuery, signedIn: boolean, onChange: () => void) {
    super(total, onChange)
    this.#toQuery = toQuery
    this.#signedIn = signedIn
  }

  get done(): number {
    return this.results.length
  }

  protected async process(signal: AbortSignal): Promise<void> {
    for await (const answer of this.#signedIn ? this.#stream(signal) : this.#batches(signal)) {
      if (answer.error?.code === 'quota_exceeded') throw new Error(answer.error.message)
      this.#add(answer)
    }
  }

  *#queries(limit = this.total): Generator<BatchQuery> {
    const from = this.results.length
    for (let row = from; row < Math.min(this.total, from + limit); row++) yield this.#toQuery(row)
  }

  #stream(signal: AbortSignal): AsyncGenerator<BatchAnswer> {
    return plinth.buildingLinks.stream(this.#queries(), { signal, retries: 0 })
  }

  async *#batches(signal: AbortSignal): AsyncGenerator<BatchAnswer> {
    while (this.results.length < this.total) {
      const batch = [...this.#queries(VISITOR_BATCH)]
      const options = { signal, retries: 0 }
      yield* (await plinth.buildingLinks.batch(batch, options)).data
    }
  }

  #add({ data, meta, error }: BatchAnswer): void {
    const [link, second] = data ?? []
    const outcome = meta?.outcome ?? 'error'
    this.counts[outcome] += 1
    this.results.push({
      row: this.results.length,
      outcome,
      reason: error ? error.message : (meta?.reason ?? null),
      confidence: link?.match_confidence ?? null,
      building: link ? this.#building(link) : null,
      unit: link?.unit ?? null,
      action: meta?.recommended_action ?? null,
      second: second ? { building: this.#building(second), confidence: second.match_confidence } : null,
    })
    this.progressed()
  }

  #building(link: BuildingFields): BuildingFields {
    const key = `${link.project_id} ${link.building_id}`
    const known = this.#buildings.get(key)
    if (known) return known
    const { project_id, project_name, canonical_mls_address, project_address } = link
    const { building_id, latitude, longitude } = link
    const names = { project_id, project_name, canonical_mls_address, project_address }
    const building = { ...names, building_id, latitude, longitude }
    this.#buildings.set(key, building)
    return building
  }
}
