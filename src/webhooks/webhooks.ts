// The webhooks API for HTTP handlers: manage endpoints, deliveries, pings and replays.
import type { Database, Tx } from '../db/database.ts'
import type { AuditAction, Cause } from '../events/audit-log.ts'
import { audit } from '../events/audit-log.ts'
import type { EventDraft } from '../events/event-types.ts'
import type { Clock } from '../kernel/clock.ts'
import { Fault } from '../kernel/fault.ts'
import { say, term } from '../kernel/phrase.ts'
import { leaseOne } from './claim.ts'
import type { DelivererOptions } from './deliverer.ts'
import type { AttemptRow, DeliveryDetail, DeliveryPage, DeliveryQuery, DeliveryRow } from './deliveries.ts'
import { listDeliveries, readDelivery, redeliver } from './deliveries.ts'
import { addSecret, firstSecret } from './endpoint-secrets.ts'
import type { EndpointRow } from './endpoint-states.ts'
import { writeState } from './endpoint-states.ts'
import type { EndpointChange, EndpointInput, EndpointOwner } from './endpoints.ts'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  lockEndpoint,
  queuePing,
  readEndpoint,
  replaceSecrets,
  updateEndpoint,
  urlRejected,
} from './endpoints.ts'
import { MAX_REPLAY_DAYS, requestReplay } from './replay.ts'
import type { SampleResult } from './samples.ts'
import { publishSample } from './samples.ts'
import { WebhookWorker } from './worker.ts'

export type WebhooksOptions = DelivererOptions

export class Webhooks {
  readonly #options: WebhooksOptions
  readonly #db: Database
  readonly #clock: Clock
  readonly worker: WebhookWorker

  constructor(options: WebhooksOptions) {
    this.#options = options
    this.#db = options.db
    this.#clock = options.clock
    this.worker = new WebhookWorker(options)
  }

  #now(): Date {
    return new Date(this.#clock.now())
  }

