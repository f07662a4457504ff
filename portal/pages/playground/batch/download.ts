// The answers beside the rows they belong to, as a file made in the browser.
import { csvLine } from '../../../csv/write-csv.ts'
import type { Table } from './address-table.ts'
import type { BatchResult } from './batch-run.ts'

const ADDED = [
  'project_id',
  'project_name',
  'canonical_mls_address',
  'confidence',
  'outcome',
  'reason',
  'building_id',
  'latitude',
  'longitude',
] as const

/** So many rows are one piece of the file. */
const PIECE = 5_000

type Added = Readonly<Record<(typeof ADDED)[number], string | number | null>>

function addedOf({ building: found, confidence, outcome, reason }: BatchResult): Added {
  return {
    project_id: found?.project_id ?? null,
    project_name: found?.project_name ?? null,
    canonical_mls_address: found?.canonical_mls_address ?? null,
    confidence,
    outcome,
    reason,
    building_id: found?.building_id ?? null,
    latitude: found?.latitude ?? null,
    longitude: found?.longitude ?? null,
  }
}

function blobOf(
  head: string,
  results: readonly BatchResult[],
  line: (result: BatchResult) => string,
  type: string,
): Blob {
  const pieces = [head]
  for (let at = 0; at < results.length; at += PIECE) {
    const piece = results.slice(at, at + PIECE)
    pieces.push(piece.map(line).join(''))
  }
  return new Blob(pieces, { type })
}

/** A column of the file that has the name of one of ours keeps it; ours then says whose it is. */
export function csvOf({ columns, rows }: Table, results: readonly BatchResult[]): Blob {
  const names = ADDED.map((name) => (columns.includes(name) ? `plinth_${name}` : name))
  const line = (result: BatchResult) => {
    const row = rows[result.row]!
    const added = addedOf(result)
    return csvLine([...columns.map((_, at) => row[at] ?? ''), ...ADDED.map((name) => added[name])])
  }
  // The mark at the start tells spreadsheets that it is UTF-8.
  return blobOf(`\ufeff${csvLine([...columns, ...names])}`, results, line, 'text/csv;charset=utf-8')
}

export function ndjsonOf({ columns, rows }: Table, results: readonly BatchResult[]): Blob {
  const line = (result: BatchResult) => {
    const row = rows[result.row]!
    const input = Object.fromEntries(columns.map((name, at) => [name, row[at] ?? '']))
    return `${JSON.stringify({ row: result.row + 1, input, ...addedOf(result) })}\n`
  }
  return blobOf('', results, line, 'application/x-ndjson')
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
