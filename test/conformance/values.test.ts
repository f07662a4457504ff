// Values are the same from both engines, regardless of session settings.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { jsonb } from '../../src/db/value-parsers.ts'
import { forBothDatabases } from '../support/databases.ts'

/** [description, SQL expression, JavaScript value]. */
const ROWS: readonly (readonly [title: string, expression: string, value: unknown])[] = [
  ['a bigint is a number', '9007199254740991::bigint', 9007199254740991],
  ['count(*) is a number', '(select count(*) from instance)', 0],
  ['a negative bigint is a number', '(-5)::bigint', -5],
  ['a numeric is a number', '1234.50::numeric(10,2)', 1234.5],
  ['sum() of integers is a number', '(select sum(n) from generate_series(1, 4) n)', 10],
  ['an integer is a number', '7::integer', 7],
  ['a double is exact', '0.1::float8', 0.1],
  ['a boolean is a boolean', 'true', true],
  ['a date is its own text', "'2026-03-08'::date", '2026-03-08'],
  ['a timestamptz is ISO 8601 in UTC', "'2026-11-15 03:15:32+00'::timestamptz", '2026-11-15T03:15:32.000Z'],
  ['another offset is brought to UTC', "'2026-11-14 22:15:32.5-05'::timestamptz", '2026-11-15T03:15:32.500Z'],
  ['microseconds are cut, not rounded', "'2026-11-15 03:15:32.999999+00'::timestamptz", '2026-11-15T03:15:32.999Z'],
  ['json is parsed', `'{"a":[1,null]}'::json`, { a: [1, null] }],
  ['jsonb is parsed', `'{"a":{"b":"é"}}'::jsonb`, { a: { b: 'é' } }],
  ['the JSON null is null', `'null'::jsonb`, null],
  ['text keeps its characters', "'Montréal ᐃᓄᒃᑎᑐᑦ'::text", 'Montréal ᐃᓄᒃᑎᑐᑦ'],
  ['NULL is null', 'null::bigint', null],
  ['an array of bigint is numbers', 'array[1, null, 3]::bigint[]', [1, null, 3]],
  ['an array of numeric is numbers', 'array[1.5, 2]::numeric[]', [1.5, 2]],
  ['an array of date is texts', "array['2026-01-01']::date[]", ['2026-01-01']],
  ['an array of timestamptz is ISO', "array['2026-01-01 00:00+00']::timestamptz[]", ['2026-01-01T00:00:00.000Z']],
  ['an array of text is texts', `array['a,b', '"', 'NULL', null]`, ['a,b', '"', 'NULL', null]],
  ['an array of jsonb is parsed', `array['{"a":1}']::jsonb[]`, [{ a: 1 }]],
  ['an array of arrays keeps its shape', 'array[[1,2],[3,4]]::bigint[]', [[1, 2], [3, 4]]], // biome-ignore format: reads as a row
]

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
