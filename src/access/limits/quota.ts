// Monthly quotas, exact across nodes: near the limit each node reserves its share in the database.

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import { lockAccount } from '../../db/lock-account.ts'
import { at } from '../../kernel/at.ts'
import type { Clock } from '../../kernel/clock.ts'
import { steadyClock, utcMonth } from '../../kernel/clock.ts'
import { handled } from '../../kernel/settled.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { LIMITS } from '../rights/plans.ts'
import type { KeyLimits, KeyMode } from '../rights/principal.ts'
import type { LiveNodes } from './live-nodes.ts'
import type { FlushHook, UsageMeter, UsageTotals } from './usage.ts'

export type UsageKind = keyof UsageTotals

/** Of a plan, or of a key. */
type MonthLimits = KeyLimits & { readonly requests_per_minute?: number }

/** More than all nodes can use before they see each other's usage; batches use thousands of lookups. */
const NEAR_LOOKUPS = 100_000
const NEAR_MINUTES = 4
/** The account of a limited key may be on any plan. */
const MAX_PER_MINUTE = LIMITS.elite.requests_per_minute
/** A node reserves a tenth of its share, so that little stays unused on idle nodes. */
const PARTS = 10
const MIN_RESERVATION = 4
const MAX_RESERVATION = 1_000
/** Reservations expire after this when a node dies; live nodes renew them every second. */
const RESERVATION_MS = MINUTE_MS
/** Unused reservations are released after this. */
const IDLE_MS = 5_000
/** How long an empty reservation is trusted before the database is checked again. */
const EMPTY_MS = 1_000
/** A database that takes longer counts as unreachable for AWAY_MS. A busy one can take seconds, and limits stay exact. */
const TIMEOUT_MS = 10_000
const AWAY_MS = 5_000

/** What a limit is counted for. */
type Metered = Pick<Reservation, 'accountId' | 'mode' | 'key' | 'limits'>

interface Reservation {
  readonly accountId: string
  readonly mode: KeyMode
  /** Empty for the limit of the account. */
  readonly key: string
  /** A reservation of other limits does not count: they were changed. */
  readonly limits: MonthLimits
  readonly month: string
  /** Usage of this node since its start at which the reservation is used up. */
  readonly ceiling: UsageTotals
  /** True when nothing was left to reserve. */
  readonly empty: Readonly<Record<UsageKind, boolean>>
  readonly takenAt: number
  renewedAt: number
  usedAt: number
}

export class Quota {
  readonly #db: Database
  readonly #usage: UsageMeter
  readonly #nodes: LiveNodes
  readonly #clock: Clock
  readonly #steady: Clock
  readonly #reservations = new Map<string, Reservation>()
  readonly #reserving = new Map<string, Promise<void>>()
  #awayUntil = 0

  constructor(db: Database, usage: UsageMeter, nodes: LiveNodes, clock: Clock) {
    this.#db = db
    this.#usage = usage
    this.#nodes = nodes
    this.#clock = clock
    this.#steady = steadyClock(clock)
  }

  /** Amount available before the next check; 0 or less when used up. Asynchronous only near the limit. */
  available(
    accountId: string,
    mode: KeyMode,
    limits: MonthLimits,
    what: UsageKind,
    key = '',
  ): number | Promise<number> {
    const remaining = this.remaining(accountId, mode, limits, what, key)
    const { requests_per_minute = MAX_PER_MINUTE } = limits
    const near = what === 'lookups' ? NEAR_LOOKUPS : NEAR_MINUTES * requests_per_minute
    if (remaining > near) return remaining - near
    const name = `${accountId} ${mode} ${key}`
    const known = this.#reserved(name, limits, what)
    if (known !== undefined) return known
    // Without the database the last known totals decide, so that callers can continue.
    if (this.#steady.now() < this.#awayUntil) return remaining
    return this.#reserveOnce(name, { accountId, mode, key, limits }).then(
      () => this.#reserved(name, limits, what) ?? 0,
      () => {
        this.#awayUntil = this.#steady.now() + AWAY_MS
        return remaining
      },
    )
  }

  remaining(accountId: string, mode: KeyMode, limits: MonthLimits, what: UsageKind, key = ''): number {
    return limitOf(limits, what) - this.#usage.month(accountId, mode, key)[what]
  }

