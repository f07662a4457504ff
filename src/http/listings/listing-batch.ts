// Stores and deletes many listings in one request: a JSON list, or an NDJSON stream.

import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Principal } from '../../access/rights/principal.ts'
import { SAMPLE_ADDRESS } from '../../catalog/query/sample-address.ts'
import { at } from '../../kernel/at.ts'
import type { FaultItem } from '../../kernel/fault.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Language } from '../../kernel/language.ts'
import { say } from '../../kernel/phrase.ts'
import { handled } from '../../kernel/settled.ts'
import { nextTurn } from '../../kernel/turns.ts'
import { lookupCost } from '../../links/lookup-cost.ts'
import type { ListingOperation, OperationResult } from '../../listings/listing-types.ts'
import type { PreparedOperations } from '../../listings/listing-writer.ts'
import { MAX_GROUP } from '../../listings/listings.ts'
import { translateItem } from '../french/translate.ts'
import {
  faultOfStream,
  lastLine,
  parseLine,
  requireBatchRate,
  requireObject,
  toFaultItem,
} from '../links/building-link-batch.ts'
import type { Line, LineSource } from '../server/input/line-source.ts'
import { NDJSON } from '../server/input/line-source.ts'
import { validateBody } from '../server/input/validate.ts'
import { languageOf } from '../server/page-language.ts'
import type { AnyCall } from '../server/route.ts'
import { accountOperation, JSON_TYPE } from '../server/route.ts'
import type { AccountServices } from '../server/services.ts'
import { ownerOf, toListingInput, upsertOptionsOf } from './listing-input.ts'
import { listingLinkText } from './listing-json.ts'
import { writeListings } from './listing-operations.ts'
import {
  ListingBatchBody,
  ListingBatchItem,
  ListingBatchResponse,
  ListingRemoval,
  MAX_LISTING_LINES,
  MAX_LISTINGS,
} from './listing-schemas.ts'

/** Fits 1,000 listings with attributes. A stream has no limit on the whole. */
const BODY_LIMIT = 4 * 1024 * 1024
const RATE_RETRY_MS = 200
/** How long parsing may hold the event loop before other requests get a turn. */
const SLICE_MS = 1
const MAX_DISCARDED_BYTES = 256 * 1024 * 1024

type BatchCall = Pick<AnyCall<AccountServices>, 'services' | 'principal' | 'countAs' | 'headers'>

type StreamedCall = BatchCall & Pick<AnyCall<AccountServices>, 'requestId'>

/** One item of the request: an operation, or why it is invalid. */
interface Item {
  readonly key: string | null
  readonly line: number
  readonly operation?: ListingOperation
  readonly error?: FaultItem
}

interface PreparedGroup {
  readonly items: readonly Item[]
  readonly prepared: PreparedOperations
}

/** Writes one caller's items in groups and bills their lookups. */
class BatchWriter {
  readonly #services: BatchCall['services']
  readonly #countAs: string
  readonly #language: Language
  #principal: Principal
  /** All listings of the last group were new: in a first load, those of the next are, too. */
  #isFirstLoad = false
  lookups = 0
  errors = 0

  constructor({ services, principal, countAs, headers }: BatchCall) {
    this.#services = services
    this.#language = languageOf({ headers })
    this.#principal = principal
    this.#countAs = countAs
  }

