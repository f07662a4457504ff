// A table that renders only the visible rows of a long list.
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import './data-table.css'
import { useNarrow } from '../api/use-narrow.ts'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly number?: boolean
  readonly cell: (row: Row) => ComponentChildren
}

interface DataTableProps<Row> {
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
        <thead>
          <tr>
            {columns.map(({ key, title, number }) => (
              <th key={key} scope="col" class={number ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
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
              {columns.map(({ key, title, number, cell }) => (
                <td key={key} class={number ? 'number' : undefined} data-label={stacked ? title : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {gap(rows.length - to)}
        </tbody>
      </table>
    </section>
  )
}
