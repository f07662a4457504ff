// Files in the layout of the National Road Network, with invented streets.

export type NrnRecord = Readonly<Record<string, string | number>>

/** [name, bytes]; C fields, and N fields for numbers. */
export type DbfFields = readonly (readonly [name: string, bytes: number, type?: 'C' | 'N'])[]

const side = (one: string): DbfFields => [
  [`${one}_ADDDIRFG`, 18],
  [`${one}_HNUMF`, 9, 'N'],
  [`${one}_HNUML`, 9, 'N'],
  [`${one}_PLACENAM`, 100],
  [`${one}_STNAME_C`, 100],
]
export const ROADSEG: DbfFields = [
  ['NID', 32],
  ['ROADSEGID', 9, 'N'],
  ['ADRANGENID', 32],
  ['DATASETNAM', 25],
  ...side('L'),
  ...side('R'),
  ['ROADCLASS', 41],
  ['RTNUMBER1', 10],
  ['RTENAME1EN', 100],
  ['REVDATE', 8, 'N'],
]
export const SEGMROUT: DbfFields = [
  ['IDN', 32],
  ['IDINTERVAD', 32],
  ['NOMJEUDONN', 25],
  ...['G', 'D'].flatMap(
    (one): DbfFields => [
      [`NUMP_${one}`, 9, 'N'],
      [`NUMD_${one}`, 9, 'N'],
      [`NOMLIEU_${one}`, 100],
      [`NOMRUE_C_${one}`, 100],
    ],
  ),
]
export const ADDRANGE: DbfFields = [
  ['NID', 32],
  ['L_ALTNANID', 32],
  ['R_ALTNANID', 32],
]
export const ALTNAMLINK: DbfFields = [
  ['NID', 32],
  ['DATASETNAM', 25],
  ['STRNAMENID', 32],
]
export const STRPLANAME: DbfFields = [
  ['NID', 32],
  ['PLACENAME', 100],
  ['PROVINCE', 25],
  ['DIRPREFIX', 10],
  ['STRTYPRE', 18],
  ['STARTICLE', 20],
  ['NAMEBODY', 50],
  ['STRTYSUF', 18],
  ['DIRSUFFIX', 10],
]

interface DbfOptions {
  /** In the header, when it is not the real number. */
  readonly records?: number
  readonly recordBytes?: number
  readonly encoding?: 'latin1' | 'utf8'
  readonly deleted?: ReadonlySet<number>
}

export function dbfOf(fields: DbfFields, records: readonly NrnRecord[], options: DbfOptions = {}): Buffer {
  const recordBytes = fields.reduce((sum, [, bytes]) => sum + bytes, 1)
  const header = Buffer.alloc(32 + fields.length * 32 + 1)
  header[0] = 3
  header.writeUInt32LE(options.records ?? records.length, 4)
  header.writeUInt16LE(header.length, 8)
  header.writeUInt16LE(options.recordBytes ?? recordBytes, 10)
  fields.forEach(([name, bytes, type = 'C'], i) => {
    header.write(name, 32 + i * 32, 'latin1')
    header.write(type, 32 + i * 32 + 11, 'latin1')
    header[32 + i * 32 + 16] = bytes
  })
  header[header.length - 1] = 0x0d
  const body = Buffer.alloc(recordBytes * records.length, 0x20)
  records.forEach((record, n) => {
    let at = n * recordBytes
    if (options.deleted?.has(n)) body[at] = 0x2a
    at++
    for (const [name, bytes, type] of fields) {
      const value = String(record[name] ?? '')
      body.write(type === 'N' ? value.padStart(bytes) : value, at, bytes, options.encoding ?? 'latin1')
      at += bytes
    }
  })
  return Buffer.concat([header, body, Buffer.of(0x1a)])
}

/** Both sides of a segment; empty sides are `None`, as in the files. */
export const segment = (
  left: readonly [place: string, street: string, first: number, last: number],
  right: readonly [place: string, street: string, first: number, last: number] = ['None', 'None', 0, 0],
  facts: NrnRecord = {},
): NrnRecord => ({
  DATASETNAM: 'Ontario',
  ...Object.fromEntries(
    [left, right].flatMap(([place, street, first, last], i) => {
      const one = 'LR'[i]
      return Object.entries({ PLACENAM: place, STNAME_C: street, HNUMF: first, HNUML: last }).map(([name, value]) => [
        `${one}_${name}`,
        value,
      ])
    }),
  ),
  ...facts,
})

export function nrnCsv(records: readonly NrnRecord[]): string {
  const columns = ROADSEG.map(([name]) => name)
  return `${[columns, ...records.map((record) => columns.map((name) => record[name] ?? ''))].map((row) => row.join(',')).join('\n')}\n`
}
