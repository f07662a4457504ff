// Lists to their end: page after page, by the cursor each page ends with.
import type { CallOptions } from './transport.ts'

/** The most a page may have: fewer requests for the same records. */
const PAGE_SIZE = 200

interface Part<T> {
  readonly data: readonly T[]
  readonly meta: { readonly next_cursor: string | null }
}
type List<Query, T> = (query: Query, options?: CallOptions) => Promise<Part<T>>

export async function* iteratePages<Query extends object, T>(
  list: List<Query, T>,
  query: Query,
  options?: CallOptions,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | null | undefined
  do {
    const from = cursor === undefined ? {} : { cursor }
    const { data, meta } = await list({ limit: PAGE_SIZE, ...query, ...from }, options)
    yield* data
    cursor = meta.next_cursor
  } while (cursor !== null)
}
