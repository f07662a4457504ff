// Merges on both databases: the survivor gets names, buildings, addresses and decisions.
import { expect, it } from 'vitest'
import { findRemoval } from '../../src/catalog/query/list-projects.ts'
import type { CrashPoint } from '../../src/ingest/publish/publication.ts'
import { CRASH_POINTS } from '../../src/ingest/publish/publication.ts'
import { Desk } from '../../src/links/desk/curator-desk.ts'
import { Links } from '../../src/links/links.ts'
import { UncertainQueryCounter } from '../../src/links/uncertain-queries.ts'
import { VerifiedAddresses } from '../../src/links/verified-addresses.ts'
import { fromCases } from '../support/cases.ts'
import { forEachDatabase } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'
import type { Stage } from './stage.ts'
import { CURATOR, stageOn } from './stage.ts'

const [ONE, TWO] = [1000, 1001]
const rows = () => [projectRow('1'), projectRow('2', { name: 'Second House' })]

async function merge(stage: Stage, from = TWO, into = ONE) {
  const { token } = await stage.merger.preview(from, into)
  return stage.merger.merge(from, into, token, 'one house under two names', CURATOR)
}

const links = (stage: Stage, verified = new VerifiedAddresses(stage.db)) =>
  new Links({ snapshot: () => stage.now() } as never, verified, new UncertainQueryCounter(stage.db, { now: () => 0 }))

function linked(stage: Stage, address: string) {
  return stage.now().matcher.match({ address, city: 'Toronto', province: 'ON' }).candidates[0]?.group
}

/** Verifies an address in a project. Returns a function that reads its current project. */
async function addressVerifiedIn(stage: Stage, projectId: number): Promise<() => Promise<number | undefined>> {
  const verified = new VerifiedAddresses(stage.db)
  const desk = new Desk(stage.db, links(stage, verified), verified, { now: () => Date.parse('2026-11-14T07:00:00Z') })
  const alias = { line: '9 Widmer Lane', city: 'Toronto', province: 'ON', projectId, buildingId: null, note: null }
  await desk.settleAlias((await desk.proposeAlias(alias, 'per_a')).id, true, 'per_a', null)
  return async () => {
    await verified.sync()
    const question = { address: '9 Widmer Lane, Toronto, ON', min_confidence: 0.2, explain: false }
    return links(stage, verified).inspect(question, 'production').result.links[0]?.target.project_id
  }
}

