import { expect, it } from 'vitest'
import { projectAsOf } from '../../src/catalog/history/as-of.ts'
import { fieldSourcesOf } from '../../src/catalog/records/field-sources.ts'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'
import type { Database } from '../../src/db/database.ts'
import { readChanges } from '../../src/events/change-log.ts'
import type { StoredEvent } from '../../src/events/event-types.ts'
import { failedGates } from '../../src/ingest/import/gates.ts'
import type { PublishOptions } from '../../src/ingest/publish/publish.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { rollback } from '../../src/ingest/publish/rollback.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { fromCases } from '../support/cases.ts'
import { forEachDatabase } from '../support/databases.ts'
import { mediaRow, planRow, projectRow, unitRow } from '../support/rows.ts'
import { contentOf } from '../support/snapshots.ts'

const DAY_1 = new Date('2026-11-14T06:00:00Z')
const DAY_2 = new Date('2026-11-15T06:00:00Z')

const publish = (db: Database, rows: readonly ProjectRow[], at = DAY_1, more: Partial<PublishOptions> = {}) =>
  publishRows(db, { dataset: 'production', source: 'builder', rows, at, ...more })

const read = (db: Database): Promise<Snapshot> => readSnapshot(db, 'production')

async function events(db: Database, since = 0): Promise<readonly StoredEvent[]> {
  const changes = await readChanges(db.query, { dataset: 'production', since, limit: 1000 })
  if (changes.kind !== 'changes') throw new Error(changes.kind)
  return changes.events
}

const typesOf = (list: readonly StoredEvent[]) =>
  list.map((event) => `${event.type} ${event.changed_fields.join(',')}`.trim())

const three = () => [projectRow('1'), projectRow('2'), projectRow('3')]

