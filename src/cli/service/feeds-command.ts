// plinth feeds: adds, tries, lists, runs and removes feeds of a server.

import { createReadStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { Feed, FeedRun, FeedTrial, NewFeedRequest } from '@plinth/client'
import { at } from '../../kernel/at.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import type { OutputOptions } from '../terminal/output.ts'
import { print } from '../terminal/output.ts'
import type { ServiceOptions } from '../terminal/service-connection.ts'
import { requireService } from '../terminal/service-connection.ts'
import type { Style, TableColumn } from '../terminal/style.ts'
import { styleOf, tableWithNotes } from '../terminal/style.ts'

interface FeedOptions extends ServiceOptions, OutputOptions {}

interface NewFeedOptions extends FeedOptions {
  readonly url?: string
  readonly name?: string
  readonly secret?: string
  readonly secretFile?: string
  readonly clientId?: string
  readonly tokenUrl?: string
  readonly scope?: string
  readonly resource?: string
  readonly filter?: string
  readonly field?: readonly string[]
  readonly every?: number
  readonly pageSize?: number
  readonly keyPrefix?: string
}

function showFeed(config: Config, options: FeedOptions, feed: Feed): number {
  print(options, feed, ...feedLines([feed], config))
  return EXIT.ok
}

export async function listFeeds(config: Config, options: FeedOptions): Promise<number> {
  const { data: feeds } = await requireService(config, options).feeds.list()
  const none = ['No feeds. Add one with "plinth feeds add".']
  print(options, feeds, ...(feeds.length === 0 ? none : feedLines(feeds, config)))
  return EXIT.ok
}

export async function addFeed(config: Config, kind: string, options: NewFeedOptions): Promise<number> {
  return showFeed(config, options, await requireService(config, options).feeds.create(requestOf(kind, options)))
}

export async function tryFeed(config: Config, kind: string, options: NewFeedOptions): Promise<number> {
  const trial = await requireService(config, options).feeds.try(requestOf(kind, options))
  print(options, trial, ...trialLines(trial))
  return trial.problem ? EXIT.failed : EXIT.ok
}

type RunOptions = FeedOptions & { readonly sweep?: boolean }

export async function runFeed(config: Config, id: string, options: RunOptions): Promise<number> {
  const { sweep = false } = options
  return showFeed(config, options, await requireService(config, options).feeds.run(id, { sweep }))
}

const changeFeed =
  (action: 'pause' | 'resume' | 'approve') =>
  async (config: Config, id: string, options: FeedOptions): Promise<number> =>
    showFeed(config, options, await requireService(config, options).feeds[action](id))
export const pauseFeed = changeFeed('pause')
export const resumeFeed = changeFeed('resume')
export const approveFeed = changeFeed('approve')

export async function removeFeed(config: Config, id: string, options: FeedOptions): Promise<number> {
  await requireService(config, options).feeds.remove(id)
  print(options, { id, deleted: true }, `Deleted ${id} and its listings.`)
  return EXIT.ok
}

export async function listFeedRuns(config: Config, id: string, options: FeedOptions): Promise<number> {
  const { data: runs } = await requireService(config, options).feeds.runs(id)
  const none = ['No runs that changed something or failed.']
  print(options, runs, ...(runs.length === 0 ? none : runLines(runs, styleOf(config))))
  return EXIT.ok
}

export async function uploadFeedFile(config: Config, id: string, file: string, options: FeedOptions): Promise<number> {
  const bytes = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
  const { counts } = await requireService(config, options).feeds.upload(id, bytes)
  print(options, counts, countsText(counts))
  return EXIT.ok
}

/** The server checks the values. */
function requestOf(kind: string, options: NewFeedOptions): NewFeedRequest {
  const { url, name, resource, filter, every, pageSize, keyPrefix } = options
  const settings = {
    ...{ url, name, resource, filter },
    ...{ every_seconds: every, page_size: pageSize, key_prefix: keyPrefix },
    auth: authOf(options),
    fields: fieldsOf(options.field),
  }
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  return { kind, ...Object.fromEntries(given) } as NewFeedRequest
}

function authOf({ secret, secretFile, clientId, tokenUrl, scope }: NewFeedOptions): NewFeedRequest['auth'] {
  const text = secret ?? (secretFile === undefined ? undefined : readFileSync(secretFile, 'utf8').trim())
  if (clientId === undefined) return text === undefined ? undefined : { kind: 'bearer', token: text }
  if (text === undefined || tokenUrl === undefined)
    throw new Stop('usage', '--client-id needs --token-url and --secret-file')
  return {
    kind: 'client_credentials',
    token_url: tokenUrl,
    client_id: clientId,
    client_secret: text,
    scope: scope ?? null,
  }
}

/** "unit=ApartmentNumber" reads the unit from that field, "unit=" from none. A repeated target has several fields. */
function fieldsOf(pairs: readonly string[] | undefined): Record<string, string[] | null> | undefined {
  if (!pairs) return undefined
  const fields: Record<string, string[] | null> = {}
  for (const pair of pairs) {
    const [target = '', ...name] = pair.split('=')
    if (name.length === 0) throw new Stop('usage', `--field must be target=name; got "${pair}"`)
    const text = name.join('=')
    fields[target] = text === '' ? null : [...(fields[target] ?? []), text]
  }
  return fields
}

const stateOf = ({ is_running, status }: Feed) => (is_running ? 'running' : status)

const FEED_COLUMNS: readonly TableColumn<Feed>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'Name', text: ({ name }) => name },
  { title: 'Kind', text: ({ kind }) => kind },
  { title: 'State', text: stateOf, tone: ({ problem }) => (problem ? 'bad' : 'good') },
  {
    title: 'Next run',
    text: ({ next_run_at, is_running }) => (next_run_at === null || is_running ? '' : `next run ${next_run_at}`),
  },
]