  #reserved(name: string, limits: MonthLimits, what: UsageKind): number | undefined {
    const hold = this.#reservations.get(name)
    const now = this.#clock.now()
    if (
      !hold ||
      !areSame(hold.limits, limits) ||
      now - hold.renewedAt >= RESERVATION_MS ||
      hold.month !== utcMonth(now)
    )
      return undefined
    hold.usedAt = now
    const available = hold.ceiling[what] - this.#usage.counted(hold.accountId, hold.mode, hold.key)[what]
    return available > 0 || (hold.empty[what] && now - hold.takenAt < EMPTY_MS) ? available : undefined
  }

  #reserveOnce(name: string, meter: Metered): Promise<void> {
    const running = this.#reserving.get(name)
    if (running) return running
    const reserved = this.#reserve(name, meter)
    const timeout = sleep(TIMEOUT_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('the database took too long')),
    )
    const reserving = Promise.race([reserved, timeout]).finally(() => this.#reserving.delete(name))
    // The loser of the race must not cause an unhandled rejection.
    handled(reserved)
    handled(timeout)
    this.#reserving.set(name, reserving)
    return reserving
  }

  /** A write between reading the used amount and reserving would be missed, or restore the previous reservation. */
  #reserve(name: string, meter: Metered): Promise<void> {
    return this.#usage.flush(this.#writeReservations, async () => {
      const hold = await this.#db.tx((tx) => this.#reservePart(tx, meter))
      this.#reservations.set(name, hold)
    })
  }

  /** Reserves a part of the remaining quota for this node. Locks the account, so that nodes take turns. */
  async #reservePart(tx: Tx, meter: Metered): Promise<Reservation> {
    const { accountId, mode, key, limits } = meter
    const now = this.#clock.now()
    const month = utcMonth(now)
    await lockAccount(tx, accountId)
    const used = await this.#usedElsewhere(tx, meter, month)
    const counted = this.#usage.counted(accountId, mode, key)
    const unwritten = this.#usage.unwritten(accountId, mode, key)
    const share = (what: UsageKind) =>
      reservationOf(limitOf(limits, what) - used[what] - unwritten[what], this.#nodes.count)
    const part = { requests: share('requests'), lookups: share('lookups') }
    const hold: Reservation = {
      ...meter,
      month,
      ceiling: { requests: counted.requests + part.requests, lookups: counted.lookups + part.lookups },
      empty: { requests: part.requests === 0, lookups: part.lookups === 0 },
      takenAt: now,
      renewedAt: now,
      usedAt: now,
    }
    await this.#writeReservation(tx, hold, unwritten)
    return hold
  }

  /** Used, or reserved by other nodes. One statement, because a flush moves amounts between the two. */
  async #usedElsewhere(tx: Tx, { accountId, mode, key }: Metered, month: string): Promise<UsageTotals> {
    const { rows } = await sql<UsageTotals>`
      select coalesce(sum(requests), 0)::bigint as requests, coalesce(sum(lookups), 0)::bigint as lookups from (
        select requests, lookups from usage_days
        where account_id = ${accountId} and mode = ${mode} and day >= ${`${month}-01`} and ${key}::text = ''
        union all
        select u.requests, u.lookups from usage_credentials u join api_keys k on k.id = u.credential
        where u.account_id = ${accountId} and u.mode = ${mode} and u.day >= ${`${month}-01`}
          and coalesce(k.first_key_id, k.id) = ${key}
        union all
        select requests, lookups from quota_holds
        where account_id = ${accountId} and mode = ${mode} and key_id = ${key} and node <> ${this.#holder(key)}
          and expires_at > clock_timestamp()
      ) used`.execute(tx)
    return at(rows, 0)
  }

  /** Writes usage and reservations in one transaction, so that each request is counted exactly once. */
  flush(): Promise<void> {
    return this.#usage.flush(this.#reservations.size > 0 ? this.#writeReservations : undefined)
  }

  /** Like `flush`, without the totals of other nodes. */
  write(): Promise<void> {
    return this.#usage.write(this.#reservations.size > 0 ? this.#writeReservations : undefined)
  }

  readonly #writeReservations: FlushHook = async (tx, unwritten) => {
    const now = this.#clock.now()
    for (const [name, hold] of this.#reservations) {
      if (now - hold.usedAt < IDLE_MS)
        await this.#writeReservation(tx, hold, unwritten(hold.accountId, hold.mode, hold.key))
      else {
        // First here: a request during the deletion must not use what other nodes may soon reserve.
        this.#reservations.delete(name)
        await tx
          .deleteFrom('quota_holds')
          .where('account_id', '=', hold.accountId)
          .where('mode', '=', hold.mode)
          .where('node', '=', this.#holder(hold.key))
          .execute()
      }
    }
  }

  /** The row includes usage not yet written: row and written usage together are all this node may use. */
  async #writeReservation(tx: Tx, hold: Reservation, unwritten: UsageTotals): Promise<void> {
    const counted = this.#usage.counted(hold.accountId, hold.mode, hold.key)
    const row = (what: UsageKind) => Math.max(0, hold.ceiling[what] - counted[what]) + unwritten[what]
    const requests = row('requests')
    const lookups = row('lookups')
    await sql`
      insert into quota_holds (node, account_id, mode, key_id, requests, lookups, expires_at)
      select ${this.#holder(hold.key)}, id, ${hold.mode}, ${hold.key}, ${requests}::bigint, ${lookups}::bigint,
        clock_timestamp() + ${RESERVATION_MS} * interval '1 millisecond'
      from accounts where id = ${hold.accountId}
      on conflict (account_id, mode, node) do update
      set requests = excluded.requests, lookups = excluded.lookups, expires_at = excluded.expires_at
    `.execute(tx)
    hold.renewedAt = this.#clock.now()
  }

  /** The primary key has the node only. */
  #holder(key: string): string {
    return key === '' ? this.#nodes.name : `${this.#nodes.name} ${key}`
  }
}

const areSame = (a: MonthLimits, b: MonthLimits): boolean =>
  a.requests_per_month === b.requests_per_month && a.lookups_per_month === b.lookups_per_month

const limitOf = (limits: MonthLimits, what: UsageKind): number =>
  limits[`${what}_per_month`] ?? Number.POSITIVE_INFINITY

function reservationOf(left: number, nodes: number): number {
  if (left <= 0) return 0
  return Math.min(left, MAX_RESERVATION, Math.max(MIN_RESERVATION, Math.floor(left / (PARTS * nodes))))
}
