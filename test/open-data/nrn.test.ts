// National Road Network: streets, numbers and second names from shapefiles and CSV.
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openInput } from '../../src/ingest/formats/read-files.ts'
import { mergeRanges, rangeText } from '../../src/ingest/open-data/number-ranges.ts'
import { NO_MAPPING } from '../../src/ingest/read/mapping.ts'
import { RowStream } from '../../src/ingest/read/row-stream.ts'
import { runCleanups, temporaryFolder } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'
import { ADDRANGE, ALTNAMLINK, dbfOf, nrnCsv, ROADSEG, SEGMROUT, STRPLANAME, segment } from '../support/nrn-files.ts'
import { zipOf } from '../support/zip-files.ts'

afterEach(runCleanups)

async function read(...paths: string[]) {
  const input = await openInput(paths, undefined, 'nrn', NO_MAPPING)
  const stream = new RowStream()
  const context = { mapping: NO_MAPPING, notes: stream.notes, workFolder: join(await temporaryFolder(), 'w') }
  const streets: string[] = []
  for await (const { fields } of stream.drafts(input, input.read(context)))
    streets.push(Object.values(fields).join('|'))
  return { streets, stream }
}

const zipped = async (members: Readonly<Record<string, Buffer | string>>): Promise<string> =>
  fileOf('nrn_rrn_on_shp_en.zip', zipOf(Object.entries(members).map(([name, content]) => ({ name, content }))))

const MARLOW = [
  segment(['Guelph', 'Marlow Street', 1, 99], ['Guelph', 'Marlow Street', 2, 98]),
  segment(['Guelph', 'Marlow Street', 101, 149], ['Puslinch', 'Marlow Street', 200, 260]),
  segment(['Guelph', 'Rue Lévis', 5, 12], ['None', 'Unknown', 0, 0]),
  segment(['Guelph', 'Unknown', 0, 0]),
  segment(['Guelph', 'Osprey Cres', -1, -1], ['Guelph', 'Osprey Cres', 2, 8]),
]
const STREETS = [
  'ON|Guelph|Marlow Street|1-149/2 2-98/2|',
  'ON|Guelph|Osprey Cres||',
  'ON|Guelph|Rue Lévis|5-12|',
  'ON|Puslinch|Marlow Street|200-260/2|',
]

