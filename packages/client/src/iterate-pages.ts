// Iterates over all pages of a list with cursors.
import type { CallOptions } from './transport.ts'

/** The largest page size, to send as few requests as possible. */
const PAGE_SIZE = 200

interface ListPage<T> {
  readonly data: readonly T[]
  readonly meta: { readonly next_cursor: string | null }
}
type List<Query, T> = (query: Query, options?: CallOptions) => Promise<ListPage<T>>

export async function* iteratePages<Query extends object, T>(
  list: List<Query, T>,
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
