// A list read page by page: its rows, a button for more, and its loading, empty and error states.
import type { ComponentChildren } from 'preact'
import type { CursorPages } from '../api/use-cursor-pages.ts'
import { text } from '../language/shared-text.ts'
import { Button } from './button.tsx'
import type { DataTableProps } from './data-table.tsx'
import { DataTable } from './data-table.tsx'
import { Empty, Loading, Problem } from './notice.tsx'

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
        <Button
          look="second"
          disabled={pages.loading}
          label={pages.loading ? text.loading : text.more}
          onClick={pages.loadMore}
        />
      )}
    </div>
  )
}

type PagedTableProps<Row> = Omit<DataTableProps<Row>, 'rows'> & {
  // biome-ignore lint/suspicious/noExplicitAny: any page of these rows
  readonly pages: CursorPages<Row, any>
  readonly empty: ComponentChildren
}

/** A table read page by page. */
export function PagedTable<Row>({ pages, empty, ...table }: PagedTableProps<Row>) {
  return (
    <PagedRows pages={pages} empty={empty}>
      <DataTable {...table} rows={pages.rows} />
    </PagedRows>
  )
}
