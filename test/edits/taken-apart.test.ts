// Rows that an import joined and a curator takes apart: ids, buildings, successors, decisions about addresses, events.
import { expect, it } from 'vitest'
import { findRemoval } from '../../src/catalog/query/list-projects.ts'
import type { Database } from '../../src/db/database.ts'
import { JoinDesk } from '../../src/ingest/edits/join-desk.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { Desk } from '../../src/links/desk/curator-desk.ts'
import { Links } from '../../src/links/links.ts'
import { UncertainQueryCounter } from '../../src/links/uncertain-queries.ts'
import { VerifiedAddresses } from '../../src/links/verified-addresses.ts'
import { forEachDatabase } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'
import type { Stage } from './stage.ts'
import { CURATOR, stageOn } from './stage.ts'

const CORPORATION = { condo_corp: { registry: 'TSCC', number: 7 } }

const row = (key: string, line: string, more: Partial<ProjectRow> = {}): ProjectRow => {
  const [tower] = projectRow(key).buildings
  const addresses = [{ line, kind: 'municipal' as const, valid_from: null, valid_to: null }]
  return projectRow(key, { address: `${line}, Toronto, ON`, buildings: [{ ...tower!, addresses }], ...more })
}

const PAIR = { row: { source: 'register', key: 'r' }, other: { source: 'city', key: 'c' } }

interface JoinStage extends Stage {
  readonly desk: JoinDesk
  ids(): number[]
  /** The second source reports the corporation too. */
  joinByImport(): Promise<unknown>
}

/** Two projects of two sources, at two addresses of one corner. */
async function joinStage(db: Database): Promise<JoinStage> {
  const stage = await stageOn(db)
  await stage.publish([row('c', '1 Marlow St', CORPORATION)], 'city')
  await stage.publish([row('r', '9 Osprey Cres')], 'register')
  await stage.newEvents()
  const clock = { now: () => Date.parse('2026-11-20T06:00:00Z') }
  const published = async () => void (await stage.read())
  return {
    ...stage,
    desk: new JoinDesk({ db, clock, published, snapshot: () => stage.now() }),
    ids: () =>
      stage
        .now()
        .projects.toArray()
        .map(({ id }) => id),
    joinByImport: () =>
      publishRows(db, {
        dataset: 'production',
        source: 'register',
        rows: [row('r', '9 Osprey Cres', CORPORATION)],
        at: new Date('2026-11-15T06:00:00Z'),
        snapshot: stage.now(),
      }).then(stage.read),
  }
}

const ALL = { limit: 10, offset: 0 }
const projectEvents = (events: readonly string[]) => events.filter((event) => event.startsWith('project.'))