forEachDatabase('publishing', (open) => {
  it('publishes the first rows of a source with one event, and all records are readable', async () => {
    const db = await open()
    const report = await publish(db, three())
    expect(report).toMatchObject({ published: true, version: '2026-11-14.1', first: true, rejected: [], history: 6 })
    expect(typesOf(await events(db))).toEqual(['dataset.published'])
    const snapshot = await read(db)
    expect(snapshot.projects.toArray().map((project) => [project.id, project.slug])).toEqual([
      [1000, 'house-1'],
      [1001, 'house-2'],
      [1002, 'house-3'],
    ])
    expect(snapshot.floorPlans.all.size).toBe(6)
    expect(snapshot.units.all.size).toBe(9)
    expect(snapshot.media.all.size).toBe(9)
    expect([...snapshot.history.rows()]).toHaveLength(6)
    expect(snapshot.projects.get(1000)).toMatchObject({
      developer: 'Tall Ltd.',
      developers: [{ id: 1000, name: 'Tall Ltd.', role: 'developer' }],
      status: 'selling',
      status_changed_at: '2025-03-01T00:00:00Z',
      psf_from: 1000,
      psf_to: 1000,
      floor_plans_count: 2,
      media_count: 1,
      created_at: DAY_1.toISOString(),
    })
  })

  it('puts each changed field into exactly one event, in order, and into the history', async () => {
    const db = await open()
    await publish(db, three())
    const changed = projectRow('2', {
      price_from: 610_000,
      sales_status: 'temporarily_sold_out',
      storeys: 21,
      floor_plans: [planRow('a', { price: 620_000 }), planRow('c', { availability: 'coming_soon' })],
      units: [unitRow('501', 'a', { status: 'sold' }), unitRow('601', 'a', { price: 1 })],
      media: [
        mediaRow('2-front', 'rendering_exterior', { is_cover: true, alt: 'Seen from the park' }),
        mediaRow('2-b', 'key_plate'),
      ],
    })
    const report = await publish(db, [projectRow('1'), changed, projectRow('3')], DAY_2)
    expect(report).toMatchObject({ published: true, version: '2026-11-15.1', unchanged: 2 })
    const list = await events(db, 1)
    expect(typesOf(list)).toEqual(fromCases<string[]>('ingest/publish', 'events of a day'))
    expect(list.map((event) => event.sequence)).toEqual(list.map((_, i) => i + 2))
    expect(list[0]!.body.changes[0]).toEqual({ field: 'sales_status', from: 'selling', to: 'temporarily_sold_out' })
    const snapshot = await read(db)
    expect(snapshot.projects.get(1001)).toMatchObject({
      updated_at: DAY_2.toISOString(),
      status_changed_at: DAY_2.toISOString(),
      created_at: DAY_1.toISOString(),
    })
    expect(snapshot.projects.get(1000)!.updated_at).toBe(DAY_1.toISOString())
    const rows = snapshot.history.rowsOf('project', 1001).map((row) => `${row.field} ${row.from} ${row.to}`)
    expect(rows.toSorted()).toEqual([
      'price_from 600000 610000',
      'sales_status pre_launch selling',
      'sales_status selling temporarily_sold_out',
      'storeys 20 21',
    ])
  })

  it('uses the effective date that the source reports', async () => {
    const db = await open()
    await publish(db, [projectRow('1')])
    const dated = projectRow('1', { price_from: 650_000 })
    dated.history.push({
      floor_plan_key: null,
      field: 'price_from',
      from: 600_000,
      to: 650_000,
      effective_at: '2026-11-10T00:00:00Z',
    })
    await publish(db, [dated], DAY_2)
    const rows = (await read(db)).history.rowsOf('project', 1000).filter((row) => row.field === 'price_from')
    expect(rows.map((row) => new Date(row.effective).toISOString())).toEqual(['2026-11-10T00:00:00.000Z'])
  })

  it('restores the ids of records that disappear and return', async () => {
    const db = await open()
    await publish(db, three())
    const before = await read(db)
    const gone = await publish(db, [projectRow('1'), projectRow('3')], DAY_2)
    expect(gone.records.project).toEqual({ created: 0, changed: 0, removed: 1 })
    const without = await read(db)
    expect(without.projects.get(1001)).toBeUndefined()
    expect(without.removed.project.get(1001)?.removed_at).toBe(DAY_2.toISOString())
    expect(typesOf(await events(db, 1)).at(-2)).toBe('project.removed')
    await publish(db, three(), new Date('2026-11-16T06:00:00Z'))
    const after = await read(db)
    const ids = (snapshot: Snapshot) => ({
      project: snapshot.projects.get(1001)?.slug,
      buildings: snapshot.projects.get(1001)?.buildings.map((one) => one.id),
      plans: snapshot.floorPlans.ofProject(1001).map((one) => one.id),
      units: snapshot.units.ofProject(1001).map((one) => one.id),
      media: snapshot.media.ofProject(1001).map((one) => one.id),
    })
    expect(ids(after)).toEqual(ids(before))
    expect([...after.history.rows()]).toHaveLength([...before.history.rows()].length)
  })

  it('keeps the ids of a project whose source changed its key but not its address', async () => {
    const db = await open()
    await publish(db, three())
    const report = await publish(db, [projectRow('1'), projectRow('2', { key: 'two' }), projectRow('3')], DAY_2)
    expect(report).toMatchObject({ rejected: [], projectsGone: 0, records: { project: { created: 0, removed: 0 } } })
    expect(typesOf(await events(db))).toEqual(['dataset.published', 'dataset.published'])
    expect((await read(db)).projects.get(1001)?.name).toBe('House 2')
    expect(await publish(db, [projectRow('1'), projectRow('2', { key: 'two' }), projectRow('3')], DAY_2)).toMatchObject(
      {
        unchanged: 3,
      },
    )
  })

  it('lets two projects swap addresses, and rejects a third with the address of another', async () => {
    const db = await open()
    await publish(db, three())
    const [one, two] = [projectRow('1'), projectRow('2')]
    const swapped = [
      { ...one, address: two.address },
      { ...two, address: '77 King St W, Toronto, ON' },
    ]
    const report = await publish(db, [...swapped, projectRow('3', { address: swapped[1]!.address })], DAY_2)
    expect(report.rejected).toEqual([{ key: '3', reason: expect.stringContaining('belongs to project 1001') }])
    const snapshot = await read(db)
    expect(snapshot.projects.get(1000)?.address).toBe(two.address)
    // It waits until the address is free again.
    expect(snapshot.projects.get(1002)).toBeUndefined()
  })

  it('gives a waiting row the address when the other row moves, and the next row of the file its own id', async () => {
    const db = await open()
    const [one, two] = [projectRow('1'), projectRow('2', { address: projectRow('1').address })]
    const first = await publish(db, [one, two, projectRow('3')])
    expect(first).toMatchObject({ joins: { created: 2, waiting: 1 }, rejected: [{ key: '2' }] })
    const moved = { ...one, address: '77 King St W, Toronto, ON' }
    expect(await publish(db, [moved, two, projectRow('3')], DAY_2)).toMatchObject({ joins: { created: 3, waiting: 0 } })
    const found = (await read(db)).projects.toArray().map(({ id, address }) => [id, address])
    expect(found).toEqual([
      [1000, '77 King St W, Toronto, ON'],
      [1001, '3 Bloor St W, Toronto, ON'],
      [1002, '1 Bloor St W, Toronto, ON'],
    ])
  })

  it('rejects an invalid row, keeps its project, and publishes the others', async () => {
    const db = await open()
    await publish(db, three())
    const broken = projectRow('2', { units: [unitRow('1', 'no such plan')] })
    const report = await publish(db, [projectRow('1', { storeys: 5 }), broken, projectRow('3')], DAY_2)
    expect(report.rejected).toHaveLength(1)
    const snapshot = await read(db)
    expect(snapshot.projects.get(1000)?.storeys).toBe(5)
    expect(snapshot.units.ofProject(1001)).toHaveLength(3)
  })

  it('changes nothing when a gate fails or in a dry run', async () => {
    const db = await open()
    await publish(db, three())
    const refused = await publish(db, [projectRow('1', { price_from: 1 })], DAY_2, { gate: failedGates })
    expect(refused.published).toBe(false)
    expect(refused.refusals).toHaveLength(2)
    expect((await publish(db, [], DAY_2, { gate: failedGates })).refusals).toEqual(['the file has no rows'])
    const tried = await publish(db, [projectRow('1', { storeys: 3 })], DAY_2, { dryRun: true })
    expect(tried).toMatchObject({ published: false, projectsGone: 2, version: '2026-11-14.1' })
    expect(tried.records.project).toEqual({ created: 0, changed: 1, removed: 2 })
    expect((await read(db)).projects.size).toBe(3)
    expect(await events(db)).toHaveLength(1)
  })

  it('removes only projects of the source, and retires another source with one event', async () => {
    const db = await open()
    await publish(db, three(), DAY_1, { source: 'demo' })
    await publish(db, [projectRow('9')], DAY_2)
    expect((await read(db)).projects.size).toBe(4)
    // A different project at the address of a retired project.
    const real = projectRow('8', { address: projectRow('2').address })
    await publish(db, [real], DAY_2, { source: 'city', retire: ['demo'] })
    const snapshot = await read(db)
    expect(snapshot.projects.toArray().map((project) => [project.id, project.name])).toEqual([
      [1003, 'House 9'],
      [1004, 'House 8'],
    ])
    const list = await events(db)
    expect(typesOf(list)).toEqual(['dataset.published', 'dataset.published', 'dataset.published'])
    expect(list[2]!.body.details).toMatchObject({ retired: ['demo'], counts: { project: 2 } })
  })

  it('fills unknown fields from a less trusted source, and clears them when it disappears', async () => {
    const db = await open()
    await publish(db, [projectRow('1', { year_built: null, storeys: 20 })])
    const other = (more: Partial<ProjectRow>) =>
      publish(db, [projectRow('1', { key: 'reg-77', ...more })], DAY_2, { source: 'city' })
    await other({ year_built: 1975, storeys: 99 })
    let project = (await read(db)).projects.get(1000)!
    expect(project).toMatchObject({ year_built: 1975, storeys: 20 })
    expect(fieldSourcesOf(project).fields).toMatchObject({
      year_built: { source: 'city', key: 'reg-77', observed_at: DAY_2.toISOString() },
      storeys: { source: 'builder', key: '1', observed_at: DAY_1.toISOString() },
    })
    expect(project.sources.map((ref) => ref.kind)).toEqual(['builder', 'city'])
    await publish(db, [projectRow('1', { storeys: 22 })], DAY_2)
    project = (await read(db)).projects.get(1000)!
    expect(project).toMatchObject({ year_built: 1975, storeys: 22 })
    await publish(db, [], DAY_2, { source: 'city' })
    project = (await read(db)).projects.get(1000)!
    expect(project).toMatchObject({ year_built: null, storeys: 22, row_of: {} })
    expect((await read(db)).projects.size).toBe(1)
  })

  it('publishes a rollback as a new version, and the next import starts from there', async () => {
    const db = await open()
    await publish(db, three())
    const before = await read(db)
    await publish(db, [projectRow('1', { storeys: 3 }), projectRow('3'), projectRow('4')], DAY_2)
    const report = await rollback(db, 'production', '2026-11-14.1', { at: DAY_2 })
    expect(report).toMatchObject({ published: true, version: '2026-11-15.2', number: 3 })
    const after = await read(db)
    const bare = (snapshot: Snapshot) =>
      snapshot.projects.toArray().map(({ updated_at: _, sources: _s, ...project }) => project)
    expect(bare(after)).toEqual(bare(before))
    expect(after.units.all.toArray()).toEqual(before.units.all.toArray())
    expect(typesOf(await events(db)).filter((one) => one.startsWith('project.'))).toEqual([
      'project.updated storeys',
      'project.created',
      'project.removed',
      'project.updated storeys',
      'project.created',
      'project.removed',
    ])
    expect(await publish(db, three(), DAY_2)).toMatchObject({ published: false, projectsGone: 0, rejected: [] })
  })

  it('announces a rollback of many projects with one event that counts them, and keeps the history', async () => {
    const db = await open()
    await publish(db, three())
    await publish(db, [projectRow('1', { storeys: 3 }), projectRow('3'), projectRow('4')], DAY_2)
    const since = (await events(db)).at(-1)!.sequence
    const DAY_3 = new Date('2026-11-16T06:00:00Z')
    const options = { at: DAY_3, maxAnnouncedProjects: 2 }
    expect(await rollback(db, 'production', '2026-11-14.1', options)).toMatchObject({ published: true, events: 1 })
    const announced = await events(db, since)
    expect(announced.map(({ sequence, type }) => [sequence, type])).toEqual([[since + 1, 'dataset.published']])
    expect(announced[0]!.body.details).toMatchObject({
      kind: 'rollback',
      summary: { created: 1, changed: 1, removed: 1 },
    })
    const snapshot = await read(db)
    const storeysOn = (day: string) => {
      const found = projectAsOf(snapshot, 1000, day)
      return found.kind === 'found' ? found.project.storeys : found.kind
    }
    expect([storeysOn('2026-11-14'), storeysOn('2026-11-15'), storeysOn('2026-11-16')]).toEqual([20, 3, 20])
  })

  it('says in the event whether every change has its own event', async () => {
    const db = await open()
    await publish(db, three())
    await publish(db, [projectRow('1', { storeys: 3 }), projectRow('2'), projectRow('3')], DAY_2)
    const published = (await events(db)).filter(({ type }) => type === 'dataset.published')
    expect(published.map(({ body }) => body.details?.summary)).toEqual([{ created: 3, changed: 0, removed: 0 }, null])
  })

  it('loads only changes into the next snapshot, with the same result as a full load', async () => {
    const db = await open()
    await publish(db, three())
    const previous = await readSnapshot(db, 'production')
    await publish(
      db,
      [
        projectRow('1', { storeys: 3 }),
        projectRow('2', { floor_plans: [planRow('a')], units: [], media: [], history: [] }),
        projectRow('4'),
      ],
      DAY_2,
    )
    const snapshot = await readSnapshot(db, 'production', { previous })
    expect(contentOf(snapshot)).toEqual(contentOf(await readSnapshot(db, 'production')))
    expect(snapshot.projects.size).toBe(3)
    expect(snapshot.removed.floor_plan.size).toBe(3)
  })

  it('never skips or repeats a sequence number with concurrent publishers', async () => {
    const db = await open()
    const sources = ['p', 'q', 'r', 's']
    const rows = (source: string, storeys: number) =>
      [1, 2, 3].map((n) => projectRow(`${source}${n}`, { storeys, address: `${n} ${source} St, Toronto, ON` }))
    await Promise.all(sources.map((source) => publish(db, rows(source, 1), DAY_1, { source })))
    await Promise.all(sources.map((source) => publish(db, rows(source, 2), DAY_2, { source })))
    const list = await events(db)
    expect(list.map((event) => event.sequence)).toEqual(list.map((_, i) => i + 1))
    expect(list).toHaveLength(4 + 4 * 4)
    const versions = await db.query
      .selectFrom('dataset_versions')
      .select(['number', 'version'])
      .orderBy('number')
      .execute()
    expect(versions.map((row) => row.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect((await read(db)).projects.size).toBe(12)
  })
})
