// Lost connections and long queries.
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { connectDatabase } from '../../src/db/database.ts'
import { bothKinds, cleanUp, databaseOptions, forBothDatabases, openFor, runCleanups } from '../support/databases.ts'

afterEach(runCleanups)

describe.each(bothKinds)('a connection (%s)', (kind) => {
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

describe.each(bothKinds)('connections of several processes (%s)', (kind) => {
  /** A second pool on the same database, as another worker has it. */
  async function twoPools() {
    const options = await databaseOptions(kind)
    const first = await connectDatabase(options)
    cleanUp(() => first.close())
    const second = await connectDatabase({ ...options, engine: first.engine })
    cleanUp(() => second.close())
    return [first.pool, second.pool] as const
  }

  it('never mix their statements', async () => {
    const pools = await twoPools()
    const ask = async (own: number) => {
      for (let i = 0; i < 80; i++) {
        const marker = own * 1000 + i
        // Different statements, so that a parameter of one connection would not fit the statement of the other.
        const text = own === 0 ? 'select $1::int as n' : 'select $1::text as t, $2::int as n'
        const { rows } = await pools[own]!.query(text, own === 0 ? [marker] : ['x', marker])
        expect(rows[0].n).toBe(marker)
        await expect(pools[own]!.query(`select ${marker} / $1::int`, [0])).rejects.toThrow('division by zero')
      }
    }
    await Promise.all([ask(0), ask(1)])
  })

  it('keep their transactions apart', async () => {
    const pools = await twoPools()
    const add = async (own: number) => {
      const client = await pools[own]!.connect()
      for (let i = 0; i < 20; i++) {
        await client.query('begin')
        await client.query("select value from counters where name = 'publish.production' for update")
        const { rows } = await client.query("select count(*)::int as n from instance where key like 'mix%'")
        await client.query('insert into instance values ($1, $2)', [`mix ${own} ${i}`, String(rows[0].n)])
        await client.query(i % 4 === 3 ? 'rollback' : 'commit')
      }
      client.release()
    }
    await Promise.all([add(0), add(1)])
    const { rows } = await pools[0].query("select value from instance where key like 'mix%'")
    // Each transaction saw what was committed before it: the counts are 0, 1, 2 …, without gaps.
    expect(rows.map((row) => Number(row.value)).sort((a, b) => a - b)).toEqual(rows.map((_, i) => i))
    expect(rows).toHaveLength(30)
  })

  it('wait for a transaction of another one, and go on when that one breaks', async () => {
    const pools = await twoPools()
    const client = await pools[0].connect()
    await client.query('begin')
    await client.query("insert into instance values ('half', 'done')")
    const waiting = pools[1].query("select count(*)::int as n from instance where key = 'half'")
    client.release(true)
    expect((await waiting).rows).toEqual([{ n: 0 }])
  })

  it('send and receive long values', async () => {
    const [, pool] = await twoPools()
    const long = 'é'.repeat(3_000_000)
    const { rows } = await pool.query('select $1::text as text', [long])
    expect(rows[0].text === long).toBe(true)
  })
})

describe.runIf(bothKinds.includes('postgres'))('a PostgreSQL that ends our sessions', () => {
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

forBothDatabases('a long query', (open) => {
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
