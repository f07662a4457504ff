// Feeds over HTTP: create, try, change, run, pause, approve, upload and delete.
import { z } from 'zod'
import { credential } from '../../access/rights/policies.ts'
import type { ShownFeed } from '../../feeds/feed-store.ts'
import { uploadFault } from '../../feeds/feeds.ts'
import { Fault, fieldFault } from '../../kernel/fault.ts'
import { say, term } from '../../kernel/phrase.ts'
import { ownerOf } from '../listings/listing-input.ts'
import { createOnce } from '../rest/create-once.ts'
import { recordResponse } from '../rest/envelope.ts'
import { newestFirstPaging } from '../rest/paging.ts'
import { textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { parseIfMatch, versionEtag } from '../server/etag.ts'
import { OCTETS } from '../server/input/body-source.ts'
import { NDJSON } from '../server/input/line-source.ts'
import type { Operation, Route } from '../server/route.ts'
import { accountOperation, route } from '../server/route.ts'
import { spoken, spokenHeaders } from './feed-language.ts'
import {
  FeedPatch,
  FeedRunRequest,
  FeedRunsPage,
  FeedRunsQuery,
  FeedSchema,
  FeedTrialSchema,
  FeedUploadSchema,
  fieldsProblem,
  NewFeedRequest,
  toFeedInput,
  toFeedJson,
  toFeedRunJson,
  toTrialJson,
} from './feed-schemas.ts'

const FEEDS = { tag: 'Feeds', policy: credential({ scope: 'feeds:manage', feature: 'listings' }) } as const
const EXAMPLE_ID = 'feed_0123456789abcdefghij'
const byId = z.object({ id: textParam(40, 'The feed’s id') })
const NoBody = z.strictObject({})
const oneFeed = { status: 200, schema: recordResponse(FeedSchema) }
const MAX_UPLOAD_BYTES = 1024 * 1024 * 1024
/** What programs send for CSV and NDJSON. The kind of the feed decides how the file is read. */
const UPLOAD_TYPES = ['text/csv', 'application/csv', 'application/vnd.ms-excel', NDJSON]

const EXAMPLE = {
  kind: 'reso',
  url: 'https://ddfapi.realtor.example/odata/v1',
  auth: {
    kind: 'client_credentials',
    token_url: 'https://identity.realtor.example/connect/token',
    client_id: 'your-client-id',
    client_secret: 'your-client-secret',
    scope: 'DDFApi_Read',
  },
  key_prefix: 'ddf:',
}

/** The ETag is the version. PATCH accepts it in If-Match. */
const feedResponse = (feed: ShownFeed) => ({
  body: { data: toFeedJson(feed) },
  headers: { etag: versionEtag(feed.version) },
})

const create = accountOperation({
  id: 'createFeed',
  ...FEEDS,
  summary: 'Create a feed that Plinth reads by itself',
  description: 'The first run begins at once. Use `POST /feeds/try` first to see the mapping.',
  body: NewFeedRequest,
  response: { status: 201, schema: recordResponse(FeedSchema) },
  example: { call: 'feeds.create', body: EXAMPLE },
  async handle(call) {
    const { services, principal, body } = call
    const input = toFeedInput(body)
    await services.feeds.requireAllowedUrls(input)
    const response = await createOnce(call, principal.account.id, 'create-feed', async (tx) => {
      const feed = await services.feeds.create(tx, ownerOf(principal), input, causeOf(call))
      return { status: 201, body: { data: toFeedJson(feed) } }
    })
    services.feeds.worker.wake()
    return response
  },
})

const attempt = accountOperation({
  id: 'tryFeed',
  ...FEEDS,
  summary: 'Read the first rows of a feed without storing anything',
  description:
    'Shows the mapping and the first listings as they would be stored, or why the feed cannot be read. Ends after 20 s.',
  body: NewFeedRequest,
  response: { status: 200, schema: recordResponse(FeedTrialSchema) },
  example: { call: 'feeds.try', body: EXAMPLE },
  async handle(call) {
    const { services, body } = call
    if (body.url === null)
      throw fieldFault('invalid_parameter', '/url', 'is required to try a feed', {
        detail: 'A feed without a URL cannot be tried.',
      })
    const trial = await services.feeds.try(toFeedInput(body))
    return { body: { data: spoken(call, [toTrialJson(trial)])[0]! }, headers: spokenHeaders(call) }
  },
})

const list = accountOperation({
  id: 'listFeeds',
  ...FEEDS,
  summary: 'List the account’s feeds',
  response: { status: 200, schema: z.object({ data: z.array(FeedSchema), meta: z.object({ total: z.int() }) }) },
  example: { call: 'feeds.list' },
  async handle(call) {
    const feeds = await call.services.feeds.list(ownerOf(call.principal))
    const data = spoken(call, feeds.map(toFeedJson))
    return { body: { data, meta: { total: feeds.length } }, headers: spokenHeaders(call) }
  },
})

const one = accountOperation({
  id: 'getFeed',
  ...FEEDS,
  summary: 'Get a feed with its state',
  params: byId,
  response: oneFeed,
  example: { call: 'feeds.get', params: { id: EXAMPLE_ID } },
  async handle(call) {
    const feed = await call.services.feeds.get(ownerOf(call.principal), call.params.id)
    return { body: { data: spoken(call, [toFeedJson(feed)])[0]! }, headers: spokenHeaders(call) }
  },
})

const update = accountOperation({
  id: 'updateFeed',
  ...FEEDS,
  summary: 'Update a feed',
  description:
    'After a change of the URL, resource, filter or fields, everything is read again. Unchanged listings are free. ' +
    'Send the quoted `version` in If-Match to get 412 if someone else changed the feed first.',
  params: byId,
  body: FeedPatch,
  response: oneFeed,
  example: { call: 'feeds.update', params: { id: EXAMPLE_ID }, body: { every_seconds: 300 } },
  async handle(call) {
    const { services, principal, params, body, ifMatch } = call
    const owner = ownerOf(principal)
    const expectedVersion = parseIfMatch(ifMatch, 'the feed: its version in quotes')
    if (body.fields) requireFields((await services.feeds.get(owner, params.id)).kind, body.fields)
    return feedResponse(await services.feeds.update(owner, params.id, expectedVersion, body, causeOf(call)))
  },
})

function requireFields(...[kind, fields]: Parameters<typeof fieldsProblem>): void {
  const message = fieldsProblem(kind, fields)
  if (message !== undefined)
    throw fieldFault('invalid_parameter', '/fields', message, { detail: say`\`fields\` ${term(message)}.` })
}

const remove = accountOperation({
  id: 'deleteFeed',
  ...FEEDS,
  summary: 'Delete a feed, its listings and their history',
  params: byId,
  response: { status: 204 },
  example: { call: 'feeds.remove', params: { id: EXAMPLE_ID } },
  async handle(call) {
    await call.services.feeds.remove(ownerOf(call.principal), call.params.id, causeOf(call))
    return { status: 204 }
  },
})

const run = accountOperation({
  id: 'runFeed',
  ...FEEDS,
  summary: 'Run a feed now',
  params: byId,
  body: FeedRunRequest,
  response: { status: 202, schema: recordResponse(FeedSchema) },
  example: { call: 'feeds.run', params: { id: EXAMPLE_ID }, body: { sweep: true } },
  async handle({ services, principal, params, body }) {
    const feed = await services.feeds.runNow(ownerOf(principal), params.id, body.sweep)
    return { status: 202, body: { data: toFeedJson(feed) } }
  },
})

/** An action on a feed that returns it. */
const feedAction = (action: 'pause' | 'resume' | 'approve', texts: Pick<Operation, 'id' | 'summary' | 'description'>) =>
  accountOperation({
    ...FEEDS,
    ...texts,
    params: byId,
    body: NoBody,
    response: oneFeed,
    example: { call: `feeds.${action}`, params: { id: EXAMPLE_ID } },
    async handle(call) {
      return feedResponse(await call.services.feeds[action](ownerOf(call.principal), call.params.id, causeOf(call)))
    },
  })

const pause = feedAction('pause', {
  id: 'pauseFeed',
  summary: 'Pause a feed',
  description: 'A run in progress stops. Its listings stay as they are.',
})
const resume = feedAction('resume', {
  id: 'resumeFeed',
  summary: 'Resume a paused feed, or retry a failing one now',
})
const approve = feedAction('approve', {
  id: 'approveFeedSweep',
  summary: 'Mark the listings gone that a held sweep did not find',
  description: 'A sweep is held if more than 30 % of the listings are missing from the feed. See `held_sweep`.',
})

const runs = accountOperation({
  id: 'listFeedRuns',
  ...FEEDS,
  summary: 'List the runs of a feed that changed something or failed, newest first',
  description: 'Runs are stored for 30 days.',
  params: byId,
  query: FeedRunsQuery,
  response: { status: 200, schema: FeedRunsPage },
  example: { call: 'feeds.runs', params: { id: EXAMPLE_ID } },
  async handle(call) {
    const { services, principal } = call
    const { id } = call.params
    const { limit = 50, cursor } = call.query
    const pages = newestFirstPaging(services, principal.account.id, 'feed-runs', { id })
    const found = await services.feeds.runs(ownerOf(principal), id, { limit, after: pages.after(cursor) })
    const last = found.runs.at(-1)
    const meta = pages.meta(found.runs.length, last && { at: last.started_at, id: last.id }, found.hasMore)
    return { body: { data: spoken(call, found.runs.map(toFeedRunJson)), meta }, headers: spokenHeaders(call) }
  },
})

const upload = accountOperation({
  id: 'uploadFeedFile',
  ...FEEDS,
  summary: 'Read a file into a feed without a URL',
  description:
    `The body is the whole CSV or NDJSON file, up to ${MAX_UPLOAD_BYTES / 1024 / 1024} MiB. ` +
    'Listings of the feed that are not in the file are marked gone. The response comes when all rows are stored. The file itself is not stored.',
  params: byId,
  response: { status: 200, schema: recordResponse(FeedUploadSchema) },
  example: { params: { id: EXAMPLE_ID } },
  handle() {
    throw new Fault('unsupported_media_type', { detail: say`Send the file’s bytes as ${OCTETS}.` })
  },
  upload: {
    mostBytes: MAX_UPLOAD_BYTES,
    types: UPLOAD_TYPES,
    async take({ services, principal, params, body }) {
      try {
        const counts = await services.feeds.upload(ownerOf(principal), params.id, body.chunks())
        return { status: 200, body: { data: { counts } } }
      } catch (error) {
        throw uploadFault(error)
      } finally {
        body.drain()
      }
    },
  },
})

// biome-ignore format: a table is read by its columns
export const feedsRoutes: readonly Route[] = [
  route('GET',    '/api/v1/feeds',              list),
  route('POST',   '/api/v1/feeds',              create),
  route('POST',   '/api/v1/feeds/try',          attempt),
  route('GET',    '/api/v1/feeds/{id}',         one),
  route('PATCH',  '/api/v1/feeds/{id}',         update),
  route('DELETE', '/api/v1/feeds/{id}',         remove),
  route('POST',   '/api/v1/feeds/{id}/run',     run),
  route('POST',   '/api/v1/feeds/{id}/pause',   pause),
  route('POST',   '/api/v1/feeds/{id}/resume',  resume),
  route('POST',   '/api/v1/feeds/{id}/approve', approve),
  route('GET',    '/api/v1/feeds/{id}/runs',    runs),
  route('POST',   '/api/v1/feeds/{id}/file',    upload),
]