describe('the reader of the National Road Network', () => {
  it('merges the segments of each side by place and street, from a shapefile or a CSV', async () => {
    const dbf = await zipped({
      'NRN_ON_17_0_ROADSEG.shp': 'no text',
      'NRN_ON_17_0_ROADSEG.dbf': dbfOf(ROADSEG, MARLOW),
    })
    const { streets, stream } = await read(dbf)
    expect(streets).toEqual(STREETS)
    expect(stream.notes.remarks.get('segments without a street name and a place')).toBe(1)
    const utf8 = await fileOf('a.dbf', dbfOf(ROADSEG, MARLOW, { encoding: 'utf8' }))
    expect((await read(utf8)).streets).toEqual(STREETS)
    expect((await read(await fileOf('on.csv', nrnCsv(MARLOW)))).streets).toEqual(STREETS)
    expect((await read(await fileOf('1252.csv', Buffer.from(nrnCsv(MARLOW), 'latin1')))).streets).toEqual(STREETS)
  })

  it('reads the French edition, and leaves out deleted records', async () => {
    const records = [1, 2].map((n) => ({
      ...{ NOMJEUDONN: 'Québec', NOMLIEU_G: 'Lévis', NOMRUE_C_G: `rue Perdrix ${n}`, NUMP_G: n, NUMD_G: 9 },
      ...{ NOMLIEU_D: 'Aucun', NOMRUE_C_D: 'Inconnu', NUMP_D: 0, NUMD_D: 0 },
    }))
    const file = await fileOf('SEGMROUT.dbf', dbfOf(SEGMROUT, records, { deleted: new Set([1]) }))
    expect((await read(file)).streets).toEqual(['QC|Lévis|rue Perdrix 1|1-9/2|'])
  })

  it('finds second names through links, in whatever order the tables are', async () => {
    const facts = { ADRANGENID: 'a1' }
    const { streets } = await read(
      await zipped({
        'NRN_ON_17_0_ROADSEG.dbf': dbfOf(ROADSEG, [
          segment(['Guelph', 'Marlow St W', 1, 9], ['Guelph', 'Marlow St W', 2, 8], facts),
          segment(['Guelph', 'Brindle Ave', 1, 9], undefined, { NID: 'r1' }),
        ]),
        'NRN_ON_17_0_ADDRANGE.dbf': dbfOf(ADDRANGE, [{ NID: 'a1', L_ALTNANID: 'k1', R_ALTNANID: 'None' }]),
        'NRN_ON_17_0_STRPLANAME.dbf': dbfOf(STRPLANAME, [
          { NID: 'n1', DIRPREFIX: 'None', STRTYPRE: 'Highway', STARTICLE: 'None', NAMEBODY: '5', DIRSUFFIX: 'Unknown' },
          { NID: 'n2', NAMEBODY: 'Tallow', STRTYSUF: 'Road', DIRSUFFIX: 'East' },
        ]),
        'NRN_ON_17_0_ALTNAMLINK.dbf': dbfOf(ALTNAMLINK, [
          { NID: 'k1', STRNAMENID: 'n1' },
          { NID: 'r1', STRNAMENID: 'n2' },
        ]),
      }),
    )
    expect(streets).toEqual([
      'ON|Guelph|Brindle Ave|1-9/2|Tallow Road East',
      'ON|Guelph|Marlow St W|1-9/2 2-8/2|Highway 5',
    ])
  })

  it('rejects lines without a province, and with numbers or names that are none', async () => {
    const long = 'x'.repeat(95)
    const { streets, stream } = await read(
      await fileOf(
        'on.csv',
        nrnCsv([
          segment(['Guelph', 'A;B\u0007 St', 1, 2]),
          segment(['Guelph', 'Bay St', 1, 2], undefined, { DATASETNAM: 'Vermont' }),
          segment(['Guelph', 'Bay St', 1, 2], undefined, { L_HNUMF: '12x' }),
          segment(['Guelph', long, 1, 2]),
          segment([long, 'Bay St', 1, 2]),
        ]),
      ),
    )
    expect(streets).toEqual(['ON|Guelph|A B  St|1-2|'])
    expect(stream.rejected.map(({ column }) => column)).toEqual(['DATASETNAM', 'L_HNUMF', 'L_STNAME_C', 'L_PLACENAM'])
    expect(stream.rejectedLines).toBe(4)
  })

  it('refuses a dBASE file whose header does not fit its records', async () => {
    const whole = dbfOf(ROADSEG, MARLOW)
    const wrong: readonly (readonly [string, Buffer])[] = [
      ['ends after 5 of 4000000000 records', dbfOf(ROADSEG, MARLOW, { records: 4_000_000_000 })],
      ['more than the 3 records', dbfOf(ROADSEG, MARLOW, { records: 3 })],
      ['its records 7', dbfOf(ROADSEG, MARLOW, { recordBytes: 7 })],
      ['its records 0', dbfOf(ROADSEG, MARLOW, { recordBytes: 0 })],
      ['ends after 4 of 5 records', whole.subarray(0, whole.length - 20)],
      ['no dBASE III file', Buffer.from(whole).fill(0, 8, 10)],
      ['the header is incomplete', whole.subarray(0, 90)],
      [
        'does not start with a mark',
        Buffer.from(whole).fill(0x41, 32 + ROADSEG.length * 32 + 1, 32 + ROADSEG.length * 32 + 2),
      ],
    ]
    for (const [reason, content] of wrong)
      await expect(read(await fileOf('ROADSEG.dbf', content)), reason).rejects.toThrow(reason)
  })
})

it('merges ranges by parity, and knows no number when one is unknown', () => {
  expect(rangeText('98', '2')).toBe('2-98/2')
  expect([rangeText('', '0'), rangeText('0', '7'), rangeText('-1', '9'), rangeText('1e9', '2')]).toEqual([
    '',
    '7-7/2',
    '?',
    null,
  ])
  expect(mergeRanges(['101-149/2', '2-98/2', '', '1-99/2', '301-320'])).toBe('1-149/2 2-98/2 301-320')
  expect(mergeRanges(['1-99/2', '?'])).toBe('')
  expect(mergeRanges(Array.from({ length: 300 }, (_, n) => `${n * 10 + 1}-${n * 10 + 3}/2`))).toBe('1-2993')
})
