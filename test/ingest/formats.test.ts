// Import formats: detection, streaming, rejected rows with line and column, refused files.
import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { FORMATS } from '../../src/ingest/formats/formats.ts'
import { openInput } from '../../src/ingest/formats/read-files.ts'
import { jsonElements } from '../../src/ingest/read/json-elements.ts'
import type { Mapping } from '../../src/ingest/read/mapping.ts'
import { NO_MAPPING, parseMapping } from '../../src/ingest/read/mapping.ts'
import { TEXT_FIELDS } from '../../src/ingest/read/row-fields.ts'
import { RowStream } from '../../src/ingest/read/row-stream.ts'
import type { RejectedRow } from '../../src/ingest/record/draft.ts'
import { FileRefused } from '../../src/ingest/record/draft.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { fromCases } from '../support/cases.ts'
import { runCleanups } from '../support/databases.ts'
import { fileOf, gzipped, ndjsonFile, TORONTO_HEADER, torontoFile, torontoRow } from '../support/import-files.ts'

afterEach(runCleanups)

interface Reading {
  readonly format: string
  readonly rows: ProjectRow[]
  readonly rejected: readonly RejectedRow[]
  readonly unknown: string[]
  readonly remarks: Record<string, number>
}

async function read(name: string, content: string | Buffer, mapping: Mapping = NO_MAPPING): Promise<Reading> {
  const input = await openInput([await fileOf(name, content)], undefined, undefined, mapping)
  const stream = new RowStream()
  const rows: ProjectRow[] = []
  const items = input.read({ mapping, notes: stream.notes, workFolder: '/nowhere' })
  for await (const row of stream.rows(input, items, 2026)) rows.push(row)
  const { unknownColumns, remarks } = stream.notes
  return {
    format: input.format.name,
    rows,
    rejected: stream.rejected,
    unknown: [...unknownColumns.keys()],
    remarks: Object.fromEntries(remarks),
  }
}

it('completes a minimal NDJSON row: key, address, city, province', async () => {
  const { format, rows, rejected } = await read('a.ndjson', ndjsonFile(2))
  expect([format, rejected]).toEqual(['ndjson', []])
  expect(rows[0]).toMatchObject(fromCases<object>('ingest/formats', 'minimal row'))
})

const NOTHING_SAID = {
  building_type: 'unknown',
  tenure: 'unknown',
  sales_status: 'unknown',
  construction_status: 'unknown',
}

it.each(fromCases<[string, object, object][]>('ingest/formats', 'unsaid fields'))(
  'fills in nothing for a row that says %s',
  async (_, fields, expected) => {
    const row = { key: 'a', address: '12 Marlow St', city: 'Toronto', province: 'ON', ...fields }
    const { rows, rejected } = await read('a.ndjson', `${JSON.stringify(row)}\n`)
    expect(rejected).toEqual([])
    expect(rows[0]).toMatchObject({ ...NOTHING_SAID, ...expected })
  },
)

it('reads the CSV words of unknown kinds, and a column without a value', async () => {
  const csv =
    'key,address,city,province,building_type,tenure,sales_status\na,12 Marlow St,Toronto,ON,Multi unit,Unknown,\n'
  const { rows } = await read('a.csv', csv)
  expect(rows[0]).toMatchObject({ ...NOTHING_SAID, building_type: 'multi_unit' })
})

it('accepts a project with a name and no civic number', async () => {
  const row = { key: 'a', name: 'Corner House', address: 'Marlow & Tallow', city: 'Toronto', province: 'Ontario' }
  const { rows } = await read('a.ndjson', `${JSON.stringify(row)}\n`)
  expect(rows[0]).toMatchObject({ name: 'Corner House', address: 'Marlow & Tallow, Toronto, ON' })
  expect(rows[0]?.buildings[0]?.addresses[0]).toMatchObject({ kind: 'marketing' })
})

