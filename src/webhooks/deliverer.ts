// Claim → send → record. Sends outside any transaction; what has come back is written down together.

import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { MINUTE_MS } from '../kernel/time.ts'
import type { Caps, ClaimedDelivery } from './claim.ts'
import { claimDue, releaseAll } from './claim.ts'
import type { AtPoint } from './crash-points.ts'
import { activeSecrets } from './endpoint-secrets.ts'
import type { Payloads } from './payload-source.ts'
import type { CompletedAttempt, RecordedAttempt } from './record-attempts.ts'
import { recordAttempts } from './record-attempts.ts'
import type { AttemptOutcome } from './retry.ts'
import type { Sender } from './sender/guarded-sender.ts'
import { signatureHeaders } from './signature.ts'

export interface DelivererOptions {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly sender: Sender
  readonly payloads: Payloads
  readonly log: Log
  /** Who holds the leases: this process, and no other ever. */
  readonly holder: string
  readonly userAgent: string
  readonly random?: () => number
  readonly caps?: Caps
  /** Deliveries of this node on their way at once. */
  readonly slots?: number
  /** Longer than an attempt can take: who holds one that long is dead. */
  readonly leaseMs?: number
  readonly atPoint?: AtPoint
}

const SLOTS = 512
const LEASE_MS = MINUTE_MS
/** How long a stopping node waits for receivers; what is still out then is given back and sent by another. */
const GRACE_MS = 5000

interface UnrecordedAttempt {
  readonly attempt: CompletedAttempt
  readonly done: (recorded: RecordedAttempt) => void
  readonly failed: (error: unknown) => void
}

export class Deliverer {
  readonly #options: DelivererOptions
  readonly #underWay = new Map<AbortController, Promise<unknown>>()
  #finished: UnrecordedAttempt[] = []
  #recording: Promise<void> | null = null
  #pumping: Promise<void> | null = null
  #mayBeMore = false
  #isStopping = false
  /** Attempts by outcome since the start: a status class, or why there was no answer. */
  readonly counts = new Map<string, number>()

  constructor(options: DelivererOptions) {
    this.#options = options
  }

  get lease() {
    const { holder, clock, leaseMs = LEASE_MS } = this.#options
    return { holder, now: new Date(clock.now()), leaseMs }
  }

  /** Claims and sends until there is nothing due or no room. Returns when everything is claimed, not when it is sent. */
  pump(): Promise<void> {
    this.#mayBeMore = true
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = null
    })
    return this.#pumping
  }

  async #pump(): Promise<void> {
    const { db, caps, slots = SLOTS, atPoint } = this.#options
    // Whoever is done while we look makes room, and we look again.
    while (this.#mayBeMore) {
      this.#mayBeMore = false
      const room = slots - this.#underWay.size
      if (room <= 0 || this.#isStopping) return
      atPoint?.('before claim')
      const claimed = await claimDue(db, this.lease, room, caps)
      atPoint?.('after claim')
      if (claimed.length > 0) this.#mayBeMore = true
      for (const delivery of claimed) this.#start(delivery)
    }
  }

  /** More may be due as soon as one is done; a failure to write is looked after by the next lease. */
  #start(delivery: ClaimedDelivery): void {
    this.deliver(delivery).then(
      () => this.pump().catch(() => {}),
      (error) => {
        if (!this.#isStopping)
          this.#options.log.warn({ delivery: delivery.id, err: error }, 'a delivery was not recorded')
      },
    )
  }

  /** One delivery that is leased to us: sent, and its attempt written down. */
  deliver(delivery: ClaimedDelivery): Promise<RecordedAttempt> {
    const control = new AbortController()
    const work = this.#run(delivery, control)
    this.#underWay.set(
      control,
      work.catch(() => {}),
    )
    return work
  }

  async #run(delivery: ClaimedDelivery, control: AbortController): Promise<RecordedAttempt> {
    try {
      const made = await this.#attempt(delivery, control.signal)
      if (control.signal.aborted) throw new Error('given up while stopping')
      return await this.#record(made)
    } finally {
      this.#underWay.delete(control)
    }
  }

  async #attempt(delivery: ClaimedDelivery, signal: AbortSignal): Promise<CompletedAttempt> {
    const { clock, secrets, sender, userAgent, payloads, atPoint } = this.#options
    const { id: deliveryId, endpointId, url, body, eventId } = delivery
    const startedAt = new Date(clock.now())
    const keys = activeSecrets(delivery.secrets, startedAt.getTime()).map((sealed) => secrets.decrypt(sealed))
    const requestHeaders = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...signatureHeaders(eventId, Math.floor(startedAt.getTime() / 1000), body, keys),
    }
    const isEntitled = delivery.accountStatus === 'active' && payloads.isEntitled(delivery.plan)
    atPoint?.('before send')
    const sent = isEntitled ? sender.send({ url, headers: requestHeaders, body }, signal) : NOT_ENTITLED
    atPoint?.('after send')
    atPoint?.('before response')
    const outcome: AttemptOutcome = await sent
    atPoint?.('after response')
    const key = outcome.kind === 'response' ? `${Math.floor(outcome.status / 100)}xx` : outcome.code
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
    const finishedAt = new Date(clock.now())
    return { deliveryId, endpointId, url, requestHeaders, startedAt, finishedAt, outcome }
  }

  #record(made: CompletedAttempt): Promise<RecordedAttempt> {
    const written = new Promise<RecordedAttempt>((done, failed) => this.#finished.push({ attempt: made, done, failed }))
    this.#recording ??= this.#recordAll().finally(() => {
      this.#recording = null
    })
    return written
  }

  /** While one transaction is written, the next one gathers. */
  async #recordAll(): Promise<void> {
    const { db, holder, random = Math.random, atPoint } = this.#options
    // Those that come back in the same turn of the event loop go together.
    await null
    while (this.#finished.length > 0) {
      const batch = this.#finished
      this.#finished = []
      try {
        atPoint?.('before record')
        const recorded = await recordAttempts(
          db,
          batch.map(({ attempt: made }) => made),
          { holder, random, ...(atPoint && { atPoint }) },
        )
        atPoint?.('after record')
        recorded.forEach((one, i) => {
          this.#say(one)
          batch[i]!.done(one)
        })
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
  }

  #say({ attempt: made, next, disabled }: RecordedAttempt): void {
    const { log } = this.#options
    const about = { delivery: made.deliveryId, endpoint: made.endpointId }
    if (next.kind === 'dead') log.warn(about, 'a delivery is given up')
    if (disabled !== null) log.warn({ ...about, reason: disabled }, 'a webhook endpoint is disabled')
  }

  /** Finishes what is on its way, gives back what does not come back in time. */
  async stop(graceMs = GRACE_MS): Promise<void> {
    this.#isStopping = true
    await this.#pumping?.catch(() => {})
    const timer = setTimeout(() => {
      for (const control of this.#underWay.keys()) control.abort()
    }, graceMs)
    await Promise.all(this.#underWay.values())
    clearTimeout(timer)
    await this.#recording
    await releaseAll(this.#options.db, this.#options.holder)
  }
}

const NOT_ENTITLED: AttemptOutcome = {
  kind: 'failed',
  code: 'not_entitled',
  detail: 'The account is suspended or its plan has no webhooks; nothing was sent.',
  ms: 0,
}
