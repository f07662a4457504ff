// Publishes sample events that a customer asked for, and says which endpoints receive them.
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Cause } from '../events/audit-log.ts'
import { audit } from '../events/audit-log.ts'
import { matchesType } from '../events/event-patterns.ts'
import type { EventDraft, StoredEvent } from '../events/event-types.ts'
import { publishEvents } from '../events/outbox.ts'
import { DAY_MS } from '../kernel/time.ts'
import type { EndpointOwner } from './endpoints.ts'
import type { Subscriber } from './fan-out.ts'
import { canReceive, isSubscribed, selectSubscribers } from './fan-out.ts'
import type { Payloads } from './payload-source.ts'

/** Real events stay forever. Samples are of no use once they can no longer be replayed. */
const SAMPLE_DAYS = 30

export interface SampleEndpoint {
  readonly endpoint_id: string
  readonly result: 'queued' | 'held' | 'skipped'
  readonly reason: string | null
}

export interface SampleResult {
  readonly event_id: string
  readonly sequence: number
  readonly endpoints: readonly SampleEndpoint[]
}

/** Chooses the draft that most endpoints receive, so that filters by place find a matching project. */
export async function publishSample(
  tx: Tx,
  payloads: Payloads,
  owner: EndpointOwner,
  drafts: readonly EventDraft[],
  cause: Cause,
  at: Date,
): Promise<SampleResult> {
  await deleteOldSamples(tx, owner, at)
  const subscribers = await selectSubscribers(tx)
    .where('e.account_id', '=', owner.accountId)
    .where('e.dataset', '=', owner.dataset)
    .orderBy('e.created_at')
    .orderBy('e.id')
    .execute()
  const receivers = (draft: EventDraft) =>
    subscribers.filter((subscriber) => isSubscribed(payloads, subscriber, asStored(draft, owner, at))).length
  const chosen = drafts.reduce((best, draft) => (receivers(draft) > receivers(best) ? draft : best))
  const draft = { ...chosen, account_id: owner.accountId, body: { ...chosen.body, sample: true as const } }
  const details = { type: draft.type }
  await audit(tx, cause, { action: 'webhook.sample_sent', accountId: owner.accountId, target: null, details }, at)
  const sequence = (await publishEvents(tx, owner.dataset, [draft], at))!
  const event = asStored(draft, owner, at)
  const endpoints = subscribers.map((subscriber) => resultFor(payloads, subscriber, event))
  const { id: event_id } = await tx
    .selectFrom('events')
    .select('id')
    .where('sequence', '=', sequence)
    .executeTakeFirstOrThrow()
  return { event_id, sequence, endpoints }
}

/** Enough of an event to match it against subscriptions. */
function asStored(draft: EventDraft, { accountId, dataset }: EndpointOwner, at: Date): StoredEvent {
  return { ...draft, account_id: accountId, dataset, sequence: 0, id: '', occurred_at: at.toISOString() }
}

function resultFor(payloads: Payloads, subscriber: Subscriber, event: StoredEvent): SampleEndpoint {
  const endpoint_id = subscriber.id
  const skipped = (reason: string) => ({ endpoint_id, result: 'skipped' as const, reason })
  if (!subscriber.event_types.some((pattern) => matchesType(pattern, event.type)))
    return skipped(`It does not receive ${event.type}. Add the type to its event types.`)
  if (!isSubscribed(payloads, subscriber, event))
    return skipped('Its filters match no sandbox project. Remove a filter.')
  if (subscriber.status === 'disabled') return skipped('It is disabled. Enable it first.')
  if (!canReceive(payloads, subscriber)) return skipped('The plan does not include it.')
  if (subscriber.status === 'pending')
    return { endpoint_id, result: 'held', reason: 'It is not verified yet. It must respond to its ping.' }
  return { endpoint_id, result: 'queued', reason: null }
}

async function deleteOldSamples(tx: Tx, { accountId, dataset }: EndpointOwner, at: Date): Promise<void> {
  const before = new Date(at.getTime() - SAMPLE_DAYS * DAY_MS).toISOString()
  await sql`delete from events where account_id = ${accountId} and dataset = ${dataset}
    and occurred_at < ${before}::timestamptz and body ->> 'sample' = 'true'`.execute(tx)
}
