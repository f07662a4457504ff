// Reads a list page by page and appends each page to the previous ones.
import { useEffect, useState } from 'preact/hooks'
import { plinth } from './plinth.ts'

interface PageOf<Row> {
  readonly data: readonly Row[]
  readonly meta: { readonly next_cursor: string | null } | { readonly has_more: boolean }
}

export interface CursorPages<Row, P extends PageOf<Row>> {
  readonly rows: readonly Row[]
  /** Its meta describes the whole list; undefined until it has loaded. */
  readonly first: P | undefined
  readonly error: Error | undefined
  readonly loading: boolean
  readonly hasMore: boolean
  loadMore(): void
  reload(): void
}

type Query = Readonly<Record<string, string | undefined>>

/** The API pages either by cursor or by page number. */
function nextPage(pages: readonly PageOf<unknown>[]): Query | null {
  const meta = pages.at(-1)?.meta
  if (!meta) return null
  if ('next_cursor' in meta) return meta.next_cursor === null ? null : { cursor: meta.next_cursor }
  return meta.has_more ? { page: String(pages.length + 1) } : null
}

/** Starts over when the query or `version` changes. */
export function useCursorPages<Row, P extends PageOf<Row>>(
  path: string,
  query: Query,
  version = 0,
): CursorPages<Row, P> {
  const [attempt, setAttempt] = useState(0)
  const [next, setNext] = useState<Query | null>(null)
  const [state, setState] = useState<{ pages: readonly P[]; error?: Error; loading: boolean }>({
    pages: [],
    loading: true,
  })
  const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))
  const key = `${path} ${JSON.stringify(filters)} ${attempt} ${version}`
  const [loadedKey, setLoadedKey] = useState(key)
  if (loadedKey !== key) {
    setLoadedKey(key)
    setNext(null)
  }
  useEffect(() => {
    const control = new AbortController()
    setState(({ pages }) => ({ pages, loading: true }))
    plinth.request<P>('GET', path, { query: { ...filters, ...next }, signal: control.signal }).then(
      (page) =>
        control.signal.aborted ||
        setState(({ pages }) => ({ pages: next ? [...pages, page] : [page], loading: false })),
      (error) => control.signal.aborted || setState(({ pages }) => ({ pages, error, loading: false })),
    )
    return () => control.abort()
  }, [key, next])
  const following = nextPage(state.pages)
  return {
    rows: state.pages.flatMap((page) => page.data),
    first: state.pages[0],
    error: state.error,
    loading: state.loading,
    hasMore: following !== null,
    loadMore: () => setNext(following),
    reload: () => setAttempt(attempt + 1),
  }
}
