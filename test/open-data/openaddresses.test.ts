// OpenAddresses: buildings from GeoJSON lines.
import { afterEach, describe, expect, it } from 'vitest'
import { importFile } from '../../src/ingest/import/import-file.ts'
import { parseMapping } from '../../src/ingest/read/mapping.ts'
import { listSources } from '../../src/ingest/sources/source-registry.ts'
import { fromCases } from '../support/cases.ts'
import { forEachDatabase, runCleanups } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'
import { readRows } from '../support/read-rows.ts'

afterEach(runCleanups)

const feature = (unit: string, properties: object = {}, coordinates: readonly number[] = [-79.38, 43.65]) =>
  JSON.stringify({
    type: 'Feature',
    properties: {
      hash: 'x',
      number: '10',
      street: 'Marlow St',
      unit,
      city: 'Toronto',
      region: 'ON',
      postcode: 'M4B 1B3',
      ...properties,
    },
    geometry: { type: 'Point', coordinates },
  })

it('groups units by civic address and takes the most frequent point', async () => {
  const units = ['1', '2', '3', '4', 'Apt 5'].map((unit) => feature(unit))
  const lines = [
    ...units,
    feature('6', {}, [-79.39, 43.66]),
    feature('', { number: '12' }),
    feature('1', { number: '14' }),
    feature('2', { region: '', postcode: '' }),
    '{"type":"Feature"',
  ]
  const { rows, rejected, format } = await readRows(await fileOf('toronto.geojson', `${lines.join('\n')}\n`))
  expect(format).toBe('openaddresses')
  expect(rows).toMatchObject(fromCases<object[]>('open-data/openaddresses', 'buildings'))
  expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [9, 'the line has neither a region nor a postal code'],
    [10, 'the row is not valid JSON'],
  ])
})

interface Conform {
  readonly [part: string]: unknown
}

const COVERAGE = { country: 'ca', state: 'ab', city: 'calgary' }
const CONFORM: Conform = {
  format: 'csv',
  number: { function: 'join', fields: ['HOUSE', 'ALPHA'], separator: '' },
  street: ['STREET', 'TYPE'],
  unit: 'SUITE',
  lat: 'lat',
  lon: 'lon',
}
const definitionOf = (conform: Conform, license: unknown = undefined) => {
  const layer = {
    name: 'city',
    data: 'https://example.invalid',
    contact: { name: 'Ada Crumplehorn' },
    license,
    conform,
  }
  return parseMapping(JSON.stringify({ schema: 2, coverage: COVERAGE, layers: { addresses: [layer] } }), 'city.json')
}
const units = (line: (unit: number) => string) => [1, 2, 3, 4, 5].map((unit) => `${line(unit)}\n`).join('')
const CITY_FILE = `HOUSE,ALPHA,STREET,TYPE,SUITE,lat,lon,OWNER\n${units((unit) => `12,A,Marlow,St,${unit},51.05,-114.07,Ada Crumplehorn`)}`