forEachDatabase('a merge', (open) => {
  it('removes one project, adds its names and addresses to the survivor, and announces both', async () => {
    const stage = await stageOn(await open())
    await stage.publish(rows())
    await stage.newEvents()
    const { plan, decisions } = await stage.merger.preview(TWO, ONE)
    expect(decisions).toEqual({ verified: 0, proposed: 0 })
    expect(plan.additions.aliases).toEqual(['Second House'])
    expect(plan.buildingEvents).toEqual({
      'building.updated': 1,
      'building.address_changed': 1,
      'building.removed': 1,
    })
    const tower = plan.towers[0]!.counterpart!.id
    await merge(stage)
    expect(await stage.newEvents()).toEqual([
      'project.updated 1000 aliases',
      `building.address_changed ${tower} addresses`,
      `building.updated ${tower} names`,
      'media.removed 10003',
      'media.removed 10004',
      'media.removed 10005',
      'floor_plan.removed 10002',
      'floor_plan.removed 10003',
      `building.removed ${plan.towers[0]!.tower.id}`,
      'project.removed 1001 merged_into',
      'dataset.published',
    ])
    const snapshot = await stage.read()
    expect(findRemoval(snapshot, TWO)).toMatchObject({ merged_into: ONE })
    expect(findRemoval(snapshot, 'second-house')).toMatchObject({ merged_into: ONE })
    expect(snapshot.projects.get(TWO)).toBeUndefined()
    expect(snapshot.projects.get(ONE)).toMatchObject(fromCases<object>('edits/merges', 'survivor'))
    expect(linked(stage, '2 Bloor St W')).toBe('1000')
    const log = await stage.db.query.selectFrom('audit_log').select(['action', 'details']).execute()
    expect(log).toEqual([
      { action: 'desk.project_merged', details: { from: TWO, into: ONE, reason: 'one house under two names' } },
    ])
  })

  it('survives imports: the same file changes nothing, and a changed row does not restore the project', async () => {
    const stage = await stageOn(await open())
    await stage.publish(rows())
    await merge(stage)
    await stage.newEvents()
    expect(await stage.publish(rows())).toMatchObject({ published: false, rejected: [] })
    expect(await stage.newEvents()).toEqual([])
    const report = await stage.publish([projectRow('1', { storeys: 25 }), projectRow('2', { storeys: 31 })])
    expect(report).toMatchObject({ published: true, rejected: [] })
    const snapshot = await stage.read()
    expect(snapshot.projects.toArray().map(({ id }) => id)).toEqual([ONE])
    expect(snapshot.projects.get(ONE)).toMatchObject({ storeys: 25, aliases: ['Second House'] })
    expect(linked(stage, '2 Bloor St W')).toBe('1000')
    // A row of another source with the old address is about the survivor.
    await stage.publish(
      [projectRow('2', { key: 'r', year_built: 2001, floor_plans: [], units: [], media: [], history: [] })],
      'registry',
    )
    expect((await stage.read()).projects.toArray()).toMatchObject([{ id: ONE, year_built: 2001 }])
  })

  it('lets the merged project’s source fill in unknown fields', async () => {
    const stage = await stageOn(await open())
    await stage.publish([projectRow('1', { year_built: null })])
    await stage.publish([projectRow('2', { year_built: 1999 })], 'registry')
    await merge(stage)
    expect((await stage.read()).projects.get(ONE)).toMatchObject({
      year_built: 1999,
      rows: [{ source: 'builder' }, { source: 'registry' }],
      row_of: { year_built: 1 },
    })
    expect(await stage.publish([projectRow('2', { year_built: 1999 })], 'registry')).toMatchObject({ published: false })
    expect(await stage.publish([projectRow('1', { year_built: null })])).toMatchObject({ published: false })
  })

  it('moves a building without a counterpart with its id, and keeps it through imports', async () => {
    const stage = await stageOn(await open())
    const [first, second] = rows()
    const tower = second!.buildings[0]!
    const pair = {
      ...second!,
      buildings: [
        { ...tower, name: 'East' },
        {
          ...tower,
          key: 'west',
          name: 'West',
          addresses: [{ line: '3 Bloor St W', kind: 'municipal' as const, valid_from: null, valid_to: null }],
        },
      ],
    }
    await stage.publish([first!, pair])
    const ids = stage
      .now()
      .projects.get(TWO)!
      .buildings.map(({ id }) => id)
    await merge(stage)
    await stage.publish([projectRow('1', { storeys: 22 }), pair])
    const { buildings, buildings_count } = (await stage.read()).projects.get(ONE)!
    expect(buildings.slice(1).map(({ id, project_id }) => [id, project_id])).toEqual(ids.map((id) => [id, ONE]))
    expect(buildings_count).toBe(3)
    expect(linked(stage, '3 Bloor St W')).toBe('1000')
  })

  it('is refused when a project changed after the preview', async () => {
    const stage = await stageOn(await open())
    await stage.publish(rows())
    const { token } = await stage.merger.preview(TWO, ONE)
    await stage.editor.correct(ONE, await stage.version(ONE), { name: 'North', reason: null }, CURATOR)
    const late = () => stage.merger.merge(TWO, ONE, token, 'x', CURATOR)
    await expect(late()).rejects.toMatchObject({ code: 'precondition_failed' })
    const other = await stage.merger.preview(ONE, TWO)
    await expect(stage.merger.merge(TWO, ONE, other.token, 'x', CURATOR)).rejects.toMatchObject({
      code: 'precondition_failed',
    })
    await expect(stage.merger.preview(ONE, ONE)).rejects.toMatchObject({ code: 'invalid_parameter' })
    expect((await stage.read()).projects.size).toBe(2)
  })

  it('can be undone: the project returns with its rows and decisions, and imports keep that', async () => {
    const stage = await stageOn(await open())
    await stage.publish(rows())
    const place = await addressVerifiedIn(stage, TWO)
    expect(await place()).toBe(TWO)
    await stage.newEvents()
    const { id } = await merge(stage)
    expect(await place()).toBe(ONE)
    expect((await stage.newEvents()).filter((line) => line.startsWith('building_link'))).toEqual([
      expect.stringMatching(/^building_link.verified dec_\w+ project_id$/),
    ])
    await stage.merger.undo(id, 'they are two', CURATOR)
    expect(await place()).toBe(TWO)
    expect(await stage.newEvents()).toEqual(expect.arrayContaining(['project.created 1001']))
    const snapshot = await stage.read()
    expect(snapshot.projects.get(ONE)).toMatchObject({
      aliases: [],
      buildings: [{ addresses: [{ line: '1 Bloor St W' }] }],
    })
    expect(await stage.publish(rows())).toMatchObject({ published: false, rejected: [] })
    await stage.publish([projectRow('1'), projectRow('2', { name: 'Second House', storeys: 44 })])
    expect((await stage.read()).projects.get(TWO)).toMatchObject({ storeys: 44, merged_into: null })
    await expect(stage.merger.undo(id, 'again', CURATOR)).rejects.toMatchObject({ code: 'state_conflict' })
  })

  it('ends with a rollback to before it, moves decisions back, and imports keep that', async () => {
    const stage = await stageOn(await open())
    await stage.publish(rows())
    const place = await addressVerifiedIn(stage, TWO)
    await merge(stage)
    expect(await place()).toBe(ONE)
    await stage.rollBack('2026-11-14.1')
    expect((await stage.read()).projects.toArray().map(({ id }) => id)).toEqual([ONE, TWO])
    // The decision is about the restored project again.
    expect(await place()).toBe(TWO)
    expect(await stage.publish(rows())).toMatchObject({ published: false, rejected: [] })
    await stage.publish([projectRow('1'), projectRow('2', { storeys: 44 })])
    expect((await stage.read()).projects.toArray()).toMatchObject([
      { id: ONE, aliases: [] },
      { id: TWO, storeys: 44 },
    ])
    // A rollback to after the merge restores it.
    await stage.rollBack('2026-11-14.2')
    await stage.read()
    expect(await place()).toBe(ONE)
    await stage.publish([projectRow('1', { storeys: 12 }), projectRow('2')])
    expect((await stage.read()).projects.toArray()).toMatchObject([{ id: ONE, storeys: 12, aliases: ['Second House'] }])
  })

  it('is restored by a rollback to a rollback, also when a project was missing just before', async () => {
    const stage = await stageOn(await open())
    await stage.publish(rows())
    const place = await addressVerifiedIn(stage, TWO)
    const { id } = await merge(stage)
    await stage.merger.undo(id, 'they are two', CURATOR)
    await stage.publish([projectRow('1')])
    await stage.rollBack('2026-11-14.2')
    await stage.read()
    expect(await place()).toBe(ONE)
    await stage.rollBack('2026-11-14.1')
    await stage.read()
    expect(await place()).toBe(TWO)
    await stage.rollBack('2026-11-14.5')
    await stage.read()
    expect(await place()).toBe(ONE)
  })

  it('can be undone after a rollback restored it, also when the projects were merged just before', async () => {
    const stage = await stageOn(await open())
    await stage.publish(rows())
    const first = await merge(stage)
    await stage.merger.undo(first.id, 'they are two', CURATOR)
    await merge(stage)
    await stage.rollBack('2026-11-14.2')
    await stage.read()
    const { id } = (await stage.editor.detail(ONE, 1)).merges.find(({ state }) => state === 'in_force')!
    expect(id).not.toBe(first.id)
    await stage.merger.undo(id, 'they are two', CURATOR)
    expect((await stage.read()).projects.toArray()).toMatchObject([
      { id: ONE, name: 'House 1', aliases: [] },
      { id: TWO, name: 'Second House', merged_into: null },
    ])
  })

  it('recognizes the merged project’s row under a new key', async () => {
    const stage = await stageOn(await open())
    await stage.publish(rows())
    await merge(stage)
    const renamed = { ...rows()[1]!, key: '2b' }
    expect(await stage.publish([rows()[0]!, renamed])).toMatchObject({ published: false, rejected: [] })
    expect(await stage.publish([projectRow('1', { storeys: 9 }), renamed])).toMatchObject({ rejected: [] })
    expect((await stage.read()).projects.toArray()).toMatchObject([{ id: ONE, name: 'House 1', storeys: 9 }])
  })

  it('makes the second row the owner when the first leaves the source', async () => {
    const stage = await stageOn(await open())
    await stage.publish(rows())
    await merge(stage)
    await stage.publish([rows()[1]!])
    await stage.publish([projectRow('2', { name: 'Second House', storeys: 33 })])
    expect((await stage.read()).projects.toArray()).toMatchObject([{ id: ONE, name: 'Second House', storeys: 33 }])
  })
})

