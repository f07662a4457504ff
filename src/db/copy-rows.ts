// Stores many rows with COPY, which costs PostgreSQL half as much as an insert. The embedded engine has no COPY.
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Tx } from './database.ts'

/** How the driver talks to the server while a query runs. */
type Wire = pg.Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

const STATEMENT = /^copy\s/

export const isCopy = (text: string): boolean => STATEMENT.test(text)

export type CopyValue = string | number | boolean | null

/** A row in the text format: the values of its columns, with arrays as `{1,2}` and JSON as text. */
export const copyLine = (values: readonly CopyValue[]): string => `${values.map(copyValue).join('\t')}\n`

const SPECIAL = /[\\\t\n\r]/
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyValue(value: CopyValue): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(value)
  return SPECIAL.test(value) ? value.replace(/[\\\t\n\r]/g, (char) => ESCAPES[char]!) : value
}

/** `lines` come from `copyLine`. Rejects as an insert does, for example with a unique violation. */
export async function copyRows(tx: Tx, table: string, columns: readonly string[], lines: string): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(`copy ${table} (${columns.join(', ')}) from stdin`, [lines]))
}

/** Runs the statement on a connection of the pool: the driver knows the protocol, but has no call for it. */
export function runCopy(client: Pick<pg.PoolClient, 'query'>, text: string, lines: string): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const result: pg.QueryResult = { command: 'COPY', rowCount: null, oid: 0, fields: [], rows: [] }
    /** The driver adds the callback that ends its timer. */
    const query: Record<string, unknown> & { callback?: () => void } = {
      submit: (connection: Wire) => connection.query(text),
      handleCopyInResponse(connection: Wire) {
        connection.sendCopyFromChunk(Buffer.from(lines))
        connection.endCopyFrom()
      },
      handleCommandComplete() {},
      handleReadyForQuery() {
        query.callback?.()
        resolve(result)
      },
      handleError(error: Error) {
        query.callback?.()
        reject(error)
      },
    }
    client.query(query as unknown as pg.Submittable)
  })
}
