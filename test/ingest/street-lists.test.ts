// Imported streets: what they change in the database, on every node, and in answers.
import { expect, it } from 'vitest'
import { Catalog } from '../../src/catalog/catalog.ts'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'
import { rangesOf } from '../../src/catalog/street-ranges.ts'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { importFile } from '../../src/ingest/import/import-file.ts'
import type { ImportOptions } from '../../src/ingest/import/import-request.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { Attributions } from '../../src/ingest/sources/attributions.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { cleanUp, databaseOptions, forEachDatabase, forOneDatabase } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'
import type { NrnRecord } from '../support/nrn-files.ts'
import { ADDRANGE, ALTNAMLINK, dbfOf, nrnCsv, ROADSEG, STRPLANAME, segment } from '../support/nrn-files.ts'
import { projectRow } from '../support/rows.ts'
import { zipOf } from '../support/zip-files.ts'
import { killedAt } from './import-crash-run.ts'

const NOW = new Date('2026-11-14T06:00:00Z')

/** Guelph has no list that ships with the product. */
const GUELPH = [
  segment(['Guelph', 'Kingsmere Road', 1, 99], ['Guelph', 'Kingsmere Road', 2, 98]),
  segment(['Guelph', 'Kingsmore Road', 1, 99], ['Guelph', 'Kingsmore Road', 2, 98]),
  segment(['Guelph', 'Brindle Avenue', 1, 99]),
]
const many = (place: string, count: number, province = 'Ontario'): NrnRecord[] =>
  Array.from({ length: count }, (_, n) =>
    segment([place, `Osprey ${n} Road`, 1, 99], undefined, { DATASETNAM: province }),
  )

async function importStreets(db: Database, records: readonly NrnRecord[], options: Partial<ImportOptions> = {}) {
  const file = await fileOf('nrn.csv', nrnCsv(records))
  const snapshot = () => readSnapshot(db, 'production')
  return importFile(db, { file, source: 'nrn', format: 'nrn', actor: 'test', now: () => NOW, snapshot, ...options })
}

const stored = async (db: Database) =>
  (
    await db.query
      .selectFrom('street_lists')
      .select(['province', 'place', 'streets'])
      .orderBy('province')
      .orderBy('place')
      .execute()
  ).map(({ province, place, streets }) => `${province} ${place} ${streets}`)

async function withBuildings(db: Database, ...addresses: string[]): Promise<void> {
  const rows = addresses.map((line, n) => {
    const row = projectRow(String(n + 1), { address: `${line}, Guelph, ON`, city_name: 'Guelph', postal_code: null })
    const addresses = [{ ...row.buildings[0]!.addresses[0]!, line }]
    return { ...row, buildings: [{ ...row.buildings[0]!, addresses, latitude: null, longitude: null }] }
  })
  await publishRows(db, { dataset: 'production', source: 'own', rows, at: NOW })
}

async function newCatalog(db: Database): Promise<Catalog> {
  const catalog = new Catalog({ db })
  await catalog.refresh()
  cleanUp(() => catalog.stop())
  return catalog
}

const TYPO = '10 Kingsmerre Road, Guelph'
const confidence = ({ matcher }: Snapshot, address: string) => matcher.match({ address }).candidates[0]!.confidence
const answer = (catalog: Catalog, address: string) => {
  const { outcome, action, candidates } = catalog.snapshot('production').matcher.match({ address })
  return [outcome, action, candidates[0]?.strategy ?? null] as const
}

