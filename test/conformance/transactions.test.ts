// Transactions behave the same on both engines.
import { expect, it } from 'vitest'
import { forBothDatabases } from '../support/databases.ts'

forBothDatabases('a transaction', (open) => {
  it('is committed when it succeeds', async () => {
    const db = await open()
    await db.tx(async (tx) => {
      await tx.insertInto('instance').values({ key: 'a', value: '1' }).execute()
      await tx.insertInto('instance').values({ key: 'b', value: '2' }).execute()
    })
    expect(await db.query.selectFrom('instance').selectAll().orderBy('key').execute()).toEqual([
      { key: 'a', value: '1' },
      { key: 'b', value: '2' },
    ])
  })

  it('is rolled back when it throws, and rethrows the error', async () => {
    const db = await open()
    const work = db.tx(async (tx) => {
      await tx.insertInto('instance').values({ key: 'a', value: '1' }).execute()
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await db.query.selectFrom('instance').selectAll().execute()).toEqual([])
  })

  it('is rolled back when a statement fails, with PostgreSQL’s error code', async () => {
    const db = await open()
    const row = { key: 'a', value: '1' }
    const work = db.tx(async (tx) => {
      await tx.insertInto('instance').values(row).execute()
      await tx.insertInto('instance').values(row).execute()
    })
    await expect(work).rejects.toMatchObject({ code: '23505', constraint: 'instance_pkey' })
    expect(await db.query.selectFrom('instance').selectAll().execute()).toEqual([])
  })

  it('waits for others and loses no update', async () => {
    const db = await open()
    await db.query.insertInto('instance').values({ key: 'count', value: '0' }).execute()
    const increment = () =>
      db.tx(async (tx) => {
        const row = await tx
          .selectFrom('instance')
          .select('value')
          .where('key', '=', 'count')
          .forUpdate()
          .executeTakeFirstOrThrow()
        await tx
          .updateTable('instance')
          .set({ value: String(Number(row.value) + 1) })
          .where('key', '=', 'count')
          .execute()
      })
    await Promise.all(Array.from({ length: 25 }, increment))
    const row = await db.query
      .selectFrom('instance')
      .select('value')
      .where('key', '=', 'count')
      .executeTakeFirstOrThrow()
    expect(row.value).toBe('25')
  })

  it('refuses a query outside it instead of a deadlock', async () => {
    const db = await open()
    const work = db.tx(async () => db.query.selectFrom('instance').selectAll().execute())
    await expect(work).rejects.toThrow('outside the open transaction')
    await expect(db.tx(() => db.tx(async () => 1))).rejects.toThrow('outside the open transaction')
    await db.ping()
  })

  it('leaves no session settings for the next one', async () => {
    const db = await open()
    await expect(
      db.tx(async (tx) =>
        tx
          .selectFrom('absent' as 'instance')
          .selectAll()
          .execute(),
      ),
    ).rejects.toMatchObject({
      code: '42P01',
    })
    expect(await db.query.selectFrom('instance').selectAll().execute()).toEqual([])
  })
})
