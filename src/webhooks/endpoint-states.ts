// Locks endpoints and changes their state, with the effects on their deliveries.
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { audit, SYSTEM } from '../events/audit-log.ts'
import type { EventDraft } from '../events/event-types.ts'
import type { EndpointState } from './retry.ts'
import { RETRY_DELAYS_MS } from './retry.ts'
import type { EndpointsTable } from './webhook-tables.ts'

export type EndpointRow = Readonly<Selectable<EndpointsTable>>

/** Always in the same order, to prevent deadlocks. */
export async function lockEndpoints(tx: Tx, ids: readonly string[]): Promise<Map<string, EndpointRow>> {
  const rows = await tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export function stateOf({ status, disabled_reason, failing_since }: EndpointRow): EndpointState {
  const failingSinceMs = failing_since === null ? null : Date.parse(failing_since)
  return { status, disabledReason: disabled_reason, failingSinceMs }
}

/** An endpoint that failed for at least this long had an outage. Shorter failures, such as rate limits, end by themselves. */
const OUTAGE_MS = 10_000

/** Enabling an endpoint releases its held deliveries; disabling it holds the pending ones. */
export async function writeState(
  tx: Tx,
  before: EndpointRow,
  { status, disabledReason, failingSinceMs }: EndpointState,
  at: Date,
): Promise<EndpointRow> {
  const after = await tx
    .updateTable('webhook_endpoints')
    .set({
      status,
      disabled_reason: disabledReason,
      failing_since: failingSinceMs === null ? null : new Date(failingSinceMs).toISOString(),
      version: before.version + 1,
      updated_at: at.toISOString(),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (before.status === status) {
    if (isRecovery(before, after, at)) await retryNow(tx, before.id, at)
    return after
  }
  const waiting = tx
    .updateTable('webhook_deliveries')
    .where('endpoint_id', '=', before.id)
    .where('status', '=', 'pending')
  if (status === 'enabled')
    await waiting.set({ next_attempt_at: at.toISOString() }).where('next_attempt_at', 'is', null).execute()
  else await waiting.set({ next_attempt_at: null }).execute()
  return after
}

function isRecovery(before: EndpointRow, after: EndpointRow, at: Date): boolean {
  if (before.failing_since === null || after.failing_since !== null || after.status !== 'enabled') return false
  return at.getTime() - Date.parse(before.failing_since) >= OUTAGE_MS
}

/**
 * After an outage, deliveries would wait up to a day for their next attempt. They are sent now instead, with the rest of
 * the schedule ahead of them. A delivery that keeps failing while others succeed must not use up its attempts this way.
 */
async function retryNow(tx: Tx, endpointId: string, at: Date): Promise<void> {
  const now = at.toISOString()
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: now, round_attempts: sql`least(round_attempts, 1)` })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .where('next_attempt_at', '>', now)
    .where('attempts', '<', RETRY_DELAYS_MS.length)
    .execute()
}

/** Writes the audit log and returns an event that only the account's other endpoints see. Publish it last. */
export async function disabledEvent(tx: Tx, before: EndpointRow, after: EndpointRow, at: Date): Promise<EventDraft> {
  const { id, account_id, url, description, status, disabled_reason } = after
  const details = { reason: disabled_reason }
  await audit(tx, SYSTEM, { action: 'webhook.disabled', accountId: account_id, target: id, details }, at)
  return {
    type: 'webhook_endpoint.disabled',
    resource_type: 'webhook_endpoint',
    resource_id: id,
    project_id: null,
    changed_fields: ['status'],
    body: {
      changes: [{ field: 'status', from: before.status, to: status }],
      details: { id, url, description, status, disabled_reason },
    },
    account_id,
  }
}
