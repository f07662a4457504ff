// Outlines of buildings: which building they are about, and that the same file changes nothing the second time.
import { afterEach, expect, it } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { importFile } from '../../src/ingest/import/import-file.ts'
import { forEachDatabase, runCleanups } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'
import { readRows } from '../support/read-rows.ts'

afterEach(runCleanups)

type Ring = readonly (readonly [number, number])[]

const square = (longitude: number, latitude: number, size = 0.0004): Ring => {
  const [w, s, e, n] = [longitude, latitude, longitude + size, latitude + size]
  return [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ] // prettier-ignore
}
const outline = (id: number, ring: Ring, properties: object = {}) =>
  JSON.stringify({
    type: 'Feature',
    properties: {
      CS_ID: id,
      Province: 'ON',
      OSM: '0',
      ODB: '1',
      MSB: '0',
      Height: 60,
      OSM_Name: 'Crumplehorn',
      ...properties,
    },
    geometry: { type: 'Polygon', coordinates: [ring] },
  })
const own = (key: string, address: string, latitude: number, longitude: number, more: object = {}) =>
  JSON.stringify({
    key,
    address,
    city: 'Toronto',
    province: 'ON',
    latitude,
    longitude,
    location_accuracy: 'parcel',
    ...more,
  })

const now = () => new Date('2026-11-14T06:00:00Z')
const run = async (db: Database, source: string, lines: readonly string[], format?: string) =>
  importFile(db, {
    ...{ file: await fileOf('file.geojsonl', `${lines.join('\n')}\n`), source, format, actor: 'test', now },
    snapshot: () => readSnapshot(db, 'production'),
  })

it('reads nothing without a catalogue, and leaves share-alike outlines out', async () => {
  const lines = [outline(1, square(-79.4, 43.65)), outline(2, square(-79.4, 43.65), { OSM: '1' })]
  const file = await fileOf('file.geojsonl', `\u001e${lines.join('\n\u001e')}\n`)
  await expect(readRows(file)).rejects.toThrow('the file has no rows')
  const collection = `{"type":"FeatureCollection","features":[${lines.join(',\n')}]}`
  await expect(readRows(await fileOf('file.geojson', collection))).rejects.toThrow('the file has no rows')
})

forEachDatabase('outlines', (open) => {
  it('give their centre to the one building in them, and change nothing the second time', async () => {
    const db = await open()
    const places = [
      own('alone', '10 Marlow St', 43.6501, -79.3999),
      own('first', '20 Marlow St', 43.6601, -79.3999),
      own('second', '22 Marlow St', 43.6602, -79.3998),
      own('street', '30 Marlow St', 43.6701, -79.3999, { location_accuracy: 'street' }),
      own('twice', '40 Marlow St', 43.6801, -79.3999),
    ]
    expect(await run(db, 'roll', places)).toMatchObject({ outcome: 'published' })
    await db.query.updateTable('sources').set({ trust: 300 }).where('name', '=', 'roll').execute()
    const lines = [
      outline(1, square(-79.4, 43.65)),
      outline(2, square(-79.4, 43.66)),
      outline(3, square(-79.4, 43.67)),
      outline(4, square(-79.4, 43.68)),
      outline(5, square(-79.4, 43.68, 0.0005)),
      outline(6, square(-79.4, 43.65), { OSM: 1 }),
      // It crosses itself.
      outline(
        7,
        [0, 3, 2, 1, 0].map((corner) => [-79.4 + 0.0004 * (corner & 1), 43.65 + 0.0004 * (corner >> 1)] as const),
      ),
      outline(8, square(-70, 45)),
    ]
    const imported = await run(db, 'structures', lines)
    expect(imported).toMatchObject({ outcome: 'published', format: 'structures', counts: { rows: 1, rejected: 0 } })
    expect(imported.counts.remarks).toMatchObject({
      'outlines with the points of several buildings': 2,
      'outlines that are no valid polygon in longitude and latitude': 1,
      'outlines of OpenStreetMap or Microsoft: left out, share-alike': 1,
    })
    const points = async () =>
      (await readSnapshot(db, 'production')).projects
        .toArray()
        .map(({ address, latitude, longitude, location_accuracy, storeys }) => [
          ...[address.split(',')[0], latitude, longitude, location_accuracy, storeys],
        ])
    const after = await points()
    expect(after).toEqual([
      ['10 Marlow St', 43.6502, -79.3998, 'rooftop', null],
      ['20 Marlow St', 43.6601, -79.3999, 'parcel', null],
      ['22 Marlow St', 43.6602, -79.3998, 'parcel', null],
      ['30 Marlow St', 43.6701, -79.3999, 'street', null],
      ['40 Marlow St', 43.6801, -79.3999, 'parcel', null],
    ])
    expect(await run(db, 'structures', lines)).toMatchObject({ outcome: 'unchanged' })
    expect(await points()).toEqual(after)
    // Without its outline, the building has its former point again.
    const stated = [outline(9, square(-79.4, 43.68), { Storeys: 12 })]
    expect(await run(db, 'structures', stated)).toMatchObject({ outcome: 'refused' })
  })
})
