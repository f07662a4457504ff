// Claims, sends and records deliveries. Sends outside transactions; records in batches.
import type { Database } from '../db/database.ts'
import { at } from '../kernel/at.ts'
import type { Clock } from '../kernel/clock.ts'
import type { CrashHook } from '../kernel/crash-hook.ts'
import type { Log } from '../kernel/log.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { settled } from '../kernel/settled.ts'
import { MINUTE_MS } from '../kernel/time.ts'
import type { Caps, ClaimedDelivery } from './claim.ts'
import { CAPS, claimDue, LEASED_AHEAD, releaseAll } from './claim.ts'
import type { CrashPoint } from './crash-points.ts'
import { activeSecrets } from './endpoint-secrets.ts'
import { Lanes } from './lanes.ts'
import type { Payloads } from './payload-source.ts'
import { BATCH_TYPE } from './payload-source.ts'
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
  /** Owner of the leases; unique to this process. */
  readonly holder: string
  readonly userAgent: string
  readonly random?: () => number
  readonly caps?: Caps
  /** Maximum deliveries in flight on this node. */
  readonly slots?: number
  /** Longer than any attempt: an older lease belongs to a dead process. */
  readonly leaseMs?: number
  readonly onCrashPoint?: CrashHook<CrashPoint>
}

const SLOTS = 512
const LEASE_MS = MINUTE_MS
/** How long `stop` waits for receivers before it releases their deliveries to other nodes. */
const GRACE_MS = 5000

interface UnrecordedAttempt {
  readonly attempt: CompletedAttempt
  readonly resolve: (recorded: RecordedAttempt) => void
  readonly reject: (error: unknown) => void
}

export class Deliverer {
  readonly #options: DelivererOptions
  readonly #onFullBatch: () => void
  readonly #lanes: Lanes
  readonly #refillAt: number
  readonly #inFlight = new Map<AbortController, Promise<unknown>>()
  #unrecorded: UnrecordedAttempt[] = []
  #recording: Promise<void> | null = null
  #pumping: Promise<void> | null = null
  #mayBeMore = false
  #awaitingClaim: { resolve: () => void; reject: (error: unknown) => void }[] = []
  #isStopping = false
  #batches = 0
  /** Attempts since the start, by status class or error code. */
  readonly counts = new Map<string, number>()

  /** `onFullBatch` is called when a full batch is done: the endpoint may have enough events for the next one. */
  constructor(options: DelivererOptions, onFullBatch: () => void) {
    this.#options = options
    this.#onFullBatch = onFullBatch
    const caps = options.caps ?? CAPS
    this.#lanes = new Lanes(caps)
    this.#refillAt = Math.floor((caps.endpoint * LEASED_AHEAD) / 2)
  }

  get lease() {
    const { holder, clock, leaseMs = LEASE_MS } = this.#options
    return { holder, now: new Date(clock.now()), leaseMs }
  }

  /** How many more batches this node may lease. */
  get batchRoom(): number {
    const { slots = SLOTS, caps = CAPS } = this.#options
    return Math.min(slots - this.#inFlight.size, caps.batches - this.#batches)
  }

  /**
   * Claims and starts due deliveries until none is left or all slots are taken. Resolves after the next claim: under load
   * the loop goes on, and the caller has other work.
   */
  pump(): Promise<void> {
    this.#mayBeMore = true
    const claimed = new Promise<void>((resolve, reject) => this.#awaitingClaim.push({ resolve, reject }))
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = null
    })
    return claimed
  }

  async #pump(): Promise<void> {
    const { slots = SLOTS } = this.#options
    // A delivery that finishes during a claim frees a slot and sets the flag again.
    while (this.#mayBeMore) {
      this.#mayBeMore = false
      const waiting = this.#awaitingClaim.splice(0)
      const room = slots - this.#inFlight.size
      try {
        if (room > 0 && !this.#isStopping) await this.#claim(room)
        for (const { resolve } of waiting) resolve()
      } catch (error) {
        for (const { reject } of waiting) reject(error)
      }
    }
  }

