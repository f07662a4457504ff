import { expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import type { Changes, ChangesQuery } from '../../src/events/change-log.ts'
import { readChanges } from '../../src/events/change-log.ts'
import type { EventDraft, EventType } from '../../src/events/event-types.ts'
import { publishEvents } from '../../src/events/outbox.ts'
import { forEachDatabase } from '../support/databases.ts'

const draft = (type: EventType, id: number, more: Partial<EventDraft> = {}): EventDraft => ({
  type,
  resource_type: 'project',
  resource_id: String(id),
  project_id: id,
  changed_fields: [],
  body: { changes: [] },
  ...more,
})

const write = (db: Database, events: EventDraft[], at = new Date('2026-11-14T00:00:00Z')) =>
  db.tx((tx) => publishEvents(tx, 'production', events, at))

const changes = async (db: Database, more: Partial<ChangesQuery>) => {
  const answer = await readChanges(db.query, { dataset: 'production', since: 0, limit: 100, ...more })
  return answer as Extract<Changes, { kind: 'changes' }>
}

forEachDatabase('the change log', (open) => {
  it('returns every event once and in order across pages, for any filter by type', async () => {
    const db = await open()
    await write(
      db,
      [1, 2, 3, 4].map((id) => draft('project.updated', id)),
    )
    await write(
      db,
      [5, 6].map((id) => draft('project.created', id)),
    )
    const first = await changes(db, { limit: 4 })
    expect(first).toMatchObject({ next_since: 4, has_more: true })
    const rest = await changes(db, { since: first.next_since })
    expect([...first.events, ...rest.events].map((event) => event.sequence)).toEqual([1, 2, 3, 4, 5, 6])
    expect(rest).toMatchObject({ next_since: 6, has_more: false })
    const created = await changes(db, { types: ['project.created'], limit: 1 })
    expect(created).toMatchObject({ next_since: 5, has_more: true })
    // No events of the type remain, so the reader continues from the end.
    expect(await changes(db, { types: ['project.removed'] })).toMatchObject({ events: [], next_since: 6 })
    expect(new Set(first.events.map((event) => event.id)).size).toBe(4)
  })

  it('reuses the numbers of a failed transaction', async () => {
    const db = await open()
    await expect(
      db.tx(async (tx) => {
        await publishEvents(tx, 'production', [draft('ping', 1)], new Date())
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await write(db, [draft('ping', 2)])
    expect((await changes(db, {})).events.map((event) => [event.sequence, event.resource_id])).toEqual([[1, '2']])
  })

  it('reports an expired position, and only that', async () => {
    const db = await open()
    await write(db, [draft('ping', 1)], new Date('2026-11-01T00:00:00Z'))
    await write(db, [draft('ping', 2)], new Date('2026-11-14T00:00:00Z'))
    const oldest = new Date('2026-11-07T00:00:00Z')
    expect(await readChanges(db.query, { dataset: 'production', since: 0, limit: 10, oldest })).toEqual({
      kind: 'expired',
    })
    expect((await changes(db, { since: 1, oldest })).events).toHaveLength(1)
  })

  it('reports a position after the last event, as after a restore, and continues from the last one', async () => {
    const db = await open()
    await write(db, [draft('project.updated', 1), draft('project.updated', 2)])
    const query = { dataset: 'production', limit: 10 } as const
    expect(await readChanges(db.query, { ...query, since: 3 })).toEqual({ kind: 'ahead', last: 2 })
    expect(await readChanges(db.query, { ...query, since: 2 })).toMatchObject({ kind: 'changes', next_since: 2 })
    // The number is shared by both datasets, so a position of one is not ahead in the other.
    expect(await readChanges(db.query, { ...query, dataset: 'sandbox', since: 2 })).toMatchObject({ next_since: 2 })
  })

  it('shows an account its own events only', async () => {
    const db = await open()
    await write(db, [draft('webhook_endpoint.disabled', 1, { account_id: 'acc_1' }), draft('ping', 2)])
    expect((await changes(db, { accountId: 'acc_1' })).events).toHaveLength(2)
    expect((await changes(db, { accountId: 'acc_2' })).events).toHaveLength(1)
    expect((await changes(db, {})).events).toHaveLength(1)
  })
})
