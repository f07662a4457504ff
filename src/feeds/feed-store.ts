// Creates, reads, changes and deletes an account's feeds and lists their runs.
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { lockAccount } from '../db/lock-account.ts'
import { Fault } from '../kernel/fault.ts'
import { newId } from '../kernel/ids.ts'
import { say } from '../kernel/phrase.ts'
import type { Secrets } from '../kernel/secrets.ts'
import type { ListingOwner } from '../listings/listing-types.ts'
import type { FeedAuth } from './feed-auth.ts'
import { sealAuth, showAuth } from './feed-auth.ts'
import type { FeedKind, FeedRow, FeedRunRow } from './feed-tables.ts'
import { NOTHING_READ } from './feed-tables.ts'
import type { FieldChanges } from './read/field-mapping.ts'
import type { SetAside } from './set-aside.ts'
import { setAsideOfFeed } from './set-aside.ts'

/** What a person sets. */
export interface FeedInput {
  readonly name: string
  readonly kind: FeedKind
  /** Null: files are uploaded. */
  readonly url: string | null
  readonly auth: FeedAuth
  readonly resource: string
  readonly filter: string | null
  readonly fields: FieldChanges
  readonly page_size: number
  readonly every_seconds: number
  readonly key_prefix: string
}

type Changeable = 'name' | 'url' | 'auth' | 'resource' | 'filter' | 'fields' | 'page_size' | 'every_seconds'
export type FeedChange = { readonly [K in Changeable]?: FeedInput[K] | undefined }

export interface ShownFeed extends FeedRow {
  readonly is_running: boolean
  readonly set_aside: SetAside
}

/** More would not read more listings: a plan limits those. */
const MAX_FEEDS = 20

const shown = [
  sql<boolean>`exists (select from leases
    where leases.name = 'feed ' || feeds.id and leases.expires_at > clock_timestamp())`.as('is_running'),
  setAsideOfFeed.as('set_aside'),
] as const

function own(db: Database['query'], { accountId, dataset }: ListingOwner) {
  return db
    .selectFrom('feeds')
    .where('account_id', '=', accountId)
    .where('dataset', '=', dataset)
    .where('status', '!=', 'removed')
}

export function listFeeds(db: Database, owner: ListingOwner): Promise<ShownFeed[]> {
  return own(db.query, owner).selectAll().select(shown).orderBy('created_at').orderBy('id').execute()
}

export async function readFeed(db: Database['query'], owner: ListingOwner, id: string): Promise<ShownFeed> {
  const feed = await own(db, owner).selectAll().select(shown).where('id', '=', id).executeTakeFirst()
  if (!feed) throw notFound(id)
  return feed
}

export async function lockFeed(tx: Tx, owner: ListingOwner, id: string): Promise<FeedRow> {
  const feed = await own(tx, owner).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!feed) throw notFound(id)
  return feed
}

function notFound(id: string): Fault {
  return new Fault('feed_not_found', { detail: say`Feed ${id} not found.` })
}

export async function insertFeed(
  tx: Tx,
  owner: ListingOwner,
  input: FeedInput,
  secrets: Secrets,
  at: string,
): Promise<FeedRow> {
  const { accountId, dataset } = owner
  // So that concurrent requests cannot exceed the limit.
  await lockAccount(tx, accountId)
  const feeds = await own(tx, owner).select(['id', 'key_prefix']).execute()
  if (feeds.length >= MAX_FEEDS)
    throw new Fault('plan_limit', { detail: say`An account can have ${MAX_FEEDS} feeds. Delete one first.` })
  const { auth, fields, ...plain } = input
  return tx
    .insertInto('feeds')
    .values({
      id: newId('feed'),
      account_id: accountId,
      dataset,
      ...plain,
      fields: JSON.stringify(fields),
      auth: JSON.stringify(showAuth(auth)),
      sealed_auth: sealAuth(secrets, auth),
      status: 'active',
      problem: null,
      failures: 0,
      progress: JSON.stringify(NOTHING_READ),
      held_sweep: null,
      failing_announced_at: null,
      held_announced_at: null,
      next_run_at: input.url === null ? null : at,
      next_sweep_at: null,
      last_run_at: null,
      last_success_at: null,
      generation: 1,
      version: 1,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** After a change of what is read, everything is read again: rows that are the same cost nothing. */
export async function changeFeed(
  tx: Tx,
  before: FeedRow,
  change: FeedChange,
  secrets: Secrets,
  at: string,
): Promise<FeedRow> {
  const { auth, fields, ...plain } = change
  const isOther = (['url', 'resource', 'filter'] as const).some(
    (name) => plain[name] !== undefined && plain[name] !== before[name],
  )
  const defined = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  return writeFeed(tx, before, at, {
    ...defined,
    ...(fields !== undefined && { fields: JSON.stringify(fields) }),
    ...(auth !== undefined && { auth: JSON.stringify(showAuth(auth)), sealed_auth: sealAuth(secrets, auth) }),
    ...((isOther || fields !== undefined) && { progress: JSON.stringify(NOTHING_READ) }),
    ...(before.status !== 'paused' && runAt(plain.url === undefined ? before.url : plain.url, at)),
  })
}

/** A run that is under way stops: its generation is over. */
export function pauseFeed(tx: Tx, before: FeedRow, at: string): Promise<FeedRow> {
  return writeFeed(tx, before, at, { status: 'paused', problem: null, next_run_at: null })
}

export function resumeFeed(tx: Tx, before: FeedRow, at: string): Promise<FeedRow> {
  return writeFeed(tx, before, at, { status: 'active', problem: null, failures: 0, ...runAt(before.url, at) })
}

/** The worker, or the caller, deletes the listings and then the row. */
export function markRemoved(tx: Tx, before: FeedRow, at: string): Promise<FeedRow> {
  return writeFeed(tx, before, at, { status: 'removed', sealed_auth: null, next_run_at: at })
}

function runAt(url: string | null, at: string) {
  return { next_run_at: url === null ? null : at }
}

async function writeFeed(tx: Tx, before: FeedRow, at: string, change: object): Promise<FeedRow> {
  return tx
    .updateTable('feeds')
    .set({ ...change, generation: before.generation + 1, version: before.version + 1, updated_at: at })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The run in progress continues; otherwise the next one begins now. */
export async function requestRun(tx: Tx, { id, kind }: FeedRow, at: string, sweep: boolean): Promise<void> {
  await tx
    .updateTable('feeds')
    .set({ next_run_at: at, ...(sweep && kind === 'reso' && { next_sweep_at: at }) })
    .where('id', '=', id)
    .execute()
}

export interface RunQuery {
  readonly limit: number
  readonly after?: { readonly at: string; readonly id: string } | undefined
}

/** Newest first. */
export async function listRuns(
  db: Database,
  feedId: string,
  { limit, after }: RunQuery,
): Promise<{ runs: FeedRunRow[]; hasMore: boolean }> {
  const runs = await db.query
    .selectFrom('feed_runs')
    .selectAll()
    .where('feed_id', '=', feedId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(started_at, id) < (${after!.at}::timestamptz, ${after!.id})`),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return { runs: runs.slice(0, limit), hasMore: runs.length > limit }
}
