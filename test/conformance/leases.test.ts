// A lease has one holder at a time, on both engines.

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { acquireLease, releaseLease, renewLease } from '../../src/db/lease.ts'
import { HOUR_MS } from '../../src/kernel/time.ts'
import { forBothDatabases } from '../support/databases.ts'

/** Expires leases without waiting. */
const expire = (db: Database) => sql`update leases set expires_at = now() - interval '1 second'`.execute(db.query)

forBothDatabases('a lease', (open) => {
  it('goes to exactly one of many concurrent callers', async () => {
    const db = await open()
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, holder) => acquireLease(db.query, 'refresh', `node-${holder}`, HOUR_MS)),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  it('goes to exactly one of many callers after it expired', async () => {
    const db = await open()
    await acquireLease(db.query, 'refresh', 'the dead', HOUR_MS)
    await expire(db)
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, holder) => acquireLease(db.query, 'refresh', `node-${holder}`, HOUR_MS)),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  it('can be acquired again only by its holder', async () => {
    const db = await open()
    expect(await acquireLease(db.query, 'refresh', 'a', HOUR_MS)).toBe(true)
    expect(await acquireLease(db.query, 'refresh', 'a', HOUR_MS)).toBe(true)
    expect(await acquireLease(db.query, 'refresh', 'b', HOUR_MS)).toBe(false)
    expect(await acquireLease(db.query, 'other job', 'b', HOUR_MS)).toBe(true)
  })

  it('is renewed only by its holder and only before it expires', async () => {
    const db = await open()
    await acquireLease(db.query, 'refresh', 'a', HOUR_MS)
    expect(await renewLease(db.query, 'refresh', 'a', HOUR_MS)).toBe(true)
    expect(await renewLease(db.query, 'refresh', 'b', HOUR_MS)).toBe(false)
    await expire(db)
    expect(await renewLease(db.query, 'refresh', 'a', HOUR_MS)).toBe(false)
  })

  it('can be released only by its holder', async () => {
    const db = await open()
    await acquireLease(db.query, 'refresh', 'a', HOUR_MS)
    await releaseLease(db.query, 'refresh', 'b')
    expect(await acquireLease(db.query, 'refresh', 'b', HOUR_MS)).toBe(false)
    await releaseLease(db.query, 'refresh', 'a')
    expect(await acquireLease(db.query, 'refresh', 'b', HOUR_MS)).toBe(true)
  })
})
