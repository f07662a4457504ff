// Reads CSV files: a header, then one project per row.
import { csvRecords } from '../../kernel/tables/csv-scanner.ts'
import type { SourceFile } from '../files/source-file.ts'
import type { Notes, ReadItem } from '../record/draft.ts'
import { cleanText, FileRefused, rejectedItem } from '../record/draft.ts'

export interface CsvPlan {
  /** The field of a column; null for an ignored column, undefined for an unknown one. */
  fieldOf(column: string): string | null | undefined
  /** Columns that form the key together, when no single column is the key. */
  readonly keyColumns?: readonly string[]
  readonly constants: Readonly<Record<string, unknown>>
  readonly delimiter?: string
  /** The columns are named `#1`, `#2` … */
  readonly noHeader?: boolean
}

const MAX_LISTED_COLUMNS = 20

export async function* readCsv(file: SourceFile, plan: CsvPlan, notes: Notes): AsyncGenerator<ReadItem> {
  let layout: Layout | undefined
  for await (const { line, values, ended } of csvRecords(file.text(), plan.delimiter ?? ',')) {
    if (!layout) {
      const header = values.map((name, i) => (plan.noHeader ? `#${i + 1}` : name.trim()))
      layout = layoutOf(header, plan, notes)
      if (!plan.noHeader) continue
    }
    if (!ended && values.length < layout.width)
      throw new FileRefused(`line ${line}: the file ends in the middle of a row; it is incomplete`)
    yield itemOf(values, line, layout, plan)
  }
}

interface Layout {
  readonly width: number
  /** [column index, field] */
  readonly fields: readonly (readonly [number, string])[]
  readonly columns: Readonly<Record<string, string>>
  readonly keyAt: readonly number[]
}

function layoutOf(header: readonly string[], plan: CsvPlan, notes: Notes): Layout {
  const fields: [number, string][] = []
  const columns: Record<string, string> = {}
  const unknown: string[] = []
  header.forEach((name, at) => {
    const field = plan.fieldOf(name)
    if (field === undefined && !plan.keyColumns?.includes(name)) unknown.push(name)
    if (field === undefined || field === null) return
    if (columns[field] !== undefined)
      throw new FileRefused(`the columns ${cleanText(columns[field])} and ${cleanText(name)} both map to ${field}`)
    columns[field] = name
    fields.push([at, field])
  })
  const keyAt = (plan.keyColumns ?? []).map((name) => header.indexOf(name))
  const missing = (plan.keyColumns ?? []).filter((_, i) => keyAt[i] === -1)
  if (missing.length > 0) throw new FileRefused(`the key column ${missing.map(cleanText).join(', ')} is missing`)
  // A file without a header starts with data, which can name people: it must not be listed as columns.
  if (fields.length === 0) throw new FileRefused('the first line has no known column; it must be a header')
  for (const name of unknown) notes.unknownColumn(name)
  if (plan.keyColumns) columns.key = plan.keyColumns.join(' + ')
  if (columns.key === undefined && plan.constants.key === undefined)
    throw new FileRefused(
      `no column is the key. Add a column "key", or set "key" in a mapping file. The file has: ${listColumns(header)}`,
    )
  return { width: header.length, fields, columns, keyAt }
}

export function listColumns(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED_COLUMNS).map(cleanText).join(', ')
  return names.length > MAX_LISTED_COLUMNS ? `${shown}, … (${names.length} columns)` : shown
}

function itemOf(record: readonly string[], line: number, layout: Layout, plan: CsvPlan): ReadItem {
  const fields: Record<string, unknown> = { ...plan.constants }
  for (const [at, field] of layout.fields) {
    const text = record[at]?.trim() ?? ''
    if (text !== '') fields[field] = text
  }
  const parts = layout.keyAt.map((at) => record[at]?.trim() ?? '')
  if (parts.length > 0) fields.key = parts.every((part) => part !== '') ? parts.join('/') : undefined
  if (record.length !== layout.width) {
    const key = typeof fields.key === 'string' ? fields.key : null
    return rejectedItem(line, `the row has ${record.length} columns, but the header has ${layout.width}`, null, key)
  }
  return { kind: 'draft', draft: { line, fields, columns: layout.columns } }
}
