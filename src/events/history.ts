// The history of a database: its epoch, and the numbers of events that were lost when it went back in time.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/database-tables.ts'
import { RESTORED, readFact, writeFact } from '../db/instance.ts'
import { at } from '../kernel/at.ts'
import { randomBase62 } from '../kernel/ids.ts'
import type { Dataset, EventDraft } from './event-types.ts'
import { publishEvents } from './outbox.ts'

/** Events after `after` and before `first` exist no more, or never did. */
interface Rewind {
  readonly at: string
  readonly after: number
  readonly first: number
  /** The newest version of each dataset that a node saw before, by name. */
  readonly versions?: VersionNames
}

export type VersionNames = Readonly<Partial<Record<Dataset, string | null>>>

export interface History {
  /** Changes when the database goes back in time. */
  readonly epoch: string
  readonly rewinds: readonly Rewind[]
}

const FACT = 'history'
/** Where the numbers of events begin to depend on the time; see `firstNumber`. */
const NUMBERS_SINCE = Date.parse('2025-01-01T00:00:00Z')
const MAX_REWINDS = 50
const EPOCH_LENGTH = 8

const parse = (text: string | null): History => (text === null ? { epoch: '', rewinds: [] } : JSON.parse(text))

/** When the database last went back in time. */
export async function lastRewind(db: Kysely<Tables>): Promise<Pick<Rewind, 'at' | 'versions'> | null> {
  return parse((await readFact(db, FACT)) ?? null).rewinds.at(-1) ?? null
}

/** The last number, and whether the events after `since` were lost. One query: it is part of every page of changes. */
export async function readHead(db: Kysely<Tables>, since: number): Promise<{ head: number; lost: Rewind | undefined }> {
  const { value, history } = await db
    .selectFrom('counters')
    .leftJoin('instance as i', (join) => join.on('i.key', '=', FACT))
    .select(['counters.value', 'i.value as history'])
    .where('name', '=', 'sequence')
    .executeTakeFirstOrThrow()
  return { head: value, lost: parse(history).rewinds.find(({ after, first }) => since > after && since < first) }
}

/** Numbers that only grow while the database does not go back in time. */
export interface Position extends Pick<History, 'epoch'> {
  readonly isRestored: boolean
  readonly sequence: number
  readonly counters: readonly number[]
  readonly versions?: VersionNames
}

/** Must stay cheap: every node asks every second. */
export async function readPosition(db: Kysely<Tables>): Promise<Position> {
  const { rows } = await sql<{
    history: string | null
    is_restored: boolean
    counters: readonly number[]
    versions: VersionNames
  }>`
    select (select value from instance where key = ${FACT}) as history,
      exists (select from instance where key = ${RESTORED}) as is_restored,
      array[(select value from counters where name = 'sequence'), (select value from access_revision),
        (select value from links_revision),
        (select coalesce(max(number), 0) from dataset_versions where dataset = 'production'),
        (select coalesce(max(number), 0) from dataset_versions where dataset = 'sandbox')]::float8[] as counters,
      json_build_object(
        'production', (select version from dataset_versions where dataset = 'production' order by number desc limit 1),
        'sandbox', (select version from dataset_versions where dataset = 'sandbox' order by number desc limit 1)
      ) as versions`.execute(db)
  const { history, is_restored, counters, versions } = at(rows, 0)
  return { epoch: parse(history).epoch, isRestored: is_restored, sequence: at(counters, 0), counters, versions }
}

/** A new database gets its first epoch. */
export async function ensureHistory(db: Kysely<Tables>): Promise<void> {
  const value = JSON.stringify({ epoch: randomBase62(EPOCH_LENGTH), rewinds: [] } satisfies History)
  await db
    .insertInto('instance')
    .values({ key: FACT, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

export interface Lost {
  /** The epoch that ends. */
  readonly epoch: string
  /** The highest number that this node saw. */
  readonly seen: number
  readonly versions?: VersionNames | undefined
  /** When it saw it: events that are here and younger were written after the step back. */
  readonly seenAt: string | null
}

/**
 * Above every number that the lost events can have: an installation would have to publish a thousand events a second for
 * years to get there before.
 */
const firstNumber = (head: number, seen: number, now: Date): number =>
  Math.max(head, seen, now.getTime() - NUMBERS_SINCE) + 1

/** False if another node began it already. */
export async function beginEpoch(tx: Tx, lost: Lost, now: Date): Promise<boolean> {
  const row = tx.selectFrom('instance').select('value').where('key', '=', FACT).forUpdate()
  const { epoch, rewinds } = parse((await row.executeTakeFirst())?.value ?? null)
  if (epoch !== lost.epoch) return false
  const counter = tx.selectFrom('counters').select('value').where('name', '=', 'sequence').forUpdate()
  const { value: head } = await counter.executeTakeFirstOrThrow()
  const after = lost.seenAt === null ? head : await lastBefore(tx, lost.seenAt)
  const first = firstNumber(head, lost.seen, now)
  const rewind = { at: now.toISOString(), after, first, ...(lost.versions && { versions: lost.versions }) }
  const next = { epoch: randomBase62(EPOCH_LENGTH), rewinds: [...rewinds, rewind] }
  await writeFact(tx, FACT, JSON.stringify({ ...next, rewinds: next.rewinds.slice(-MAX_REWINDS) }))
  await tx.deleteFrom('instance').where('key', '=', RESTORED).execute()
  await tx
    .updateTable('counters')
    .set({ value: first - 1 })
    .where('name', '=', 'sequence')
    .execute()
  const event: EventDraft = {
    ...{ type: 'dataset.rewound', resource_type: 'dataset', resource_id: next.epoch },
    ...{ project_id: null, changed_fields: [], body: { changes: [], details: { last_sequence: after } } },
  }
  for (const dataset of ['production', 'sandbox'] as const) await publishEvents(tx, dataset, [event], now)
  return true
}

async function lastBefore(tx: Tx, time: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(sequence) as last from events where occurred_at < ${time}::timestamptz`.execute(tx)
  return at(rows, 0).last ?? 0
}
