import { expect, it, vi } from 'vitest'
import { Catalog } from '../../src/catalog/catalog.ts'
import { listProjects } from '../../src/catalog/query/list-projects.ts'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { cleanUp, databaseOptions, forEachDatabase } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'

const publish = (db: Database, rows: readonly ProjectRow[], day: number) =>
  publishRows(db, { dataset: 'production', source: 'builder', rows, at: new Date(Date.UTC(2026, 10, day)) })

async function started(db: Database): Promise<Catalog> {
  const catalog = new Catalog({ db, pollMs: 20 })
  await catalog.start()
  cleanUp(() => catalog.stop())
  return catalog
}

forEachDatabase('the catalogue', (open, kind) => {
  it('works before the first publish and loads new versions by itself', async () => {
    const db = await open()
    const catalog = await started(db)
    expect(catalog.snapshot('production')).toMatchObject({ version: null })
    expect(listProjects(catalog.snapshot('production'), {}, { limit: 10 })).toEqual({
      total: 0,
      records: [],
      next: null,
    })
    const swaps: [string | undefined, number | undefined][] = []
    catalog.onSwap((snapshot, before) => swaps.push([snapshot.version?.version, before?.projects.size]))
    await publish(db, [projectRow('1'), projectRow('2')], 14)
    await vi.waitFor(() => expect(catalog.snapshot('production').projects.size).toBe(2), 10_000)
    const old = catalog.snapshot('production')
    await publish(db, [projectRow('1', { storeys: 3 }), projectRow('2')], 15)
    await vi.waitFor(() => expect(catalog.snapshot('production').projects.get(1000)?.storeys).toBe(3), 10_000)
    expect(swaps).toEqual([
      ['2026-11-14.1', 0],
      ['2026-11-15.1', 2],
    ])
    // A reader of the old snapshot is not affected.
    expect(old.projects.get(1000)?.storeys).toBe(20)
    const now = catalog.snapshot('production')
    expect(now.projects.get(1001)).toBe(old.projects.get(1001))
    expect(catalog.snapshot('sandbox').projects.size).toBe(0)
  })

  it('reuses the matcher when no building changed', async () => {
    const db = await open()
    await publish(db, [projectRow('1'), projectRow('2')], 14)
    const catalog = await started(db)
    const { matcher } = catalog.snapshot('production')
    expect(matcher.match({ address: '1 Bloor St W, Toronto, ON' }).candidates[0]).toMatchObject({
      key: '1000',
      group: '1000',
    })
    await publish(db, [projectRow('1', { price_from: 1 }), projectRow('2')], 15)
    await vi.waitFor(() => expect(catalog.freshness('production').version).toBe('2026-11-15.1'), 10_000)
    expect(catalog.snapshot('production').matcher).toBe(matcher)
    await publish(db, [projectRow('1', { aliases: ['The Beacon'] }), projectRow('2')], 16)
    await vi.waitFor(() => expect(catalog.freshness('production').version).toBe('2026-11-16.1'), 10_000)
    expect(catalog.snapshot('production').matcher).not.toBe(matcher)
  })

  it('checks again for a refresh requested during a check', async () => {
    const db = await open()
    let publishing: Promise<void> | undefined
    // Publishes between the checks of the two datasets.
    let looks = 0
    const catalog = new Catalog({
      db: {
        ...db,
        get query() {
          looks += 1
          if (looks === 2) publishing = publish(db, [projectRow('1')], 14).then(() => catalog.refresh())
          return db.query
        },
      },
    })
    await catalog.refresh()
    await publishing
    expect(catalog.snapshot('production').projects.size).toBe(1)
  })

  it('serves the last snapshot and reports when the database is unreachable', async () => {
    const db = await openDatabase(await databaseOptions(kind))
    await publish(db, [projectRow('1')], 14)
    const catalog = await started(db)
    expect(catalog.freshness('production')).toMatchObject({
      version: '2026-11-14.1',
      projects: 1,
      databaseUnreachable: false,
    })
    await db.close()
    await vi.waitFor(() => expect(catalog.freshness('production').databaseUnreachable).toBe(true), 10_000)
    expect(catalog.snapshot('production').projects.size).toBe(1)
  })
})
