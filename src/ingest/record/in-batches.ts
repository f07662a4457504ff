// Writes many rows in statements of limited size.
import type { RawBuilder, Transaction } from 'kysely'
import type { Tables } from '../../db/database-tables.ts'

/** Large enough to hide the overhead of a statement, small enough to keep its text below a few MB. */
const BATCH = 2000

/** `statement` gets the rows as JSON. */
export async function inBatches<T>(
  rows: readonly T[],
  statement: (json: string) => RawBuilder<unknown>,
  tx: Transaction<Tables>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await statement(JSON.stringify(rows.slice(start, start + BATCH))).execute(tx)
  }
}