forEachDatabase('an import of streets', (open) => {
  it('publishes a version without projects, and nothing for the same file again', async () => {
    const db = await open()
    await withBuildings(db, '10 Kingsmere Rd')
    expect(await importStreets(db, GUELPH, { dryRun: true })).toMatchObject({ outcome: 'dry_run', gates: [] })
    expect(await stored(db)).toEqual([])
    const run = await importStreets(db, GUELPH)
    expect(run).toMatchObject({ outcome: 'published', format: 'nrn', version: '2026-11-14.2', gates: [] })
    expect(await stored(db)).toEqual(['ON Guelph 3'])
    expect(await importStreets(db, [...GUELPH].reverse())).toMatchObject({
      outcome: 'unchanged',
      version: '2026-11-14.2',
      counts: { unchanged: 3 },
    })
    const { versions, projects } = await readSnapshot(db, 'production')
    expect([versions.size, projects.size]).toEqual([2, 1])
    const events = await db.query.selectFrom('events').select('type').where('dataset', '=', 'production').execute()
    expect(events.filter(({ type }) => type === 'dataset.published')).toHaveLength(2)
  })

  it('replaces only the provinces of its files, and is refused when streets or lines are lost', async () => {
    const db = await open()
    const quebec = await fileOf('qc.csv', nrnCsv(many('Lévis', 40, 'Québec')))
    await importStreets(db, many('Guelph', 40), { moreFiles: [quebec] })
    expect(await stored(db)).toEqual(['ON Guelph 40', 'QC Lévis 40'])
    const fewer = await importStreets(db, many('Guelph', 37))
    expect(fewer).toMatchObject({ outcome: 'refused', gates: [expect.stringContaining('3 of 40 rows of the source')] })
    const elsewhere = await importStreets(db, many('Puslinch', 40))
    expect(elsewhere.gates).toEqual([expect.stringContaining('40 of 40 rows of the source would disappear')])
    const wrong = [...many('Guelph', 40), ...many('Guelph', 3, 'Vermont')]
    expect((await importStreets(db, wrong)).gates).toEqual([expect.stringContaining('3 of 43 lines were rejected')])
    expect(await stored(db)).toEqual(['ON Guelph 40', 'QC Lévis 40'])
    expect(await importStreets(db, many('Guelph', 37), { approve: true })).toMatchObject({ outcome: 'published' })
    expect(await stored(db)).toEqual(['ON Guelph 37', 'QC Lévis 40'])
  })

  it('reaches every node with the next check, with its attribution and another version of the answers', async () => {
    const db = await open()
    await withBuildings(db, '10 Kingsmere Rd')
    const nodes = [await newCatalog(db), await newCatalog(db)]
    const before = nodes.map((node) => node.snapshot('production'))
    // the typed street exists, so it is no typo of the building's street
    const typed = '10 Kingsmore Rd, Guelph'
    for (const node of nodes) expect(answer(node, typed)).toEqual(['matched', 'accept', 'fuzzy_address'])
    await importStreets(db, GUELPH)
    for (const [i, node] of nodes.entries()) {
      await node.refresh()
      expect(answer(node, typed)[0]).toBe('no_match')
      // no street of Guelph is spelled like that
      expect(confidence(node.snapshot('production'), TYPO)).toBeGreaterThan(confidence(before[i]!, TYPO))
      expect(node.snapshot('production').streetsVersion).not.toBe(before[i]!.streetsVersion)
      expect(node.snapshot('sandbox').streetsVersion).toBe(node.snapshot('production').streetsVersion)
    }
    const shown = await new Attributions(db, systemClock).of(nodes[0]!.snapshot('production'))
    expect(shown.map(({ name, projects }) => [name, projects])).toContainEqual(['nrn', 0])
    expect(shown.find(({ name }) => name === 'nrn')!.attribution).toContain('Open Government Licence – Canada')
  })

  it('finds a building by the second name of its street, and not surely when two streets share the name', async () => {
    const db = await open()
    await withBuildings(db, '40 Dunmore St W', '60 Tallow Rd', '80 Dunmore St W', '80 Tallow Rd', '7 Highway 7')
    await importFile(db, {
      ...{ source: 'nrn', format: 'nrn', actor: 'test', now: () => NOW },
      snapshot: () => readSnapshot(db, 'production'),
      file: await fileOf(
        'nrn.zip',
        zipOf([
          {
            name: 'STRPLANAME.dbf',
            content: dbfOf(STRPLANAME, [
              { NID: 'n', STRTYPRE: 'Highway', NAMEBODY: '5' },
              { NID: 'm', NAMEBODY: 'Quiller', STRTYSUF: 'Boulevard' },
            ]),
          },
          {
            name: 'ADDRANGE.dbf',
            content: dbfOf(ADDRANGE, [
              { NID: 'a', L_ALTNANID: 'k' },
              { NID: 'b', L_ALTNANID: 'l' },
            ]),
          },
          {
            name: 'ALTNAMLINK.dbf',
            content: dbfOf(ALTNAMLINK, [
              { NID: 'k', STRNAMENID: 'n' },
              { NID: 'l', STRNAMENID: 'm' },
              { NID: 'l', STRNAMENID: 'n' },
            ]),
          },
          {
            name: 'ROADSEG.dbf',
            content: dbfOf(ROADSEG, [
              segment(['Guelph', 'Dunmore Street West', 2, 98], undefined, { ADRANGENID: 'a' }),
              segment(['Guelph', 'Tallow Road', 50, 98], undefined, { ADRANGENID: 'b' }),
            ]),
          },
        ]),
      ),
    })
    const catalog = await newCatalog(db)
    expect(answer(catalog, '60 Quiller Blvd, Guelph')).toEqual(['matched', 'accept', 'alias_address'])
    expect(answer(catalog, '40 Highway 5, Guelph')).toEqual(['matched', 'accept', 'alias_address'])
    expect(answer(catalog, '60 Highway 5, Guelph')[1]).toBe('review')
    expect(answer(catalog, '80 Highway 5, Guelph').slice(0, 2)).toEqual(['ambiguous', 'review'])
    // in no other city, and never a number that the building does not have
    expect(answer(catalog, '40 Highway 5, Toronto')[0]).toBe('no_match')
    expect(answer(catalog, '42 Highway 5, Guelph')[0]).toBe('no_match')
    const { matcher } = catalog.snapshot('production')
    const keys = (address: string) => matcher.matchWithKeys({ address }).linkKeys
    const shared = new Set(keys('44 Dunmore St W, Guelph'))
    expect(keys('44 Highway 5, Guelph').some((key) => shared.has(key))).toBe(true)
  })

  it('gives the numbers of a street by side', async () => {
    const db = await open()
    await importStreets(db, GUELPH)
    const snapshot = (await newCatalog(db)).snapshot('production')
    expect(rangesOf(snapshot, 'ON', 'Guelph', 'Kingsmere Rd')).toEqual([
      { from: 1, to: 99, step: 2 },
      { from: 2, to: 98, step: 2 },
    ])
    expect(rangesOf(snapshot, 'ON', 'Guelph', 'Bay St')).toBe(null)
    expect(rangesOf(snapshot, 'ON', 'Kanata', 'Marlow St')).toBe(null)
  })
})

forOneDatabase('an import of streets that is killed', (kind) => {
  it('leaves the streets as they were, or all new ones', async () => {
    const options = await databaseOptions(kind)
    const inDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
      const db = await openDatabase(options)
      return work(db).finally(() => db.close())
    }
    await inDatabase(async (db) => {
      await withBuildings(db, '10 Kingsmere Rd')
      await importStreets(db, GUELPH, { source: 'registry' })
    })
    const file = await fileOf('nrn.csv', nrnCsv([...GUELPH, ...many('Guelph', 5), ...many('Puslinch', 5)]))
    for (const point of ['after batch', 'before commit'] as const) {
      expect(await killedAt(options, file, point)).toBe('SIGKILL')
      expect(await inDatabase(stored), point).toEqual(['ON Guelph 3'])
    }
    expect(await killedAt(options, file, 'after commit')).toBe('SIGKILL')
    expect(await inDatabase(stored)).toEqual(['ON Guelph 8', 'ON Puslinch 5'])
  })
})
