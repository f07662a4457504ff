// Opens a matcher from one index file: its bytes, or the URL of a static file.

import type { MatcherOptions } from './create-matcher.ts'
import { createMatcherFromSections } from './create-matcher.ts'
import type { BuildingId } from './index/index-file.ts'
import { idsIn, keysIn, sectionsOfFile } from './index/index-file.ts'
import type { Matcher } from './types/verdict.ts'

export interface FileMatcher extends Matcher {
  /** What registers call a building. Empty when the file knows none. */
  idsOf(key: string): readonly BuildingId[]
}

interface FetchedFile {
  readonly ok: boolean
  readonly status: number
  arrayBuffer(): Promise<ArrayBuffer>
}

export interface UrlOptions extends MatcherOptions {
  /** Default: the `fetch` of browsers, Node, Deno and workers. */
  readonly fetch?: ((url: string) => Promise<FetchedFile>) | undefined
}

/** Throws when the bytes are not a whole index of this version. The lists of streets in the file apply without `streets`. */
export function createMatcherFromBytes(bytes: Uint8Array, options: MatcherOptions = {}): FileMatcher {
  const sections = sectionsOfFile(bytes)
  const idsOfRow = idsIn(sections)
  let rows: Map<string, number> | undefined
  return Object.freeze({
    ...createMatcherFromSections(sections, options),
    idsOf(key: string) {
      rows ??= new Map(
        keysIn(sections)
          .toArray()
          .map((known, row) => [known, row]),
      )
      const row = rows.get(key)
      return row === undefined ? [] : idsOfRow(row)
    },
  })
}

/** Fetches an index that `plinth index` wrote. */
export async function createMatcherFromUrl(url: string, options: UrlOptions = {}): Promise<FileMatcher> {
  const { fetch = (globalThis as { fetch?: UrlOptions['fetch'] }).fetch } = options
  if (!fetch) throw new Error('there is no fetch here; pass options.fetch, or use createMatcherFromBytes')
  const file = await fetch(url)
  if (!file.ok) throw new Error(`${url} returned ${file.status}; expected an index file`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return createMatcherFromBytes(bytes, options)
  } catch (error) {
    throw new Error(`${url}: ${(error as Error).message}`)
  }
}