forEachDatabase('rows that an import joined', (open) => {
  it('are listed with the rule, and get their ids, buildings and dates back when they are taken apart', async () => {
    const { desk, ids, joinByImport, now, newEvents } = await joinStage(await open())
    const before = now().projects.toArray()
    const [city, register] = before.map(({ id }) => id)
    await joinByImport()
    expect(ids()).toEqual([city])
    expect(findRemoval(now(), register!)).toMatchObject({ merged_into: city })
    expect(projectEvents(await newEvents()).filter((event) => event.includes('removed'))).toEqual([
      `project.removed ${register} merged_into`,
    ])
    const { joins, total, bySource } = await desk.automatic(ALL)
    expect([total, bySource]).toEqual([1, { register: 1 }])
    expect(joins).toMatchObject([
      {
        ...{ rule: 'corporation', value: 'TSCC 7', distance_m: 0, project_id: city },
        row: { key: 'r' },
        anchor: { key: 'c' },
      },
    ])
    expect((await desk.automatic({ ...ALL, rule: 'address' })).total).toBe(0)
    expect((await desk.automatic({ ...ALL, source: 'city' })).total).toBe(0)
    expect((await desk.automatic({ ...ALL, projectId: register })).joins).toEqual([])

    const apart = await desk.decidePair(PAIR, 'apart', 'two towers', CURATOR)
    expect(apart.case.case).toMatchObject({ state: 'apart', decision_reason: 'two towers' })
    const after = now().projects.toArray()
    expect(after.map(({ id, created_at }) => [id, created_at])).toEqual(before.map((p) => [p.id, p.created_at]))
    expect(after.map(({ buildings }) => buildings[0]!.id)).toEqual(before.map((p) => p.buildings[0]!.id))
    expect(projectEvents(await newEvents()).filter((event) => event.includes('created'))).toEqual([
      `project.created ${register}`,
    ])
    expect((await desk.automatic(ALL)).total).toBe(0)

    await desk.undo(apart.case.case.id, CURATOR)
    expect(ids()).toEqual([city])
    expect((await desk.automatic(ALL)).total).toBe(1)
    expect((await desk.read(apart.case.case.id)).case.state).toBe('closed')
  })

  it('stay apart when the source is imported again, after a rollback and when a third source has both', async () => {
    const { desk, ids, joinByImport, publish, read, rollBack } = await joinStage(await open())
    const before = ids()
    await joinByImport()
    const joined = (await publish([row('d', '5 Tallow Rd')], 'database')).version!
    await desk.decidePair(PAIR, 'apart', null, CURATOR)
    await publish([row('r', '9 Osprey Cres', { ...CORPORATION, storeys: 9 })], 'register')
    expect(ids()).toEqual(expect.arrayContaining(before))
    await rollBack(joined)
    await read()
    expect(ids()).not.toContain(before[1])
    await publish([row('c', '1 Marlow St', CORPORATION)], 'city')
    await publish([row('r', '9 Osprey Cres', CORPORATION)], 'register')
    expect(ids()).toEqual(expect.arrayContaining(before))
    await publish([row('x', '1 Marlow St', CORPORATION)], 'builder')
    expect(ids()).toEqual(expect.arrayContaining(before))
  })

  it('can be kept apart before any import joins them, and joined later', async () => {
    const { desk, ids, joinByImport, now } = await joinStage(await open())
    const before = ids()
    const never = await desk.decidePair(PAIR, 'apart', null, CURATOR)
    await joinByImport()
    expect(ids()).toEqual(before)
    await expect(desk.decidePair(PAIR, 'join', null, CURATOR)).rejects.toMatchObject({ code: 'state_conflict' })
    await desk.undo(never.case.case.id, CURATOR)
    expect(ids()).toEqual([before[0]])
    const again = await desk.decidePair({ row: PAIR.other, other: PAIR.row }, 'join', null, CURATOR)
    expect(again.case.case.id).toBe(never.case.case.id)
    expect((await desk.automatic(ALL)).total).toBe(0)
    expect(findRemoval(now(), before[1]!)).toMatchObject({ merged_into: before[0] })
  })

  it('are not joined through a third row, nor by a merge', async () => {
    const { desk, ids, publish, merger } = await joinStage(await open())
    await publish([row('d', '5 Tallow Rd')], 'database')
    const third = { source: 'database', key: 'd' }
    await desk.decidePair(PAIR, 'apart', null, CURATOR)
    await desk.decidePair({ row: PAIR.row, other: third }, 'join', null, CURATOR)
    const refused = { code: 'state_conflict' }
    await expect(desk.decidePair({ row: PAIR.other, other: third }, 'join', null, CURATOR)).rejects.toMatchObject(
      refused,
    )
    const [from, into] = ids()
    const { token } = await merger.preview(from!, into!)
    await expect(merger.merge(from!, into!, token, 'one site', CURATOR)).rejects.toMatchObject(refused)
    const same = { row: third, other: { source: 'database', key: 'e' } }
    const unknown = { row: third, other: { source: 'city', key: 'e' } }
    for (const pair of [same, unknown])
      await expect(desk.decidePair(pair, 'apart', null, CURATOR)).rejects.toMatchObject({ code: 'invalid_parameter' })
  })

  it('take the verified addresses of their project with them, there and back', async () => {
    const db = await open()
    const { desk, ids, joinByImport, now } = await joinStage(db)
    const [city, register] = ids()
    const verified = new VerifiedAddresses(db)
    const counter = new UncertainQueryCounter(db, { now: () => 0 })
    const links = new Links({ snapshot: now } as never, verified, counter)
    const curators = new Desk(db, links, verified, { now: () => Date.parse('2026-11-14T09:00:00Z') })
    const alias = { line: '9 Widmer Lane', city: 'Toronto', province: 'ON', buildingId: null, note: null }
    const { id } = await curators.proposeAlias({ ...alias, projectId: register! }, 'per_a')
    await curators.settleAlias(id, true, 'per_a', null)
    const verifiedProject = async () => {
      const rows = await db.query
        .selectFrom('link_decisions')
        .select('project_id')
        .where('state', '=', 'verified')
        .execute()
      return rows.map(({ project_id }) => project_id)
    }
    await joinByImport()
    expect(await verifiedProject()).toEqual([city])
    const apart = await desk.decidePair(PAIR, 'apart', null, CURATOR)
    expect(await verifiedProject()).toEqual([register])
    await desk.undo(apart.case.case.id, CURATOR)
    expect(await verifiedProject()).toEqual([city])
  })
})