function feedLines(feeds: readonly Feed[], config: Config): string[] {
  return tableWithNotes(feeds, FEED_COLUMNS, feedNotes, styleOf(config))
}

/** What a person should know or do. */
function feedNotes({ id, problem, held_sweep, set_aside: { count, rows } }: Feed): string[] {
  return [
    ...(count > 0
      ? [`${count} rows are set aside, such as ${rows[0]?.key ?? 'one without a key'}: ${rows[0]?.reason}`]
      : []),
    ...(problem ? [`${problem.code}: ${problem.detail}`] : []),
    ...(held_sweep
      ? [`${held_sweep.missing} of ${held_sweep.stored} listings are missing. Approve: plinth feeds approve ${id}`]
      : []),
  ]
}

const COUNTS = ['read', 'created', 'updated', 'unchanged', 'rejected', 'gone'] as const
const RUN_TONES = { done: 'good', failed: 'bad', held: 'warn', interrupted: 'warn' } as const

/** Each number names itself, because a pipe gets no heading. */
const RUN_COLUMNS: readonly TableColumn<FeedRun>[] = [
  { title: 'Started', text: ({ started_at }) => started_at },
  {
    title: 'Outcome',
    text: ({ outcome }) => outcome ?? 'running',
    tone: ({ outcome }) => (outcome === null ? undefined : RUN_TONES[outcome]),
  },
  ...COUNTS.map((name) => ({
    title: `${at(name, 0).toUpperCase()}${name.slice(1)}`,
    text: ({ counts }: FeedRun) => `${counts[name]} ${name}`,
    right: true,
  })),
]

export function runLines(runs: readonly FeedRun[], style: Style): string[] {
  const notes = ({ problem, rejected }: FeedRun) => [
    ...(problem ? [`${problem.code}: ${problem.detail}`] : []),
    ...rejected.slice(0, 3).map(({ key, line, reason }) => `${key ?? `line ${line}`}: ${reason}`),
  ]
  return tableWithNotes(runs, RUN_COLUMNS, notes, style)
}

function countsText(counts: FeedRun['counts']): string {
  return COUNTS.map((name) => `${counts[name]} ${name}`).join(', ')
}

function trialLines({ problem, fields, unknown_fields, rows, rejected }: FeedTrial): string[] {
  if (problem) return [`The feed cannot be read: ${problem.detail} (${problem.code})`]
  return [
    ...Object.entries(fields).map(([target, names]) => `${target.padEnd(18)} ${names.join(', ')}`),
    ...(unknown_fields.length > 0 ? [`The server does not have: ${unknown_fields.join(', ')}`] : []),
    '',
    ...rows.map(({ key, address, unit, city }) =>
      [key, address, unit && `unit ${unit}`, city].filter(Boolean).join('  '),
    ),
    ...rejected.map(({ key, line, reason }) => `${key ?? `line ${line}`}: ${reason}`),
  ]
}
