// Reads the files and pages of a feed, and checks listings, positions and URLs.
import type { MappedListing, MappedRecord } from '../../../../src/feeds/read/map-record.ts'
import type { Position, ResoSource } from '../../../../src/feeds/read/reso-query.ts'
import { listProblem, rejectedProblem, uncleanText } from './promises.ts'
import type { ReaderInput } from './reader-input.ts'
import type { Readers } from './readers.ts'

type Feed = ReturnType<Readers['NewFeedRequest']['parse']>

const KEY = /^[A-Za-z0-9._:-]{1,128}$/
const DAY = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const MAX_ADDRESS = 8000
const MAX_ATTRIBUTES_BYTES = 2048
/** A file is recognized by this many bytes of its first chunk. */
const HEAD = 512
const MAX_PAUSE_MS = 30 * 86_400_000

export async function findingOfFeed(readers: Readers, { options, files, chunk }: ReaderInput): Promise<string | null> {
  const parsed = readers.NewFeedRequest.safeParse(options.feed)
  if (!parsed.success) return null
  if (parsed.data.kind === 'reso') return resoFinding(readers, parsed.data, options)
  const bytes = Buffer.concat(files.map((file) => file.bytes))
  const [whole, inChunks] = [
    await outcomeOf(readers, parsed.data, [bytes]),
    await outcomeOf(readers, parsed.data, chunksOf(bytes, chunk)),
  ]
  if (whole.code !== inChunks.code) return `other chunks, other problem: ${whole.code} and ${inChunks.code}`
  if (whole.code === '' && whole.text !== inChunks.text) return 'other chunks, other records'
  return whole.finding ?? inChunks.finding
}

function chunksOf(bytes: Buffer, size: number): Buffer[] {
  const chunks = [bytes.subarray(0, HEAD)]
  // Not more chunks than a slow network would send.
  const step = Math.max(size, Math.ceil(bytes.length / 2000))
  for (let at = HEAD; at < bytes.length; at += step) chunks.push(bytes.subarray(at, at + step))
  return chunks
}

/** `text`: all records as JSON. `code`: why the reader gave up, or nothing. */
async function outcomeOf(readers: Readers, { kind, fields, key_prefix }: Feed, chunks: readonly Buffer[]) {
  const { readFileRecords, hasNoHeader, FileMappings, mapRecord, FeedProblem } = readers
  const mappings = new FileMappings(fields)
  const texts: string[] = []
  let finding: string | null = null
  let last = 0
  async function* sent() {
    yield* chunks
  }
  try {
    for await (const { line, record } of readFileRecords(kind as 'csv' | 'ndjson', sent(), hasNoHeader(fields))) {
      if (!(line > last)) finding ??= `line ${line} after line ${last}`
      last = line
      const mapped: MappedRecord =
        typeof record === 'string'
          ? { kind: 'rejected', key: null, reason: record }
          : mapRecord(record, mappings.of(record), key_prefix)
      finding ??= mappedProblem(mapped)
      texts.push(JSON.stringify(mapped))
    }
  } catch (error) {
    if (!(error instanceof FeedProblem)) throw error
    return { text: '', code: error.code, finding: finding ?? uncleanText(error.message, 'the problem of a feed') }
  }
  return { text: texts.join('\n'), code: '', finding }
}

export function mappedProblem(mapped: MappedRecord): string | null {
  return mapped.kind === 'rejected' ? rejectedProblem(mapped) : listingProblem(mapped.listing)
}

function listingProblem(listing: MappedListing): string | null {
  const { key, address, hints, attributes } = listing
  const { latitude, longitude, listed_on } = hints
  const isPoint = latitude === null ? longitude === null : Math.abs(latitude) <= 90 && Math.abs(longitude!) <= 180
  if (address.trim() === '' || address.length > MAX_ADDRESS) return `an address has ${address.length} characters`
  if (!isPoint) return `the point ${latitude}, ${longitude} is none`
  if (listed_on !== null && !DAY.test(listed_on)) return `${listed_on} is no day`
  const bytes = Buffer.byteLength(JSON.stringify(attributes))
  if (bytes > MAX_ATTRIBUTES_BYTES) return `the attributes have ${bytes} bytes`
  return keyProblem(key) ?? uncleanText(listing, 'a listing')
}

const keyProblem = (key: string | null): string | null =>
  key === null || KEY.test(key) ? null : `the key ${JSON.stringify(key)} cannot be stored`

function resoFinding(readers: Readers, feed: Feed, options: ReaderInput['options']): string | null {
  // The server calls no other URLs.
  if (!URL.canParse(feed.url!) || !/^https?:$/.test(new URL(feed.url!).protocol)) return null
  const mapping = readers.resoMapping(feed.fields, feed.url!)
  const source = readers.resoSource(readers.toFeedInput(feed), mapping)
  const start = startOf(readers, options)
  let position = start
  let key: string | number | null = null
  const problems = [urlProblem(readers.sampleUrl(source, 1), source), positionProblem(start)]
  for (const page of Array.isArray(options.pages) ? options.pages : []) {
    problems.push(urlProblem(readers.changesUrl(source, readers.fieldsOf(mapping), position), source))
    problems.push(urlProblem(readers.keysUrl(source, key), source))
    readers.readFieldNames(page, source)
    const { keys } = attempt(readers, { keys: [], nextLink: null }, () => readers.readKeysPage(page, source, key))
    key = keys.at(-1) ?? key
    problems.push(listProblem(keys, (one) => keyProblem(readers.listingKeyOf(one, feed.key_prefix))))
    const { rows, nextLink } = readers.readChangesPage(page, source, position)
    if (nextLink !== null) problems.push(urlProblem(nextLink, { ...source, resource: '' }))
    problems.push(listProblem(rows, ({ position: at }) => positionProblem(at)))
    problems.push(listProblem(rows, ({ record }) => mappedProblem(readers.mapRecord(record, mapping, feed.key_prefix))))
    position = rows.at(-1)?.position ?? position
  }
  return problems.find((problem) => problem !== null) ?? null
}

/** The keys of a page may be refused when its changes are not. */
function attempt<T>({ FeedProblem }: Readers, otherwise: T, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof FeedProblem) return otherwise
    throw error
  }
}

/** The times of a pass are the server's own; only the newest row comes from elsewhere. */
function startOf({ startOfPass }: Readers, { history }: ReaderInput['options']): Position | null {
  const { at, quietMs, durationMs } = { at: '', quietMs: 0, durationMs: 0, ...(history as object | undefined) }
  if (typeof at !== 'string' || !INSTANT.test(at) || Number.isNaN(Date.parse(at))) return startOfPass(null)
  const lastStartedAt = Date.UTC(2026, 10, 1)
  const duration = (ms: unknown) => Math.min(Math.abs(Number(ms)) || 0, MAX_PAUSE_MS)
  const times = { newestSeenAt: lastStartedAt - duration(quietMs), lastStartedAt }
  return startOfPass({ newest: { at, key: 'A1' }, ...times, lastEndedAt: lastStartedAt + duration(durationMs) })
}

const positionProblem = (position: Position | null): string | null =>
  position === null || INSTANT.test(position.at) ? null : `the position ${JSON.stringify(position.at)} is no time`

function urlProblem(text: string, { url, resource }: ResoSource): string | null {
  if (!URL.canParse(text)) return `${JSON.stringify(text)} is no URL`
  const { origin, pathname } = new URL(text)
  if (origin !== new URL(url).origin) return `${text} is on another server than ${url}`
  return pathname.endsWith(resource) ? null : `${text} is another resource than ${resource}`
}