  listEndpoints(owner: EndpointOwner): Promise<EndpointRow[]> {
    return listEndpoints(this.#db, owner)
  }

  readEndpoint(owner: EndpointOwner, id: string): Promise<EndpointRow> {
    return readEndpoint(this.#db.query, owner, id)
  }

  listDeliveries(query: DeliveryQuery): Promise<DeliveryPage> {
    return listDeliveries(this.#db, query)
  }

  readDelivery(owner: EndpointOwner, id: string): Promise<DeliveryDetail> {
    return readDelivery(this.#db, owner, id)
  }

  /** Resolves the host name, so never call it inside a transaction. */
  async requireAllowedUrl(url: string): Promise<void> {
    if (!(await this.#options.sender.check(url))) throw urlRejected()
  }

  /** Creates a pending endpoint and queues its ping. Call `worker.wake()` after the commit. */
  async createEndpoint(
    tx: Tx,
    owner: EndpointOwner & { readonly plan: string },
    input: EndpointInput,
    maxEndpoints: number,
    cause: Cause,
  ): Promise<{ endpoint: EndpointRow; secret: string }> {
    const at = this.#now()
    const { text: secret, stored } = firstSecret(this.#options.secrets)
    const endpoint = await createEndpoint(tx, owner, input, stored, { maxEndpoints, at })
    await queuePing(tx, this.#options.payloads, endpoint, at, false)
    await this.#audit(tx, 'webhook.created', endpoint, cause)
    return { endpoint, secret }
  }

  /** `version` is the one the caller saw; undefined skips the check. */
  async updateEndpoint(
    owner: EndpointOwner,
    id: string,
    version: number | undefined,
    change: EndpointChange,
    cause: Cause,
  ): Promise<EndpointRow> {
    if (change.url !== undefined) await this.requireAllowedUrl(change.url)
    const endpoint = await this.#db.tx(async (tx) => {
      const before = await lockEndpoint(tx, owner, id)
      if (version !== undefined && version !== before.version)
        throw new Fault('precondition_failed', {
          detail: say`The endpoint is now at version ${before.version}. Read it again.`,
        })
      const after = await updateEndpoint(tx, before, change, this.#now())
      await this.#audit(tx, 'webhook.changed', after, cause)
      if (after.status === 'pending' && after.url !== before.url)
        await queuePing(tx, this.#options.payloads, after, this.#now(), false)
      return after
    })
    this.worker.wake()
    return endpoint
  }

  async rotateSecret(
    tx: Tx,
    owner: EndpointOwner,
    id: string,
    overlapMs: number,
    cause: Cause,
  ): Promise<{ endpoint: EndpointRow; secret: string }> {
    const before = await lockEndpoint(tx, owner, id)
    await this.#audit(tx, 'webhook.secret_rotated', before, cause)
    const { text: secret, stored } = addSecret(this.#options.secrets, before.secrets, this.#clock.now(), overlapMs)
    return { endpoint: await replaceSecrets(tx, before, stored, this.#now()), secret }
  }

  /** Sends one ping now, without retries, and returns its attempt. */
  async test(owner: EndpointOwner, id: string): Promise<{ delivery: DeliveryRow; attempt: AttemptRow }> {
    return this.#ping((tx) => lockEndpoint(tx, owner, id), true)
  }

  /** Sends a ping now. A 2xx response enables the endpoint; otherwise it stays pending and the ping is retried. */
  async enable(owner: EndpointOwner, id: string, cause: Cause): Promise<EndpointRow> {
    const endpoint = await this.readEndpoint(owner, id)
    if (endpoint.status === 'enabled') return endpoint
    await this.#ping(async (tx) => {
      const before = await lockEndpoint(tx, owner, id)
      if (before.status === 'enabled') return before
      await this.#audit(tx, 'webhook.enable_asked', before, cause)
      return writeState(tx, before, { status: 'pending', disabledReason: null, failingSinceMs: null }, this.#now())
    }, false)
    this.worker.wake()
    return this.readEndpoint(owner, id)
  }

  async #ping(
    prepare: (tx: Tx) => Promise<EndpointRow>,
    single: boolean,
  ): Promise<{ delivery: DeliveryRow; attempt: AttemptRow }> {
    const claimed = await this.#db.tx(async (tx) => {
      const endpoint = await prepare(tx)
      const id = await queuePing(tx, this.#options.payloads, endpoint, this.#now(), single)
      return leaseOne(tx, id, this.worker.deliverer.lease)
    })
    const { number } = await this.worker.deliverer.deliver(claimed)
    if (number === null) throw new Fault('endpoint_not_found', { detail: 'The endpoint was deleted during the test.' })
    const delivery = this.#db.query.selectFrom('webhook_deliveries').selectAll().where('id', '=', claimed.id)
    const attempt = this.#db.query
      .selectFrom('webhook_attempts')
      .selectAll()
      .where('delivery_id', '=', claimed.id)
      .where('number', '=', number)
    return { delivery: await delivery.executeTakeFirstOrThrow(), attempt: await attempt.executeTakeFirstOrThrow() }
  }

  async deleteEndpoint(owner: EndpointOwner, id: string, cause: Cause): Promise<void> {
    await this.#db.tx(async (tx) => {
      await this.#audit(tx, 'webhook.deleted', await deleteEndpoint(tx, owner, id), cause)
    })
  }

  async #audit(tx: Tx, action: AuditAction, { id, account_id, url }: EndpointRow, cause: Cause): Promise<void> {
    // The query of a URL often has a token.
    const details = { url: url.split('?')[0]! }
    await audit(tx, cause, { action, accountId: account_id, target: id, details }, this.#now())
  }

  async replay(owner: EndpointOwner, id: string, since: number, days = MAX_REPLAY_DAYS): Promise<EndpointRow> {
    const endpoint = await this.#db.tx(async (tx) => {
      const before = await lockEndpoint(tx, owner, id)
      if (before.status !== 'enabled')
        throw new Fault('state_conflict', { detail: say`The endpoint is ${term(before.status)}. Enable it first.` })
      await requestReplay(tx, before, { since, days: Math.min(days, MAX_REPLAY_DAYS), at: this.#now() })
      return lockEndpoint(tx, owner, id)
    })
    this.worker.wake()
    return endpoint
  }

  /** Publishes one of the drafts as an event that only this account sees, and wakes the worker to deliver it. */
  async sendSample(owner: EndpointOwner, drafts: readonly EventDraft[], cause: Cause): Promise<SampleResult> {
    const result = await this.#db.tx((tx) =>
      publishSample(tx, this.#options.payloads, owner, drafts, cause, this.#now()),
    )
    this.worker.wake()
    return result
  }

  async redeliver(owner: EndpointOwner, deliveryId: string): Promise<DeliveryRow> {
    const delivery = await this.#db.tx((tx) => redeliver(tx, owner, deliveryId, this.#now()))
    this.worker.wake()
    return delivery
  }
}
