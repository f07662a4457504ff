// Checks a page of a RESO Web API and finds where the next one begins. Pure.
import { FeedProblem } from './feed-problem.ts'
import type { FeedRecord } from './map-record.ts'
import type { Position, ResoSource } from './reso-query.ts'

/** ISO 8601 with an offset. Nothing else may get into a filter. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,12})?)?(Z|[+-]\d\d:\d\d)$/
const MAX_KEY = 256

export interface ReadRecord {
  readonly record: FeedRecord
  /** Null if the record has none. */
  readonly key: string | number | null
  /** Why the record is set aside; null if it can be read. */
  readonly problem: string | null
}

export interface PlacedRecord extends ReadRecord {
  /** After this record. One that is set aside has no place: it is the position before it. */
  readonly position: Position | null
}

export interface ResoPage {
  readonly rows: readonly PlacedRecord[]
  /** Where the server wants to be asked for the next page. On the same origin. */
  readonly nextLink: string | null
  /** Asking for the rows after this page would return the same rows. */
  readonly isLast: boolean
}

export interface KeyPage {
  readonly keys: readonly (string | number)[]
  readonly nextLink: string | null
}

/** Every page must continue after `after`, in order: otherwise moving on would skip rows. */
export function readChangesPage(json: unknown, source: ResoSource, after: Position | null): ResoPage {
  const { nextLink, ...page } = readPage(json, source)
  let last = after
  const rows = page.rows.map((row, i): PlacedRecord => {
    if (row.problem !== null) return { ...row, position: last }
    const position = { at: row.record[source.timeField] as string, key: row.key }
    if (last && millis(position.at) < millis(last.at))
      throw new FeedProblem(
        'unexpected_rows',
        `Row ${i + 1} of a page is older than the row before it. The server does not apply $orderby=${source.timeField} or $filter.`,
      )
    last = position
    return { ...row, position }
  })
  const link = linkAfter(nextLink, rows.length, source)
  const isRepeated = last?.at === after?.at && last?.key === after?.key
  if (!isRepeated) return { rows, nextLink: link, isLast: false }
  const setAside = rows.filter(({ problem }) => problem !== null)
  const isSetAside = setAside.length === rows.length
  if (isSetAside && link !== null) return { rows, nextLink: link, isLast: false }
  // Some servers store finer times than they show. For them the last row is always newer than the time in the filter.
  if (rows.length < source.pageSize && link === null) return { rows: setAside, nextLink: null, isLast: true }
  if (!isSetAside)
    throw new FeedProblem('unexpected_rows', 'The server sent the same page again. It does not apply $filter.')
  throw new FeedProblem('invalid_page', `No row of a page can be read. The first one: ${setAside[0]!.problem}`)
}

export function readKeysPage(json: unknown, source: ResoSource, after: string | number | null): KeyPage {
  const { rows, nextLink } = readPage(json, source)
  const keys = rows.flatMap(({ key }) => key ?? [])
  if (after !== null && keys.includes(after))
    throw new FeedProblem('unexpected_rows', 'The server sent the same keys again. It does not apply $filter.')
  return { keys, nextLink: linkAfter(nextLink, rows.length, source) }
}

/** Records that were asked for by key. Others would make these look gone. */
export function readRecordsPage(json: unknown, source: ResoSource, keys: readonly string[]): readonly ReadRecord[] {
  const { rows } = readPage(json, source)
  if (rows.some(({ key }) => !keys.includes(String(key))))
    throw new FeedProblem('unexpected_rows', 'The server sent rows that were not asked for. It does not apply $filter.')
  return rows
}

export interface EventPage {
  /** Keys of records that changed or left, each once. */
  readonly keys: readonly string[]
  /** The sequence number of the last event; null if there are no more. */
  readonly last: number | null
}

/** A page of EntityEvent after a sequence number. */
export function readEventPage(json: unknown, source: ResoSource, after: number): EventPage {
  const { value } = pageOf(json, source)
  let last = after
  const keys = new Set<string>()
  for (const { EntityEventSequence, ResourceName, ResourceRecordKey } of value) {
    // Large numbers may be text in JSON.
    const sequence = Number(EntityEventSequence ?? Number.NaN)
    if (!Number.isSafeInteger(sequence) || sequence <= last)
      throw new FeedProblem('unexpected_rows', 'The events of the server are not in the order of EntityEventSequence.')
    last = sequence
    if (ResourceName === source.resource && ResourceRecordKey != null) keys.add(String(ResourceRecordKey))
  }
  return { keys: [...keys], last: value.length === 0 ? null : last }
}

/** The names of the fields in a page that was asked for without $select. */
export function readFieldNames(json: unknown, source: ResoSource): string[] {
  const names = new Set<string>()
  for (const record of pageOf(json, source).value)
    for (const name of Object.keys(record)) if (!name.includes('@')) names.add(name)
  return [...names].sort()
}

/** One bad row is set aside. A page without any key is no page of listings. */
function readPage(json: unknown, source: ResoSource): { rows: readonly ReadRecord[]; nextLink: unknown } {
  const { value, nextLink } = pageOf(json, source)
  const rows = value.map((record) => readRecord(record, source))
  if (rows.length > 0 && rows.every(({ key }) => key === null))
    throw new FeedProblem('invalid_page', `No row of a page has a valid ${source.keyField}.`)
  return { rows, nextLink }
}

function pageOf(json: unknown, source: ResoSource): { value: readonly FeedRecord[]; nextLink: unknown } {
  const page = json as { value?: unknown; '@odata.nextLink'?: unknown } | null
  if (page === null || typeof page !== 'object' || !Array.isArray(page.value))
    throw new FeedProblem(
      'invalid_page',
      `The page has no list "value". Check that the URL is the service root and "${source.resource}" is a resource.`,
    )
  const bad = page.value.findIndex((record) => record === null || typeof record !== 'object' || Array.isArray(record))
  if (bad >= 0) throw new FeedProblem('invalid_page', `Row ${bad + 1} of a page is not an object.`)
  return { value: page.value, nextLink: page['@odata.nextLink'] }
}

const MAX_SHOWN = 60

function readRecord(record: FeedRecord, { keyField, timeField }: ResoSource): ReadRecord {
  const [given, time] = [record[keyField], record[timeField]]
  const isKey = Number.isSafeInteger(given) || (typeof given === 'string' && given !== '' && given.length <= MAX_KEY)
  const key = isKey ? (given as string | number) : null
  if (key === null) return { record, key, problem: `The row has no valid ${keyField}.` }
  if (typeof time === 'string' && TIMESTAMP.test(time) && !Number.isNaN(Date.parse(time)))
    return { record, key, problem: null }
  const shown = (JSON.stringify(time) ?? 'null').slice(0, MAX_SHOWN).toWellFormed()
  const problem = `${timeField} must be a time with an offset, such as 2026-11-16T09:30:00Z; got ${shown}.`
  return { record, key, problem }
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
