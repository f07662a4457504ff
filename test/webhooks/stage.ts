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

/** Ticks until nothing is due or in flight. */
export async function settle(db: Database, webhooks: Webhooks, nowMs: number): Promise<void> {
  for (;;) {
    await webhooks.worker.tick()
    const { rows } = await sql<{ busy: boolean }>`
      select exists (select from webhook_deliveries where status = 'leased'
          or (status = 'pending' and next_attempt_at <= ${new Date(nowMs).toISOString()}::timestamptz))
        or (select sequence from webhook_cursor) < (select value from counters where name = 'sequence')
        or exists (select from webhook_endpoints where replay_after is not null) as busy`.execute(db.query)
    if (!rows[0]!.busy) return
  }
}
