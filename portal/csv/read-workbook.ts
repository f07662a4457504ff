// Reads the first sheet of an Excel workbook into rows of text.
import { fill } from '../language/choose-language.ts'
import { TableError } from './csv-reader.ts'
import { text } from './text.ts'

/** The browser holds the whole workbook in memory, unpacked. */
const MAX_BYTES = 20_000_000
const MAX_UNPACKED_BYTES = 20 * MAX_BYTES

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
}

export async function readWorkbook(file: Blob): Promise<string[][]> {
  if (file.size > MAX_BYTES) throw new TableError(fill(text.workbookTooLarge, { megabytes: MAX_BYTES / 1e6 }))
  // Loaded only for workbooks.
  const [{ readSheet }, { unpackWorkbook }] = await Promise.all([
    import('read-excel-file/universal'),
    import('./unpack-workbook.ts'),
  ])
  try {
    const unpacked = await unpackWorkbook(new Uint8Array(await file.arrayBuffer()), MAX_UNPACKED_BYTES)
    if (!unpacked) throw new TableError(text.notWorkbook)
    // Numbers stay as they are written: an MLS number must not become 1.2e+9.
    const rows = await readSheet(unpacked, { parseNumber: String })
    return rows.map((row) => row.map(cellText)).filter((row) => row.some((cell) => cell.trim() !== ''))
  } catch {
    throw new TableError(text.notWorkbook)
  }
}