it('reads CSV with our columns, lists and dates, plain or gzipped', async () => {
  const csv = `key,name,address,city,province,postal_code,storeys,price_from,occupancy_date,developer,condo_corp,colour
a,Marlow House,"12 Marlow Street | 3 Tallow Road",Toronto,ON,m4b1b3,22,"$849,900",~spring 2027,Tall Ltd. | Deep Inc.,TSCC 2345,red
`
  for (const content of [csv, gzipped(csv), `\ufeff${csv.replaceAll('\n', '\r\n')}`]) {
    const { format, rows, unknown, rejected } = await read('a.csv', content)
    expect([format, unknown, rejected]).toEqual(['csv', ['colour'], []])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject(fromCases<object>('ingest/formats', 'CSV row'))
    expect(rows[0]?.buildings[0]?.addresses.map(({ line }) => line)).toEqual(['12 Marlow St', '3 Tallow Rd'])
  }
})

it('reads any CSV with a mapping, and suggests the right field for a misspelled one', async () => {
  const mapping = parseMapping(
    JSON.stringify({
      columns: { Bldg: 'name', Street: 'address', Floors: 'storeys' },
      key: ['Permit', 'Year'],
      constants: { city_name: 'Hamilton', province: 'ON' },
    }),
    'map.json',
  )
  const csv =
    'Permit;Year;Bldg;Street;Floors;Ward\n77;2020;Marlow House;12 Marlow St;9;3\n78;;No Key;14 Marlow St;9;3\n'
  const { format, rows, rejected, unknown } = await read('permits.csv', csv, mapping)
  expect([format, unknown]).toEqual(['mapped-csv', ['Ward']])
  expect(rows).toMatchObject([{ key: '77/2020', name: 'Marlow House', city_name: 'Hamilton', storeys: 9 }])
  expect(rejected).toEqual([{ line: 3, column: 'Permit + Year', key: null, reason: 'the key is missing' }])
  expect(() => parseMapping('{"columns":{"a":"storys"}}', 'map.json')).toThrow('did you mean storeys?')
})

it('reads the Toronto registration: rows at one address form one project, in any order', async () => {
  const rows = [
    torontoRow(1),
    torontoRow(2, { address: '40-50 MARLOW ST' }),
    torontoRow(3, { address: '40-50  MARLOW ST ' }),
  ]
  const first = await read('r.csv', `${[TORONTO_HEADER, ...rows].join('\n')}\n`)
  const second = await read('r.csv', `${[TORONTO_HEADER, ...rows.toReversed()].join('\n')}\n`)
  expect(first.format).toBe('toronto')
  expect(first.unknown).toEqual([])
  expect(first.rows.map((row) => [row.key, row.buildings.length, row.units_total])).toEqual([
    ['700001', 1, 21],
    ['700002', 2, 45],
  ])
  expect(first.rows[1]).toMatchObject({
    address: '40-50 Marlow St, Toronto, ON',
    building_type: 'rental_apartment',
    tenure: 'rental',
    sales_status: 'unknown',
    construction_status: 'completed',
    postal_code: 'M4E',
  })
  expect(new Set(second.rows.map((row) => JSON.stringify(row)))).toEqual(
    new Set(first.rows.map((row) => JSON.stringify(row))),
  )
})

it('treats zero storeys as unknown', async () => {
  const { rows } = await read(
    'r.csv',
    torontoFile(1, (n) => torontoRow(n, { storeys: 0 })),
  )
  expect(rows[0]?.storeys).toBeNull()
})

const WAY = fromCases<{ tags: object }>('ingest/formats', 'way')

