// Records attempts, schedules retries and updates endpoint states in one transaction.
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { Dataset, EventDraft } from '../events/event-types.ts'
import { publishEvents } from '../events/outbox.ts'
import type { CrashHook } from '../kernel/crash-hook.ts'
import type { CrashPoint } from './crash-points.ts'
import type { EndpointRow } from './endpoint-states.ts'
import { disabledEvent, lockEndpoints, stateOf, writeState } from './endpoint-states.ts'
import type { AttemptOutcome, EndpointState, NextStep } from './retry.ts'
import { decideNext, isSuccess, nextEndpointState } from './retry.ts'
import type { AttemptsTable, DeliveriesTable, DisabledReason } from './webhook-tables.ts'

/** A finished attempt, not recorded yet. */
export interface CompletedAttempt {
  readonly deliveryId: string
  readonly endpointId: string
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly startedAt: Date
  readonly finishedAt: Date
  readonly outcome: AttemptOutcome
  /** The endpoint was enabled and not failing when the delivery was claimed. */
  readonly isHealthy: boolean
}

export interface RecordedAttempt {
  readonly attempt: CompletedAttempt
  readonly next: NextStep
  /** The attempt's number; null if the endpoint was deleted. */
  readonly number: number | null
  /** Set if this attempt disabled the endpoint. */
  readonly disabled: DisabledReason | null
}

type Delivery = Readonly<Selectable<DeliveriesTable>>

interface Step {
  readonly attempt: CompletedAttempt
  readonly delivery: Delivery
  readonly next: NextStep
  readonly number: number
}

const ENDPOINT_DELETED: Omit<RecordedAttempt, 'attempt'> = {
  next: { kind: 'dead', gone: false },
  number: null,
  disabled: null,
}

export interface RecordOptions {
  readonly holder: string
  readonly random: () => number
  readonly onCrashPoint?: CrashHook<CrashPoint>
}

/** Most attempts succeed at a healthy endpoint: they need one statement and change no endpoint. */
export async function recordAttempts(
  db: Database,
  batch: readonly CompletedAttempt[],
  options: RecordOptions,
): Promise<RecordedAttempt[]> {
  const simple = batch.filter(({ isHealthy, outcome }) => isHealthy && isSuccess(outcome))
  const numbers = await recordSuccesses(db, simple, options)
  const others = batch.filter(({ deliveryId }) => !numbers.has(deliveryId))
  const recorded = new Map(
    (others.length === 0 ? [] : await recordAny(db, others, options)).map((one) => [one.attempt, one]),
  )
  return batch.map(
    (attempt) =>
      recorded.get(attempt) ?? {
        attempt,
        next: { kind: 'delivered' },
        number: numbers.get(attempt.deliveryId)!,
        disabled: null,
      },
  )
}

/** Endpoints are always locked before deliveries, to prevent deadlocks. */
async function recordAny(
  db: Database,
  batch: readonly CompletedAttempt[],
  { holder, random, onCrashPoint = () => {} }: RecordOptions,
): Promise<RecordedAttempt[]> {
  return db.tx(async (tx) => {
    const [endpointIds, deliveryIds] = [
      batch.map((attempt) => attempt.endpointId),
      batch.map((attempt) => attempt.deliveryId),
    ]
    const endpoints = await lockEndpoints(tx, endpointIds)
    const deliveries = await lockDeliveries(tx, deliveryIds)
    onCrashPoint('before schedule')
    const steps: Step[] = []
    const events: Record<Dataset, EventDraft[]> = { production: [], sandbox: [] }
    const recorded: RecordedAttempt[] = []
    for (const attempt of batch) {
      const endpoint = endpoints.get(attempt.endpointId)
      const delivery = deliveries.get(attempt.deliveryId)
      if (!endpoint || !delivery) {
        recorded.push({ attempt, ...ENDPOINT_DELETED })
        continue
      }
      const step = stepOf(attempt, delivery, random())
      const state = nextState(endpoint, step)
      const after = state ? await writeState(tx, endpoint, state, attempt.finishedAt) : endpoint
      const isDisabled = after.status === 'disabled' && endpoint.status !== 'disabled'
      if (isDisabled) events[endpoint.dataset].push(await disabledEvent(tx, endpoint, after, attempt.finishedAt))
      steps.push(step)
      endpoints.set(endpoint.id, after)
      deliveries.set(delivery.id, afterAttempt(step, after, holder))
      recorded.push({
        attempt,
        next: step.next,
        number: step.number,
        disabled: isDisabled ? after.disabled_reason : null,
      })
    }
    await writeAttempts(tx, steps)
    const changed = new Set(steps.map(({ delivery }) => delivery.id))
    await writeDeliveries(
      tx,
      [...changed].map((id) => deliveries.get(id)!),
    )
    onCrashPoint('after schedule')
    // Last, because it blocks all other event writers until the commit.
    for (const dataset of ['production', 'sandbox'] as const)
      await publishEvents(tx, dataset, events[dataset], batch.at(-1)!.finishedAt)
    return recorded
  })
}

