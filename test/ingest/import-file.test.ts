// Whole imports: gates, approval, repetition, removal, records and history.

import { expect, it } from 'vitest'
import { readSandbox } from '../../src/app/sandbox.ts'
import { projectAsOf } from '../../src/catalog/history/as-of.ts'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { importFile } from '../../src/ingest/import/import-file.ts'
import type { ImportOptions } from '../../src/ingest/import/import-request.ts'
import { listRuns, readRun, startRun } from '../../src/ingest/import/import-runs.ts'
import { refresh } from '../../src/ingest/import/refresh.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { listRefreshedFiles, listSources, removeSource, saveSource } from '../../src/ingest/sources/source-registry.ts'
import { forEachDatabase } from '../support/databases.ts'
import { fileOf, gzipped, ndjsonFile } from '../support/import-files.ts'
import { projectRow } from '../support/rows.ts'

const SANDBOX_PROJECTS = await readSandbox()

const DAY = (day: number) => () => new Date(`2026-11-${day}T06:00:00Z`)

async function importContent(db: Database, content: string | Buffer, options: Partial<ImportOptions> = {}) {
  return importFile(db, {
    file: await fileOf('data.txt', content),
    source: 'builder',
    actor: 'test',
    now: DAY(14),
    snapshot: () => readSnapshot(db, 'production'),
    ...options,
  })
}

const projects = async (db: Database) => (await readSnapshot(db, 'production')).projects.toArray()
const eventTypes = async (db: Database) => {
  const rows = await db.query.selectFrom('events').select(['type', 'dataset']).orderBy('sequence').execute()
  return rows.filter((row) => row.dataset === 'production').map((row) => row.type)
}

