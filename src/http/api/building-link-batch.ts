// Many building links in one call: a list in, a list out; or lines in, lines out, for as long as they come.
import { Readable } from 'node:stream'
import { setImmediate as pause, setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { credential } from '../../access/policies.ts'
import type { Principal } from '../../access/principal.ts'
import type { BatchResultSchema } from '../../contract/link-batch-schemas.ts'
import { BatchBody, BatchItem, BatchResponseSchema, MAX_LINES } from '../../contract/link-batch-schemas.ts'
import { linkResponseText } from '../../contract/link-json.ts'
import type { FaultItem } from '../../kernel/fault.ts'
import { Fault } from '../../kernel/fault.ts'
import { parseJson } from '../door/input/json-body.ts'
import type { Line, LineSource } from '../door/input/line-source.ts'
import { NDJSON } from '../door/input/line-source.ts'
import { validateBody } from '../door/input/validate.ts'
import type { Call } from '../door/route.ts'
import { JSON_TYPE, operation } from '../door/route.ts'
import type { Services } from '../door/services.ts'
import { toMatchQuery } from './building-links.ts'

const EXAMPLE_QUERIES = [
  { query_id: 'a', address: '#1203 -1480 howe' },
  { query_id: 'b', address: '395 Dundas Street W 603' },
]

type QueryId = z.input<typeof BatchResultSchema>['query_id']

const BODY_LIMIT = 4 * 1024 * 1024
/** Longer than this nobody else waits for a slice. */
const SLICE_MS = 4
/** Lines of a stream are taken from the account's minute in such portions; where there is none, it asks again after a while. */
const PORTION = 100
const PACE_MS = 200
/** What is read and forgotten behind the last line that is answered. */
const MOST_DISCARDED = 256 * 1024 * 1024

/** Without a key there is no quota: what one network may ask in batches is bounded in a minute instead. */
const VISITOR_QUERIES = 200
const VISITOR_BATCHES_PER_MINUTE = 10

type ResolverCall = Pick<Call<unknown, unknown, unknown>, 'services' | 'principal' | 'countAs'>

type VisitorCall = Pick<Call<unknown, unknown, unknown>, 'services' | 'address'>

/** Answers questions of one caller, counts what they cost, and stops answering where the quota ends. */
class BatchResolver {
  readonly #services: Services
  readonly #countAs: string
  #principal: Principal
  #left = 0
  #sliceEnds = 0
  #uncounted = 0
  lookups = 0
  errors = 0

  constructor({ services, principal, countAs }: ResolverCall) {
    this.#services = services
    this.#principal = principal
    this.#countAs = countAs
  }

  /** The answer as JSON; `read` gives the question, or throws what is wrong with it. */
  resolve(read: () => unknown, line?: number): string {
    let query_id: QueryId = null
    try {
      const raw = read()
      query_id = idOf(raw)
      this.#services.access.monthly.requireAvailable(this.#principal, 'lookups', this.#left)
      const question = validateBody(BatchItem, raw)
      const answer = this.#services.links.resolve(toMatchQuery(question, 'pointer'), this.#principal.dataset)
      this.#left -= answer.lookups
      this.#uncounted += answer.lookups
      this.lookups += answer.lookups
      return `{"query_id":${JSON.stringify(query_id)},${linkResponseText(answer, question).slice(1)}`
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      this.errors += 1
      return JSON.stringify({ query_id, error: itemOf(error), line })
    }
  }

  /** Call before every question: counts, asks what may be spent, and lets others have their turn after a long slice. */
  async yieldToEventLoop(): Promise<void> {
    if (this.#left > 0 && performance.now() < this.#sliceEnds) return
    this.count()
    await pause()
    // A revoked key ends here too; and others of this account, on this node and others, use the same quota.
    this.#principal = await this.#services.access.authenticator.recheck(this.#principal)
    this.#left = await this.#services.access.monthly.lookupsAvailable(this.#principal)
    this.#sliceEnds = performance.now() + SLICE_MS
  }

  count(): void {
    if (this.#uncounted > 0) this.#services.access.usage.count(this.#principal, this.#countAs, 0, this.#uncounted)
    this.#uncounted = 0
  }
}

function idOf(raw: unknown): QueryId {
  const id = raw !== null && typeof raw === 'object' ? (raw as { query_id?: unknown }).query_id : null
  return (typeof id === 'string' && id.length <= 200) || Number.isSafeInteger(id) ? (id as string | number) : null
}

function itemOf(fault: Fault): FaultItem {
  return fault.options.errors?.[0] ?? { code: fault.code, message: fault.message }
}

function questionIn(line: Line): unknown {
  if (!line) throw new Fault('payload_too_large', { detail: 'A line must be at most 65536 bytes.' })
  const value = parseJson(line)
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Fault('invalid_parameter', { detail: 'Each line must be a JSON object.' })
  return value
}

/** Whose lines of this minute are used up waits, and so does what he sends: nothing more is read. */
const mayGoOn = ({ services, principal }: ResolverCall) =>
  services.access.rates.takeBatchAddresses(principal, PORTION).allowed

async function* answerLines(
  call: ResolverCall,
  source: LineSource,
  teller: BatchResolver,
  release: () => Promise<void>,
): AsyncGenerator<string> {
  let number = 0
  try {
    for await (const bunch of source.batches()) {
      // A stream can last for hours, a restart cannot wait for it: the caller goes on from this line with another node.
      if (!call.services.ready())
        throw new Fault('temporarily_unavailable', { detail: 'This node is going down; send the rest again.' })
      let text = ''
      for (const line of bunch) {
        if (number % PORTION === 0 && !mayGoOn(call)) {
          // What is answered already does not wait with the rest.
          if (text !== '') yield text
          text = ''
          while (!mayGoOn(call) && !source.isAborted && call.services.ready()) await sleep(PACE_MS)
        }
        await teller.yieldToEventLoop()
        if (source.isAborted) return
        number += 1
        if (number > MAX_LINES) break
        text += `${teller.resolve(() => questionIn(line), number)}\n`
      }
      teller.count()
      if (text !== '') yield text
      if (number > MAX_LINES) {
        const message = `A stream takes ${MAX_LINES} lines; this one and those behind it were not answered.`
        yield lastLine(number, { code: 'payload_too_large', message })
        await source.discard(MOST_DISCARDED)
        return
      }
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    yield lastLine(number + 1, itemOf(error))
  } finally {
    teller.count()
    // Before the caller sees the end: his next stream may begin on another node at once.
    await release()
  }
}

function lastLine(line: number, error: FaultItem): string {
  return `${JSON.stringify({ query_id: null, line, error })}\n`
}

function requireShare({ services: { access }, principal }: ResolverCall, count: number): void {
  const { allowed, limit, waitSeconds } = access.rates.takeBatchAddresses(principal, count)
  if (allowed) return
  throw new Fault('rate_limited', {
    detail: `At most ${limit} addresses a minute in batches. Try again in ${waitSeconds} s.`,
    retryAfterSeconds: waitSeconds,
  })
}

function requireVisitorShare({ services: { access }, address }: VisitorCall, count: number): void {
  if (count > VISITOR_QUERIES)
    throw new Fault('payload_too_large', { detail: `Without a key a batch takes ${VISITOR_QUERIES} addresses.` })
  const { allowed, waitSeconds } = access.rates.takeVisitorBatch(address, VISITOR_BATCHES_PER_MINUTE)
  if (allowed) return
  throw new Fault('rate_limited', {
    detail: `Without a key, at most ${VISITOR_BATCHES_PER_MINUTE} batches a minute. Try again in ${waitSeconds} s.`,
    retryAfterSeconds: waitSeconds,
  })
}

export const batch = operation({
  id: 'batchBuildingLinks',
  tag: 'Building links',
  policy: credential({ scope: 'building_links:read', feature: 'building_links', cost: 'lookups' }),
  summary: 'Up to 1,000 addresses at once, or a stream of up to 100,000 lines',
  description:
    'Answers come in the order of the questions, with `query_id`; a bad question gets its own `error`. ' +
    'With `Content-Type: application/x-ndjson` each line is a question and each line of the answer its answer: ' +
    'read while you send, one stream an account at a time. Each line costs what it would cost alone; the call is one request. ' +
    'Found or not, a plan has so many addresses a minute (`batch_addresses_per_minute` in /plans): beyond them a batch is 429, and a stream goes on slowly. ' +
    `A visitor may send ${VISITOR_QUERIES} in a call, ${VISITOR_BATCHES_PER_MINUTE} calls a minute.`,
  body: BatchBody,
  bodyLimit: BODY_LIMIT,
  response: { status: 200, schema: BatchResponseSchema },
  example: { call: 'buildingLinks.batch', body: { queries: EXAMPLE_QUERIES }, args: [EXAMPLE_QUERIES] },
  async handle(call) {
    const share = call.principal.credential.kind === 'visitor' ? requireVisitorShare : requireShare
    share(call, call.body.queries.length)
    const teller = new BatchResolver(call)
    const data: string[] = []
    for (const item of call.body.queries) {
      await teller.yieldToEventLoop()
      data.push(teller.resolve(() => item))
    }
    teller.count()
    const meta = JSON.stringify({ count: data.length, errors: teller.errors, lookups: teller.lookups })
    return { type: JSON_TYPE, body: `{"data":[${data.join(',')}],"meta":${meta}}` }
  },
  async stream(call) {
    const { services, principal, body } = call
    if (principal.credential.kind === 'visitor')
      throw new Fault('insufficient_scope', {
        detail: `Streams need a key; without one, send up to ${VISITOR_QUERIES} as JSON.`,
      })
    const release = await services.linkStreams.acquire(principal.account.id)
    // Nobody would read the answer, and so nobody would ever end it.
    if (body.isAborted) {
      await release()
      throw new Fault('request_timeout', { detail: 'The caller left before the stream began.' })
    }
    const answers = answerLines(call, body, new BatchResolver(call), release)
    const lines = Readable.from(answers, { objectMode: false })
    lines.once('close', () => {
      void release()
      body.drain()
    })
    return { body: lines, type: `${NDJSON}; charset=utf-8` }
  },
})
