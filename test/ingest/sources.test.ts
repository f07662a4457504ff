// The source registry on both databases: licences, trust, and share-alike data by name only.
import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { FORMATS } from '../../src/ingest/formats/formats.ts'
import { importFile } from '../../src/ingest/import/import-file.ts'
import type { ImportOptions } from '../../src/ingest/import/import-request.ts'
import { Attributions } from '../../src/ingest/sources/attributions.ts'
import { FORMATS_WITH_FACTS, factsOf } from '../../src/ingest/sources/format-facts.ts'
import { registerSource } from '../../src/ingest/sources/register-source.ts'
import type { SourceChange } from '../../src/ingest/sources/source-registry.ts'
import { changeSource, listSources, removeSource, saveSource } from '../../src/ingest/sources/source-registry.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { fromCases } from '../support/cases.ts'
import { forEachDatabase, runCleanups } from '../support/databases.ts'
import { fileOf, ndjsonFile, torontoFile } from '../support/import-files.ts'

afterEach(runCleanups)

const NOW = new Date('2026-11-14T06:00:00Z')
const CAUSE = { actor: 'per_1', requestId: 'req_1', address: '127.0.0.1' }

async function importContent(db: Database, source: string, content: string, options: Partial<ImportOptions> = {}) {
  return importFile(db, {
    file: await fileOf('data.txt', content),
    source,
    actor: 'test',
    now: () => NOW,
    snapshot: () => readSnapshot(db, 'production'),
    ...options,
  })
}

const TAGS = {
  building: 'apartments',
  'addr:housenumber': '12',
  'addr:street': 'Marlow Street',
  'addr:city': 'Toronto',
  'addr:province': 'ON',
}
const OVERPASS = JSON.stringify({ elements: [{ type: 'node', id: 1, lat: 43.66, lon: -79.38, tags: TAGS }] })
const OWN = { key: 'a', address: '40 Tallow Rd', city: 'Toronto', province: 'ON' }
const geoJson = (...features: object[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: features.map((properties, i) => ({
      type: 'Feature',
      id: `f${i}`,
      geometry: { type: 'Point', coordinates: [-79.38, 43.66] },
      properties,
    })),
  })

const sourceNamed = async (db: Database, name: string) => (await listSources(db)).find((one) => one.name === name)
const projectCount = async (db: Database) => (await readSnapshot(db, 'production')).projects.size
const change = (db: Database, name: string, facts: SourceChange) =>
  db.tx((tx) => changeSource(tx, name, facts, CAUSE, NOW))
const allow = (db: Database, name: string) => change(db, name, { share_alike_allowed: true })

it('knows the licence and the trust of every format', () => {
  expect(FORMATS.map(({ name }) => name).filter((name) => !FORMATS_WITH_FACTS.includes(name))).toEqual([])
})

it('states the same licence and attribution as the page of the format', () => {
  for (const format of FORMATS_WITH_FACTS) {
    const { licence, attribution } = factsOf(format, false)
    if (licence === null) continue
    const page = readFileSync(`docs/open-data/${format}.md`, 'utf8')
    expect([format, page.includes(`| Licence | ${licence}`)]).toEqual([format, true])
    expect([format, page.includes(`| Attribution | ${attribution} |`)]).toEqual([format, true])
  }
})

forEachDatabase('the source registry', (open) => {
  it('gets the facts of the format at the first import, and keeps what an operator sets', async () => {
    const db = await open()
    await importContent(db, 'city', torontoFile(3))
    await importContent(db, 'mine', ndjsonFile(2))
    expect(await listSources(db)).toMatchObject(fromCases<object[]>('ingest/sources', 'first sources'))
    await change(db, 'city', { trust: 50, title: 'RentSafeTO' })
    await importContent(db, 'city', torontoFile(4))
    expect((await listSources(db))[0]).toMatchObject({ name: 'city', trust: 50, title: 'RentSafeTO' })
    const audit = await db.query.selectFrom('audit_log').select(['action', 'target', 'details']).execute()
    expect(audit).toContainEqual({
      action: 'data.source_changed',
      target: 'city',
      details: { trust: 50, title: 'RentSafeTO' },
    })
  })

  it('refuses trust for a source without imports, and a name that is reserved', async () => {
    const db = await open()
    await expect(change(db, 'city', { trust: 50 })).rejects.toThrow('Import it first')
    await expect(change(db, 'demo', { licence: 'x' })).rejects.toThrow('reserved')
    expect(await listSources(db)).toEqual([])
  })

  it('keeps licence and trust of a source that leaves the daily refresh', async () => {
    const db = await open()
    const location = await fileOf('a.csv', torontoFile(2))
    await saveSource(db, { name: 'city', location, format: null, map: null, enabled: true })
    await importContent(db, 'city', torontoFile(2))
    expect(await sourceNamed(db, 'city')).toMatchObject({
      location,
      trust: 300,
      title: 'Apartment building registration',
    })
    expect(await removeSource(db, 'city')).toBe(true)
    expect(await sourceNamed(db, 'city')).toMatchObject({ location: null, enabled: false, trust: 300 })
    expect(await removeSource(db, 'city')).toBe(false)
  })

  it('asks for the licence where it differs from file to file', async () => {
    const db = await open()
    await expect(registerSource(db, 'oa', 'openaddresses')).rejects.toThrow('plinth sources set oa --licence')
    await change(db, 'oa', { licence: 'CC BY 4.0', attribution: 'A town' })
    expect(await registerSource(db, 'oa', 'openaddresses')).toMatchObject({
      title: 'OpenAddresses',
      licence: 'CC BY 4.0',
      attribution: 'A town',
      trust: 600,
    })
  })
})

