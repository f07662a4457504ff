// Values are the same from both engines, regardless of session settings.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { jsonb } from '../../src/db/value-parsers.ts'
import { fromCases } from '../support/cases.ts'
import { forBothDatabases } from '../support/databases.ts'

/** [description, SQL expression, JavaScript value]. */
const ROWS: readonly (readonly [title: string, expression: string, value: unknown])[] = fromCases(
  'conformance/values',
  'values',
)

forBothDatabases('a value', (open) => {
  it('is parsed the same way on both engines', async () => {
    const db = await open()
    for (const [title, expression, value] of ROWS) {
      const result = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db.query)
      expect(result.rows[0]?.value, title).toEqual(value)
    }
  })

  it('that does not fit a number is an error', async () => {
    const db = await open()
    await expect(sql`select 9007199254740993::bigint`.execute(db.query)).rejects.toThrow('does not fit')
    await db.ping()
  })

  it('does not depend on the session’s time zone', async () => {
    const db = await open()
    const rows = await db.tx(async (tx) => {
      await sql`set local timezone = 'America/St_Johns'`.execute(tx)
      return (await sql<{ at: string }>`select '2026-07-01 12:00:00.25+00'::timestamptz as at`.execute(tx)).rows
    })
    expect(rows).toEqual([{ at: '2026-07-01T12:00:00.250Z' }])
  })

  it('is unchanged after a round trip', async () => {
    const db = await open()
    const at = new Date('2026-11-15T03:15:32.123Z')
    const list = ['a', { b: 1 }]
    const result = await sql`
      select ${at}::timestamptz as at, ${'2026-03-08'}::date as day, ${jsonb(list)} as list,
        ${['x', 'y,"z']}::text[] as names, ${12.5}::numeric as price`.execute(db.query)
    expect(result.rows).toEqual([{ at: at.toISOString(), day: '2026-03-08', list, names: ['x', 'y,"z'], price: 12.5 }])
  })

  it('with a NUL is refused with PostgreSQL’s error code', async () => {
    const db = await open()
    await expect(sql`select ${'a\0b'}::text`.execute(db.query)).rejects.toMatchObject({ code: '22021' })
    await db.ping()
  })
})
