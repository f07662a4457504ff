// A list that loads page by page: its rows, its states and the "Load more" button.
import type { ComponentChildren } from 'preact'
import type { CursorPages } from '../api/use-cursor-pages.ts'
import { Empty, Loading, Problem } from './notice.tsx'
import { text } from './shared-text.ts'

interface PagedRowsProps {
  // biome-ignore lint/suspicious/noExplicitAny: the component does not look at the rows
  readonly pages: CursorPages<any, any>
  readonly empty: ComponentChildren
  readonly children: ComponentChildren
}

export function PagedRows({ pages, empty, children }: PagedRowsProps) {
  if (pages.error) return <Problem error={pages.error} retry={pages.reload} />
  if (pages.first === undefined) return <Loading lines={5} />
  if (pages.rows.length === 0) return <Empty>{empty}</Empty>
  return (
    <>
      {children}
      {pages.hasMore && (
        <p>
          <button type="button" class="second" disabled={pages.loading} onClick={pages.loadMore}>
            {pages.loading ? text.loading : text.more}
          </button>
        </p>
      )}
    </>
  )
}
