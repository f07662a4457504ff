// Tables with columns as data: sorted, windowed, with a choice of columns and rows; and a plain one.
import { useMemo, useRef, useState } from 'preact/hooks'
import './data-table.css'
import { useNarrow } from '../api/use-narrow.ts'
import { TableTools } from './table-tools.tsx'
import type { Column, Sort } from './table-values.ts'
import { cellValue, sortRows } from './table-values.ts'
import { useStored } from './use-stored.ts'

export type { Column } from './table-values.ts'

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly sortable?: readonly Column<Row>[]
  readonly sort?: Sort | null
  readonly onSort?: (sort: Sort | null) => void
}

/** A heading sorts up, then down, then not at all. */
const nextSort = (sort: Sort | null, key: string): Sort | null =>
  sort?.key !== key ? { key, descending: false } : sort.descending ? null : { key, descending: true }

function Head<Row>({ columns, sortable = [], sort = null, onSort }: HeadProps<Row>) {
  const direction = (key: string) => (sort?.key === key ? (sort.descending ? 'descending' : 'ascending') : undefined)
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { key, title, number } = column
          return (
            <th key={key} scope="col" class={number ? 'number' : undefined} aria-sort={direction(key)}>
              {sortable.includes(column) ? (
                <button type="button" class="plain sort" onClick={() => onSort?.(nextSort(sort, key))}>
                  {title}
                </button>
              ) : (
                title
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function cells<Row>(columns: readonly Column<Row>[], row: Row, stacked = false) {
  return columns.map(({ key, title, number, heading, cell }) =>
    heading ? (
      <th key={key} scope="row">
        {cell(row)}
      </th>
    ) : (
      <td key={key} class={number ? 'number' : undefined} data-label={stacked ? title : undefined}>
        {cell(row)}
      </td>
    ),
  )
}

interface PlainTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly look?: string
}

/** For short lists, whose rows may differ in height. */
export function PlainTable<Row>({ label, columns, rows, look = '' }: PlainTableProps<Row>) {
  return (
    <section class={`scroll ${look}`} tabIndex={0} aria-label={label}>
      <table>
        <Head columns={columns} />
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>{cells(columns, row)}</tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly onOpen?: (row: Row) => void
  readonly selected?: string | number | null
  /** If set, a person can choose columns, which are stored under this name, and export the table. */
  readonly name?: string
  /** The name of the exported file, if it is another one. */
  readonly file?: string
  /** Height of every row, in pixels. */
  readonly rowHeight?: number
  /** If set, a narrow screen stacks the cells of a row. The height of a stacked row, in pixels. */
  readonly stackedRowHeight?: number
}

/** Extra rows rendered above and below the visible ones. */
const MARGIN = 20
/** Shorter tables are rendered whole. */
const WINDOW_THRESHOLD = 200

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rowKey, onOpen, selected, stackedRowHeight, name } = props
  const narrow = useNarrow()
  const stacked = narrow && stackedRowHeight !== undefined
  const rowHeight = stacked ? stackedRowHeight : (props.rowHeight ?? 41)
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [sort, setSort] = useState<Sort | null>(null)
  const [hidden, setHidden] = useStored<readonly string[]>(`hidden columns ${name}`, [])
  const columns = props.columns.filter(({ key }) => !hidden.includes(key))
  const rows = useMemo(() => sortRows(props.rows, props.columns, sort), [props.rows, props.columns, sort])
  const sortable =
    rows.length < 2 ? [] : columns.filter((column) => rows.some((row) => cellValue(column, row) !== undefined))
  const visible = Math.ceil((box.current?.clientHeight ?? 700) / rowHeight)
  const windowed = rows.length > WINDOW_THRESHOLD
  const from = windowed ? Math.max(0, Math.floor(top / rowHeight) - MARGIN) : 0
  const to = windowed ? Math.min(rows.length, from + visible + 2 * MARGIN) : rows.length
  const gap = (count: number) => count > 0 && <tr style={{ height: `${count * rowHeight}px` }} />
  return (
    <>
      {name !== undefined && (
        <TableTools
          file={props.file ?? name}
          columns={props.columns}
          hidden={hidden}
          onHide={setHidden}
          rows={rows}
          sortable={stacked ? sortable : undefined}
          sort={sort}
          onSort={setSort}
        />
      )}
      <section
        class={stacked ? 'table-window stacked' : 'table-window'}
        ref={box}
        tabIndex={0}
        aria-label={label}
        onScroll={() => setTop(box.current!.scrollTop)}
      >
        <table aria-rowcount={rows.length + 1}>
          <Head columns={columns} sortable={sortable} sort={sort} onSort={setSort} />
          <tbody>
            {gap(from)}
            {rows.slice(from, to).map((row, i) => (
              <tr
                key={rowKey(row)}
                style={stacked || windowed ? { height: `${rowHeight}px` } : undefined}
                aria-rowindex={from + i + 2}
                aria-selected={selected === rowKey(row) ? true : undefined}
                tabIndex={onOpen ? 0 : undefined}
                onClick={onOpen && (() => onOpen(row))}
                onKeyDown={onOpen && ((event) => event.key === 'Enter' && onOpen(row))}
              >
                {cells(columns, row, stacked)}
              </tr>
            ))}
            {gap(rows.length - to)}
          </tbody>
        </table>
      </section>
    </>
  )
}
