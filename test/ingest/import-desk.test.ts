// Import runs on both databases: stored changes, approvals, previews, freshness, uploads.
import { createHash } from 'node:crypto'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { requireApprovable, requireConfirmation } from '../../src/ingest/import/approval.ts'
import { readFreshness } from '../../src/ingest/import/freshness.ts'
import { deleteOldChanges, readRunChanges } from '../../src/ingest/import/import-changes.ts'
import { importFile } from '../../src/ingest/import/import-file.ts'
import type { ImportOptions } from '../../src/ingest/import/import-request.ts'
import type { ImportRun } from '../../src/ingest/import/import-runs.ts'
import { readRun } from '../../src/ingest/import/import-runs.ts'
import { nextRefresh, recordRefresh } from '../../src/ingest/import/refresh.ts'
import { Uploads } from '../../src/ingest/import/uploads.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { previewRollback, rollback } from '../../src/ingest/publish/rollback.ts'
import { saveSource } from '../../src/ingest/sources/source-registry.ts'
import { readVersions } from '../../src/ingest/versions/version-list.ts'
import { forEachDatabase, runCleanups, temporaryFolder } from '../support/databases.ts'
import { fileOf, gzipped, ndjsonFile } from '../support/import-files.ts'
import { projectRow } from '../support/rows.ts'

afterEach(runCleanups)

const DAY = (day: number) => () => new Date(`2026-11-${day}T06:00:00Z`)
const CAUSE = { actor: 'per_1', requestId: 'req_1', address: '127.0.0.1' }

function importWith(db: Database, file: string, options: Partial<ImportOptions> = {}): Promise<ImportRun> {
  return importFile(db, {
    file,
    source: 'builder',
    actor: 'per_1',
    now: DAY(14),
    snapshot: () => readSnapshot(db, 'production'),
    ...options,
  })
}

async function approve(db: Database, id: string, options: Partial<ImportOptions> = {}): Promise<ImportRun> {
  const { run, request } = await requireApprovable(db, id, { reason: 'looked at it', confirm: null })
  const approval = { run: run, reason: 'looked at it' }
  return importWith(db, request.file, { source: run.source, approval, cause: CAUSE, now: DAY(16), ...options })
}

const all = async (db: Database, run: ImportRun) => (await readRunChanges(db, run, { limit: 200 })).rows
const plan = (price: number) => ({
  key: 'p',
  name: 'The Larch',
  bedrooms: 1,
  bathrooms_full: 1,
  interior_sqft: 500,
  availability: 'available',
  price,
})
/** 40 projects; then one new, one with more storeys and a higher price, three removed. */
const BEFORE = ndjsonFile(40, (n) => (n === 1 ? { floor_plans: [plan(500_000)] } : {}))
const AFTER = ndjsonFile(41, (n) => (n === 1 ? { storeys: 9, floor_plans: [plan(800_000)] } : {})).replace(
  /(.*\n){3}(?=.*"k41")/,
  '',
)

