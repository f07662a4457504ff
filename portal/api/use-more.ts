// A list that is read page by page: what is there stays, more comes behind it.
import { useEffect, useState } from 'preact/hooks'
import { plinth } from './plinth.ts'

interface PageOf<Row> {
  readonly data: readonly Row[]
  readonly meta: { readonly next_cursor: string | null }
}

export interface More<Row, P extends PageOf<Row>> {
  readonly rows: readonly Row[]
  /** The first page, with what its meta says of all; undefined until it is there. */
  readonly first: P | undefined
  readonly error: Error | undefined
  readonly loading: boolean
  readonly hasMore: boolean
  more(): void
  reload(): void
}

type Query = Readonly<Record<string, string | undefined>>

/** Begins anew when the question changes, or `again` does. */
export function useMore<Row, P extends PageOf<Row>>(path: string, query: Query, again = 0): More<Row, P> {
  const [round, setRound] = useState(0)
  const [cursor, setCursor] = useState<string | null>(null)
  const [state, setState] = useState<{ pages: readonly P[]; error?: Error; loading: boolean }>({
    pages: [],
    loading: true,
  })
  const wish = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))
  const question = `${path} ${JSON.stringify(wish)} ${round} ${again}`
  const [asked, setAsked] = useState(question)
  if (asked !== question) {
    setAsked(question)
    setCursor(null)
  }
  useEffect(() => {
    const control = new AbortController()
    setState(({ pages }) => ({ pages, loading: true }))
    plinth.request<P>('GET', path, { query: { ...wish, ...(cursor ? { cursor } : {}) }, signal: control.signal }).then(
      (page) =>
        control.signal.aborted ||
        setState(({ pages }) => ({ pages: cursor ? [...pages, page] : [page], loading: false })),
      (error) => control.signal.aborted || setState(({ pages }) => ({ pages, error, loading: false })),
    )
    return () => control.abort()
  }, [question, cursor])
  const next = state.pages.at(-1)?.meta.next_cursor ?? null
  return {
    rows: state.pages.flatMap((page) => page.data),
    first: state.pages[0],
    error: state.error,
    loading: state.loading,
    hasMore: next !== null,
    more: () => setCursor(next),
    reload: () => setRound(round + 1),
  }
}
