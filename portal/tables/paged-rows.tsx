// A list read page by page: its rows, a button for more, and its loading, empty and error states.
import type { ComponentChildren } from 'preact'
import type { CursorPages } from '../api/use-cursor-pages.ts'
import { fill } from '../language/choose-language.ts'
import { formatNumber } from '../language/format.ts'
import { text } from '../language/shared-text.ts'
import { Button } from '../parts/button.tsx'
import { InlineSelect } from '../parts/inline-select.tsx'
import { Empty, Loading, Problem } from '../parts/notice.tsx'
import type { DataTableProps } from './data-table.tsx'
import { DataTable } from './data-table.tsx'
import type { PageSize } from './use-stored.ts'
import { PAGE_SIZES } from './use-stored.ts'

interface PagedRowsProps {
  /** If set, a person can choose how many rows a page has. */
  readonly pageSize?: PageSize
  // biome-ignore lint/suspicious/noExplicitAny: accepts rows of any type
  readonly pages: CursorPages<any, any>
  readonly empty: ComponentChildren
  readonly children: ComponentChildren
}

export function PagedRows({ pages, empty, children, pageSize }: PagedRowsProps) {
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
      <div class="row flush">
        {pages.hasMore && !pages.error && (
          <Button
            look="second"
            disabled={pages.loading}
            label={pages.loading ? text.loading : text.more}
            onClick={pages.loadMore}
          />
        )}
        {pageSize && (pages.hasMore || pages.rows.length > PAGE_SIZES[0]!) && (
          <>
            <InlineSelect
              label={text.table.pageSize}
              value={String(pageSize.size)}
              choices={PAGE_SIZES.map((size) => [String(size), formatNumber(size)] as const)}
              onChange={(size) => pageSize.set(Number(size))}
            />
            {pages.hasMore && <span class="quiet">{fill(text.table.loaded, { count: pages.rows.length })}</span>}
          </>
        )}
      </div>
    </div>
  )
}

type PagedTableProps<Row> = Omit<DataTableProps<Row>, 'rows'> & {
  readonly pageSize?: PageSize
  // biome-ignore lint/suspicious/noExplicitAny: any page of these rows
  readonly pages: CursorPages<Row, any>
  readonly empty: ComponentChildren
}

/** A table read page by page. */
export function PagedTable<Row>({ pages, empty, pageSize, ...table }: PagedTableProps<Row>) {
  return (
    <PagedRows pages={pages} empty={empty} {...(pageSize && { pageSize })}>
      <DataTable {...table} rows={pages.rows} />
    </PagedRows>
  )
}