it('reads an OpenStreetMap extract, and skips buildings that are not residential or have no address', async () => {
  const elements = [
    WAY,
    {
      ...WAY,
      id: 6,
      center: undefined,
      geometry: [
        { lat: 43, lon: -79 },
        { lat: 43, lon: -79.2 },
        { lat: 43.2, lon: -79.2 },
        { lat: 43.2, lon: -79 },
        { lat: 43, lon: -79 },
      ],
      tags: { ...WAY.tags, 'addr:housenumber': '20' },
    },
    { type: 'node', id: 1, lat: 43, lon: -79 },
    { type: 'way', id: 7, tags: { building: 'garage' } },
    { type: 'way', id: 8, tags: { building: 'apartments' } },
    { ...WAY, id: 9, tags: { ...WAY.tags, building: 'condominium', 'addr:housenumber': '30' } },
    { ...WAY, id: 10, tags: { ...WAY.tags, building: 'residential', 'addr:housenumber': '40' } },
  ]
  const { format, rows, rejected, remarks } = await read('x.json', JSON.stringify({ version: 0.6, elements }, null, 1))
  expect([format, rejected]).toEqual(['overpass', []])
  expect(Object.values(remarks)).toEqual([1, 1, 1])
  expect(rows[0]).toMatchObject({
    key: 'way/5',
    province: 'ON',
    storeys: 22,
    year_built: 1968,
    latitude: 43.65,
    location_accuracy: 'rooftop',
  })
  expect(rows[0]?.buildings[0]?.addresses.map(({ line }) => line)).toEqual(['12 Marlow St', '14 Marlow St'])
  expect(rows[1]).toMatchObject({ key: 'way/6', latitude: 43.1, longitude: -79.1 })
  // The extract says that a building has apartments; it says nothing about sales.
  expect(rows[0]).toMatchObject({ ...NOTHING_SAID, building_type: 'multi_unit' })
  expect(rows[2]).toMatchObject({ ...NOTHING_SAID, building_type: 'multi_unit', tenure: 'condo' })
  expect(rows[3]).toMatchObject(NOTHING_SAID)
})

it('reads GeoJSON with OSM tags or our fields, and uses the centre of polygons', async () => {
  const ring = [
    [-79, 43],
    [-79.2, 43],
    [-79.2, 43.2],
    [-79, 43.2],
    [-79, 43],
  ]
  const features = [
    { type: 'Feature', id: 'way/5', geometry: { type: 'Polygon', coordinates: [ring] }, properties: WAY.tags },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-79.38, 43.65] },
      properties: { key: 'own', address: '8 Marlow St', city: 'Toronto', province: 'ON', storeys: 4, shade: 'dark' },
    },
  ]
  const { format, rows, unknown } = await read('x.geojson', JSON.stringify({ type: 'FeatureCollection', features }))
  expect([format, unknown]).toEqual(['geojson', ['shade']])
  expect(rows).toMatchObject([
    { key: 'way/5', latitude: 43.1, longitude: -79.1 },
    { key: 'own', storeys: 4, longitude: -79.38 },
  ])
})

it('finds JSON elements across any chunk boundaries', async () => {
  const document = JSON.stringify({ a: '"]}[{', elements: [{ t: 'x]}"\\' }, 4, { u: [{}] }], z: [{ no: 1 }] }, null, 1)
  for (let size = 1; size < 20; size++) {
    async function* pieces() {
      for (let at = 0; at < document.length; at += size) yield document.slice(at, at + size)
    }
    const found = []
    for await (const { text } of jsonElements(pieces(), 'elements')) found.push(JSON.parse(text!))
    expect(found).toEqual([{ t: 'x]}"\\' }, { u: [{}] }])
  }
})

const HOSTILE: readonly (readonly [string, string, object])[] = [
  ...fromCases<[string, string, object][]>('ingest/formats', 'hostile rows'),
  ['a text without end', 'name', { name: 'x'.repeat(2000) }],
]

it.each(HOSTILE)('rejects a row with %s at its column, and reads the next', async (_, column, fields) => {
  const { rows, rejected } = await read(
    'a.ndjson',
    ndjsonFile(2, (n) => (n === 1 ? fields : {})),
  )
  expect(rejected).toHaveLength(1)
  expect(rejected[0]).toMatchObject({ line: 1, column, key: 'k1' })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not appear
  expect(rejected[0]?.reason).not.toMatch(/[\u0000-\u001f\u007f]/)
  expect(rejected[0]!.reason.length).toBeLessThan(300)
  expect(rows.map((row) => row.key)).toEqual(['k2'])
})

