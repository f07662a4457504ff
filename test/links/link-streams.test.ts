// The place of an account's one stream: held over all nodes, kept while it lasts, free when its node is gone.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { LinkStreams } from '../../src/links/link-streams.ts'
import { databaseOptions, kinds, openFor } from '../support/databases.ts'

const refused = { code: 'rate_limited', options: { retryAfterSeconds: 5 } }
const nodes = (db: Database) => [new LinkStreams(db, 'one'), new LinkStreams(db, 'two')] as const
/** Instead of waiting for the clock. */
const expire = (db: Database) => sql`update leases set expires_at = now() - interval '1 second'`.execute(db.query)

describe.runIf(kinds.includes('postgres'))('a stream of an account, on PostgreSQL', () => {
  const open = async () => openFor(await databaseOptions('postgres'))

  it('leaves room for four streams of listings, counted over two nodes', async () => {
    const db = await open()
    const [one, two] = [new LinkStreams(db, 'one', false), new LinkStreams(db, 'two', false)]
    await one.acquire('acc_1')
    const releases = [await one.acquire('acc_1', 'listing'), await two.acquire('acc_1', 'listing')]
    for (const streams of [one, two]) await streams.acquire('acc_1', 'listing')
    for (const streams of [one, two]) await expect(streams.acquire('acc_1', 'listing')).rejects.toMatchObject(refused)
    await releases[1]!()
    await one.acquire('acc_1', 'listing')
  })

  it('is one over two nodes, and its place is free as soon as it was given back', async () => {
    const [one, two] = nodes(await open())
    const release = await one.acquire('acc_1')
    await expect(two.acquire('acc_1')).rejects.toMatchObject(refused)
    await expect(one.acquire('acc_1')).rejects.toMatchObject(refused)
    await two.acquire('acc_2')
    await Promise.all([release(), release()])
    await two.acquire('acc_1')
    expect([one.size, two.size]).toEqual([0, 2])
  })

  it('is free although it was being renewed while it was given back', async () => {
    const db = await open()
    const [one, two] = nodes(db)
    const release = await one.acquire('acc_1')
    // A renewal that takes its time: a release that did not wait for it would come first.
    await sql`create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(0.2); return new; end'`.execute(
      db.query,
    )
    await sql`create trigger wait before insert on leases for each row execute function wait()`.execute(db.query)
    await Promise.all([one.renew(), release()])
    await two.acquire('acc_1')
  })

  it('of a node that died is free when its lease has run out; one that is renewed is not', async () => {
    const db = await open()
    const [one, two] = nodes(db)
    await one.acquire('acc_1')
    await expire(db)
    await one.renew()
    await expect(two.acquire('acc_1')).rejects.toMatchObject(refused)
    await expire(db)
    await two.acquire('acc_1')
    await one.renew()
    await expect(new LinkStreams(db, 'three').acquire('acc_1')).rejects.toMatchObject(refused)
  })

  it('begins without the database too, then one a node; renewed, it is known to all again', async () => {
    const db = await open()
    const [one, two] = nodes(db)
    await sql`alter table leases rename to leases_away`.execute(db.query)
    await one.acquire('acc_1')
    await expect(one.acquire('acc_1')).rejects.toMatchObject(refused)
    await sql`alter table leases_away rename to leases`.execute(db.query)
    await one.renew()
    await expect(two.acquire('acc_1')).rejects.toMatchObject(refused)
  })
})

it('on the embedded database, whose one node knows its streams, the database is not asked', async () => {
  const db = await openFor(await databaseOptions('embedded'))
  const streams = new LinkStreams(db, 'one')
  await db.tx(async () => {
    const release = await streams.acquire('acc_1')
    await expect(streams.acquire('acc_1')).rejects.toMatchObject(refused)
    await release()
    await streams.renew()
  })
  expect(streams.size).toBe(0)
})
