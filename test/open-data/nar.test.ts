// The National Address Register: buildings from dwellings, whatever the order of lines and files.
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openInput } from '../../src/ingest/formats/read-files.ts'
import type { Mapping } from '../../src/ingest/read/mapping.ts'
import { NO_MAPPING } from '../../src/ingest/read/mapping.ts'
import { RowStream } from '../../src/ingest/read/row-stream.ts'
import { Notes } from '../../src/ingest/record/draft.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { fromCases } from '../support/cases.ts'
import { runCleanups, temporaryFolder } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'
import { floorLabels, NAR_2024, NAR_2025, narBuilding, narFile } from '../support/nar-files.ts'
import { zipOf } from '../support/zip-files.ts'

afterEach(runCleanups)

type File = readonly [name: string, content: string | Buffer]

async function read(files: readonly File[], mapping: Mapping = NO_MAPPING, format?: string) {
  const paths = await Promise.all(files.map(([name, content]) => fileOf(name, content)))
  const input = await openInput(paths, undefined, format, mapping)
  const stream = new RowStream()
  const workFolder = join(await temporaryFolder(), 'work')
  const items = input.read({ mapping, notes: stream.notes, workFolder })
  const rows: ProjectRow[] = []
  for await (const row of stream.rows(input, items, 2026)) rows.push(row)
  const { rejected, notes } = stream
  return { format: input.format.name, rows, rejected, remarks: Object.fromEntries(notes.remarks) }
}

const readOne = (content: string | Buffer, mapping?: Mapping) => read([['Address_35.csv', content]], mapping)

const tower = narBuilding('{loc-1}', floorLabels(3, 4))
const house = narBuilding('{loc-2}', [''], { CIVIC_NO: 20 })
const small = narBuilding('{loc-3}', ['1', '2', '3', '4'], { CIVIC_NO: 30 })

it('groups dwellings by location, leaves out houses and small buildings, and says only what the register says', async () => {
  for (const columns of [NAR_2024, NAR_2025]) {
    const { format, rows, rejected, remarks } = await readOne(narFile([...tower, ...house, ...small], columns))
    expect([format, rejected]).toEqual(['nar', []])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject(fromCases<object>('open-data/nar', 'building'))
    expect(rows[0]!.latitude).toBeCloseTo(43.65, 0)
    expect(rows[0]!.longitude).toBeCloseTo(-79.4, 0)
    expect(remarks).toEqual({
      'lines read': 17,
      'lines without an apartment label: houses': 1,
      'buildings with fewer than 5 units: left out': 1,
    })
  }
})

it('keeps smaller buildings with --min-units, and counts each label once', async () => {
  const twice = [...small, ...small]
  const { rows } = await readOne(narFile(twice), { ...NO_MAPPING, min_units: 4 })
  expect(rows).toMatchObject([{ key: '{loc-3}', units_total: 4 }])
  expect((await readOne(narFile([...twice, ...tower]))).rows).toHaveLength(1)
})

it('gives the same rows for any order of lines, split over any files, compressed or not', async () => {
  const second = narBuilding('{loc-9}', floorLabels(2, 5), { CIVIC_NO: 44, MAIL_POSTAL_CODE: 'M4B2K9' })
  const mixed = second.map((line, n) => (n % 3 === 0 ? { ...line, MAIL_STREET_TYPE: 'AVE' } : line))
  const lines = [...tower, ...house, ...small, ...mixed]
  const expected = (await readOne(narFile(lines))).rows
  expect(expected).toHaveLength(2)
  const reversed = lines.toReversed()
  const [a, b] = [narFile(reversed.slice(0, 11), NAR_2024), narFile(reversed.slice(11))]
  const archive = zipOf([
    { name: 'Addresses/Address_35_part_1.csv', content: a },
    { name: 'Addresses/Address_35_part_2.csv', content: b.replaceAll('\n', '\r\n') },
    { name: 'readme.txt', content: 'hello' },
  ])
  const variants: File[][] = [
    [['r.csv', narFile(reversed)]],
    [
      ['a.csv', a],
      ['b.csv', `\ufeff${b}`],
    ],
    [
      ['b.csv', b],
      ['a.csv', a],
    ],
    [['nar.zip', archive]],
  ]
  for (const files of variants) expect((await read(files)).rows).toEqual(expected)
})

it('takes official and mailing names as addresses of one building, in French where Quebec is', async () => {
  const quebec = fromCases<Record<string, string | number>>('open-data/nar', 'Quebec')
  const latin = Buffer.from(narFile(narBuilding('{q}', floorLabels(2, 4), quebec)), 'latin1')
  const { rows } = await readOne(latin)
  expect(rows[0]).toMatchObject({ address: '10 Rue Sainte-Odette O, Montréal, QC', city_name: 'Montréal' })
  expect(rows[0]!.buildings[0]!.addresses.map(({ line }) => line)).toEqual(['10 Rue Sainte-Odette O', '10 Av Odette'])
  const sudbury = { CSD_ENG_NAME: 'Greater Sudbury / Grand Sudbury', CIVIC_NO_SUFFIX: 'A' }
  const other = await readOne(narFile(narBuilding('{s}', floorLabels(2, 4), sudbury)))
  expect(other.rows[0]).toMatchObject({ city_name: 'Greater Sudbury', address: '10A Marlow St, Greater Sudbury, ON' })
})

