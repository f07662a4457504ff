// Reads an index file from its bytes: in a browser, a worker or any other ECMAScript engine.

import type { IndexSections } from './index-sections.ts'
import { INDEX_FORMAT } from './index-sections.ts'
import type { StreetLexicon } from './street-lexicon.ts'
import { createStreetLexicon, parseStreetList } from './street-lexicon.ts'
import { StringTable, StringTableBuilder } from './string-table.ts'

/** What a register calls a building. `gers` is the register of Overture Maps. */
export interface BuildingId {
  readonly register: string
  readonly id: string
}

/** What a file may have besides the index. */
export interface FileExtras {
  /** Lists of real streets, as `parseStreetList` reads them. */
  readonly streets?: readonly string[]
  /** One list per building, in the order of the index. */
  readonly ids?: readonly (readonly BuildingId[])[]
}

/** The layout is described in src/kernel/section-file.ts of the server, which writes these files. */
interface Directory {
  readonly littleEndian: boolean
  readonly header: { readonly kind?: string; readonly format?: number }
  readonly sections: readonly { name: string; type: string; offset: number; bytes: number; crc32?: number }[]
}

export const INDEX_FILE_KIND = 'plinth buildings'
const MAGIC = 'PLINTHS1'
const TRAILER_BYTES = 56
const GZIP = [0x1f, 0x8b]
const ARRAYS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const

/** The index and the extras of a file. Throws when the bytes are not a whole file of this format. */
export function sectionsOfFile(bytes: Uint8Array): IndexSections {
  const directory = readDirectory(bytes)
  const { littleEndian, header, sections } = directory
  if (header.kind !== INDEX_FILE_KIND) throw refused('is not an index of buildings')
  if (header.format !== INDEX_FORMAT) throw refused(`has format ${header.format}; this version reads ${INDEX_FORMAT}`)
  if (!littleEndian) throw refused('was written on a machine with another byte order')
  // Sections start at multiples of eight from the start of the file.
  const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes)
  return Object.fromEntries(
    sections.map(({ name, type, offset, bytes: size, crc32 }) => {
      const ArrayOf = ARRAYS[type as keyof typeof ARRAYS]
      if (crc32 !== undefined && crc32Of(bytes.subarray(offset, offset + size)) !== crc32)
        throw refused(`is damaged: the checksum of ${name} does not match`)
      return [name, new ArrayOf(buffer as ArrayBuffer, byteOffset + offset, size / ArrayOf.BYTES_PER_ELEMENT)]
    }),
  )
}

const refused = (reason: string): Error => new Error(`the index ${reason}. Write it again with plinth index.`)

function readDirectory(bytes: Uint8Array): Directory {
  const size = bytes.length
  if (GZIP.every((byte, i) => bytes[i] === byte))
    throw new Error('the index is compressed. Send it with the header Content-Encoding: gzip, or unpack it first.')
  if (latin1(bytes.subarray(0, MAGIC.length)) !== MAGIC) throw refused('is not an index file')
  const view = new DataView(bytes.buffer, bytes.byteOffset, size)
  const [offset, length] =
    size < MAGIC.length + TRAILER_BYTES
      ? [0, 0]
      : [view.getFloat64(size - TRAILER_BYTES, true), view.getFloat64(size - TRAILER_BYTES + 8, true)]
  if (offset + length + TRAILER_BYTES !== size || latin1(bytes.subarray(-MAGIC.length)) !== MAGIC)
    throw refused(`is truncated: it has ${size} bytes`)
  try {
    return JSON.parse(decodeUtf8(bytes.subarray(offset, offset + length)))
  } catch {
    throw refused('is damaged')
  }
}

const latin1 = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** Not every engine has a TextDecoder. */
const decodeUtf8 = (bytes: Uint8Array): string =>
  decodeURIComponent(latin1(bytes).replace(/[%\u0080-\u00ff]/g, (c) => `%${c.charCodeAt(0).toString(16)}`))

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

function crc32Of(bytes: Uint8Array): number {
  let crc = -1
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ (CRC[(crc ^ (bytes[i] as number)) & 255] as number)
  return ~crc >>> 0
}

const STREETS = 'file.streets'
const IDS = 'file.ids'

const BREAK = /[\t\n]/g
const idLine = ({ register, id }: BuildingId): string => `${register.replace(BREAK, ' ')}\t${id.replace(BREAK, ' ')}`

/** The sections of the extras, to be written beside those of the index. */
export function extraSections({ streets, ids }: FileExtras): IndexSections {
  const texts = { [STREETS]: streets, [IDS]: ids?.map((list) => list.map(idLine).join('\n')) }
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, list]) => {
      if (list === undefined) return []
      const table = new StringTableBuilder()
      for (const text of list) table.push(text)
      const { bytes, offsets } = table.freeze()
      return [
        [`${name}.bytes`, bytes],
        [`${name}.offsets`, offsets],
      ]
    }),
  )
}

function textsIn(sections: IndexSections, name: string): StringTable | undefined {
  const [bytes, offsets] = [sections[`${name}.bytes`], sections[`${name}.offsets`]]
  return bytes && offsets && new StringTable(bytes as Uint8Array, offsets as Uint32Array)
}

export const hasStreets = (sections: IndexSections): boolean => sections[`${STREETS}.bytes`] !== undefined

/** The lists of real streets in the file; undefined when it has none, and the matcher's own lists apply. */
export function streetsIn(sections: IndexSections): StreetLexicon | undefined {
  const texts = textsIn(sections, STREETS)
  return texts && createStreetLexicon(texts.toArray().map(parseStreetList))
}

export const keysIn = (sections: IndexSections): StringTable =>
  new StringTable(sections['keys.bytes'] as Uint8Array, sections['keys.offsets'] as Uint32Array)

/** The ids of the building in a row of the index. */
export function idsIn(sections: IndexSections): (row: number) => readonly BuildingId[] {
  const texts = textsIn(sections, IDS)
  return (row) => {
    const text = texts && row < texts.length ? texts.get(row) : ''
    if (text === '') return []
    return text.split('\n').map((line) => {
      const [register = '', id = ''] = line.split('\t')
      return { register, id }
    })
  }
}
