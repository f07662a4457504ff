// Stores the rows of a file as listings, in batches.
import type { ListingBatchResult } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { ResumableRun } from '../../../api/resumable-run.ts'
import type { Table } from '../../../csv/table.ts'
import type { ListingColumns } from './listing-rows.ts'
import { rowToListing } from './listing-rows.ts'

export interface RowError {
  /** Row index in the table. */
  readonly row: number
  readonly key: string
  readonly message: string
}

type RowResult = 'created' | 'updated' | 'unchanged'

/** Small enough that the progress moves, large enough that requests stay few. */
const BATCH = 500
/** After these, the following rows would fail too. */
const STOP_CODES = ['quota_exceeded', 'plan_limit']

export class LoadRun extends ResumableRun {
  readonly counts: Record<RowResult, number> = { created: 0, updated: 0, unchanged: 0 }
  readonly errors: RowError[] = []
  /** Listings with a likely building that is not certain. */
  uncertain = 0
  readonly #table: Table
  readonly #columns: ListingColumns
  readonly #label: string
  #done = 0

  constructor(table: Table, columns: ListingColumns, label: string, onChange: () => void) {
    super(table.rows.length, onChange)
    this.#table = table
    this.#columns = columns
    this.#label = label
  }

  get done(): number {
    return this.#done
  }

  protected async process(signal: AbortSignal): Promise<void> {
    const from = this.#done
    const rows = this.#table.rows.slice(from, from + BATCH)
    const listings = rows.map((row) => rowToListing(row, this.#columns, this.#label))
    const { data } = await plinth.listings.batch(listings, { signal, retries: 0 })
    const stop = data.findIndex(({ error }) => error !== undefined && STOP_CODES.includes(error.code))
    const answers = stop === -1 ? data : data.slice(0, stop)
    for (const [index, answer] of answers.entries()) this.#add(from + index, answer)
    this.progressed()
    if (stop !== -1) throw new Error(data[stop]!.error!.message)
  }

  #add(row: number, { key, result, link, error }: ListingBatchResult): void {
    this.#done += 1
    if (result) this.counts[result as RowResult] += 1
    else this.errors.push({ row, key: key ?? '', message: error?.message ?? '' })
    if (link?.recommended_action === 'review') this.uncertain += 1
  }
}
