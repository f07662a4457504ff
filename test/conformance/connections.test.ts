// Lost connections and long queries.
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { connectDatabase } from '../../src/db/database.ts'
import { cleanUp, databaseOptions, forEachDatabase, kinds, openFor, runCleanups } from '../support/databases.ts'

afterEach(runCleanups)

describe.each(kinds)('a connection (%s)', (kind) => {
  it('that breaks in a transaction rolls it back', async () => {
    const connection = await connectDatabase(await databaseOptions(kind))
    cleanUp(() => connection.close())
    const client = await connection.pool.connect()
    await client.query('begin')
    await client.query("insert into instance values ('half', 'done')")
    client.release(true) // destroys it, as a network would
    const result = await connection.pool.query('select * from instance')
    expect(result.rows).toEqual([])
  })

  it('is not needed by a ping while it is busy', async () => {
    const db = await openFor(await databaseOptions(kind))
    await db.tx(async () => db.ping())
  })
})

describe.runIf(kinds.includes('postgres'))('a PostgreSQL that ends our sessions', () => {
  const endSessions = sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`

  it('fails the open transaction, and the next one works', async () => {
    const options = await databaseOptions('postgres')
    const lines: string[] = []
    const db = await openFor({ ...options, log: (line) => lines.push(line) })
    const administrator = await openFor({ ...options, poolMax: 1 })
    const cut = db.tx(async (tx) => {
      await tx.insertInto('instance').values({ key: 'half', value: 'done' }).execute()
      await endSessions.execute(administrator.query)
      await tx.selectFrom('instance').selectAll().execute()
    })
    await expect(cut).rejects.toThrow()
    expect(await db.query.selectFrom('instance').selectAll().execute()).toEqual([])
  })
})

forEachDatabase('a long query', (open) => {
  it('does not block the event loop', async () => {
    const db = await open()
    let turns = 0
    let running = true
    const count = () => {
      turns += 1
      if (running) setImmediate(count)
    }
    setImmediate(count)
    await sql`select count(*) from generate_series(1, 2000000)`.execute(db.query)
    running = false
    expect(turns).toBeGreaterThan(1000)
  })
})