/** A crash after the commit has no effect. */
const POINTS = CRASH_POINTS.filter((point) => point !== 'after commit')

forEachDatabase('an edit that crashes', (open) => {
  it('leaves no trace at any crash point, and the next attempt succeeds', async () => {
    let dying: CrashPoint | null = null
    const stage = await stageOn(await open(), (point) => {
      if (point === dying) throw new Error('died')
    })
    await stage.publish(rows())
    const everything = async () =>
      JSON.stringify(
        await Promise.all(
          (
            [
              'records',
              'history',
              'events',
              'identities',
              'corrections',
              'merges',
              'audit_log',
              'dataset_versions',
              'project_names',
            ] as const
          ).map((table) => stage.db.query.selectFrom(table).selectAll().execute()),
        ),
      )
    const before = await everything()
    const seen = await stage.version(ONE)
    const rename = () => stage.editor.correct(ONE, seen, { name: 'North', reason: null }, CURATOR)
    for (const point of POINTS) {
      dying = point
      await expect(rename(), point).rejects.toThrow('died')
      await expect(merge(stage), point).rejects.toThrow('died')
      expect(await everything(), point).toBe(before)
    }
    dying = null
    await rename()
    await merge(stage)
    expect((await stage.read()).projects.toArray()).toMatchObject([
      { id: ONE, name: 'North', aliases: ['Second House'] },
    ])
  })
})
