// Creates, reads, updates and deletes an account's endpoints.
import type { Database, Tx } from '../db/database.ts'
import { lockAccount } from '../db/lock-account.ts'
import { lastSequence } from '../events/change-log.ts'
import type { Dataset } from '../events/event-types.ts'
import { Fault, fieldFault } from '../kernel/fault.ts'
import { newId } from '../kernel/ids.ts'
import { say, term } from '../kernel/phrase.ts'
import type { EndpointRow } from './endpoint-states.ts'
import { stateOf, writeState } from './endpoint-states.ts'
import type { Payloads } from './payload-source.ts'
import { PING_PLAN } from './payload-source.ts'
import type { Filters, SealedSecret } from './webhook-tables.ts'

/** An account's test and live credentials have endpoints of their own. */
export interface EndpointOwner {
  readonly accountId: string
  readonly dataset: Dataset
}

export interface EndpointInput {
  readonly url: string
  readonly description: string | null
  readonly event_types: readonly string[]
  readonly filters: Filters
  /** Most events in one request. 1 sends each event alone. */
  readonly max_batch: number
}

/** The same text for every reason, so that it reveals nothing about our network. */
export function urlRejected(): Fault {
  const message =
    'The URL must use https on port 443 or 8443, without credentials, and its host must resolve to public addresses only.'
  return fieldFault('webhook_url_rejected', '/url', message)
}

export async function createEndpoint(
  tx: Tx,
  owner: EndpointOwner & { readonly plan: string },
  input: EndpointInput,
  secrets: readonly SealedSecret[],
  { maxEndpoints, at }: { readonly maxEndpoints: number; readonly at: Date },
): Promise<EndpointRow> {
  // So that concurrent requests cannot exceed the limit.
  await lockAccount(tx, owner.accountId)
  const { count } = await tx
    .selectFrom('webhook_endpoints')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', owner.accountId)
    .where('dataset', '=', owner.dataset)
    .executeTakeFirstOrThrow()
  if (count >= maxEndpoints)
    throw new Fault('state_conflict', {
      detail: say`The ${term(owner.plan)} plan allows ${maxEndpoints} webhook endpoints, and all are in use. Delete one or change the plan.`,
    })
  const created_sequence = await lastSequence(tx)
  return tx
    .insertInto('webhook_endpoints')
    .values({
      id: newId('whe'),
      account_id: owner.accountId,
      dataset: owner.dataset,
      url: input.url,
      host: new URL(input.url).hostname,
      description: input.description,
      event_types: JSON.stringify(input.event_types),
      filters: JSON.stringify(input.filters),
      status: 'pending',
      disabled_reason: null,
      secrets: JSON.stringify(secrets),
      created_sequence,
      last_sequence: null,
      replay_after: null,
      replay_until: null,
      max_batch: input.max_batch,
      batch_sequence: input.max_batch > 1 ? created_sequence : null,
      version: 1,
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function listEndpoints(db: Database, owner: EndpointOwner): Promise<EndpointRow[]> {
  return db.query
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('account_id', '=', owner.accountId)
    .where('dataset', '=', owner.dataset)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

function notFound(id: string): Fault {
  return new Fault('endpoint_not_found', { detail: say`Webhook endpoint ${id} not found.` })
}

export async function readEndpoint(db: Database['query'], owner: EndpointOwner, id: string): Promise<EndpointRow> {
  const row = await ownEndpoint(db, owner, id).executeTakeFirst()
  if (!row) throw notFound(id)
  return row
}

export async function lockEndpoint(tx: Tx, owner: EndpointOwner, id: string): Promise<EndpointRow> {
  const row = await ownEndpoint(tx, owner, id).forUpdate().executeTakeFirst()
  if (!row) throw notFound(id)
  return row
}

function ownEndpoint(db: Database['query'], owner: EndpointOwner, id: string) {
  const { accountId, dataset } = owner
  const rows = db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id)
  return rows.where('account_id', '=', accountId).where('dataset', '=', dataset)
}

export type EndpointChange = { readonly [K in keyof EndpointInput]?: EndpointInput[K] | undefined } & {
  readonly isPaused?: boolean
}

/** A new URL must be verified like a new endpoint: it becomes pending and gets a ping. */
export async function updateEndpoint(
  tx: Tx,
  before: EndpointRow,
  change: EndpointChange,
  at: Date,
): Promise<EndpointRow> {
  const { url, description, event_types, filters, max_batch, isPaused } = change
  const isMoved = url !== undefined && url !== before.url
  if (isMoved || isPaused) {
    const status = isPaused ? ('disabled' as const) : ('pending' as const)
    const state = { ...stateOf(before), status, disabledReason: isPaused ? ('paused' as const) : null }
    if (before.status !== 'disabled' || isPaused)
      await writeState(tx, before, isMoved ? { ...state, failingSinceMs: null } : state, at)
  }
  // From here on the endpoint has its own position in the log. The way back is `leaveBatches`.
  const startsBatches = (max_batch ?? 1) > 1 && before.batch_sequence === null
  const cursor = tx.selectFrom('webhook_cursor').select('sequence')
  const position = startsBatches ? (await cursor.executeTakeFirstOrThrow()).sequence : before.batch_sequence
  return tx
    .updateTable('webhook_endpoints')
    .set({
      ...(url !== undefined && { url, host: new URL(url).hostname }),
      ...(description !== undefined && { description }),
      ...(event_types !== undefined && { event_types: JSON.stringify(event_types) }),
      ...(filters !== undefined && { filters: JSON.stringify(filters) }),
      ...(max_batch !== undefined && { max_batch }),
      batch_sequence: position,
      version: before.version + 1,
      updated_at: at.toISOString(),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Also deletes its deliveries. Attempts still in flight are not recorded. */
export async function deleteEndpoint(tx: Tx, owner: EndpointOwner, id: string): Promise<EndpointRow> {
  const before = await lockEndpoint(tx, owner, id)
  await tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
  return before
}

export async function replaceSecrets(
  tx: Tx,
  before: EndpointRow,
  secrets: readonly SealedSecret[],
  at: Date,
): Promise<EndpointRow> {
  return tx
    .updateTable('webhook_endpoints')
    .set({ secrets: JSON.stringify(secrets), version: before.version + 1, updated_at: at.toISOString() })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Queues a ping and returns the delivery's ID. `single` is a test without retries; other pings replace the pending
 * ones.
 */
export async function queuePing(
  tx: Tx,
  payloads: Payloads,
  endpoint: EndpointRow,
  at: Date,
  single: boolean,
): Promise<string> {
  const event_id = newId('evt')
  const now = at.toISOString()
  if (!single)
    await tx
      .updateTable('webhook_deliveries')
      .set({ status: 'dead', next_attempt_at: null, finished_at: now })
      .where('endpoint_id', '=', endpoint.id)
      .where('event_type', '=', 'ping')
      .where('status', '=', 'pending')
      .execute()
  const body = payloads.ping(event_id, endpoint.id, now)
  await tx.insertInto('webhook_payloads').values({ event_id, plan: PING_PLAN, body, created_at: now }).execute()
  const id = newId('dlv')
  await tx
    .insertInto('webhook_deliveries')
    .values({
      id,
      endpoint_id: endpoint.id,
      account_id: endpoint.account_id,
      event_id,
      event_type: 'ping',
      plan: PING_PLAN,
      sequence: null,
      previous_sequence: null,
      status: 'pending',
      is_single: single,
      attempts: 0,
      round_attempts: 0,
      next_attempt_at: now,
      lease_holder: null,
      last_result: null,
      created_at: now,
      queued_at: now,
    })
    .execute()
  return id
}
