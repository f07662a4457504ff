// The lists of projects and buildings, from a server or from local data.

import type { z } from 'zod'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { at } from '../../kernel/at.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { toFields } from '../terminal/arguments.ts'
import { totalLine } from '../terminal/output.ts'
import type { TableColumn } from '../terminal/style.ts'
import { styleOf, tableLines } from '../terminal/style.ts'
import type { ReadOptions } from './catalog-source.ts'
import { readCatalog } from './catalog-source.ts'

interface ListResult<Row> {
  readonly data: readonly Row[]
  readonly meta: { readonly total: number; readonly count: number; readonly reason_detail?: string | null }
}

interface List<Row, Query extends z.ZodObject> {
  readonly path: string
  /** The fields that are read and printed as JSON. Default: all. */
  readonly fields?: readonly string[]
  readonly query: Query
  /** How a wrong filter is named in the error. */
  readonly filterName: (parameter: string) => string
  readonly find: (snapshot: Snapshot, query: z.output<Query>) => { records: readonly Row[]; total: number }
  readonly columns: (rows: readonly Row[]) => readonly TableColumn<Row>[]
  /** Printed for an empty list if the server gives no reason. Lists without it print the total. */
  readonly none?: string
}

/** `options` has the filters of the API, too. */
export async function listCommand<Row, Query extends z.ZodObject>(
  config: Config,
  { server, key, profile, sandbox, json, ...filters }: ReadOptions,
  list: List<Row, Query>,
): Promise<number> {
  const filter = toFields(filters)
  const options = { server, key, profile, sandbox, json } as ReadOptions
  const { data, meta } = await readCatalog<ListResult<Row>>(config, options, {
    async remote(client) {
      const query = { ...filter, ...(list.fields ? { fields: list.fields } : {}) }
      const page = await client.request<ListResult<Row>>('GET', list.path, { query })
      const { total, count, reason_detail = null } = page.meta
      return { data: page.data, meta: { total, count, ...(list.none ? { reason_detail } : {}) } }
    },
    local(snapshot) {
      const { records, total } = list.find(snapshot, parseFilter(list, filter))
      return { data: records, meta: { total, count: records.length } }
    },
  })
  if (json) console.log(JSON.stringify({ data, meta }))
  else if (list.none && meta.total === 0) console.log(meta.reason_detail ?? list.none)
  else {
    for (const line of tableLines(data, list.columns(data), styleOf(config))) console.log(line)
    console.log(totalLine(data.length, meta.total))
  }
  return EXIT.ok
}

function parseFilter<Query extends z.ZodObject>(
  { query, filterName }: Pick<List<never, Query>, 'query' | 'filterName'>,
  filter: Readonly<Record<string, string>>,
): z.output<Query> {
  const parsed = query.safeParse(filter)
  if (parsed.success) return parsed.data
  const { path, message } = at(parsed.error.issues, 0)
  throw new Stop('usage', `${filterName(path.join('.'))} ${message}`)
}

/** The named fields of a record. */
export const pick = <T extends object, K extends keyof T>(record: T, fields: readonly K[]): Pick<T, K> =>
  Object.fromEntries(fields.map((name) => [name, record[name]])) as Pick<T, K>
