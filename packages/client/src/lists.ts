// What the methods of resources share: paths, lists in pages, changes in sequence, and files of lines.
import type { Page } from './api-types.ts'
import { readLines } from './ndjson-lines.ts'
import type { CallOptions, Transport, WholeList } from './transport.ts'

export const at = (...parts: readonly (string | number)[]) => `/api/v1/${parts.map(encodeURIComponent).join('/')}`

/** The largest page size, to send as few requests as possible. */
const PAGE_SIZE = 200
const CHANGES_PER_PAGE = 1000

interface ListPage<T> {
  readonly data: readonly T[]
  readonly meta: { readonly next_cursor: string | null }
}
type List<Query, P> = (query: Query, options?: CallOptions) => Promise<P>

export async function* iteratePages<Query extends object, T>(
  list: List<Query, ListPage<T>>,
  query: Query,
  options?: CallOptions,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | null | undefined
  do {
    const position = cursor === undefined ? {} : { cursor }
    const { data, meta } = await list({ limit: PAGE_SIZE, ...query, ...position }, options)
    yield* data
    cursor = meta.next_cursor
  } while (cursor !== null)
}

/** `list` returns one page; `iterate` yields every record of all pages. */
export function pages<Query extends object, T, P extends ListPage<T> = Page<T>>(transport: Transport, path: string) {
  const list = (query?: Query, options?: CallOptions): Promise<P> => transport.json('GET', path, { ...options, query })
  return {
    list,
    iterate: (query?: Query, options?: CallOptions) => iteratePages<Query, T>(list, query ?? ({} as Query), options),
  }
}

export const wholeList =
  <T>(transport: Transport, path: string) =>
  (options?: CallOptions): Promise<WholeList<T>> =>
    transport.json('GET', path, options)

interface ChangePage<T> {
  readonly data: readonly T[]
  readonly meta: { readonly next_since: number; readonly has_more: boolean }
}

/** Yields every change after `since`, in order. Returns the last checkpoint. */
export async function* iterateChanges<Query extends { since: number }, T extends { readonly sequence: number }>(
  list: List<Query, ChangePage<T>>,
  query: Query,
  options?: CallOptions,
): AsyncGenerator<T & { readonly checkpoint: number }, number, undefined> {
  let { since } = query
  for (;;) {
    const { data, meta } = await list({ limit: CHANGES_PER_PAGE, ...query, since }, options)
    for (const [i, change] of data.entries())
      yield { ...change, checkpoint: i === data.length - 1 ? meta.next_since : change.sequence }
    since = meta.next_since
    if (!meta.has_more) return since
  }
}

/** Yields all records of a file in one request. Throws if the response is incomplete. */
export const linesOf = <Filters extends object, T>(transport: Transport, path: string) =>
  async function* (filters?: Filters, options?: CallOptions): AsyncGenerator<T, void, undefined> {
    const headers = { accept: '*/*', ...options?.headers }
    const response = await transport.send('GET', path, { ...options, headers, query: filters })
    yield* readLines<T>(response.body!)
  }

export interface ChangeOptions extends CallOptions {
  /** The `version` you read. Fails with `precondition_failed` if the record has changed since. */
  readonly version?: number
}

export function ifUnchanged({ version, ...options }: ChangeOptions): CallOptions {
  const ifMatch = version === undefined ? {} : { 'if-match': `"${version}"` }
  return { ...options, headers: { ...ifMatch, ...options.headers } }
}
