// Reads dBASE files (.dbf), which hold the attributes of a shapefile, as lines with named values.

import type { SourceFile } from '../files/source-file.ts'
import { cleanText, FileRefused } from '../record/draft.ts'
import type { LineBatch, RollLine } from './roll-lines.ts'
import { kindOf } from './roll-lines.ts'
import type { Cells, RollTable } from './roll-table.ts'

const DBASE_3 = 0x03
const HEADER_BYTES = 32
const FIELD_BYTES = 32
const END_OF_FIELDS = 0x0d
const DELETED = 0x2a
const PRESENT = 0x20
const MAX_HEADER_BYTES = HEADER_BYTES + 255 * FIELD_BYTES + 512

export const isDbf = ({ name }: SourceFile): boolean => /\.dbf(?:\.gz)?$/i.test(name)

/** Reports whether the start of a file, read as text, is a dBASE header with these fields. */
export const hasDbfFields = (text: string, columns: readonly string[]): boolean =>
  text.startsWith('\u0003') && columns.every((name) => new RegExp(`(?<![A-Z0-9_])${name}(?![A-Z0-9_])`).test(text))

interface Field {
  readonly from: number
  readonly to: number
}

interface Layout {
  readonly records: number
  readonly headerBytes: number
  readonly recordBytes: number
  readonly fields: ReadonlyMap<string, Field>
}

export async function* dbfLines(file: SourceFile, table: RollTable): AsyncGenerator<LineBatch> {
  const refuse = (problem: string) => new FileRefused(`${cleanText(file.name)}: ${problem}`)
  let layout: Layout | undefined
  let rest: Buffer = Buffer.alloc(0)
  let read = 0
  for await (const chunk of file.chunks()) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    if (!layout) {
      if (rest.length < HEADER_BYTES || rest.length < rest.readUInt16LE(8)) continue
      layout = layoutOf(rest, refuse)
      rest = rest.subarray(layout.headerBytes)
    }
    const { recordBytes, records, fields } = layout
    const count = Math.min(Math.floor(rest.length / recordBytes), records - read)
    const kind = kindOf([...fields.keys()], file, table)
    yield { kind, lines: linesOf(rest.subarray(0, count * recordBytes), layout, read, refuse) }
    read += count
    rest = rest.subarray(count * recordBytes)
    if (read === records && rest.length > 1) break
  }
  if (!layout) throw refuse('the header is incomplete')
  if (read < layout.records) throw refuse(`it ends after ${read} of ${layout.records} records; it is incomplete`)
  if (rest.length > 0 && (rest[0] === PRESENT || rest[0] === DELETED))
    throw refuse(`it has more than the ${layout.records} records of its header; it is damaged`)
}

function layoutOf(head: Buffer, refuse: (problem: string) => FileRefused): Layout {
  const [headerBytes, recordBytes] = [head.readUInt16LE(8), head.readUInt16LE(10)]
  if (head[0] !== DBASE_3 || headerBytes < HEADER_BYTES + 1 || headerBytes > MAX_HEADER_BYTES)
    throw refuse('it is no dBASE III file')
  const fields = new Map<string, Field>()
  let from = 1
  for (let at = HEADER_BYTES; at + FIELD_BYTES <= headerBytes && head[at] !== END_OF_FIELDS; at += FIELD_BYTES) {
    const to = from + head[at + 16]!
    const name = head
      .toString('latin1', at, at + 11)
      .replace(/\0.*$/s, '')
      .trim()
    if (!fields.has(name)) fields.set(name, { from, to })
    from = to
  }
  if (from !== recordBytes) throw refuse(`its fields have ${from} bytes, but its records ${recordBytes}; it is damaged`)
  return { records: head.readUInt32LE(4), headerBytes, recordBytes, fields }
}

function* linesOf(
  bytes: Buffer,
  { fields, recordBytes }: Layout,
  before: number,
  refuse: (problem: string) => FileRefused,
): Generator<RollLine> {
  let start = 0
  const cells: Cells = (column) => {
    const field = fields.get(column)
    return field ? textOf(bytes, start + field.from, start + field.to) : ''
  }
  for (; start < bytes.length; start += recordBytes) {
    const line = before + start / recordBytes + 1
    if (bytes[start] === DELETED) continue
    if (bytes[start] !== PRESENT) throw refuse(`record ${line} does not start with a mark; it is damaged`)
    yield { line, cells, problem: null }
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const windows1252 = new TextDecoder('windows-1252')

/** Without its padding. The .cpg file that names the encoding is often missing, and one value says enough. */
function textOf(bytes: Buffer, from: number, end: number): string {
  let to = end
  while (to > from && (bytes[to - 1] === 0x20 || bytes[to - 1] === 0)) to--
  let isPlain = true
  for (let at = from; at < to && isPlain; at++) isPlain = bytes[at]! < 0x80
  if (isPlain) return bytes.toString('latin1', from, to).trim()
  const value = bytes.subarray(from, to)
  try {
    return utf8.decode(value).trim()
  } catch {
    return windows1252.decode(value).trim()
  }
}