it('drops a point far from all others of its postal prefix, uses the side of the block, and keeps rows without a point', async () => {
  const near = Array.from({ length: 40 }, (_, n) => ({ ...house[0]!, LOC_GUID: `{h${n}}`, BG_X: 7221000 + n * 30 }))
  const far = narBuilding('{far}', floorLabels(2, 4), { CIVIC_NO: 50, BG_X: 7221000 + 40_000 })
  const block = narBuilding('{block}', floorLabels(2, 4), {
    CIVIC_NO: 60,
    BG_X: '',
    BG_Y: '',
    BF_REPPOINT_X: 7221100,
    BF_REPPOINT_Y: 931000,
  })
  const none = narBuilding('{none}', floorLabels(2, 4), { CIVIC_NO: 70, BG_X: '', BG_Y: '' })
  const files: File[] = [['Address_35.csv', narFile([...near, ...far, ...block, ...none, ...tower])]]
  const { rows, remarks } = await read(files)
  const accuracy = (list: readonly ProjectRow[]) =>
    Object.fromEntries(list.map((row) => [row.key, row.location_accuracy]))
  expect(accuracy(rows)).toEqual({ '{block}': 'street', '{far}': null, '{loc-1}': 'rooftop', '{none}': null })
  expect(remarks).toMatchObject({
    'points far from all others of their postal prefix: dropped': 1,
    'buildings without a point': 2,
  })
  const location =
    'LOC_GUID,CSD_CODE,BG_LATITUDE,BG_LONGITUDE\n{none},3520005,43.66,-79.4\n{house},3520005,43.66,-79.4\n'
  const both = await read([...files, ['Location_35.csv', location]])
  expect(accuracy(both.rows)).toMatchObject({ '{none}': 'rooftop' })
  const located = both.rows.find((row) => row.key === '{none}')!
  expect(located.latitude).toBeCloseTo(43.66, 4)
  expect(located.longitude).toBeCloseTo(-79.4, 4)
})

it('groups by civic address when the location is missing, and counts only dwellings', async () => {
  const lines = floorLabels(2, 5).map((label, n) => narBuilding('', [label], n < 3 ? { BU_USE: 3 } : {})[0]!)
  const { rows, remarks } = await readOne(narFile(lines))
  expect(rows).toMatchObject([{ units_total: 7, address: '10 Marlow St, Toronto, ON' }])
  expect(remarks).toMatchObject({ 'lines of units that are not residential': 3 })
})

it('names the line of a broken row with its file, and a missing column', async () => {
  const broken = `${narFile(tower)}x,y\n`
  const { rows, rejected } = await read([
    ['a.csv', narFile(small)],
    ['b.csv', broken],
  ])
  expect(rows).toHaveLength(1)
  expect(rejected).toEqual([
    { file: 'b.csv', line: 14, column: null, key: null, reason: 'the row has 2 columns, but the header has 31' },
  ])
  const without = narFile(
    tower,
    NAR_2025.filter((column) => column !== 'CIVIC_NO'),
  )
  await expect(read([['a.csv', without]], NO_MAPPING, 'nar')).rejects.toThrow(
    'a.csv is not nar: the column "CIVIC_NO" is missing',
  )
  await expect(readOne(narFile(tower).slice(0, -60))).rejects.toThrow('the file ends in the middle of a row')
  await expect(
    read(
      [
        ['a.csv', narFile(tower)],
        ['b.csv', 'key,address\n1,2\n'],
      ],
      NO_MAPPING,
      'nar',
    ),
  ).rejects.toThrow('b.csv does not look like nar')
})

it('does not let one key fill the memory', async () => {
  const { readRoll } = await import('../../src/ingest/rolls/roll.ts')
  const { narTable } = await import('../../src/ingest/open-data/nar.ts')
  const { openSourceFile } = await import('../../src/ingest/files/source-file.ts')
  const line = narFile(narBuilding('{x}', ['A']))
  const [header, row] = line.split('\n') as [string, string]
  const file = await openSourceFile(await fileOf('x.csv', `${header}\n${`${row}\n`.repeat(50_001)}`))
  const workFolder = join(await temporaryFolder(), 'work')
  const items = []
  for await (const item of readRoll([file], narTable, { minUnits: 5, workFolder, runLength: 100_000 }, new Notes()))
    items.push(item)
  expect(items).toEqual([
    {
      kind: 'rejected',
      rejected: { line: 2, column: null, key: '{x}', reason: '50001 lines have this key; the limit is 50000' },
    },
  ])
})
