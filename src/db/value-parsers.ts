// Parses database values to JavaScript, the same way for both engines.
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import pg from 'pg'

type Parse = (text: string) => unknown

/** Throws rather than rounding an id or counter. */
function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a JavaScript number`)
  return value
}

/** Prices and areas have few digits, so a double is exact enough. NaN and Infinity are kept. */
const parseNumeric = (text: string): number => Number(text)

const asText: Parse = (text) => text

const UTC = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\+00$/

/**
 * '2026-11-15 03:15:32.5+00' → '2026-11-15T03:15:32.500Z'. Microseconds are truncated, so that a value
 * never moves into the future. Other offsets come from servers whose TimeZone is not UTC.
 */
function parseTimestamptz(text: string): string {
  const match = UTC.exec(text)
  if (match) return `${match[1]}T${match[2]}.${(match[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`
  if (text.endsWith('infinity')) return text
  const date = new Date(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'))
  if (Number.isNaN(date.getTime())) throw new RangeError(`invalid timestamp ${text}`)
  return date.toISOString()
}

const parseJson: Parse = (text) => JSON.parse(text)

/** [type, oid, array oid, parser]. PostgreSQL's oids are fixed. */
const PARSERS: readonly (readonly [name: string, oid: number, arrayOid: number, parse: Parse])[] = [
  ['int8', 20, 1016, parseBigint],
  ['numeric', 1700, 1231, parseNumeric],
  ['date', 1082, 1182, asText],
  ['timestamp', 1114, 1115, asText],
  ['timestamptz', 1184, 1185, parseTimestamptz],
  ['interval', 1186, 1187, asText],
  ['json', 114, 199, parseJson],
  ['jsonb', 3802, 3807, parseJson],
]

const TEXT_ARRAY = 1009

function parseElements(elements: readonly unknown[], parse: Parse): unknown[] {
  return elements.map((element) => {
    if (Array.isArray(element)) return parseElements(element, parse)
    return element === null ? null : parse(element as string)
  })
}

function arrayOf(parse: Parse): Parse {
  const split = pg.types.getTypeParser(TEXT_ARRAY as number as typeof pg.types.builtins.TEXT) as (
    text: string,
  ) => unknown[]
  return (text) => parseElements(split(text), parse)
}

const byOid = new Map<number, Parse>(
  PARSERS.flatMap(([, oid, arrayOid, parse]) => [
    [oid, parse],
    [arrayOid, arrayOf(parse)],
  ]),
)

/** The `types` option of a pool: our parsers first, then the driver's (text, int4, bool, bytea, …). */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    byOid.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

/** A jsonb value. The driver would convert a JavaScript array to a PostgreSQL array. */
export function jsonb<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`
}