  async #claim(room: number): Promise<void> {
    const { db, caps, onCrashPoint } = this.#options
    onCrashPoint?.('before claim')
    const claimed = await claimDue(db, this.lease, room, caps)
    onCrashPoint?.('after claim')
    if (claimed.length > 0) this.#mayBeMore = true
    for (const delivery of claimed) this.start(delivery)
  }

  /** Sends a delivery leased to this node. If recording fails, the lease expires and the delivery is sent again. */
  start(delivery: ClaimedDelivery): void {
    this.deliver(delivery).then(
      () => {
        if (delivery.isFull) this.#onFullBatch()
        // A claim for every finished delivery would find one or two at a time.
        else if (this.#lanes.waitingFor(delivery.endpointId) === 0) this.pump().catch(() => {})
      },
      (error) => {
        if (!this.#isStopping)
          this.#options.log.warn({ delivery: delivery.id, err: error }, 'webhook attempt not recorded')
      },
    )
  }

  /** Sends a delivery leased to this node and records the attempt. */
  deliver(delivery: ClaimedDelivery): Promise<RecordedAttempt> {
    const control = new AbortController()
    if (delivery.eventType === BATCH_TYPE) this.#batches += 1
    const work = this.#run(delivery, control)
    this.#inFlight.set(control, settled(work))
    return work
  }

  async #run(delivery: ClaimedDelivery, control: AbortController): Promise<RecordedAttempt> {
    try {
      const { clock, leaseMs = LEASE_MS } = this.#options
      const claimedMs = clock.now()
      const attempt = await this.#lanes.run({ ...delivery, isOrdered: delivery.eventType === BATCH_TYPE }, async () => {
        // The lease must outlast the attempt. A delivery that waited too long is left for its lease to expire.
        const isLate = clock.now() - claimedMs > leaseMs / 2
        if (isLate || control.signal.aborted || this.#isStopping) return undefined
        // The next claim runs while the second half of this one is sent.
        if (this.#lanes.waitingFor(delivery.endpointId) === this.#refillAt) this.pump().catch(() => {})
        return this.#attempt(delivery, control.signal)
      })
      if (control.signal.aborted || !attempt) throw new Error(attempt ? 'aborted during shutdown' : 'not sent in time')
      return await this.#record(attempt)
    } finally {
      this.#inFlight.delete(control)
      if (delivery.eventType === BATCH_TYPE) this.#batches -= 1
    }
  }

  async #attempt(delivery: ClaimedDelivery, signal: AbortSignal): Promise<CompletedAttempt> {
    const { clock, secrets, sender, userAgent, payloads, onCrashPoint } = this.#options
    const { id: deliveryId, endpointId, url, body, eventId, isHealthy } = delivery
    const startedAt = new Date(clock.now())
    const keys = activeSecrets(delivery.secrets, startedAt.getTime()).map((sealed) => secrets.decrypt(sealed))
    const requestHeaders = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...signatureHeaders(eventId, Math.floor(startedAt.getTime() / 1000), body, keys),
    }
    const isEntitled = delivery.accountStatus === 'active' && payloads.isEntitled(delivery.plan, delivery.dataset)
    onCrashPoint?.('before send')
    const sent = isEntitled ? sender.send({ url, headers: requestHeaders, body }, signal) : NOT_ENTITLED
    onCrashPoint?.('after send')
    onCrashPoint?.('before response')
    const outcome: AttemptOutcome = await sent
    onCrashPoint?.('after response')
    const key = outcome.kind === 'response' ? `${Math.floor(outcome.status / 100)}xx` : outcome.code
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
    const finishedAt = new Date(clock.now())
    return { deliveryId, endpointId, url, requestHeaders, startedAt, finishedAt, outcome, isHealthy }
  }

  #record(attempt: CompletedAttempt): Promise<RecordedAttempt> {
    const written = new Promise<RecordedAttempt>((resolve, reject) =>
      this.#unrecorded.push({ attempt, resolve, reject }),
    )
    this.#recording ??= this.#recordAll().finally(() => {
      this.#recording = null
    })
    return written
  }

  /** Attempts that finish during one transaction are recorded together in the next. */
  async #recordAll(): Promise<void> {
    const { db, holder, random = Math.random, onCrashPoint } = this.#options
    // Collect the attempts that finish in the same turn of the event loop.
    await null
    while (this.#unrecorded.length > 0) {
      const batch = this.#unrecorded
      this.#unrecorded = []
      try {
        onCrashPoint?.('before record')
        const recorded = await recordAttempts(
          db,
          batch.map(({ attempt }) => attempt),
          { holder, random, ...(onCrashPoint && { onCrashPoint }) },
        )
        onCrashPoint?.('after record')
        recorded.forEach((one, i) => {
          this.#logOutcome(one)
          at(batch, i).resolve(one)
        })
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  #logOutcome({ attempt, next, disabled }: RecordedAttempt): void {
    const { log } = this.#options
    const about = { delivery: attempt.deliveryId, endpoint: attempt.endpointId }
    if (next.kind === 'dead') log.warn(about, 'webhook delivery failed permanently')
    if (disabled !== null) log.warn({ ...about, reason: disabled }, 'webhook endpoint disabled')
  }

  /** Waits for deliveries in flight, then releases those that do not finish in time. */
  async stop(graceMs = GRACE_MS): Promise<void> {
    this.#isStopping = true
    if (this.#pumping) await settled(this.#pumping)
    const timer = setTimeout(() => {
      for (const control of this.#inFlight.keys()) control.abort()
    }, graceMs)
    await Promise.all(this.#inFlight.values())
    clearTimeout(timer)
    await this.#recording
    await releaseAll(this.#options.db, this.#options.holder)
  }
}

const NOT_ENTITLED: AttemptOutcome = {
  kind: 'failed',
  code: 'not_entitled',
  detail: 'The account is suspended or its plan does not include webhooks. Nothing was sent.',
  ms: 0,
}
