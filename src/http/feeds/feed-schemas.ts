// Schemas for feeds: what a person sets, the feed with its state, its runs, and a trial.
import { z } from 'zod'
import type { FeedInput, ShownFeed } from '../../feeds/feed-store.ts'
import type { FeedRunRow } from '../../feeds/feed-tables.ts'
import { FEED_KINDS, FEED_STATUSES, RUN_OUTCOMES } from '../../feeds/feed-tables.ts'
import type { ProblemCode } from '../../feeds/read/feed-problem.ts'
import { PROBLEMS } from '../../feeds/read/feed-problem.ts'
import type { FieldChanges, Target } from '../../feeds/read/field-mapping.ts'
import { TARGETS } from '../../feeds/read/field-mapping.ts'
import type { FeedTrial } from '../../feeds/try-feed.ts'
import type { Text } from '../../kernel/phrase.ts'
import { say } from '../../kernel/phrase.ts'
import { fieldsIn } from '../rest/envelope.ts'
import { PageMeta, paging } from '../rest/paging-params.ts'

const DAY_SECONDS = 86_400
const RESO_SECONDS = 30
const FILE_SECONDS = 3600
const MIN_FILE_SECONDS = 300
const MAX_FIELD_NAMES = 5
/** OData allows no other names, and none of them can end the filter. */
const ODATA_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/

const name = z.string().trim().min(1).max(100)
const url = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .describe('https on port 443 or 8443. For `reso`, the service root without the resource')
const auth = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('bearer'), token: z.string().regex(/^[\x21-\x7e]{1,4096}$/) }),
    z.strictObject({
      kind: z.literal('client_credentials'),
      token_url: z.string().trim().min(1).max(1000),
      client_id: z.string().min(1).max(500),
      client_secret: z.string().min(1).max(1000),
      scope: z.string().trim().min(1).max(500).nullable().default(null),
    }),
  ])
  .describe('Stored encrypted. Secrets are never shown again')
const resource = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,100}$/)
  .describe('The OData resource. Default: `Property`')
const filter = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .nullable()
  .describe("An OData condition of your own, such as `StandardStatus eq 'Active'`")
const fieldName = z.string().trim().min(1).max(200)
const fields = z
  .partialRecord(
    z.enum(TARGETS),
    z
      .union([fieldName, z.array(fieldName).min(1).max(MAX_FIELD_NAMES)])
      .transform((names) => (typeof names === 'string' ? [names] : names))
      .nullable(),
  )
  .describe(
    'Fields of the feed that fill the fields of a listing, where they differ from the default. Null leaves one out',
  )
const pageSize = z.int().min(10).max(1000).describe('Rows to ask for at a time, for `reso`. Default: 500')
const everySeconds = z
  .int()
  .min(RESO_SECONDS)
  .max(DAY_SECONDS)
  .describe(
    `Seconds between runs. Default: ${RESO_SECONDS} for \`reso\`, ${FILE_SECONDS} for files (at least ${MIN_FILE_SECONDS})`,
  )
const keyPrefix = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{0,32}$/)
  .describe('Put before the keys of the feed, to tell its listings from others. Cannot be changed')

export const NewFeedRequest = z
  .strictObject({
    kind: z.enum(FEED_KINDS).describe('`reso`: a RESO Web API (OData). `csv` and `ndjson`: a file with all listings'),
    name: name.optional().describe('Default: the host of the URL'),
    url: url.nullable().default(null).describe('Null for `csv` and `ndjson`: you upload the files'),
    auth: auth.default({ kind: 'none' }),
    resource: resource.default('Property'),
    filter: filter.default(null),
    fields: fields.default({}),
    page_size: pageSize.default(500),
    every_seconds: everySeconds.optional(),
    key_prefix: keyPrefix.default(''),
  })
  .check(({ value, issues }) => {
    const refuse = (path: string, text: Text) =>
      issues.push({ code: 'custom', input: value, path: [path], message: String(text), params: { text } })
    if (value.kind === 'reso' && value.url === null) refuse('url', 'is required for a feed of the kind reso')
    const problem = fieldsProblem(value.kind, value.fields)
    if (problem !== undefined) refuse('fields', problem)
    if (value.kind !== 'reso' && (value.every_seconds ?? FILE_SECONDS) < MIN_FILE_SECONDS)
      refuse('every_seconds', say`must be at least ${MIN_FILE_SECONDS} for files`)
  })

/** Undefined if the changes fit the kind of feed. */
export function fieldsProblem(kind: FeedInput['kind'], changes: FieldChanges): Text | undefined {
  if (changes.key === null) return 'must not leave out `key`'
  if (kind !== 'reso') return undefined
  if (changes.modified_at === null) return 'must not leave out `modified_at`'
  const bad = Object.values(changes)
    .flatMap((names) => names ?? [])
    .find((text) => !ODATA_NAME.test(text))
  return bad === undefined ? undefined : say`has a name that OData does not allow: ${JSON.stringify(bad.slice(0, 40))}`
}

export const FeedPatch = z.strictObject({
  name: name.optional(),
  url: url.nullable().optional(),
  auth: auth.optional(),
  resource: resource.optional(),
  filter: filter.optional(),
  fields: fields.optional(),
  page_size: pageSize.optional(),
  every_seconds: everySeconds.optional(),
})

export const FeedRunRequest = z.strictObject({
  sweep: z
    .boolean()
    .default(false)
    .describe('Also look for listings that left the feed, which otherwise happens daily'),
})

const PROBLEM_CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]
const problem = z.object({
  code: z.enum(PROBLEM_CODES),
  detail: z.string().describe('What is wrong and what to do'),
})

const shownAuth = z.object({
  kind: z.enum(['none', 'bearer', 'client_credentials']),
  token_url: z.string().optional(),
  client_id: z.string().optional(),
  scope: z.string().nullable().optional(),
})

