// A table of addresses: its columns, its rows, and each row as a query.
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

export function toTable(grid: Grid, header: boolean, maxRows: number): Table {
  const rows = header ? grid.rows.slice(1) : grid.rows
  const width = Math.max(1, ...grid.rows.slice(0, 100).map((row) => row.length))
  const names = header ? (grid.rows[0] ?? []) : []
  const columns = Array.from({ length: width }, (_, at) => names[at]?.trim() || text.column(at + 1))
  return { columns, rows: rows.slice(0, maxRows), truncated: grid.truncated || rows.length > maxRows }
}

export function guessChoice({ columns, rows }: Table): ColumnChoice {
  const guessed = guessColumns(columns)
  return { ...guessed, address: guessed.address ?? guessAddressColumn(rows.slice(0, 50)) }
}

export function rowToFields(row: readonly string[], choice: ColumnChoice): QueryFields {
  const cell = (column: number | undefined) => (column === undefined ? '' : (row[column] ?? '').trim())
  const fields = Object.fromEntries(FIELDS.map((field) => [field, cell(choice[field])])) as QueryFields
  // `2024-01-05T00:00:00` becomes `2024-01-05`.
  return { ...fields, listed_on: fields.listed_on.replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1') }
}

/** Sends an empty address too, so that the row gets its own error and results stay in order. */
export function rowToQuery(row: readonly string[], choice: ColumnChoice, query_id: number): BatchQuery {
  const fields = rowToFields(row, choice)
  return { ...fieldsToQuery(fields), address: fields.address, query_id }
}
