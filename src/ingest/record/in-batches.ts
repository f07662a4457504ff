// Writes or finds many rows in statements of limited size.
import type { RawBuilder, Transaction } from 'kysely'
import type { Tables } from '../../db/database-tables.ts'

/** Large enough to hide the overhead of a statement, small enough to keep its text below a few MB. */
const BATCH = 2000

/** `statement` gets the rows as JSON; `onRows` gets what it returns. */
export async function inBatches<T>(
  rows: readonly T[],
  statement: (json: string) => RawBuilder<unknown>,
  tx: Transaction<Tables>,
  onRows: (rows: readonly unknown[]) => void = () => {},
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    onRows((await statement(JSON.stringify(rows.slice(start, start + BATCH))).execute(tx)).rows)
  }
}