const shownFields = z.partialRecord(z.enum(TARGETS), z.array(z.string()).nullable())

export const FeedSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(FEED_KINDS),
    url: z.string().nullable().describe('Null: you upload the files'),
    auth: shownAuth.describe('Without secrets'),
    resource: z.string(),
    filter: z.string().nullable(),
    fields: shownFields.describe('Your changes of the default mapping'),
    page_size: z.int(),
    every_seconds: z.int(),
    key_prefix: z.string(),
    status: z
      .enum(FEED_STATUSES)
      .describe('`failing`: the last run failed and Plinth tries again. `paused`: by you, or until the quota resets'),
    is_running: z.boolean(),
    problem: problem.extend({ since: z.iso.datetime() }).nullable().describe('Why the last run failed'),
    held_sweep: z
      .object({ found_at: z.iso.datetime(), stored: z.int(), missing: z.int() })
      .nullable()
      .describe('More than 30 % of the listings are missing from the feed. Approve it to mark them gone'),
    set_aside: z
      .object({
        count: z.int(),
        rows: z
          .array(z.object({ key: z.string().nullable(), reason: z.string(), since: z.iso.datetime() }))
          .describe('The newest'),
      })
      .describe('Rows of a RESO server that could not be stored. Each is read again when it changes'),
    uses_events: z
      .boolean()
      .describe('The RESO server announces changes with EntityEvent. Otherwise Plinth asks by time'),
    next_run_at: z.iso.datetime().nullable().describe('Null: the feed is paused or waits for an upload'),
    next_sweep_at: z.iso.datetime().nullable(),
    last_run_at: z.iso.datetime().nullable(),
    last_success_at: z.iso.datetime().nullable(),
    version: z.int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Feed' })

const counts = z
  .object({
    read: z.int(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    rejected: z.int(),
    gone: z.int().describe('Listings that left the feed'),
    lookups: z.int().describe('Lookups that were billed'),
  })
  .meta({ id: 'FeedRunCounts' })

const rejected = z.object({
  key: z.string().nullable(),
  line: z.int().nullable().describe('In a file'),
  reason: z.string(),
})

export const FeedRunSchema = z
  .object({
    id: z.string(),
    started_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable().describe('Null while it runs'),
    outcome: z
      .enum(RUN_OUTCOMES)
      .nullable()
      .describe(
        '`held`: a sweep waits for approval. `interrupted`: Plinth restarted, the feed was changed, or its server asked for a long pause',
      ),
    problem: problem.nullable(),
    counts,
    rejected: z.array(rejected).describe('The first rows that were not stored'),
  })
  .meta({ id: 'FeedRun' })

export const FeedRunsQuery = z.object(paging)
export const FeedRunsPage = z.object({ data: z.array(FeedRunSchema), meta: PageMeta })
export const FeedUploadSchema = z.object({ counts })

const nullableText = z.string().nullable()
export const FeedTrialSchema = z
  .object({
    problem: problem.nullable().describe('Why the feed cannot be read; null if it can'),
    fields: z.partialRecord(z.enum(TARGETS), z.array(z.string())).describe('Which field of the feed fills which field'),
    unknown_fields: z.array(z.string()).describe('Fields of the mapping that the server does not have'),
    available_fields: z
      .array(z.string())
      .describe('All fields of the feed; `#1`, `#2` … for the columns of a CSV file without a header'),
    samples: z.record(z.string(), z.array(z.string())).describe('The first values of each field'),
    rows: z
      .array(
        z.object({
          key: z.string(),
          address: z.string(),
          city: nullableText,
          province: nullableText,
          postal_code: nullableText,
          building_name: nullableText,
          condo_corp: nullableText,
          unit: nullableText,
          latitude: z.number().nullable(),
          longitude: z.number().nullable(),
          listed_on: nullableText,
          status: nullableText,
          attributes: z.record(z.string(), z.string()).nullable(),
        }),
      )
      .describe('The first listings, as they would be stored'),
    rejected: z.array(rejected),
  })
  .meta({ id: 'FeedTrial' })

export function toFeedInput(request: z.output<typeof NewFeedRequest>): FeedInput {
  const { kind, url, every_seconds } = request
  return {
    ...request,
    name: request.name ?? (url !== null && URL.canParse(url) ? new URL(url).host : 'Uploaded files'),
    every_seconds: every_seconds ?? (kind === 'reso' ? RESO_SECONDS : FILE_SECONDS),
  }
}

export const toFeedJson = (feed: ShownFeed) =>
  fieldsIn(FeedSchema, {
    ...feed,
    fields: mutable(feed.fields),
    set_aside: { ...feed.set_aside, rows: [...feed.set_aside.rows] },
    uses_events: Boolean(feed.progress.events),
    status: feed.status === 'removed' ? 'paused' : feed.status,
  })

export function toFeedRunJson({ feed_id: _, rejected, ...run }: FeedRunRow): z.input<typeof FeedRunSchema> {
  return { ...run, rejected: [...rejected] }
}

export function toTrialJson({ rows, fields, ...trial }: FeedTrial): z.input<typeof FeedTrialSchema> {
  return {
    problem: trial.problem,
    fields: mutable(fields) as Partial<Record<Target, string[]>>,
    unknown_fields: [...trial.unknown_fields],
    available_fields: [...trial.available_fields],
    samples: trial.samples as Record<string, string[]>,
    rows: rows.map(({ hints, ...listing }) => ({ ...listing, ...hints })),
    rejected: [...trial.rejected],
  }
}

function mutable(fields: FieldChanges): Partial<Record<Target, string[] | null>> {
  return Object.fromEntries(Object.entries(fields).map(([target, names]) => [target, names && [...names]]))
}