forEachDatabase('an import', (open) => {
  it('retires the demonstration with one event, even when a real building has an invented building’s address', async () => {
    const db = await open()
    const demo = [projectRow('2', { address: '2 Marlow St, Toronto, ON' }), projectRow('900')]
    await publishRows(db, { dataset: 'sandbox', source: 'sandbox', rows: SANDBOX_PROJECTS, at: DAY(13)() })
    await publishRows(db, { dataset: 'production', source: 'demo', rows: demo, at: DAY(13)() })
    const run = await importContent(db, ndjsonFile(3))
    expect(run).toMatchObject({ outcome: 'published', format: 'ndjson', gates: [], counts: { rows: 3, events: 1 } })
    const now = await projects(db)
    expect(now.map((project) => project.name)).toEqual(['2 Marlow St', '4 Marlow St', '6 Marlow St'])
    expect(now.every(({ sources }) => sources.length === 1 && sources[0]!.kind === 'builder')).toBe(true)
    expect(await eventTypes(db)).toEqual(['dataset.published', 'dataset.published'])
    expect((await readSnapshot(db, 'sandbox')).projects.toArray()).toHaveLength(SANDBOX_PROJECTS.length)
  })

  it('changes nothing and creates no events for the same rows, gzipped, renamed or shuffled', async () => {
    const db = await open()
    const content = ndjsonFile(40)
    await importContent(db, content)
    const before = await eventTypes(db)
    const shuffled = `${content.trim().split('\n').reverse().join('\n')}\n`
    for (const again of [content, gzipped(content), shuffled]) {
      expect(await importContent(db, again, { now: DAY(15) })).toMatchObject({
        outcome: 'unchanged',
        counts: { unchanged: 40 },
      })
    }
    expect(await eventTypes(db)).toEqual(before)
    expect((await readSnapshot(db, 'production')).versions.size).toBe(1)
  })

  it('is refused by each gate without changes, and publishes after approval', async () => {
    const db = await open()
    await importContent(db, ndjsonFile(40))
    const before = await projects(db)
    const cases = [
      ['rejected', ndjsonFile(40, (n) => (n <= 3 ? { storeys: 5000 } : {}))],
      ['would be removed', ndjsonFile(20)],
      ['prices', ndjsonFile(40, (n) => (n === 1 ? { price_from: 900_000 } : {}))],
    ] as const
    for (const [reason, content] of cases) {
      const run = await importContent(db, content, { now: DAY(15) })
      expect(run.outcome).toBe('refused')
      expect(run.gates).toEqual([expect.stringContaining(reason)])
      expect(await projects(db)).toEqual(before)
    }
    expect(await eventTypes(db)).toEqual(['dataset.published'])
    const approved = await importContent(db, cases[1][1], { approve: true, now: DAY(15) })
    expect(approved).toMatchObject({ outcome: 'published', gates: [expect.stringContaining('would be removed')] })
    expect(await projects(db)).toHaveLength(20)
  })

  it('is refused when many rows leave whose projects other sources still describe', async () => {
    const db = await open()
    await importContent(db, ndjsonFile(40))
    await importContent(db, ndjsonFile(40), { source: 'city' })
    const run = await importContent(db, ndjsonFile(28), { source: 'city' })
    expect(run).toMatchObject({
      outcome: 'refused',
      gates: ['12 of 40 rows of the source would disappear (30.0%, limit 5%)'],
      changes: { gone: 0 },
    })
    expect(await importContent(db, ndjsonFile(38), { source: 'city' })).toMatchObject({
      outcome: 'published',
      gates: [],
    })
    const approved = await importContent(db, ndjsonFile(28), { source: 'city', approve: true })
    expect(approved).toMatchObject({ outcome: 'published', gates: [expect.stringContaining('10 of 38 rows')] })
    expect(await projects(db)).toHaveLength(40)
  })

  it('refuses damaged and incomplete files with a reason', async () => {
    const db = await open()
    await importContent(db, ndjsonFile(40))
    const before = await projects(db)
    const good = ndjsonFile(40, () => ({ storeys: 9 }))
    const files = [
      gzipped(good).subarray(0, 300),
      good.slice(0, -10),
      good.slice(0, good.length / 2).replace(/[^\n]*$/, ''),
      good.replace(/("k[0-9]*[02468]".*)\n/g, '\n').replace(/\n/g, '\n{}\n'),
      '\n\n',
      `${good.slice(0, 2000)}${'\u0000'.repeat(2000)}`,
    ]
    for (const [at, content] of files.entries()) {
      const run = await importContent(db, content, { format: 'ndjson', now: DAY(15) })
      expect([at, run.outcome]).toEqual([at, 'refused'])
      expect(run.gates.length).toBeGreaterThan(0)
    }
    expect(await projects(db)).toEqual(before)
  })

  it('shows what a dry run would change, and changes nothing', async () => {
    const db = await open()
    const run = await importContent(db, ndjsonFile(5), { dryRun: true })
    expect(run).toMatchObject({ outcome: 'dry_run', counts: { records: { project: { created: 5 } }, events: 0 } })
    expect(await projects(db)).toEqual([])
  })

  it('keeps projects of unreadable rows, and removes nothing when a row has no readable key', async () => {
    const db = await open()
    await importContent(db, ndjsonFile(60))
    const named = await importContent(
      db,
      ndjsonFile(60, (n) => (n === 7 ? { storeys: 5000 } : { storeys: 9 })),
      { now: DAY(15) },
    )
    expect(named).toMatchObject({ outcome: 'published', rejected: [{ line: 7, column: 'storeys', key: 'k7' }] })
    expect((await projects(db)).filter((project) => project.storeys === null)).toHaveLength(1)
    const lines = ndjsonFile(60, () => ({ storeys: 9 })).split('\n')
    lines[3] = '{broken'
    const lost = await importContent(db, lines.join('\n'), { now: DAY(16) })
    expect(lost.rejected).toMatchObject([{ line: 4, key: null }])
    expect(await projects(db)).toHaveLength(60)
  })

  it('lets another source fill in a project, and asks a person about a row that fits two', async () => {
    const db = await open()
    const towns = ['E', 'W'].map((side, i) => ({
      key: `t${i}`,
      address: `100 Tallow St ${side}`,
      city: 'Toronto',
      province: 'ON',
    }))
    await importContent(db, `${towns.map((row) => JSON.stringify(row)).join('\n')}\n`)
    const witness = { key: 'w', address: '100 Tallow Street East', city: 'Toronto', province: 'ON', storeys: 12 }
    const either = { key: 'x', address: '100 Tallow Street', city: 'Toronto', province: 'ON' }
    const other = { source: 'registry', approve: true, now: DAY(15) }
    const run = await importContent(db, `${JSON.stringify(witness)}\n${JSON.stringify(either)}\n`, other)
    const now = await projects(db)
    expect(now.find(({ address }) => address.startsWith('100 Tallow St E'))).toMatchObject({
      storeys: 12,
      sources: [{ kind: 'builder' }, { kind: 'registry' }],
    })
    expect(now.map(({ address }) => address).toSorted()).toEqual([
      '100 Tallow St E, Toronto, ON',
      '100 Tallow St W, Toronto, ON',
      '100 Tallow St, Toronto, ON',
    ])
    expect(run).toMatchObject({ rejected: [], counts: { joins: { joined: 1, created: 1, waiting: 0, doubtful: 1 } } })
    const cases = await db.query.selectFrom('join_cases').select(['source', 'key', 'other_source', 'state']).execute()
    expect(cases).toEqual([{ source: 'registry', key: 'x', other_source: 'builder', state: 'open' }])
  })

  it('creates a new project for a new key of the same source, even at a similar address', async () => {
    const db = await open()
    const range = { key: 'a', address: '10-20 Marlow St', city: 'Toronto', province: 'ON' }
    const inside = { key: 'b', address: '14 Marlow St', city: 'Toronto', province: 'ON' }
    await importContent(db, `${JSON.stringify({ ...range, key: 'z', address: '2 Osprey Cres' })}\n`, {
      source: 'other',
    })
    await importContent(db, `${JSON.stringify(range)}\n`)
    const run = await importContent(db, `${JSON.stringify(range)}\n${JSON.stringify(inside)}\n`, { now: DAY(15) })
    expect(run).toMatchObject({ outcome: 'published', counts: { rejected: 0, records: { project: { created: 1 } } } })
  })

  it('returns exact past values for any day, and stores unusual moves as corrections with the note', async () => {
    const db = await open()
    const at = (price: number, status: string) => ndjsonFile(1, () => ({ price_from: price, sales_status: status }))
    await importContent(db, at(500_000, 'sold_out'), { now: DAY(10) })
    await importContent(db, at(550_000, 'selling'), { now: DAY(14), note: 'the builder was wrong' })
    const snapshot = await readSnapshot(db, 'production')
    const [project] = snapshot.projects.toArray()
    const priceOn = (day: number) => {
      const found = projectAsOf(snapshot, project!.id, `2026-11-${day}`)
      return found.kind === 'found' ? found.project.price_from : found.kind
    }
    expect([priceOn(13), priceOn(14), priceOn(15)]).toEqual([500_000, 550_000, 550_000])
    const facts = await db.query.selectFrom('history').select(['field', 'is_correction', 'reason']).execute()
    expect(facts.find(({ field }) => field === 'sales_status')).toMatchObject({
      is_correction: true,
      reason: 'the builder was wrong',
    })
  })

  it('publishes what a row says and nothing else', async () => {
    const db = await open()
    const says = [{ sales_status: 'planning' }, { building_type: 'rental_apartment' }, {}]
    await importContent(
      db,
      ndjsonFile(3, (n) => says[n - 1]!),
    )
    const published = (await projects(db)).map(({ tenure, sales_status, construction_status, status }) => [
      tenure,
      sales_status,
      construction_status,
      status,
    ])
    expect(published).toEqual([
      ['unknown', 'planning', 'unknown', 'planning'],
      ['rental', 'unknown', 'unknown', 'unknown'],
      ['unknown', 'unknown', 'unknown', 'unknown'],
    ])
  })

  it('stores its start, its end and its rejected rows', async () => {
    const db = await open()
    const killed = {
      source: 'builder',
      file_name: 'old',
      format: null,
      started_at: DAY(12)().toISOString(),
      actor: 'x',
    }
    await startRun(db, killed)
    const run = await importContent(
      db,
      ndjsonFile(40, (n) => (n === 2 ? { storeys: 5000 } : {})),
    )
    expect(await readRun(db, run.id)).toEqual(run)
    expect((await listRuns(db, { limit: 10 })).runs.map(({ outcome, actor }) => [outcome, actor])).toEqual([
      ['published', 'test'],
      ['failed', 'x'],
    ])
  })

  it('cannot use a reserved source name', async () => {
    const db = await open()
    for (const source of ['demo', 'sandbox', 'Über', ''])
      await expect(importContent(db, ndjsonFile(1), { source })).rejects.toMatchObject({ code: 'invalid_parameter' })
  })
})