describe('a definition', () => {
  it('reads a city’s own CSV file, with place and province of its coverage', async () => {
    const mapping = definitionOf(CONFORM)
    expect(JSON.stringify(mapping)).not.toContain('Crumplehorn')
    const { rows, format } = await readRows(await fileOf('city.csv', CITY_FILE), { mapping })
    expect(format).toBe('openaddresses')
    expect(rows).toMatchObject([
      { address: '12A Marlow St, Calgary, AB', units_total: 5, latitude: 51.05, longitude: -114.07 },
    ])
    expect(JSON.stringify(rows)).not.toContain('Crumplehorn')
  })

  it('reads a GeoJSON collection, and projected coordinates of a CSV file', async () => {
    const features = [1, 2, 3, 4, 5].map((unit) => JSON.parse(feature(String(unit), {}, [-114.07, 51.05])))
    const collection = await fileOf('city.geojson', JSON.stringify({ type: 'FeatureCollection', features }, null, 1))
    const geojson = definitionOf({ format: 'geojson', number: 'number', street: 'street', unit: 'unit', city: 'city' })
    const { rows } = await readRows(collection, { mapping: geojson })
    expect(rows).toMatchObject([{ address: '10 Marlow St, Toronto, AB', latitude: 51.05, longitude: -114.07 }])
    const utm = `HOUSE,ALPHA,STREET,TYPE,SUITE,lat,lon\n${units((unit) => `12,,Marlow,St,${unit},5659440,705340`)}`
    const projected = await readRows(await fileOf('city.csv', utm), {
      mapping: definitionOf({ ...CONFORM, srs: 'EPSG:26911' }),
    })
    expect(projected.rows[0]?.latitude).toBeCloseTo(51.05, 1)
    expect(projected.rows[0]?.longitude).toBeCloseTo(-114.07, 1)
  })

  it.each(fromCases<[string, Conform, string][]>('open-data/openaddresses', 'functions'))(
    '%s',
    async (text, conform, expected) => {
      const file = `full,extra,unit,lat,lon\n${units((unit) => `"${text}",Calgary,${unit},51,-114`)}`
      const all = { format: 'csv', unit: 'unit', lat: 'lat', lon: 'lon', ...conform }
      const { rows } = await readRows(await fileOf('city.csv', file), { mapping: definitionOf(all) })
      expect(rows.map(({ address }) => address)).toEqual([`${expected}, Calgary, AB`])
    },
  )

  it.each(fromCases<[Conform, string][]>('open-data/openaddresses', 'refused'))(
    'with %j is refused: %s',
    async (conform, reason) => {
      const mapping = definitionOf({ ...CONFORM, ...conform })
      await expect(readRows(await fileOf('city.csv', CITY_FILE), { mapping })).rejects.toThrow(reason)
    },
  )

  it('bounds what an expression costs, and names missing columns', async () => {
    const long = `"${'a'.repeat(100_000)}!"`
    const file = `HOUSE,ALPHA,STREET,TYPE,SUITE,lat,lon\n${units((unit) => `12,A,${long},St,${unit},51,-114`)}`
    const street = { function: 'regexp', field: 'STREET', pattern: '^(a*)a*a*$' }
    const { remarks } = await readRows(await fileOf('city.csv', file), {
      mapping: definitionOf({ ...CONFORM, street }),
    })
    expect(remarks['lines read']).toBe(5)
    const missing = definitionOf({ ...CONFORM, street: 'ROAD' })
    await expect(readRows(await fileOf('city.csv', CITY_FILE), { mapping: missing })).rejects.toThrow(
      '"ROAD" is missing',
    )
    await expect(readRows(await fileOf('city.csv', CITY_FILE), { mapping: missing, format: 'csv' })).rejects.toThrow()
  })
})

forEachDatabase('a definition in an import', (open) => {
  it('registers the licence of the file, and asks for permission if it is share-alike', async () => {
    const db = await open()
    const file = await fileOf('city.csv', CITY_FILE)
    const run = (source: string, license: unknown) =>
      importFile(db, {
        ...{ file, source, actor: 'test', mapping: definitionOf(CONFORM, license) },
        now: () => new Date('2026-11-14T06:00:00Z'),
        snapshot: () => Promise.reject(new Error('not needed')),
      })
    const url = 'https://example.invalid/licence'
    const shared = await run('shared', { text: 'ODbL', url, 'share-alike': true })
    expect([shared.outcome, shared.gates[0]]).toEqual([
      'refused',
      expect.stringContaining('plinth sources allow shared'),
    ])
    expect(await run('unstated', undefined)).toMatchObject({ outcome: 'refused' })
    const license = { text: 'City Licence', url, 'attribution name': 'City of Calgary', attribution: true }
    expect(await run('city', license)).toMatchObject({ outcome: 'published', format: 'openaddresses' })
    expect((await listSources(db)).find(({ name }) => name === 'city')).toMatchObject({
      ...{ licence: 'City Licence', licence_url: url, attribution: 'City of Calgary', share_alike: false },
    })
  })
})