forEachDatabase('import runs', (open) => {
  it('store the changes of a refused import, equal to the records after approval', async () => {
    const db = await open()
    await importWith(db, await fileOf('a.ndjson', BEFORE))
    const file = await fileOf('b.ndjson', AFTER)
    const stopped = await importWith(db, file, { now: DAY(15) })
    expect(stopped).toMatchObject({ outcome: 'refused', changes: { created: 1, changed: 1, gone: 3 } })
    expect(stopped.sha256).toBe(createHash('sha256').update(AFTER).digest('hex'))
    const stored = await all(db, stopped)
    const changed = stored.find((row) => row.change === 'changed')
    expect(changed).toMatchObject({
      fields: expect.arrayContaining([{ field: 'storeys', from: null, to: 9 }]),
      parts: { floor_plan: { added: 0, removed: 0, changed: 1 } },
      plan_prices: { raised: 1, lowered: 0, largest: { plan: 'The Larch', from: 500_000, to: 800_000 } },
    })
    expect(stored.find((row) => row.change === 'created')).toMatchObject({ project_id: null, name: '82 Marlow St' })
    const run = await approve(db, stopped.id)
    expect(run).toMatchObject({ outcome: 'published', approves: stopped.id, changes: stopped.changes })
    const bare = (rows: typeof stored) =>
      rows
        .map(({ position: _, project_id, ...row }) => ({
          ...row,
          project_id: row.change === 'created' ? null : project_id,
        }))
        .sort((a, b) => (a.address < b.address ? -1 : 1))
    expect(bare(await all(db, run))).toEqual(bare(stored))
    expect(await readRun(db, stopped.id)).toMatchObject({ approved_by: run.id })
    await expect(approve(db, stopped.id)).rejects.toMatchObject({ code: 'state_conflict' })
    const [entry] = await db.query
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'data.import_approved')
      .execute()
    expect(entry).toMatchObject({
      actor: 'per_1',
      target: run.id,
      details: { approves: stopped.id, reason: 'looked at it', gates: expect.stringContaining('would be removed') },
    })
  })

  it('page and search stored and published changes in the same way', async () => {
    const db = await open()
    const file = await fileOf('a.ndjson', ndjsonFile(30))
    const demo = [projectRow('1'), projectRow('2')]
    await publishRows(db, { dataset: 'production', source: 'demo', rows: demo, at: DAY(13)() })
    const dry = await importWith(db, file, { dryRun: true })
    const published = await importWith(db, file)
    for (const run of [dry, published]) {
      expect(run.changes).toEqual({ created: 30, changed: 0, gone: 2 })
      expect((await readRunChanges(db, run, { limit: 9, kind: 'gone' })).rows).toHaveLength(2)
      const q = { limit: 9, q: '8 MARLOW' } as const
      expect((await readRunChanges(db, run, q)).rows.map((row) => row.name)).toEqual(
        ['8', '18', '28', '38', '48', '58'].map((n) => `${n} Marlow St`),
      )
      expect((await readRunChanges(db, run, { limit: 9, q: '%' })).rows).toEqual([])
      const first = await readRunChanges(db, run, { limit: 20 })
      const rest = await readRunChanges(db, run, { limit: 20, after: first.rows.at(-1)!.position })
      expect([first.hasMore, rest.hasMore]).toEqual([true, false])
      expect(new Set([...first.rows, ...rest.rows].map((row) => row.address)).size).toBe(32)
    }
  })

  it('delete stored changes after 90 days and keep their counts', async () => {
    const db = await open()
    const run = await importWith(db, await fileOf('a.ndjson', ndjsonFile(3)), { dryRun: true })
    await deleteOldChanges(db, DAY(15)().getTime() + 88 * 86_400_000)
    expect(await all(db, run)).toHaveLength(3)
    await deleteOldChanges(db, DAY(15)().getTime() + 90 * 86_400_000)
    expect(await all(db, run)).toEqual([])
    expect((await readRun(db, run.id)).changes).toEqual({ created: 3, changed: 0, gone: 0 })
  })

  it('refuse an approval when the file changed, is missing, or changes during the read', async () => {
    const db = await open()
    await importWith(db, await fileOf('a.ndjson', ndjsonFile(40)))
    const file = await fileOf('b.ndjson', ndjsonFile(20))
    const stopped = await importWith(db, file, { now: DAY(15) })
    await writeFile(file, ndjsonFile(21))
    await expect(approve(db, stopped.id)).rejects.toMatchObject({ code: 'state_conflict', message: /has changed/ })
    const approval = { run: stopped, reason: 'swapped behind the check' }
    await expect(importWith(db, file, { approval, now: DAY(16) })).rejects.toThrow('changed after the review')
    expect((await readSnapshot(db, 'production')).projects.toArray()).toHaveLength(40)
    await db.query
      .updateTable('import_runs')
      .set({ asked: JSON.stringify({ file: '/nowhere/b' }) })
      .where('id', '=', stopped.id)
      .execute()
    await expect(approve(db, stopped.id)).rejects.toThrow('no longer on this machine')
  })

  it('accept an approval after a newer version only when the changes are the same', async () => {
    const db = await open()
    await importWith(db, await fileOf('a.ndjson', ndjsonFile(40)))
    const stopped = await importWith(db, await fileOf('b.ndjson', ndjsonFile(20)), { now: DAY(15) })
    const late = await importWith(db, await fileOf('c.ndjson', ndjsonFile(19)), { now: DAY(15) })
    const other = `${JSON.stringify({ key: 'o', address: '7 Osprey Cres', city: 'Toronto', province: 'ON' })}\n`
    await importWith(db, await fileOf('o.ndjson', other), { source: 'other' })
    expect(await approve(db, stopped.id)).toMatchObject({ outcome: 'published' })
    await expect(approve(db, late.id)).rejects.toThrow(
      /compared with version 2026-11-14.1. Compared with the current version 2026-11-16.1/,
    )
    expect((await readSnapshot(db, 'production')).projects.toArray()).toHaveLength(21)
  })

  it('removes 1,000 projects or more only with the name of the source', async () => {
    const db = await open()
    const many = ndjsonFile(1020)
    await importWith(db, await fileOf('many.ndjson', many))
    const few = await fileOf('few.ndjson', many.split('\n').slice(0, 10).join('\n'))
    const refused = await importWith(db, few, { approve: true, confirm: 'Builder' })
    expect(refused).toMatchObject({
      outcome: 'refused',
      gates: [expect.stringMatching(/^1010 projects would be removed.*--confirm builder$/)],
    })
    expect(await importWith(db, few, { approve: true, confirm: 'builder' })).toMatchObject({ outcome: 'published' })
    const run = (gone: number) => ({ source: 'builder', changes: { created: 0, changed: 0, gone } })
    expect(() => requireConfirmation(run(999), null)).not.toThrow()
    expect(() => requireConfirmation(run(1000), 'builder')).not.toThrow()
    expect(() => requireConfirmation(run(1000), null)).toThrow(
      'The import removes 1000 projects. To approve it, send "confirm": "builder".',
    )
    expect(() => requireConfirmation(run(1000), 'city')).toThrow('send "confirm": "builder"')
  })

  it('approve only refused runs and dry runs, with a reason when gates failed', async () => {
    const db = await open()
    const good = await importWith(db, await fileOf('a.ndjson', ndjsonFile(3)))
    const broken = await importWith(db, await fileOf('b.ndjson', '\n'), { format: 'ndjson' })
    const dry = await importWith(db, await fileOf('c.ndjson', ndjsonFile(4)), { dryRun: true })
    const stopped = await importWith(db, await fileOf('d.ndjson', ndjsonFile(1)))
    await expect(requireApprovable(db, stopped.id, { reason: null, confirm: null })).rejects.toMatchObject({
      code: 'missing_parameter',
    })
    const approval = { run: (await requireApprovable(db, dry.id, { reason: null, confirm: null })).run, reason: null }
    const { file } = (await requireApprovable(db, dry.id, { reason: null, confirm: null })).request
    expect(await importWith(db, file, { approval })).toMatchObject({ outcome: 'published', changes: { created: 1 } })
    await expect(requireApprovable(db, good.id, { reason: 'x', confirm: null })).rejects.toThrow('is published')
    await expect(requireApprovable(db, broken.id, { reason: 'x', confirm: null })).rejects.toThrow(
      'file itself was refused',
    )
    await expect(requireApprovable(db, 'imp_none', { reason: 'x', confirm: null })).rejects.toMatchObject({
      code: 'import_not_found',
    })
  })

  it('store the SHA-256 of the file in every format, compressed or not', async () => {
    const db = await open()
    const point = { type: 'Point', coordinates: [-79.4, 43.7] }
    const properties = { address: '2 Marlow St', city: 'Toronto', province: 'ON' }
    const features = [{ type: 'Feature', id: 'f1', properties, geometry: point }]
    const contents = [
      gzipped(ndjsonFile(3)),
      'key,address,city,province\nk1,2 Marlow St,Toronto,ON\n',
      `${JSON.stringify({ type: 'FeatureCollection', features })}\n\n`,
    ]
    for (const content of contents) {
      const { sha256 } = await importWith(db, await fileOf('x', content), { dryRun: true })
      expect(sha256).toBe(createHash('sha256').update(content).digest('hex'))
    }
  })

  it('preview a rollback exactly, and record its reason and actor', async () => {
    const db = await open()
    const first = await importWith(db, await fileOf('a.ndjson', BEFORE))
    await importWith(db, await fileOf('b.ndjson', AFTER), { now: DAY(15), approve: true })
    const preview = await previewRollback(db, 'production', first.version!)
    expect(preview).toMatchObject({ current: '2026-11-15.1', projects: { created: 3, changed: 1, gone: 1 } })
    const options = { at: DAY(16)(), cause: CAUSE, reason: 'the file was cut off' }
    const { records, version } = await rollback(db, 'production', first.version!, options)
    expect(records.project).toEqual({ created: 3, changed: 1, removed: 1 })
    const { versions } = await readVersions(db, 'production', { limit: 2 })
    expect(versions).toMatchObject([
      {
        version,
        kind: 'rollback',
        actor: 'per_1',
        note: 'rollback to 2026-11-14.1: the file was cut off',
        import_id: null,
      },
      { kind: 'import', source: 'builder', actor: 'per_1', import_id: expect.stringMatching(/^imp_/) },
    ])
    const rest = await readVersions(db, 'production', { limit: 2, after: versions[1]!.number })
    expect([rest.versions.length, rest.hasMore]).toEqual([1, false])
    const [entry] = await db.query
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'data.rolled_back')
      .execute()
    expect(entry).toMatchObject({ actor: 'per_1', target: first.version, details: { reason: 'the file was cut off' } })
    await expect(previewRollback(db, 'production', '1999-01-01.1')).rejects.toMatchObject({ code: 'version_not_found' })
  })

  it('report the projects, age, last run and last refresh of each source', async () => {
    const db = await open()
    const rows = [projectRow('1'), projectRow('2')]
    await publishRows(db, { dataset: 'production', source: 'made', rows, at: DAY(10)() })
    await importWith(db, await fileOf('a.ndjson', ndjsonFile(4)))
    const stopped = await importWith(db, await fileOf('b.ndjson', ndjsonFile(1)), { now: DAY(15) })
    await saveSource(db, { name: 'idle', location: '/nowhere/x.csv', format: null, map: null, enabled: false })
    const outcome = { published: false, version: null }
    await recordRefresh(db, {
      day: '2026-11-15',
      finished_at: '2026-11-15T05:00:00.000Z',
      sources: [
        { source: 'made', ...outcome, outcome: 'unchanged' },
        { source: 'builder', ...outcome, outcome: 'refused' },
      ],
    })
    const freshness = await readFreshness(db, DAY(16)(), '04:30', ['made'])
    expect(freshness.sources).toEqual([
      {
        ...{
          source: 'builder',
          refreshed: 'no',
          rows: 4,
          projects: 4,
          fresh_at: '2026-11-14T06:00:00.000Z',
          age_seconds: 172_800,
        },
        last_run: {
          id: stopped.id,
          started_at: '2026-11-15T06:00:00.000Z',
          outcome: 'refused',
          version: '2026-11-14.1',
        },
        last_refresh: 'refused',
      },
      {
        ...{ source: 'idle', refreshed: 'off', rows: 0, projects: 0, fresh_at: null, age_seconds: null },
        ...{ last_run: null, last_refresh: null },
      },
      {
        ...{ source: 'made', refreshed: 'generated', rows: 2, projects: 2, fresh_at: '2026-11-15T05:00:00.000Z' },
        ...{ age_seconds: 90_000, last_run: null, last_refresh: 'unchanged' },
      },
    ])
    expect(freshness).toMatchObject({ refresh_at: '04:30', next_refresh_at: '2026-11-16T06:00:00.000Z' })
  })
})

