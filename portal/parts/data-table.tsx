// Tables with columns as data: one that renders only the visible rows of a long list, and a plain one.
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import './data-table.css'
import { useNarrow } from '../api/use-narrow.ts'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly number?: boolean
  /** The cell is the heading of its row. */
  readonly heading?: boolean
  readonly cell: (row: Row) => ComponentChildren
}

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ key, title, number }) => (
          <th key={key} scope="col" class={number ? 'number' : undefined}>
            {title}
          </th>
        ))}
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
  const { label, columns, rows, rowKey, onOpen, selected, stackedRowHeight } = props
  const narrow = useNarrow()
  const stacked = narrow && stackedRowHeight !== undefined
  const rowHeight = stacked ? stackedRowHeight : (props.rowHeight ?? 41)
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const visible = Math.ceil((box.current?.clientHeight ?? 700) / rowHeight)
  const windowed = rows.length > WINDOW_THRESHOLD
  const from = windowed ? Math.max(0, Math.floor(top / rowHeight) - MARGIN) : 0
  const to = windowed ? Math.min(rows.length, from + visible + 2 * MARGIN) : rows.length
  const gap = (count: number) => count > 0 && <tr style={{ height: `${count * rowHeight}px` }} />
  return (
    <section
      class={stacked ? 'table-window stacked' : 'table-window'}
      ref={box}
      tabIndex={0}
      aria-label={label}
      onScroll={() => setTop(box.current!.scrollTop)}
    >
      <table aria-rowcount={rows.length + 1}>
        <Head columns={columns} />
        <tbody>
          {gap(from)}
          {rows.slice(from, to).map((row, i) => (
            <tr
              key={rowKey(row)}
              style={stacked ? { height: `${rowHeight}px` } : undefined}
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
  )
}
