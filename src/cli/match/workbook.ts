// Reads the first sheet of an Excel workbook as CSV, so that everything else reads one kind of table.
import { statSync } from 'node:fs'

/** The whole workbook is in memory, unpacked. */
const MAX_BYTES = 50_000_000

function cellText(value: unknown): string {
  const text = value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const isWorkbook = (file: string | undefined): file is string => file?.toLowerCase().endsWith('.xlsx') ?? false

export async function workbookAsCsv(file: string): Promise<Buffer> {
  if (statSync(file).size > MAX_BYTES)
    throw new Error(`${file} has more than ${MAX_BYTES / 1e6} MB; save it as CSV instead`)
  const { readSheet } = await import('read-excel-file/node')
  // Numbers stay as they are written: an MLS number must not become 1.2e+9.
  const rows = await readSheet(file, { parseNumber: String }).catch((error: Error) => {
    throw new Error(`${file} is not an Excel workbook: ${error.message}`)
  })
  const width = Math.max(0, ...rows.map((row) => row.length))
  const lines = rows
    .filter((row) => row.some((cell) => cell !== null))
    .map((row) => Array.from({ length: width }, (_, i) => cellText(row[i])).join(','))
  return Buffer.from(`${lines.join('\n')}\n`)
}
