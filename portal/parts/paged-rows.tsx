// A list read page by page: its rows, a button for more, and its loading, empty and error states.
import type { ComponentChildren } from 'preact'
import type { CursorPages } from '../api/use-cursor-pages.ts'
import { Empty, Loading, Problem } from './notice.tsx'
import { text } from './shared-text.ts'

interface PagedRowsProps {
  // biome-ignore lint/suspicious/noExplicitAny: accepts rows of any type
  readonly pages: CursorPages<any, any>
  readonly empty: ComponentChildren
  readonly children: ComponentChildren
}

export function PagedRows({ pages, empty, children }: PagedRowsProps) {
  return (
    <div class="stack" aria-live="polite" aria-busy={pages.loading}>
      {pages.error ? (
        <Problem error={pages.error} retry={pages.reload} />
      ) : pages.first === undefined ? (
        <Loading lines={5} />
      ) : pages.rows.length === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        children
      )}
      {pages.hasMore && !pages.error && (
        <button type="button" class="second" disabled={pages.loading} onClick={pages.loadMore}>
          {pages.loading ? text.loading : text.more}
        </button>
      )}
    </div>
  )
}
