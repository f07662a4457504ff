// Projects that become one after an import or a decision: ids, successors, decisions about addresses.
import { expect, it } from 'vitest'
import { findRemoval } from '../../src/catalog/query/list-projects.ts'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { recompose } from '../../src/ingest/publish/recompose.ts'
import { rollback } from '../../src/ingest/publish/rollback.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { Desk } from '../../src/links/desk/curator-desk.ts'
import { Links } from '../../src/links/links.ts'
import { UncertainQueryCounter } from '../../src/links/uncertain-queries.ts'
import { VerifiedAddresses } from '../../src/links/verified-addresses.ts'
import { forEachDatabase } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'

let minute = 0
const now = () => new Date(Date.parse('2026-11-14T06:00:00Z') + minute++ * 60_000)

const publish = (db: Database, source: string, rows: readonly ProjectRow[]) =>
  publishRows(db, { dataset: 'production', source, rows, at: now() })

const projects = async (db: Database) => (await readSnapshot(db, 'production')).projects.toArray()

/** A row that says only where it is. */
const small = (key: string, line: string, more: Partial<ProjectRow> = {}): ProjectRow => {
  const [tower] = projectRow(key).buildings
  const addresses = [{ line, kind: 'municipal' as const, valid_from: null, valid_to: null }]
  const nothing = { floor_plans: [], units: [], media: [], history: [] }
  return projectRow(key, {
    name: line,
    address: `${line}, Toronto, ON`,
    buildings: [{ ...tower!, addresses }],
    ...nothing,
    ...more,
  })
}

const corp = (number: number) => ({ condo_corp: { registry: 'TSCC', number } })

forEachDatabase('projects that become one', (open) => {
  it('keep the id and building of the older project, and decisions about addresses move', async () => {
    const db = await open()
    await publish(db, 'register', [small('a', '1 Marlow St'), small('b', '9 Osprey Cres', corp(7))])
    const before = await projects(db)
    const [first, second] = before.map(({ id }) => id)
    const verified = new VerifiedAddresses(db)
    const snapshot = await readSnapshot(db, 'production')
    const counter = new UncertainQueryCounter(db, { now: () => 0 })
    const desk = new Desk(db, new Links({ snapshot: () => snapshot } as never, verified, counter), verified, {
      now: () => now().getTime(),
    })
    const alias = { line: '9 Widmer Lane', city: 'Toronto', province: 'ON', buildingId: null, note: null }
    await desk.settleAlias((await desk.proposeAlias({ ...alias, projectId: second! }, 'per_a')).id, true, 'per_a', null)
    // A more trusted row has the address of the one and the corporation of the other: a person joins them.
    await publish(db, 'builder', [small('x', '1 Marlow St', { storeys: 31 })])
    expect((await projects(db)).map(({ id }) => id)).toEqual([first, second])
    await recompose(db, {
      at: now(),
      actor: 'per_a',
      note: null,
      snapshot,
      decide: async (tx) => {
        const pair = { source: 'register', key: 'b', other_source: 'builder', other_key: 'x' }
        const facts = { confidence: 0.7, distance_m: null, reason: 'test', opened_at: now(), decided_at: now() }
        await tx
          .insertInto('join_cases')
          .values({
            id: 'join_1',
            dataset: 'production',
            ...pair,
            ...facts,
            state: 'joined',
            decided_by: 'per_a',
            decision_reason: null,
          })
          .execute()
      },
    })
    const [one, ...others] = await projects(db)
    expect(others).toEqual([])
    expect(one).toMatchObject({ id: first, storeys: 31 })
    expect(one!.buildings[0]!.id).toBe(before[0]!.buildings[0]!.id)
    expect(one!.buildings[0]!.addresses.map(({ line }) => line)).toEqual(['1 Marlow St', '9 Osprey Cres'])
    expect(findRemoval(await readSnapshot(db, 'production'), second!)).toMatchObject({ merged_into: first })
    const decisions = await db.query.selectFrom('link_decisions').select(['project_id', 'state']).execute()
    expect(decisions).toContainEqual({ project_id: first, state: 'verified' })
    expect(decisions).not.toContainEqual({ project_id: second, state: 'verified' })
  })

  it('are two again when the row that joined them leaves, and a returning row takes no one’s project', async () => {
    const db = await open()
    await publish(db, 'register', [small('a', '1 Marlow St', { year_built: 1990 })])
    await publish(db, 'builder', [small('x', '1 Marlow St'), small('y', '3 Tallow Rd')])
    const [one, two] = await projects(db)
    expect(one).toMatchObject({ year_built: 1990, rows: [{ source: 'builder', key: 'x' }, { source: 'register' }] })
    await publish(db, 'builder', [small('y', '3 Tallow Rd')])
    expect(await projects(db)).toMatchObject([
      { id: one!.id, rows: [{ source: 'register', key: 'a' }], buildings: [{ id: one!.buildings[0]!.id }] },
      { id: two!.id },
    ])
    await publish(db, 'builder', [small('x', '7 Hyssop Ave'), small('y', '3 Tallow Rd')])
    const ids = new Map((await projects(db)).map(({ address, id }) => [address, id]))
    expect(ids.get('1 Marlow St, Toronto, ON')).toBe(one!.id)
    expect(new Set(ids.values()).size).toBe(3)
    const buildings = (await projects(db)).flatMap((project) => project.buildings.map(({ id }) => id))
    expect(new Set(buildings).size).toBe(3)
  })

  it('return with their rows after a rollback, and imports go on from there', async () => {
    const db = await open()
    const register = [small('a', '1 Marlow St', corp(7)), small('b', '9 Osprey Cres', corp(8))]
    const { version } = await publish(db, 'register', register)
    const before = (await projects(db)).map(({ id, address }) => [id, address])
    const both = small('x', '1 Marlow St', { ...corp(8) })
    await publish(db, 'builder', [both])
    await rollback(db, 'production', version!, { at: now() })
    expect((await projects(db)).map(({ id, address }) => [id, address])).toEqual(before)
    expect(await publish(db, 'register', register)).toMatchObject({ rejected: [], projectsGone: 0 })
    expect((await projects(db)).map(({ id, address }) => [id, address])).toEqual(before)
  })

  it('rows that only add wait, fill in when the building arrives, and are in the report', async () => {
    const db = await open()
    const source = { kind: 'file', location: null, format: null, map: null, enabled: false, last_run: null }
    await db.query
      .insertInto('sources')
      .values({ name: 'odb', ...source, trust: 400, creates_projects: false })
      .execute()
    const first = await publish(db, 'odb', [small('d', '1 Marlow St', { year_built: 1999 })])
    expect(first).toMatchObject({ published: false, joins: { joined: 0, created: 0, waiting: 1, doubtful: 0 } })
    await publish(db, 'register', [small('a', '1 Marlow St')])
    expect(await projects(db)).toMatchObject([{ year_built: 1999, row_of: { year_built: 1 } }])
    expect(await publish(db, 'odb', [small('d', '1 Marlow St', { year_built: 2001 })])).toMatchObject({
      published: true,
      joins: { joined: 1, created: 0, waiting: 0, doubtful: 0 },
    })
    expect(await projects(db)).toMatchObject([{ year_built: 2001 }])
    await publish(db, 'register', [])
    expect(await projects(db)).toEqual([])
  })
})
