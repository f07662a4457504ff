// What a table sorts by and exports: the value of every cell.
import type { ComponentChildren, VNode } from 'preact'
import { csvLine } from '../csv/write-csv.ts'
import { compareText, NO_VALUE } from '../language/format.ts'

export interface Column<Row> {
  /** Also the name of the field that the column is sorted by, unless it has a `value`. */
  readonly key: string
  readonly title: string
  readonly number?: boolean
  /** The cell is the heading of its row. */
  readonly heading?: boolean
  readonly cell: (row: Row) => ComponentChildren
  readonly value?: (row: Row) => string | number | null | undefined
}

export interface Sort {
  readonly key: string
  readonly descending: boolean
}

/** Undefined for a column that has no value of its own, such as a column of buttons. */
export function cellValue<Row>({ key, value }: Column<Row>, row: Row): string | number | null | undefined {
  const found = value ? value(row) : (row as Readonly<Record<string, unknown>>)[key]
  return found === null || typeof found === 'string' || typeof found === 'number' ? found : undefined
}

/** Rows without a value come last, whatever the direction. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | null) {
  const column = sort && columns.find(({ key }) => key === sort.key)
  if (!column) return rows
  const values = new Map(rows.map((row) => [row, cellValue(column, row) ?? null]))
  return rows.toSorted((a, b) => {
    const [left, right] = [values.get(a)!, values.get(b)!]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    const numbers = typeof left === 'number' && typeof right === 'number'
    const order = numbers ? left - right : compareText(String(left), String(right))
    return sort.descending ? -order : order
  })
}

function textOf(content: ComponentChildren): string {
  if (content === null || typeof content === 'boolean' || content === undefined) return ''
  if (Array.isArray(content)) return content.map(textOf).join('')
  if (typeof content === 'object') return textOf((content as VNode<{ children?: ComponentChildren }>).props.children)
  return content === NO_VALUE ? '' : String(content)
}

/** With a byte order mark, which tells spreadsheets that the file is UTF-8. */
export function tableCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Blob {
  const lines = rows.map((row) => csvLine(columns.map((column) => cellValue(column, row) ?? textOf(column.cell(row)))))
  return new Blob([`\ufeff${csvLine(columns.map(({ title }) => title))}`, ...lines], { type: 'text/csv;charset=utf-8' })
}
