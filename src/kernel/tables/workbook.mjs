// Reads the first sheet of an Excel workbook as CSV. JavaScript, because it also runs as a thread.
import { statSync, writeFileSync } from 'node:fs'
import { isMainThread, workerData } from 'node:worker_threads'

/** The whole workbook is in memory, unpacked. */
const MAX_BYTES = 50_000_000

/** @param {unknown} value */
function cellText(value) {
  const text = value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * @param {string} file
 * @param {boolean} [blankRows] rows without a value are lines, too
 */
export async function workbookAsCsv(file, blankRows = false) {
  if (statSync(file).size > MAX_BYTES)
    throw new Error(`${file} has more than ${MAX_BYTES / 1e6} MB; save it as CSV instead`)
  const { readSheet } = await import('read-excel-file/node')
  // Numbers stay as they are written: an MLS number must not become 1.2e+9.
  const rows = await readSheet(file, { parseNumber: String }).catch((/** @type {Error} */ error) => {
    throw new Error(`${file} is not an Excel workbook: ${error.message}`)
  })
  const width = Math.max(0, ...rows.map((row) => row.length))
  const lines = rows
    .filter((row) => blankRows || row.some((cell) => cell !== null))
    .map((row) => Array.from({ length: width }, (_, i) => cellText(row[i])).join(','))
  return Buffer.from(`${lines.join('\n')}\n`)
}

if (!isMainThread && workerData?.workbook) writeFileSync(workerData.csv, await workbookAsCsv(workerData.workbook, true))
