// Writes the result of a file: its own columns as they are, then ours.
import type { FileResult } from '../../files/files.ts'
import { openTable } from '../../files/read/open-table.ts'
import type { Dialect, FileRow } from '../../files/read/text-rows.ts'
import type { RowAnswer } from '../../files/row-answer.ts'
import { answerNames } from '../../files/row-answer.ts'
import { cellValue } from '../../kernel/tables/parquet-columns.ts'
import { nextTurn } from '../../kernel/turns.ts'

/** Rows per chunk: enough that a chunk is no small packet, few enough that other requests get their turn. */
const CHUNK_ROWS = 500

const PLAIN: Dialect = { delimiter: ',', lineEnd: '\r\n', isMarked: false, isBare: false, header: null }

type Pair = readonly [row: FileRow, answer: RowAnswer]

/** Each row of the file with its answer. */
async function* pairsOf({ answers }: FileResult, rows: AsyncIterable<readonly FileRow[]>): AsyncGenerator<Pair[]> {
  const found = answers()
  try {
    let pairs: Pair[] = []
    for await (const batch of rows)
      for (const row of batch) {
        const next = await found.next()
        if (next.done) throw new Error('The result has fewer rows than the file.')
        pairs.push([row, next.value])
        if (pairs.length < CHUNK_ROWS) continue
        yield pairs
        pairs = []
        await nextTurn()
      }
    if (pairs.length > 0) yield pairs
    if (!(await found.next()).done) throw new Error('The result has more rows than the file.')
  } finally {
    await found.return(undefined)
  }
}

const tableOf = ({ job, path }: FileResult) =>
  openTable({
    path,
    format: job.format,
    hasHeader: job.has_header,
    columns: job.columns.map(({ name }) => name),
  })

export async function* csvResult(result: FileResult): AsyncGenerator<string> {
  const { columns, rows, dialect } = await tableOf(result)
  const { delimiter, lineEnd, isMarked, isBare, header } = dialect ?? PLAIN
  const cell = (value: unknown): string => {
    const text = value == null ? '' : String(value)
    return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  /** A row as written, with the cells that it lacks. */
  const whole = (text: string, width: number) => text + delimiter.repeat(columns.length - width)
  const own = (row: FileRow): string => {
    if (!dialect) return columns.map((name) => cell(textOf(row.value(name)))).join(delimiter)
    return isBare ? cell(row.value(columns[0]!)) : whole(row.text, row.width)
  }
  const names = answerNames(columns).join(delimiter)
  const named = columns.slice(isBare ? 0 : (header?.width ?? 0)).map(cell)
  const known = [...(header && !isBare ? [header.text] : []), ...named].join(delimiter)
  // Spreadsheets take a file without the mark for windows-1252.
  const mark = isMarked || !dialect || result.job.format === 'xlsx' ? '\ufeff' : ''
  yield `${mark}${known}${delimiter}${names}${lineEnd}`
  for await (const pairs of pairsOf(result, rows))
    yield pairs.map(([row, answer]) => `${own(row)}${delimiter}${answer.map(cell).join(delimiter)}${lineEnd}`).join('')
}

export async function* ndjsonResult(result: FileResult): AsyncGenerator<string> {
  const { columns, rows } = await tableOf(result)
  const names = answerNames(columns)
  const isNdjson = result.job.format === 'ndjson'
  const line = ([row, answer]: Pair): string => {
    const ours = JSON.stringify(Object.fromEntries(names.map((name, i) => [name, answer[i]]))).slice(1)
    if (!isNdjson) {
      const cells = Object.fromEntries(columns.map((name) => [name, jsonOf(row.value(name))]))
      return `${JSON.stringify(cells).slice(0, -1)},${ours}\n`
    }
    // A line that is no JSON object is a text in the result.
    const text = row.names ? row.text : JSON.stringify({ plinth_input: row.text })
    return `${text.slice(0, -1)}${row.names?.length === 0 ? '' : ','}${ours}\n`
  }
  for await (const pairs of pairsOf(result, rows)) yield pairs.map(line).join('')
}

/** Integers that JavaScript cannot hold are text. */
function jsonOf(value: unknown): unknown {
  const plain = cellValue(value)
  return typeof plain === 'bigint' ? String(plain) : (plain ?? null)
}

export function textOf(value: unknown): unknown {
  const plain = jsonOf(value)
  return typeof plain === 'object' && plain !== null ? JSON.stringify(plain) : plain
}
