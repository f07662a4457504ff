// Feeds of a RESO server that announces changes with EntityEvent, on both databases.
import { expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { DAY_MS } from '../../src/kernel/time.ts'
import { forEachDatabase } from '../support/databases.ts'
import { keyOf } from '../support/reso-rows.ts'
import type { ResoFault } from '../support/reso-server.ts'
import { resoFeed } from './feeds-stage.ts'

/** A feed that was read once; the server has announced one change before. */
async function readOnce(db: Database, rows: number) {
  const made = await resoFeed(db, { rows })
  made.server.firstEvent = 5000
  made.server.rows.clock = () => made.stage.clock.ms
  made.server.rows.change(0)
  await made.stage.pass(made.id)
  const asked = made.server.requests.length
  /** The paths and filters of the requests since. */
  const requests = () => made.server.requests.slice(asked).map(({ path, query }) => `${path} ${query.get('$filter')}`)
  return { ...made, requests }
}

forEachDatabase('a feed with EntityEvent', (open) => {
  it('reads the changed rows by key, and marks gone at once what the server no longer has', async () => {
    const { stage, server, id, requests } = await readOnce(await open(), 150)
    expect(await stage.feed(id)).toMatchObject({ progress: { events: { sequence: 5000 } } })
    // More than one request for rows, and one row twice.
    for (let i = 0; i < 45; i++) server.rows.change(i)
    server.rows.change(0)
    server.rows.delete(60)
    const added = server.rows.add()
    expect(await stage.pass(id)).toMatchObject({ status: 'active', progress: { events: { sequence: 5048 } } })
    const stored = await stage.stored()
    expect(stored.slice(1, 45).map(({ status }) => status)).toEqual(Array(44).fill('Pending'))
    expect(stored.at(-1)!.key).toBe(keyOf(added))
    expect(await stage.goneKeys()).toEqual([keyOf(60)])
    expect(await stage.told()).toMatchObject([{ type: 'listing.gone', resource_id: keyOf(60) }])
    expect(requests().filter((text) => text.includes('ModificationTimestamp'))).toEqual([])
    await stage.pass(id)
    expect(requests().at(-1)).toBe("/odata/EntityEvent ResourceName eq 'Property' and EntityEventSequence gt 5048")
  })

  it('goes on after a fault, also where the server sends fewer rows than it was asked for', async () => {
    const { stage, server, id } = await readOnce(await open(), 100)
    server.pageCap = 7
    for (let i = 0; i < 30; i++) server.rows.change(i)
    server.faults.push(...(['500', undefined, '429', 'half', 'html'] as ResoFault[]))
    expect(await stage.pass(id)).toMatchObject({ status: 'active', progress: { events: { sequence: 5030 } } })
    expect((await stage.stored()).slice(1, 30).every(({ status }) => status === 'Pending')).toBe(true)
    expect(await stage.goneKeys()).toEqual([])
  })

  it('leaves it to a sweep when too many rows are not found', async () => {
    const { stage, server, id } = await readOnce(await open(), 100)
    for (let i = 0; i < 40; i++) server.rows.delete(i)
    await stage.pass(id)
    expect(await stage.goneKeys()).toEqual([])
    expect(await stage.pass(id)).toMatchObject({ held_sweep: { stored: 100, missing: 40 } })
  })

  it('reads by time while the server has no events, and looks again after each sweep', async () => {
    const { stage, server, id, requests } = await readOnce(await open(), 100)
    server.firstEvent = null
    server.rows.change(3)
    expect(await stage.pass(id)).toMatchObject({ status: 'active', progress: { events: null } })
    expect((await stage.stored())[3]).toMatchObject({ status: 'Pending' })
    const before = requests().filter((text) => text.includes('EntityEvent')).length
    await stage.pass(id)
    expect(requests().filter((text) => text.includes('EntityEvent'))).toHaveLength(before)
    server.firstEvent = 9000
    await stage.pass(id, DAY_MS)
    await stage.pass(id)
    expect(await stage.feed(id)).toMatchObject({ progress: { events: { sequence: 9001 } } })
  })

  it('finds at a sweep what no change brought, as when a row begins to match the filter', async () => {
    const { stage, server, id } = await readOnce(await open(), 50)
    await stage.db.query.deleteFrom('listings').where('key', '=', keyOf(9)).execute()
    await stage.pass(id)
    expect(await stage.stored()).toHaveLength(49)
    await stage.pass(id, DAY_MS)
    expect((await stage.stored()).map(({ key }) => key)).toEqual(server.rows.keys())
  })
})
