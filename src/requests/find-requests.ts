// Reads the request log newest first, block by block.
import type { Database } from '../db/database.ts'
import { at } from '../kernel/at.ts'
import type { FaultCode } from '../kernel/fault.ts'
import { FAULTS } from '../kernel/fault.ts'
import { parseRequestId, requestIdOf } from '../kernel/ids.ts'
import { HOUR_MS } from '../kernel/time.ts'
import type { RowFilter } from './block-reader.ts'
import { readBlock, TOOL_SEPARATOR } from './block-reader.ts'
import type { Block } from './block-writer.ts'

/** A block covers at most this long, so that a page in the past need not read newer blocks. */
const MAX_SPAN_MS = HOUR_MS
/** A later time has a year of five digits, which PostgreSQL reads otherwise. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

export interface LoggedRequest {
  readonly at: string
  readonly id: string
  /** A key's id or an application's. */
  readonly caller: string
  /** Null when no route matched. */
  readonly route: string | null
  readonly tool: string | null
  readonly status: number
  readonly code: FaultCode | null
  readonly durationMs: number
}

/** Requests after this position in the list, newest first. */
export interface Position {
  readonly at: string
  readonly id: string
}

export interface LogQuery extends RowFilter {
  readonly requestId?: string | undefined
  /** Included. */
  readonly since: string
  /** Not included. */
  readonly until?: string | undefined
  readonly limit: number
  readonly after?: Position | undefined
}

export interface LogPage {
  readonly requests: readonly LoggedRequest[]
  /** Requests of the page's time that are not stored. */
  readonly omitted: number
  /** Where the next page starts; undefined at the end. */
  readonly next: Position | undefined
}

const BLOCKS_PER_READ = 32
/** A rare filter reads no more than this for one page; the next page goes on from there. */
const MAX_BYTES = 4 * 1024 * 1024
/** Sorts after every request id. */
const LAST_ID = '~'

interface Found extends LoggedRequest {
  readonly ms: number
}

export async function findRequests(db: Database, accountId: string, query: LogQuery): Promise<LogPage> {
  const named = query.requestId === undefined ? undefined : parseRequestId(query.requestId)
  if (query.requestId !== undefined && !named) return { requests: [], omitted: 0, next: undefined }
  let found: Found[] = []
  let bytes = 0
  let omitted = 0
  let last: Block | undefined
  for (;;) {
    const blocks = await readBlocks(db, accountId, query, named, last)
    for (const block of blocks) {
      const reached = Date.parse(block.to_at)
      found = newest(found, query.limit)
      // Later blocks have nothing newer than their end.
      if (found.length > query.limit && at(found, query.limit).ms > reached) return pageOf(found, query.limit, omitted)
      if (bytes > MAX_BYTES) {
        const done = found.filter(({ ms }) => ms > reached)
        return { ...pageOf(done, query.limit, omitted), next: { at: block.to_at, id: LAST_ID } }
      }
      addMatching(found, block, query, named?.number)
      bytes += block.bytes.length
      omitted += block.omitted
    }
    if (blocks.length < BLOCKS_PER_READ) return pageOf(newest(found, query.limit), query.limit, omitted)
    last = blocks.at(-1)
  }
}

function pageOf(found: readonly Found[], limit: number, omitted: number): LogPage {
  const requests = found.slice(0, limit)
  const { at, id } = requests.at(-1) ?? { at: '', id: '' }
  return { requests, omitted, next: found.length > limit ? { at, id } : undefined }
}

/** One more than the limit, which tells whether there is another page. */
function newest(found: Found[], limit: number): Found[] {
  return found.sort((a, b) => b.ms - a.ms || (a.id < b.id ? 1 : -1)).slice(0, limit + 1)
}

function addMatching(found: Found[], block: Block, query: LogQuery, number: number | undefined): void {
  const since = Date.parse(query.since)
  const until = query.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(query.until)
  const { after } = query
  const afterMs = after ? Date.parse(after.at) : Number.POSITIVE_INFINITY
  readBlock(block, query, (row) => {
    const ms = row.at
    if (ms < since || ms >= until || ms > afterMs || (number !== undefined && row.number !== number)) return
    const id = requestIdOf(block.process, row.number)
    if (ms === afterMs && id >= after!.id) return
    const [status, code] = row.outcome.split(' ')
    const [route, tool] = row.route.split(TOOL_SEPARATOR)
    found.push({
      ms,
      at: new Date(ms).toISOString(),
      id,
      caller: row.credential,
      route: route || null,
      tool: tool ?? null,
      status: Number(status),
      code: (code as FaultCode | undefined) ?? null,
      durationMs: row.tenths / 10,
    })
  })
}

function readBlocks(
  db: Database,
  accountId: string,
  { since, until, after, status, code }: LogQuery,
  named: { readonly process: string; readonly number: number } | undefined,
  last: Block | undefined,
): Promise<Block[]> {
  let rows = db.query
    .selectFrom('request_log_blocks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('to_at', '>=', since)
  for (const end of [until, after?.at])
    if (end !== undefined)
      rows = rows
        .where('from_at', '<=', end)
        .where('to_at', '<=', new Date(Math.min(Date.parse(end) + MAX_SPAN_MS, LAST_MS)).toISOString())
  const classes = classesOf(status, code)
  if (classes !== undefined) rows = rows.where((e) => e(e('classes', '&', classes), '<>', 0))
  if (named)
    rows = rows
      .where('process', '=', named.process)
      .where('first_number', '<=', named.number)
      .where('last_number', '>=', named.number)
  if (last)
    rows = rows.where((e) =>
      e(e.refTuple('to_at', 'process', 'first_number'), '<', e.tuple(last.to_at, last.process, last.first_number)),
    )
  return rows
    .orderBy('to_at', 'desc')
    .orderBy('process', 'desc')
    .orderBy('first_number', 'desc')
    .limit(BLOCKS_PER_READ)
    .execute()
}

/** Bits of the status classes that a filter asks for. */
function classesOf(status: string | undefined, code: string | undefined): number | undefined {
  if (status !== undefined) return 1 << Number(status[0])
  const fault = FAULTS[code as FaultCode]
  return fault ? 1 << Math.floor(fault[0] / 100) : undefined
}
