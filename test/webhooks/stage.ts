// Test fixture: webhooks on a database with a manual clock and a fake sender.
import { sql } from 'kysely'
import pino from 'pino'
import { createAccount } from '../../src/access/accounts/accounts.ts'
import type { Plan } from '../../src/access/rights/plans.ts'
import { createPayloads } from '../../src/app/webhook-payloads.ts'
import type { Database } from '../../src/db/database.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import type { Dataset, EventDraft } from '../../src/events/event-types.ts'
import { publishEvents } from '../../src/events/outbox.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import type { Sender, SendOutcome, WebhookRequest } from '../../src/webhooks/sender/guarded-sender.ts'
import type { WebhooksOptions } from '../../src/webhooks/webhooks.ts'
import { Webhooks } from '../../src/webhooks/webhooks.ts'
import { draft } from './drafts.ts'

export const START = Date.parse('2026-11-15T00:00:00Z')

export class TestClock {
  ms = START
  now = () => this.ms
}

export const answered = (status: number, headers: Record<string, string> = {}): SendOutcome => ({
  kind: 'response',
  status,
  headers,
  bodyStart: '',
  ms: 1,
})

export function senderOf(send: (request: WebhookRequest, signal?: AbortSignal) => Promise<SendOutcome>): Sender {
  return { send, check: async () => true, close: async () => {} }
}

export const secrets = createSecrets('a secret for endpoints in tests, long enough')

export function webhooksOn(db: Database, sender: Sender, more: Partial<WebhooksOptions> = {}): Webhooks {
  return new Webhooks({
    db,
    secrets,
    clock: new TestClock(),
    sender,
    payloads: createPayloads(() => {
      throw new Error('no media in these tests')
    }),
    log: pino({ level: 'silent' }),
    holder: 'node-1',
    userAgent: 'test',
    random: () => 0.5,
    ...more,
  })
}

export const newAccount = (db: Database, plan: Plan = 'elite') => db.tx((tx) => createAccount(tx, null, plan))

export const publish = (
  db: Database,
  drafts: readonly EventDraft[],
  at = new Date(START),
  dataset: Dataset = 'production',
) => db.tx((tx) => publishEvents(tx, dataset, drafts, at))

export const ownerOf = (account: { readonly id: string }, dataset: Dataset = 'production') => ({
  accountId: account.id,
  dataset,
})

export const ANYTHING = { event_types: ['*'], filters: { province: [], city: [], project_ids: [] }, description: null }

/** An enabled endpoint. */
export async function enabledEndpoint(
  db: Database,
  webhooks: Webhooks,
  accountId: string,
  url: string,
  max_batch = 1,
  dataset: Dataset = 'production',
): Promise<string> {
  const owner = { accountId, dataset, plan: 'elite' }
  const input = { url, ...ANYTHING, max_batch }
  const { endpoint } = await db.tx((tx) => webhooks.createEndpoint(tx, owner, input, 5000, SYSTEM))
  await db.tx(async (tx) => {
    await tx.deleteFrom('webhook_deliveries').where('endpoint_id', '=', endpoint.id).execute()
    await tx.updateTable('webhook_endpoints').set({ status: 'enabled' }).where('id', '=', endpoint.id).execute()
  })
  return endpoint.id
}

/** Ticks until nothing is due or in flight, twice: a full batch that is done wakes the worker, which may form the next. */
export async function settle(db: Database, webhooks: Webhooks, nowMs: number): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    await webhooks.worker.tick()
    const { rows } = await sql<{ busy: boolean }>`
      select exists (select from webhook_deliveries where status = 'leased'
          or (status = 'pending' and next_attempt_at <= ${new Date(nowMs).toISOString()}::timestamptz))
        or (select sequence from webhook_cursor) < (select value from counters where name = 'sequence')
        or exists (select from webhook_endpoints where replay_after is not null) as busy`.execute(db.query)
    quiet = rows[0]!.busy ? 0 : quiet + 1
  }
}

/** Webhooks of one account with a clock that tests move. `respond` is how receivers answer. */
export async function webhookStage(
  db: Database,
  respond: (request: WebhookRequest, signal?: AbortSignal) => SendOutcome | Promise<SendOutcome> = () => answered(200),
) {
  const clock = new TestClock()
  const sent: WebhookRequest[] = []
  const sender = senderOf(async (request, signal) => {
    sent.push(request)
    return respond(request, signal)
  })
  const webhooks = webhooksOn(db, sender, { clock })
  const account = await newAccount(db)
  const endpoint = (url = 'https://a.example/', maxBatch = 1, accountId = account.id) =>
    enabledEndpoint(db, webhooks, accountId, url, maxBatch)
  /** One turn of the worker, and all sends that it starts. */
  const turn = async (afterMs = 0) => {
    clock.ms += afterMs
    await settle(db, webhooks, clock.ms)
  }
  const publishNow = (drafts: readonly EventDraft[]) => publish(db, drafts, new Date(clock.ms))
  return { clock, sent, webhooks, account, endpoint, turn, publishNow }
}

export const deliveriesOf = (db: Database) =>
  db.query.selectFrom('webhook_deliveries').selectAll().orderBy('sequence').orderBy('endpoint_id').execute()

export const updated = (...ids: number[]) => ids.map((id) => draft('project.updated', id))