  read(read: () => unknown, line: number): Item {
    let key: string | null = null
    try {
      const raw = read() as { key?: unknown; delete?: unknown }
      key = typeof raw.key === 'string' && raw.key.length <= 128 ? raw.key : null
      if (raw.delete !== undefined) {
        const removal = validateBody(ListingRemoval, raw)
        return { key, line, operation: { key: removal.key, remove: true } }
      }
      const { key: valid, ...body } = validateBody(ListingBatchItem, raw)
      return { key, line, operation: toListingInput(valid, body) }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return { key, line, error: toFaultItem(error, this.#language) }
    }
  }

  /** Links the items of a group while an earlier group is written. */
  async prepare(items: readonly Item[]): Promise<PreparedGroup> {
    const operations = items.flatMap(({ operation: one }) => one ?? [])
    const owner = ownerOf(this.#principal)
    return { items, prepared: await this.#services.listings.prepare(owner, operations, this.#isFirstLoad) }
  }

  /** Writes a group. Returns the results as JSON, in order. */
  async commit({ items, prepared }: PreparedGroup): Promise<string[]> {
    const { listings, access } = this.#services
    // The key may have been revoked, and other requests and nodes share the quota.
    this.#principal = await access.authenticator.recheck(this.#principal)
    const owner = ownerOf(this.#principal)
    const options = await upsertOptionsOf(this.#services, this.#principal)
    const results = prepared.operations.length > 0 ? await listings.commit(owner, prepared, options) : []
    this.#isFirstLoad = results.length > 0 && results.every((one) => 'change' in one && one.change === 'created')
    const lookups = results.reduce((sum, result) => sum + ('lookups' in result ? result.lookups : 0), 0)
    if (lookups > 0) access.usage.count(this.#principal, this.#countAs, 0, lookups)
    this.lookups += lookups
    let next = 0
    return items.map((item) =>
      item.operation ? this.#text(item, at(results, next++)) : this.#errorText(item, item.error!),
    )
  }

  #text(item: Item, result: OperationResult): string {
    if ('fault' in result) return this.#errorText(item, toFaultItem(result.fault, this.#language))
    const head = `{"key":${JSON.stringify(result.key)},"result":"${result.change}"`
    if (!('listing' in result)) return `${head}}`
    const lookups = result.lookups > 1 ? `,"lookups":${result.lookups}` : ''
    const presented = this.#services.listings.present(result.listing, this.#principal.dataset)
    return `${head}${lookups},"link":${listingLinkText(presented)}}`
  }

  #errorText({ key, line }: Item, error: FaultItem): string {
    this.errors += 1
    return JSON.stringify({ key, line: line > 0 ? line : undefined, error })
  }
}

/** The lines of the stream in groups, as they arrive. */
async function* groupsOf(source: LineSource): AsyncGenerator<Line[]> {
  for await (const lines of source.batches())
    for (let start = 0; start < lines.length; start += MAX_GROUP) yield lines.slice(start, start + MAX_GROUP)
}

/** Stops reading once the account's per-minute limit is used up (back-pressure). */
async function waitForRate({ services, principal }: BatchCall, source: LineSource, count: number): Promise<void> {
  while (!services.access.rates.takeBatchAddresses(principal, count).allowed) {
    if (source.isAborted || !services.ready()) return
    await sleep(RATE_RETRY_MS)
  }
}

async function readItems(writer: BatchWriter, lines: readonly Line[], before: number): Promise<Item[]> {
  const items: Item[] = []
  let sliceEnds = performance.now() + SLICE_MS
  for (const line of lines) {
    if (performance.now() >= sliceEnds) {
      await nextTurn()
      sliceEnds = performance.now() + SLICE_MS
    }
    items.push(writer.read(() => parseLine(line), before + items.length + 1))
  }
  return items
}

/** What items count for the limit of addresses per minute. */
const workOf = (items: readonly Item[]): number =>
  items.reduce(
    (sum, { operation }) => sum + (operation && 'address' in operation ? lookupCost(operation.address) : 1),
    0,
  )

const keysOf = (items: readonly Item[]): string[] => items.flatMap(({ operation }) => operation?.key ?? [])

/** A group of lines is linked while the one before it is written, unless both have a listing of the same key. */
async function* writeLines(
  call: StreamedCall,
  source: LineSource,
  release: () => Promise<void>,
): AsyncGenerator<string> {
  const language = languageOf(call)
  const writer = new BatchWriter(call)
  const groups = groupsOf(source)
  let lineNumber = 0
  let writing: Promise<string> | undefined
  let keys: ReadonlySet<string> = new Set()
  const write = (group: PreparedGroup) => {
    keys = new Set(keysOf(group.items))
    writing = handled(writer.commit(group).then((texts) => texts.map((text) => `${text}\n`).join('')))
  }
  try {
    for (let next = groups.next(); ; next = groups.next()) {
      // Results go out as soon as they are stored, also when no more lines arrive.
      if (writing && (await Promise.race([next, writing.then(() => 'written' as const)])) === 'written') {
        yield await writing
        writing = undefined
      }
      const step = await next
      if (step.done) break
      const lines = step.value
      requireRunning(call)
      const accepted = lines.slice(0, MAX_LISTING_LINES - lineNumber)
      const items = await readItems(writer, accepted, lineNumber)
      await waitForRate(call, source, workOf(items))
      if (source.isAborted) return
      lineNumber += items.length
      if (writing && keysOf(items).some((key) => keys.has(key))) {
        yield await writing
        writing = undefined
      }
      const group = await writer.prepare(items)
      if (writing) yield await writing
      write(group)
      if (accepted.length < lines.length) {
        yield await writing!
        writing = undefined
        const message = say`A stream takes at most ${MAX_LISTING_LINES} lines. This line and those after it were not processed.`
        yield lastLine('key', lineNumber + 1, translateItem({ code: 'payload_too_large', message }, language))
        await source.discard(MAX_DISCARDED_BYTES)
        return
      }
    }
    if (writing) yield await writing
  } catch (error) {
    const fault = faultOfStream(error, call)
    // If this failed, it is the fault of the last line.
    const written = await writing?.catch(() => undefined)
    if (written) yield written
    yield lastLine('key', lineNumber + 1, toFaultItem(fault, language))
  } finally {
    await release()
  }
}

/** A stream can last for hours and a restart cannot wait: the caller continues from this line on another node. */
function requireRunning({ services }: BatchCall): void {
  if (services.ready()) return
  throw new Fault('temporarily_unavailable', {
    detail: 'This node is shutting down. Send the remaining lines again.',
  })
}

const EXAMPLE_LISTINGS = [
  { key: 'C7012345', address: SAMPLE_ADDRESS, city: 'Toronto' },
  { key: 'C7012346', delete: true },
]

export const batch = accountOperation({
  id: 'batchListings',
  tag: 'Listings',
  policy: writeListings,
  summary: `Store or delete up to ${MAX_LISTINGS} listings at once, or stream any number`,
  description:
    'An item with `"delete": true` deletes the listing with its `key`; others store one. Results come in the order of the items. ' +
    'An invalid item gets its own `error`. With `Content-Type: application/x-ndjson`, each request line is an item and each response line its result. ' +
    'Read the response while you send; an account can have four streams open at a time. A result means that the listing is stored. ' +
    'Costs the same as storing the listings one by one, and the call counts as one request. ' +
    'The limit of `batch_addresses_per_minute` applies: above it, a list gets 429 and a stream slows down.',
  body: ListingBatchBody,
  bodyLimit: BODY_LIMIT,
  response: { status: 200, schema: ListingBatchResponse },
  example: { call: 'listings.batch', body: { listings: EXAMPLE_LISTINGS }, args: [EXAMPLE_LISTINGS] },
  async handle(call) {
    const writer = new BatchWriter(call)
    const items = call.body.listings.map((item) => writer.read(() => requireObject(item), 0))
    requireBatchRate(call, workOf(items))
    const data: string[] = []
    for (let start = 0; start < items.length; start += MAX_GROUP)
      data.push(...(await writer.commit(await writer.prepare(items.slice(start, start + MAX_GROUP)))))
    const meta = JSON.stringify({ count: data.length, errors: writer.errors, lookups: writer.lookups })
    return { type: JSON_TYPE, body: `{"data":[${data.join(',')}],"meta":${meta}}` }
  },
  async stream(call) {
    const { services, principal, body } = call
    const release = await services.linkStreams.acquire(principal.account.id, 'listing')
    // Nothing would read or close the response, so the stream would never be released.
    if (body.isAborted) {
      await release()
      throw new Fault('request_timeout', { detail: 'The client disconnected before the stream started.' })
    }
    const lines = Readable.from(writeLines(call, body, release), { objectMode: false })
    lines.once('close', () => {
      void release()
      body.drain()
    })
    return { body: lines, type: `${NDJSON}; charset=utf-8` }
  },
})
