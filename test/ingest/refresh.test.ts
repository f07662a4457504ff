// The daily refresh: once a day, on one node at a time.
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { demoSource } from '../../src/app/first-data.ts'
import { readChanges } from '../../src/events/change-log.ts'
import { isRefreshDue, lastRefresh, refresh } from '../../src/ingest/import/refresh.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { forEachDatabase } from '../support/databases.ts'

const at = (text: string) => new Date(text)

it('is due after today’s refresh time until today’s refresh has run', () => {
  expect(isRefreshDue(at('2026-11-15T04:29:00Z'), '04:30', null)).toBe(false)
  expect(isRefreshDue(at('2026-11-15T04:30:00Z'), '04:30', null)).toBe(true)
  expect(isRefreshDue(at('2026-11-15T23:59:00Z'), '04:30', '2026-11-14')).toBe(true)
  expect(isRefreshDue(at('2026-11-15T23:59:00Z'), '04:30', '2026-11-15')).toBe(false)
  expect(isRefreshDue(at('2026-11-16T01:00:00Z'), '04:30', '2026-11-15')).toBe(false)
})

forEachDatabase('a refresh', (open) => {
  const source = demoSource(40)
  const publish = (db: Awaited<ReturnType<typeof open>>, day: string) =>
    publishRows(db, { dataset: 'production', source: 'demo', rows: source.rows(day), at: at(`${day}T05:00:00Z`) })

  it('publishes the changes of each day, and nothing for the same day again', async () => {
    const db = await open()
    const first = await publish(db, '2026-11-05')
    const run = await refresh(db, [source], 'me', () => at('2026-11-25T05:00:00Z'))
    expect(run).toMatchObject({ day: '2026-11-25', sources: [{ source: 'demo', published: true }] })
    expect(run?.sources[0]?.version).not.toBe(first.version)
    const query = { dataset: 'production', since: 0, limit: 1000 } as const
    const changes = await readChanges(db.query, query)
    if (changes.kind !== 'changes') throw new Error('expired')
    expect(changes.events.filter(({ type }) => type !== 'dataset.published').length).toBeGreaterThan(0)
    const again = await refresh(db, [source], 'me', () => at('2026-11-25T06:00:00Z'))
    expect(again?.sources).toMatchObject([{ source: 'demo', outcome: 'unchanged', version: run?.sources[0]?.version }])
    expect(await readChanges(db.query, query)).toEqual(changes)
    expect((await lastRefresh(db))?.finished_at).toBe('2026-11-25T06:00:00.000Z')
  })

  it('skips a source that is not in use, and does nothing while another node refreshes', async () => {
    const db = await open()
    expect(await refresh(db, [source], 'me', () => at('2026-11-25T05:00:00Z'))).toMatchObject({ sources: [] })
    await db.query
      .insertInto('leases')
      .values({ name: 'refresh', holder: 'other', expires_at: '2999-01-01T00:00:00Z' })
      .execute()
    expect(await refresh(db, [source], 'me', () => at('2026-11-25T05:00:00Z'))).toBeNull()
  })

  it('stops when another node takes over, and leaves the other sources to it', async () => {
    const db = await open()
    const published: string[] = []
    const sourceNamed = (name: string, publish: (lost: AbortSignal) => Promise<unknown>) => ({
      name,
      publish: async (lost: AbortSignal) => {
        await publish(lost)
        published.push(name)
        return { outcome: 'unchanged' as const, version: null }
      },
    })
    const slow = sourceNamed('slow', async (lost) => {
      await db.query.updateTable('leases').set({ holder: 'other' }).where('name', '=', 'refresh').execute()
      await once(lost, 'abort')
    })
    const next = sourceNamed('next', async () => {})
    const run = await refresh(db, [slow, next], 'me', () => at('2026-11-25T05:00:00Z'), undefined, 100)
    expect([run, published, await lastRefresh(db)]).toEqual([null, ['slow'], null])
    const lease = await db.query.selectFrom('leases').select('holder').where('name', '=', 'refresh').executeTakeFirst()
    expect(lease).toEqual({ holder: 'other' })
  })
})