it('schedules the next refresh now when it is due, otherwise at its next time', () => {
  const next = (now: string, last: string | null) => nextRefresh(new Date(now), '04:30', last).toISOString()
  expect(next('2026-11-15T04:00:00Z', '2026-11-14')).toBe('2026-11-15T04:30:00.000Z')
  expect(next('2026-11-15T05:00:00Z', '2026-11-14')).toBe('2026-11-15T05:00:00.000Z')
  expect(next('2026-11-15T05:00:00Z', '2026-11-15')).toBe('2026-11-16T04:30:00.000Z')
})

it('deletes uploads after a week, and leaves no file of aborted or too large uploads', async () => {
  const folder = join(await temporaryFolder(), 'uploads')
  const uploads = new Uploads(folder, 1000)
  const send = (bytes: number) => uploads.save('../../etc/passwd', Readable.from([Buffer.alloc(bytes, 'x')]))
  const { id, name } = await send(1000)
  expect(name).toBe('../../etc/passwd')
  expect((await uploads.find(id)).path).toBe(join(folder, id))
  await expect(send(1001)).rejects.toMatchObject({ code: 'payload_too_large' })
  await expect(send(0)).rejects.toMatchObject({ code: 'invalid_parameter' })
  const broken = Readable.from(
    (async function* () {
      yield Buffer.alloc(10)
      throw new Error('gone')
    })(),
  )
  await expect(uploads.save('x', broken)).rejects.toThrow('gone')
  expect((await readdir(folder)).sort()).toEqual([id, `${id}.json`])
  await expect(uploads.find('../uploads/x')).rejects.toMatchObject({ code: 'invalid_parameter' })
  const old = new Date('2026-11-01T00:00:00Z')
  await utimes(join(folder, id), old, old)
  await uploads.deleteExpired(DAY(14)().getTime())
  await expect(uploads.find(id)).rejects.toThrow('Upload the file again')
})

it('refuses uploads when the folder is full, until the hourly cleanup makes room', async () => {
  const folder = join(await temporaryFolder(), 'uploads')
  const uploads = new Uploads(folder, 1000, 4000)
  const send = () => uploads.save('x', Readable.from([Buffer.alloc(1000, 'x')]))
  const sizeOf = async () => {
    const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }
  const uploaded = [await send(), await send()]
  const crowd = await Promise.allSettled([send(), send(), send()])
  expect(crowd.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(2)
  await send().catch(() => undefined)
  await expect(send()).rejects.toMatchObject({ code: 'temporarily_unavailable', options: { retryAfterSeconds: 3600 } })
  expect(await sizeOf()).toBeLessThanOrEqual(4000)
  const old = new Date(Date.now() - 60_000)
  for (const end of ['', '.json']) await utimes(join(folder, uploaded[0]!.id + end), old, old)
  await uploads.deleteExpired(Date.now())
  await expect(uploads.find(uploaded[0]!.id)).rejects.toThrow('Upload the file again')
  expect((await send()).bytes).toBe(1000)
})