forEachDatabase('configured sources', (open) => {
  it('are imported by the refresh, and one failure does not stop the others', async () => {
    const db = await open()
    const location = await fileOf('a.ndjson', ndjsonFile(3))
    const base = { format: null, map: null, enabled: true }
    await saveSource(db, { name: 'missing', location: '/nowhere/a.csv', ...base })
    await saveSource(db, { name: 'own', location, ...base })
    await expect(saveSource(db, { name: 'own', location: 'relative.csv', ...base })).rejects.toThrow('absolute')
    const sources = (await listRefreshedFiles(db)).map(({ name, location: file }) => ({
      name,
      publish: async () => {
        const run = await importContent(db, '', { file, source: name })
        return { outcome: run.outcome === 'published' ? run.outcome : ('refused' as const), version: run.version }
      },
    }))
    const failures: string[] = []
    const run = await refresh(db, sources, 'me', DAY(14), (name) => failures.push(name))
    expect(failures).toEqual(['missing'])
    expect(run?.sources).toEqual([
      { source: 'missing', published: false, version: null, outcome: 'failed' },
      { source: 'own', published: true, version: '2026-11-14.1', outcome: 'published' },
    ])
    expect((await listSources(db)).find(({ name }) => name === 'own')?.last_run).toMatch(/^imp_/)
    expect([await removeSource(db, 'own'), await removeSource(db, 'own')]).toEqual([true, false])
  })
})
