// Decisions about two rows, on both databases: queue, join, conflict and undo.
import { expect, it } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import { JoinDesk } from '../../src/ingest/edits/join-desk.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { forEachDatabase } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'

const line = (text: string) => ({ line: text, kind: 'municipal' as const, valid_from: null, valid_to: null })

/** At one address line, but 400 m apart. */
function rowAt(key: string, lines: readonly string[], latitude: number) {
  const [tower] = projectRow(key).buildings
  return projectRow(key, {
    address: `${lines[0]}, Toronto, ON`,
    latitude,
    longitude: -79.4,
    buildings: [{ ...tower!, addresses: lines.map(line) }],
    history: [],
  })
}

async function openDesk(db: Database): Promise<JoinDesk> {
  const publish = (source: string, row: ReturnType<typeof rowAt>, day: number) =>
    publishRows(db, { dataset: 'production', source, rows: [row], at: new Date(Date.UTC(2026, 10, day)) })
  await publish('city', rowAt('c1', ['12 Marlow St', '3 Tallow Rd'], 43.65), 13)
  await publish('register', rowAt('r1', ['3 Tallow Rd'], 43.6536), 14)
  const snapshot = await readSnapshot(db, 'production')
  return new JoinDesk({ db, clock: systemClock, published: async () => {}, snapshot: () => snapshot })
}

const projectIds = async (db: Database) => (await readSnapshot(db, 'production')).projects.toArray().map(({ id }) => id)

forEachDatabase('join decisions', (open) => {
  it('make one project of two, exactly once, and undo restores both ids', async () => {
    const db = await open()
    const desk = await openDesk(db)
    const before = await projectIds(db)
    expect(before).toHaveLength(2)
    const query = { state: 'open', limit: 10, offset: 0 } as const
    const { cases, total, bySource } = await desk.list(query)
    expect([total, bySource]).toEqual([1, { register: 1 }])
    const { id } = cases[0]!.case
    const results = await Promise.allSettled([1, 2].map(() => desk.decide(id, 'join', null, SYSTEM)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await projectIds(db)).toEqual([cases[0]!.other.project_id])
    expect((await desk.list(query)).total).toBe(0)
    const undone = await desk.undo(id, SYSTEM)
    expect(undone.case.case).toMatchObject({ state: 'open', decided_by: null })
    expect(await projectIds(db)).toEqual(before)
    await expect(desk.undo(id, SYSTEM)).rejects.toMatchObject({ code: 'state_conflict' })
  })

  it('stay when rows are kept apart, and nothing is published', async () => {
    const db = await open()
    const desk = await openDesk(db)
    const { cases } = await desk.list({ state: 'open', limit: 10, offset: 0 })
    const result = await desk.decide(cases[0]!.case.id, 'apart', 'two towers', SYSTEM)
    expect(result).toMatchObject({
      datasetVersion: null,
      case: { case: { state: 'apart', decision_reason: 'two towers' } },
    })
    expect(await projectIds(db)).toHaveLength(2)
  })
})
