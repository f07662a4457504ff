// A long list read page by page: the rows so far, and a button for those that follow.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Empty, Loading, Problem } from '../../../parts/notice.tsx'
import { text } from '../../../parts/shared-text.ts'

export interface Part<Row> {
  readonly rows: readonly Row[]
  /** Where the next page begins; null at the end. */
  readonly next: string | null
}

export interface Pages<Row> {
  readonly rows: readonly Row[] | undefined
  readonly error: Error | undefined
  readonly loading: boolean
  readonly hasMore: boolean
  more(): void
  reload(): void
}

/** `question` says what is asked: when it changes, the list begins anew. */
export function usePages<Row>(question: string, ask: (from: string | null) => Promise<Part<Row>>): Pages<Row> {
  const [state, setState] = useState<{ rows?: readonly Row[]; next: string | null; error?: Error; loading: boolean }>({
    next: null,
    loading: true,
  })
  const round = useRef(0)
  const read = async (from: string | null, held: readonly Row[]) => {
    const mine = ++round.current
    setState((now) => ({ ...now, loading: true }))
    try {
      const { rows, next } = await ask(from)
      if (mine === round.current) setState({ rows: [...held, ...rows], next, loading: false })
    } catch (error) {
      if (mine === round.current) setState({ rows: held, next: from, error: error as Error, loading: false })
    }
  }
  useEffect(() => {
    void read(null, [])
    return () => {
      round.current += 1
    }
  }, [question])
  return {
    rows: state.rows,
    error: state.error,
    loading: state.loading,
    hasMore: state.next !== null,
    more: () => void read(state.next, state.rows ?? []),
    reload: () => void read(null, []),
  }
}

interface PagedProps<Row> {
  readonly of: Pages<Row>
  readonly empty: string
  readonly children: (rows: readonly Row[]) => ComponentChildren
}

export function Paged<Row>({ of, empty, children }: PagedProps<Row>) {
  const { rows, error, loading, hasMore } = of
  return (
    <div class="stack" aria-live="polite" aria-busy={loading}>
      {error && <Problem error={error} retry={of.more} />}
      {!rows && !error && <Loading lines={6} />}
      {rows?.length === 0 && !loading && !error && <Empty>{empty}</Empty>}
      {rows && rows.length > 0 && children(rows)}
      {hasMore && rows && (
        <button type="button" class="second" disabled={loading} onClick={of.more}>
          {text.more}
        </button>
      )}
    </div>
  )
}
