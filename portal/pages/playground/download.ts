// Builds CSV and NDJSON downloads: the source rows with their results.
import type { Table } from '../../csv/table.ts'
import { csvLine } from '../../csv/write-csv.ts'
import type { BatchResult } from './batch-run.ts'

const RESULT_COLUMNS = [
  'project_id',
  'project_name',
  'canonical_mls_address',
  'project_address',
  'unit',
  'confidence',
  'outcome',
  'recommended_action',
  'reason',
  'building_id',
  'latitude',
  'longitude',
  'second_project_id',
  'second_project_name',
  'second_canonical_mls_address',
  'second_project_address',
  'second_confidence',
] as const

/** Rows per string: one string for the whole file would be too long. */
const CHUNK_ROWS = 5_000

type ResultCells = Readonly<Record<(typeof RESULT_COLUMNS)[number], string | number | null>>

function resultCells(result: BatchResult): ResultCells {
  const { building, confidence, outcome, reason, unit, action, second } = result
  return {
    project_id: building?.project_id ?? null,
    project_name: building?.project_name ?? null,
    canonical_mls_address: building?.canonical_mls_address ?? null,
    project_address: building?.project_address ?? null,
    unit,
    confidence,
    outcome,
    recommended_action: action,
    reason,
    building_id: building?.building_id ?? null,
    latitude: building?.latitude ?? null,
    longitude: building?.longitude ?? null,
    second_project_id: second?.building.project_id ?? null,
    second_project_name: second?.building.project_name ?? null,
    second_canonical_mls_address: second?.building.canonical_mls_address ?? null,
    second_project_address: second?.building.project_address ?? null,
    second_confidence: second?.confidence ?? null,
  }
}

function toBlob(
  head: string,
  results: readonly BatchResult[],
  line: (result: BatchResult) => string,
  type: string,
): Blob {
  const chunks = [head]
  for (let at = 0; at < results.length; at += CHUNK_ROWS) {
    const chunk = results.slice(at, at + CHUNK_ROWS)
    chunks.push(chunk.map(line).join(''))
  }
  return new Blob(chunks, { type })
}

/** If the file already has a column with that name, the result column gets the prefix `plinth_`. */
export function toCsv({ columns, rows }: Table, results: readonly BatchResult[]): Blob {
  const names = RESULT_COLUMNS.map((name) => (columns.includes(name) ? `plinth_${name}` : name))
  const line = (result: BatchResult) => {
    const row = rows[result.row]!
    const cells = resultCells(result)
    return csvLine([...columns.map((_, at) => row[at] ?? ''), ...RESULT_COLUMNS.map((name) => cells[name])])
  }
  // The byte order mark tells spreadsheets that the file is UTF-8.
  return toBlob(`\ufeff${csvLine([...columns, ...names])}`, results, line, 'text/csv;charset=utf-8')
}

export function toNdjson({ columns, rows }: Table, results: readonly BatchResult[]): Blob {
  const line = (result: BatchResult) => {
    const row = rows[result.row]!
    const input = Object.fromEntries(columns.map((name, at) => [name, row[at] ?? '']))
    return `${JSON.stringify({ row: result.row + 1, input, ...resultCells(result) })}\n`
  }
  return toBlob('', results, line, 'application/x-ndjson')
}
