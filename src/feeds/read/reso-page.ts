// Checks a page of a RESO Web API and finds where the next one begins. Pure.
import { FeedProblem } from './feed-problem.ts'
import type { FeedRecord } from './map-record.ts'
import type { Position, ResoSource } from './reso-query.ts'

/** ISO 8601 with an offset. Nothing else may get into a filter. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,12})?)?(Z|[+-]\d\d:\d\d)$/
const MAX_KEY = 256

export interface PlacedRecord {
  readonly record: FeedRecord
  /** The position after this record. */
  readonly position: Position
}

export interface ResoPage {
  readonly rows: readonly PlacedRecord[]
  /** Where the server wants to be asked for the next page. On the same origin. */
  readonly nextLink: string | null
}

export interface KeyPage {
  readonly keys: readonly (string | number)[]
  readonly nextLink: string | null
}

/** Every page must continue after `after`, in order: otherwise moving on would skip rows. */
export function readChangesPage(json: unknown, source: ResoSource, after: Position | null): ResoPage {
  const { records, nextLink } = readPage(json, source)
  let last = after
  const rows = records.map((record, i) => {
    const position = { at: timeOf(record, i, source), key: keyOf(record, i, source) }
    if (last && millis(position.at) < millis(last.at))
      throw new FeedProblem(
        'unexpected_rows',
        `Row ${i + 1} of a page is older than the row before it. The server does not apply $orderby=${source.timeField} or $filter.`,
      )
    last = position
    return { record, position }
  })
  const link = linkAfter(nextLink, rows.length, source)
  const end = rows.at(-1)?.position
  if (!end || !after || end.at !== after.at || end.key !== after.key) return { rows, nextLink: link }
  // Some servers store finer times than they show. For them the last row is always newer than the time in the filter.
  if (rows.length < source.pageSize && link === null) return { rows: [], nextLink: null }
  throw new FeedProblem('unexpected_rows', 'The server sent the same page again. It does not apply $filter.')
}

export function readKeysPage(json: unknown, source: ResoSource, after: string | number | null): KeyPage {
  const { records, nextLink } = readPage(json, source)
  const keys = records.map((record, i) => keyOf(record, i, source))
  if (after !== null && keys.includes(after))
    throw new FeedProblem('unexpected_rows', 'The server sent the same keys again. It does not apply $filter.')
  return { keys, nextLink: linkAfter(nextLink, keys.length, source) }
}

/** The names of the fields in a page that was asked for without $select. */
export function readFieldNames(json: unknown, source: ResoSource): string[] {
  const names = new Set<string>()
  for (const record of readPage(json, source).records)
    for (const name of Object.keys(record)) if (!name.includes('@')) names.add(name)
  return [...names].sort()
}

function readPage(json: unknown, source: ResoSource): { records: readonly FeedRecord[]; nextLink: unknown } {
  const page = json as { value?: unknown; '@odata.nextLink'?: unknown } | null
  if (page === null || typeof page !== 'object' || !Array.isArray(page.value))
    throw new FeedProblem(
      'invalid_page',
      `The page has no list "value". Check that the URL is the service root and "${source.resource}" is a resource.`,
    )
  const bad = page.value.findIndex((record) => record === null || typeof record !== 'object' || Array.isArray(record))
  if (bad >= 0) throw new FeedProblem('invalid_page', `Row ${bad + 1} of a page is not an object.`)
  return { records: page.value, nextLink: page['@odata.nextLink'] }
}

function keyOf(record: FeedRecord, i: number, { keyField }: ResoSource): string | number {
  const key = record[keyField]
  if (Number.isSafeInteger(key)) return key as number
  if (typeof key === 'string' && key !== '' && key.length <= MAX_KEY) return key
  throw new FeedProblem('invalid_page', `Row ${i + 1} of a page has no ${keyField}.`)
}

function timeOf(record: FeedRecord, i: number, { timeField }: ResoSource): string {
  const time = record[timeField]
  if (typeof time === 'string' && TIMESTAMP.test(time) && !Number.isNaN(Date.parse(time))) return time
  throw new FeedProblem(
    'invalid_page',
    `Row ${i + 1} of a page has no ${timeField} that is a time with an offset, such as 2026-11-16T09:30:00Z.`,
  )
}

/**
 * Pages are asked for by position, which survives a restart. The link is followed only when the server sent fewer rows
 * than asked for: then it decides the size of pages itself.
 */
function linkAfter(link: unknown, rows: number, { url, pageSize }: ResoSource): string | null {
  if (typeof link !== 'string' || rows >= pageSize) return null
  const next = URL.canParse(link, url) ? new URL(link, url) : undefined
  if (next?.origin === new URL(url).origin) return next.href
  // With rows, the position leads on as well.
  if (rows > 0) return null
  throw new FeedProblem('next_link_elsewhere', 'A page without rows links to a next page on another server.')
}

export function millis(at: string): number {
  return Date.parse(at)
}
