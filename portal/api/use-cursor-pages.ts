// Reads a list page by page and appends each page to the previous ones.
import { useEffect, useState } from 'preact/hooks'
import { plinth } from './plinth.ts'

interface PageOf<Row> {
  readonly data: readonly Row[]
  readonly meta: { readonly next_cursor: string | null }
}

export interface CursorPages<Row, P extends PageOf<Row>> {
  readonly rows: readonly Row[]
  /** The first page, whose meta describes the whole list; undefined until it has loaded. */
  readonly first: P | undefined
  readonly error: Error | undefined
  readonly loading: boolean
  readonly hasMore: boolean
  loadMore(): void
  reload(): void
}

type Query = Readonly<Record<string, string | undefined>>

/** Starts again at the first page when the path, the query or `version` changes. */
export function useCursorPages<Row, P extends PageOf<Row>>(
  path: string,
  query: Query,
  version = 0,
): CursorPages<Row, P> {
  const [attempt, setAttempt] = useState(0)
  const [cursor, setCursor] = useState<string | null>(null)
  const [state, setState] = useState<{ pages: readonly P[]; error?: Error; loading: boolean }>({
    pages: [],
    loading: true,
  })
  const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))
  const key = `${path} ${JSON.stringify(filters)} ${attempt} ${version}`
  const [lastKey, setLastKey] = useState(key)
  if (lastKey !== key) {
    setLastKey(key)
    setCursor(null)
  }
  useEffect(() => {
    const control = new AbortController()
    setState(({ pages }) => ({ pages, loading: true }))
    const options = { query: { ...filters, ...(cursor ? { cursor } : {}) }, signal: control.signal }
    plinth.request<P>('GET', path, options).then(
      (page) =>
        control.signal.aborted ||
        setState(({ pages }) => ({ pages: cursor ? [...pages, page] : [page], loading: false })),
      (error) => control.signal.aborted || setState(({ pages }) => ({ pages, error, loading: false })),
    )
    return () => control.abort()
  }, [key, cursor])
  const next = state.pages.at(-1)?.meta.next_cursor ?? null
  return {
    rows: state.pages.flatMap((page) => page.data),
    first: state.pages[0],
    error: state.error,
    loading: state.loading,
    hasMore: next !== null,
    loadMore: () => setCursor(next),
    reload: () => setAttempt(attempt + 1),
  }
}
