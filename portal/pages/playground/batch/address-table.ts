// A grid of cells with its meaning: the header, the rows, and a row as a question.
import type { BatchQuery } from '../../../../src/contract/api-types.ts'
import type { ColumnChoice } from '../../../csv/columns.ts'
import { FIELDS, guessAddressColumn, guessColumns, looksLikeHeader } from '../../../csv/columns.ts'
import type { Grid } from '../../../csv/read-table.ts'
import type { QueryFields } from '../query-fields.ts'
import { fieldsToQuery } from '../query-fields.ts'
import { text } from './text.ts'

export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly truncated: boolean
}

export function hasHeader(grid: Grid): boolean {
  return grid.separator === 'ndjson' || looksLikeHeader(grid.rows[0] ?? [])
}

export function tableOf(grid: Grid, header: boolean, most: number): Table {
  const rows = header ? grid.rows.slice(1) : grid.rows
  const width = Math.max(1, ...grid.rows.slice(0, 100).map((row) => row.length))
  const named = header ? (grid.rows[0] ?? []) : []
  const columns = Array.from({ length: width }, (_, at) => named[at]?.trim() || text.column(at + 1))
  return { columns, rows: rows.slice(0, most), truncated: grid.truncated || rows.length > most }
}

export function guessChoice({ columns, rows }: Table): ColumnChoice {
  const guessed = guessColumns(columns)
  return { ...guessed, address: guessed.address ?? guessAddressColumn(rows.slice(0, 50)) }
}

/** A row as somebody would type it into the box. */
export function rowToFields(row: readonly string[], choice: ColumnChoice): QueryFields {
  const cell = (column: number | undefined) => (column === undefined ? '' : (row[column] ?? '').trim())
  const asked = Object.fromEntries(FIELDS.map((field) => [field, cell(choice[field])])) as QueryFields
  // `2024-01-05T00:00:00` is that day.
  return { ...asked, listed_on: asked.listed_on.replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1') }
}

/** The address goes out even if it is empty: the row then gets its own error, and its place. */
export function rowToQuery(row: readonly string[], choice: ColumnChoice, query_id: number): BatchQuery {
  const asked = rowToFields(row, choice)
  return { ...fieldsToQuery(asked), address: asked.address, query_id }
}