forEachDatabase('share-alike data', (open) => {
  it('is refused until it is allowed by name, and then carries its licence', async () => {
    const db = await open()
    await importContent(db, 'mine', ndjsonFile(2))
    const refused = await importContent(db, 'osm', OVERPASS, { approve: true })
    expect(refused).toMatchObject({ outcome: 'refused', gates: [expect.stringContaining('plinth sources allow osm')] })
    expect([await projectCount(db), await sourceNamed(db, 'osm')]).toEqual([2, undefined])

    await allow(db, 'other')
    expect(await importContent(db, 'osm', OVERPASS)).toMatchObject({ outcome: 'refused' })
    await allow(db, 'osm')
    expect(await importContent(db, 'osm', OVERPASS)).toMatchObject({ outcome: 'published', format: 'overpass' })
    const attributions = await new Attributions(db, systemClock).of(await readSnapshot(db, 'production'))
    expect(attributions).toMatchObject([
      { name: 'mine', licence: null, share_alike: false, projects: 2 },
      { name: 'osm', title: 'OpenStreetMap', share_alike: true, projects: 1 },
    ])
    expect(attributions[1]).toMatchObject({ licence: expect.stringContaining('ODbL') })
    const actions = await db.query.selectFrom('audit_log').select(['action', 'actor', 'target']).execute()
    expect(actions).toContainEqual({ action: 'data.share_alike_allowed', actor: 'per_1', target: 'osm' })
    await expect(change(db, 'osm', { licence: null })).rejects.toThrow('must have a licence')
    await change(db, 'osm', { share_alike_allowed: false })
    expect(await importContent(db, 'osm', OVERPASS)).toMatchObject({ outcome: 'refused' })
    expect(await sourceNamed(db, 'osm')).toMatchObject({ share_alike: true })
  })

  it('is recognized in GeoJSON by its tags, wherever they are in the file', async () => {
    const db = await open()
    expect(await importContent(db, 'own-map', geoJson(OWN))).toMatchObject({ outcome: 'published' })
    expect(await sourceNamed(db, 'own-map')).toMatchObject({ licence: null, share_alike: false, trust: 700 })
    const mixed = geoJson(OWN, TAGS)
    const refused = await importContent(db, 'map', mixed)
    expect(refused.gates).toEqual([expect.stringMatching(/^line 1: the feature has OpenStreetMap tags, and/)])
    expect(await projectCount(db)).toBe(1)
    await allow(db, 'map')
    expect(await importContent(db, 'map', geoJson(TAGS))).toMatchObject({ outcome: 'published' })
    expect(await sourceNamed(db, 'map')).toMatchObject({ title: 'OpenStreetMap', share_alike: true })
  })

  it('cannot be hidden in a source with another licence', async () => {
    const db = await open()
    await importContent(db, 'city', torontoFile(2))
    await allow(db, 'city')
    const refused = await importContent(db, 'city', OVERPASS, { approve: true })
    expect(refused).toMatchObject({ outcome: 'refused', gates: [expect.stringContaining('another source name')] })
  })

  it('that was published before the registry existed carries its licence, and is not imported again', async () => {
    const db = await open()
    await allow(db, 'osm')
    await importContent(db, 'osm', OVERPASS)
    await db.query.deleteFrom('sources').execute()
    const snapshot = await readSnapshot(db, 'production')
    expect(await new Attributions(db, systemClock).of(snapshot)).toMatchObject([{ name: 'osm', share_alike: true }])
    expect(await importContent(db, 'osm', OVERPASS)).toMatchObject({ outcome: 'refused' })
  })
})