async function lockDeliveries(tx: Tx, ids: readonly string[]): Promise<Map<string, Delivery>> {
  const rows = await tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

function stepOf(attempt: CompletedAttempt, delivery: Delivery, random: number): Step {
  const next = decideNext(attempt.outcome, delivery.round_attempts + 1, attempt.finishedAt.getTime(), random)
  const isOver = next.kind === 'retry' && delivery.is_single
  return { attempt, delivery, next: isOver ? { kind: 'dead', gone: false } : next, number: delivery.attempts + 1 }
}

/** The endpoint's new state if it changes. A failed test does not count against the endpoint. */
function nextState(endpoint: EndpointRow, { attempt, delivery, next }: Step): EndpointState | undefined {
  if (delivery.is_single && next.kind !== 'delivered') return undefined
  const was = stateOf(endpoint)
  const is = nextEndpointState(was, next, delivery.event_type === 'ping', attempt.finishedAt.getTime())
  return is.status === was.status && is.failingSinceMs === was.failingSinceMs ? undefined : is
}

async function writeAttempts(tx: Tx, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return
  const rows = steps.map(({ attempt, number }) => ({ ...attemptRow(attempt), number }))
  await tx.insertInto('webhook_attempts').values(rows).execute()
}

function attemptRow(attempt: CompletedAttempt) {
  const { outcome } = attempt
  const hasResponse = outcome.kind === 'response'
  return {
    delivery_id: attempt.deliveryId,
    started_at: attempt.startedAt.toISOString(),
    duration_ms: Math.round(outcome.ms),
    url: attempt.url,
    request_headers: JSON.stringify(attempt.requestHeaders),
    response_status: hasResponse ? outcome.status : null,
    response_headers: hasResponse ? JSON.stringify(outcome.headers) : null,
    response_body_start: hasResponse ? storable(outcome.bodyStart) : null,
    error_code: hasResponse ? null : outcome.code,
    error_detail: hasResponse ? null : storable(outcome.detail),
  } satisfies Record<Exclude<keyof AttemptsTable, 'number'>, unknown>
}

/**
 * Returns the attempt numbers of the recorded deliveries, by delivery. Those whose lease was lost are not among them. The
 * lock on the endpoints keeps their deletion from locking the same deliveries in another order. `is true` keeps the
 * planner from reading all leased deliveries instead of these.
 */
async function recordSuccesses(
  db: Database,
  batch: readonly CompletedAttempt[],
  { holder, onCrashPoint = () => {} }: RecordOptions,
): Promise<ReadonlyMap<string, number>> {
  if (batch.length === 0) return new Map()
  const rows = batch.map((attempt) => ({
    ...attemptRow(attempt),
    endpoint_id: attempt.endpointId,
    finished_at: attempt.finishedAt.toISOString(),
  }))
  onCrashPoint('before schedule')
  const done = await sql<{ id: string; attempts: number }>`
    with r as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(delivery_id text, endpoint_id text,
        started_at timestamptz, duration_ms int, url text, request_headers text, response_status int,
        response_headers text, response_body_start text, finished_at timestamptz)
    ), held as materialized (
      select e.id from webhook_endpoints e where e.id in (select endpoint_id from r) order by e.id for key share
    ), done as (
      update webhook_deliveries d
      set status = 'delivered', attempts = d.attempts + 1, round_attempts = d.round_attempts + 1,
        last_result = r.response_status::text, next_attempt_at = null, lease_holder = null, lease_until = null,
        finished_at = r.finished_at
      from r join held on held.id = r.endpoint_id
      where d.id = r.delivery_id and d.id = any(${batch.map(({ deliveryId }) => deliveryId)}::text[])
        and (d.status = 'leased' and d.lease_holder = ${holder}) is true
      returning d.id, d.attempts
    ), written as (
      insert into webhook_attempts (delivery_id, number, started_at, duration_ms, url, request_headers,
        response_status, response_headers, response_body_start)
      select done.id, done.attempts, r.started_at, r.duration_ms, r.url, r.request_headers::json, r.response_status,
        r.response_headers::json, r.response_body_start
      from done join r on r.delivery_id = done.id
    )
    select id, attempts from done`.execute(db.query)
  onCrashPoint('after schedule')
  return new Map(done.rows.map(({ id, attempts }) => [id, attempts]))
}

/** The receiver controls this text, and the database rejects NUL. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd').slice(0, 2048)

/**
 * If the lease expired during the send, the schedule belongs to another node and stays unchanged. A successful delivery
 * is recorded anyway.
 */
function afterAttempt({ attempt, delivery, next, number }: Step, endpoint: EndpointRow, holder: string): Delivery {
  const holdsLease = delivery.status === 'leased' && delivery.lease_holder === holder
  if (!holdsLease && next.kind !== 'delivered') return { ...delivery, attempts: number }
  const isRetry = next.kind === 'retry'
  const canSend = endpoint.status === 'enabled' || (endpoint.status === 'pending' && delivery.event_type === 'ping')
  return {
    ...delivery,
    attempts: number,
    round_attempts: delivery.round_attempts + 1,
    last_result: attempt.outcome.kind === 'response' ? String(attempt.outcome.status) : attempt.outcome.code,
    status: isRetry ? 'pending' : next.kind,
    next_attempt_at: isRetry && canSend ? new Date(next.atMs).toISOString() : null,
    lease_holder: null,
    lease_until: null,
    finished_at: isRetry ? null : attempt.finishedAt.toISOString(),
  }
}

async function writeDeliveries(tx: Tx, rows: readonly Delivery[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update webhook_deliveries d
    set attempts = r.attempts, round_attempts = r.round_attempts, last_result = r.last_result, status = r.status,
      next_attempt_at = r.next_attempt_at, lease_holder = r.lease_holder, lease_until = r.lease_until,
      finished_at = r.finished_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id text, attempts int, round_attempts int,
      last_result text, status text, next_attempt_at timestamptz, lease_holder text, lease_until timestamptz,
      finished_at timestamptz)
    where d.id = r.id`.execute(tx)
}
