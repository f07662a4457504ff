// A valid request for every route, from test/cases/access.tsv.

import type { Route } from '../../src/http/server/route.ts'
import { readAccessTable } from '../../tools/proof/access/access-table.ts'

const rows = new Map(readAccessTable().map((row) => [row.route, row]))

/** Status and error code, if any. */
export type Outcome = readonly [status: number, code: string | null]

export function requestOf({ name }: Route): {
  readonly url: string
  readonly query: string
  readonly body: unknown
} {
  const row = rows.get(name)
  if (!row) throw new Error(`test/cases/access.tsv lacks ${name}`)
  return { url: row.url, query: row.url.split('?')[1] ?? '', body: row.body }
}