it('rejects rows with invalid UTF-8, invalid JSON, too long lines or too many columns', async () => {
  const [a, b] = ndjsonFile(2).split('\n')
  const broken = Buffer.concat([
    Buffer.from('{"key":"x","city":"Toronto","province":"ON","name":"'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('"}\n'),
  ])
  const content = Buffer.concat([Buffer.from(`${a}\n`), broken, Buffer.from('{nonsense\n[]\n'), Buffer.from(`${b}\n`)])
  const { rows, rejected } = await read('a.ndjson', content)
  expect(rows.map((row) => row.key)).toEqual(['k1', 'k2'])
  expect(rejected.map(({ line, key }) => [line, key])).toEqual([
    [2, 'x'],
    [3, null],
    [4, null],
  ])
  const long = await read('a.ndjson', `{"key":"${'x'.repeat(5_000_000)}"}\n${a}\n`.replace('{"key":"x', '{"pad":"x'))
  expect([long.rows.length, long.rejected[0]?.line]).toEqual([1, 1])
  const csv = await read(
    'a.csv',
    'key,address,city,province\na,2 Marlow St,Toronto,ON,extra\nb,4 Marlow St,Toronto,ON\n',
  )
  expect(csv.rejected).toEqual([
    { line: 2, column: null, key: 'a', reason: 'the row has 5 columns, but the header has 4' },
  ])
})

it.each([
  ['a gzip cut off', 'a.ndjson', gzipped(ndjsonFile(500)).subarray(0, 900)],
  ['NDJSON cut off', 'a.ndjson', ndjsonFile(5).slice(0, -20)],
  ['CSV cut off in a row', 'r.csv', torontoFile(5).slice(0, -30)],
  ['CSV cut off in a quote', 'r.csv', torontoFile(5).slice(0, -4)],
  ['GeoJSON cut off', 'a.geojson', '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{}},{"ty'],
  ['JSON with a tail', 'a.json', '{"elements":[]}{"elements":[]}'],
  ['no rows at all', 'r.csv', `${TORONTO_HEADER}\n`],
  ['a spreadsheet', 'a.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 0, 0])],
  ['UTF-16', 'a.csv', Buffer.from('\ufeffkey,name', 'utf16le')],
])('refuses %s whole', async (_, name, content) => {
  await expect(read(name, content)).rejects.toThrow(FileRefused)
})

it('reads at most two chunks ahead of its consumer', async () => {
  const row = (n: number) => ({ description: `${n} `.repeat(500) })
  const path = await fileOf('big.ndjson', ndjsonFile(5000, row))
  const file = await openInput([path], undefined, undefined, NO_MAPPING)
  const stream = new RowStream()
  const perRow = file.bytes / 5000
  let rows = 0
  let furthest = 0
  const items = file.read({ mapping: NO_MAPPING, notes: stream.notes, workFolder: '/nowhere' })
  for await (const _ of stream.rows(file, items, 2026)) {
    rows++
    furthest = Math.max(furthest, file.bytesRead() - rows * perRow)
  }
  expect(rows).toBe(5000)
  expect(file.bytes).toBeGreaterThan(8_000_000)
  expect(furthest).toBeLessThan(2_000_000)
})

it('documents every column and format, and valid examples, in docs/data.md or docs/open-data.md', async () => {
  const textOf = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
  const docs = textOf('data.md')
  const openData = textOf('open-data.md')
  const [, columns] = /\*\*Columns\*\* of `csv`: ([\s\S]*?)\. Several/.exec(docs)!
  for (const field of Object.keys(TEXT_FIELDS)) expect(columns).toContain(`\`${field}\``)
  for (const { name } of FORMATS)
    expect(docs.includes(`| \`${name}\` |`) || openData.includes(`| [\`${name}\`](`), name).toBe(true)
  const [row, mapping] = [...docs.matchAll(/```json\n([\s\S]*?)```/g)].map((block) => block[1]!)
  expect(parseMapping(mapping!, 'docs').columns).toMatchObject({ FLOORS: 'storeys' })
  const { rows, rejected } = await read('docs.ndjson', row!)
  expect([rejected, rows[0]?.floor_plans[0]?.price]).toEqual([[], 649_900])
})
