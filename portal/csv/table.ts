// A table of addresses or listings: its columns, its rows, and the cells of a field.
import { fill } from '../language/choose-language.ts'
import type { ColumnChoice } from './columns.ts'
import { guessAddressColumn, guessColumns, looksLikeHeader } from './columns.ts'
import type { Grid } from './read-table.ts'
import { text } from './text.ts'

export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly truncated: boolean
}

export function hasHeader(grid: Grid): boolean {
  return grid.separator === 'ndjson' || looksLikeHeader(grid.rows[0] ?? [])
}

export function toTable(grid: Grid, header: boolean, maxRows: number): Table {
  const rows = header ? grid.rows.slice(1) : grid.rows
  const width = Math.max(1, ...grid.rows.slice(0, 100).map((row) => row.length))
  const names = header ? (grid.rows[0] ?? []) : []
  const columns = Array.from({ length: width }, (_, at) => names[at]?.trim() || fill(text.column, { number: at + 1 }))
  return { columns, rows: rows.slice(0, maxRows), truncated: grid.truncated || rows.length > maxRows }
}

export function guessChoice<F extends string>(
  { columns, rows }: Table,
  headers: Readonly<Record<F | 'address', readonly string[]>>,
): ColumnChoice<F | 'address'> {
  const guessed = guessColumns(columns, headers)
  return { ...guessed, address: guessed.address ?? guessAddressColumn(rows.slice(0, 50)) }
}

/** The trimmed cell of every field; empty if the field has no column. */
export function fieldsOf<F extends string>(
  row: readonly string[],
  choice: ColumnChoice<F>,
  fields: readonly F[],
): Readonly<Record<F, string>> {
  const cell = (column: number | undefined) => (column === undefined ? '' : (row[column] ?? '').trim())
  return Object.fromEntries(fields.map((field) => [field, cell(choice[field])])) as Record<F, string>
}

/** `2024-01-05T00:00:00` becomes `2024-01-05`. */
export const withoutTime = (date: string): string => date.replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1')
