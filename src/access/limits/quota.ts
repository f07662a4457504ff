// The month's quota, exact over all nodes. Far from the end the totals in memory decide; near it a node spends only
// what it has put aside in the database, so that no two nodes hand out the same last request.

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { utcMonth } from '../../kernel/clock.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { PlanLimits } from '../plans.ts'
import type { KeyMode } from '../principal.ts'
import type { LiveNodes } from './live-nodes.ts'
import type { FlushHook, UsageMeter, UsageTotals } from './usage.ts'

export type UsageKind = keyof UsageTotals

/** More than all nodes together can spend before they hear of each other: batches spend lookups by the thousand. */
const NEAR_LOOKUPS = 100_000
const NEAR_MINUTES = 4
/** A node puts aside a tenth of its share of what is left, so that little lies idle where nobody asks. */
const PARTS = 10
const LEAST_PUT_ASIDE = 4
const MOST_PUT_ASIDE = 1_000
/** What a dead node had put aside is free again after this; a live one renews it every second. */
const HOLD_MS = MINUTE_MS
/** Unused for so long, it is given back. */
const IDLE_MS = 5_000
/** "Nothing left" is believed for so long before the database is asked again. */
const EMPTY_MS = 1_000
/** A database that has not answered by then is away, and not asked again for a while. */
const PATIENCE_MS = 1_000
const AWAY_MS = 5_000

interface Hold {
  readonly accountId: string
  readonly mode: KeyMode
  readonly month: string
  /** What this node may have spent since it started before it has to ask again. */
  readonly ceiling: UsageTotals
  /** Nothing was left when it was taken. */
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
  readonly #holds = new Map<string, Hold>()
  readonly #taking = new Map<string, Promise<void>>()
  readonly #patienceMs: number
  #awayUntil = 0

  constructor(db: Database, usage: UsageMeter, nodes: LiveNodes, clock: Clock, patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs
    this.#db = db
    this.#usage = usage
    this.#nodes = nodes
    this.#clock = clock
  }

  /** How much may be spent now before asking again; 0 or less: the month is used up. A promise only near the end. */
  available(accountId: string, mode: KeyMode, limits: PlanLimits, what: UsageKind): number | Promise<number> {
    const remaining = this.remaining(accountId, mode, limits, what)
    const near = what === 'lookups' ? NEAR_LOOKUPS : NEAR_MINUTES * limits.requests_per_minute
    if (remaining > near) return remaining - near
    const name = `${accountId} ${mode}`
    const known = this.#inHand(name, what)
    if (known !== undefined) return known
    // Without the database nobody can count exactly: the last known totals decide, and callers go on.
    if (this.#clock.now() < this.#awayUntil) return remaining
    return this.#takeOnce(name, accountId, mode, limits).then(
      () => this.#inHand(name, what) ?? 0,
      () => {
        this.#awayUntil = this.#clock.now() + AWAY_MS
        return remaining
      },
    )
  }

  remaining(accountId: string, mode: KeyMode, limits: PlanLimits, what: UsageKind): number {
    return limits[`${what}_per_month`] - this.#usage.month(accountId, mode)[what]
  }

  #inHand(name: string, what: UsageKind): number | undefined {
    const hold = this.#holds.get(name)
    const now = this.#clock.now()
    if (!hold || now - hold.renewedAt >= HOLD_MS || hold.month !== utcMonth(now)) return undefined
    hold.usedAt = now
    const room = hold.ceiling[what] - this.#usage.spent(hold.accountId, hold.mode)[what]
    return room > 0 || (hold.empty[what] && now - hold.takenAt < EMPTY_MS) ? room : undefined
  }

  #takeOnce(name: string, accountId: string, mode: KeyMode, limits: PlanLimits): Promise<void> {
    const running = this.#taking.get(name)
    if (running) return running
    const taken = this.#take(name, accountId, mode, limits)
    const late = sleep(this.#patienceMs, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('no answer in time')),
    )
    const taking = Promise.race([taken, late]).finally(() => this.#taking.delete(name))
    // Whichever loses the race has nobody waiting for it.
    taken.catch(() => undefined)
    late.catch(() => undefined)
    this.#taking.set(name, taking)
    return taking
  }

  /** Puts a part of what is left aside for this node. The account's row is locked, so that nodes take in turn. */
  async #take(name: string, accountId: string, mode: KeyMode, limits: PlanLimits): Promise<void> {
    await this.#usage.flush(this.#writeHolds)
    const now = this.#clock.now()
    const month = utcMonth(now)
    await this.#db.tx(async (tx) => {
      await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
      const gone = await this.#gone(tx, accountId, mode, month)
      const spent = this.#usage.spent(accountId, mode)
      const unwritten = this.#usage.unwritten(accountId, mode)
      const aside = (what: UsageKind) =>
        partOf(limits[`${what}_per_month`] - gone[what] - unwritten[what], this.#nodes.count)
      const part = { requests: aside('requests'), lookups: aside('lookups') }
      const hold: Hold = {
        accountId,
        mode,
        month,
        ceiling: { requests: spent.requests + part.requests, lookups: spent.lookups + part.lookups },
        empty: { requests: part.requests === 0, lookups: part.lookups === 0 },
        takenAt: now,
        renewedAt: now,
        usedAt: now,
      }
      await this.#writeHold(tx, hold, unwritten)
      this.#holds.set(name, hold)
    })
  }

  /** Spent, or put aside by other nodes. In one statement: another node's flush moves from one to the other. */
  async #gone(tx: Tx, accountId: string, mode: KeyMode, month: string): Promise<UsageTotals> {
    const { rows } = await sql<UsageTotals>`
      select coalesce(sum(requests), 0)::bigint as requests, coalesce(sum(lookups), 0)::bigint as lookups from (
        select requests, lookups from usage_days
        where account_id = ${accountId} and mode = ${mode} and day >= ${`${month}-01`}
        union all
        select requests, lookups from quota_holds
        where account_id = ${accountId} and mode = ${mode} and node <> ${this.#nodes.name}
          and expires_at > clock_timestamp()
      ) gone`.execute(tx)
    return rows[0]!
  }

  /** Writes usage and, in the same transaction, what remains put aside: nobody counts a request twice or not at all. */
  flush(): Promise<void> {
    return this.#usage.flush(this.#holds.size > 0 ? this.#writeHolds : undefined)
  }

  readonly #writeHolds: FlushHook = async (tx, unwritten) => {
    const now = this.#clock.now()
    for (const [name, hold] of this.#holds) {
      if (now - hold.usedAt < IDLE_MS) await this.#writeHold(tx, hold, unwritten(hold.accountId, hold.mode))
      else {
        await tx
          .deleteFrom('quota_holds')
          .where('account_id', '=', hold.accountId)
          .where('mode', '=', hold.mode)
          .where('node', '=', this.#nodes.name)
          .execute()
        this.#holds.delete(name)
      }
    }
  }

  /** What is counted and not yet written is part of it: the row and the usage together are all that this node may spend. */
  async #writeHold(tx: Tx, hold: Hold, unwritten: UsageTotals): Promise<void> {
    const spent = this.#usage.spent(hold.accountId, hold.mode)
    const row = (what: UsageKind) => Math.max(0, hold.ceiling[what] - spent[what]) + unwritten[what]
    const requests = row('requests')
    const lookups = row('lookups')
    await sql`
      insert into quota_holds (node, account_id, mode, requests, lookups, expires_at)
      values (${this.#nodes.name}, ${hold.accountId}, ${hold.mode}, ${requests}, ${lookups},
        clock_timestamp() + ${HOLD_MS} * interval '1 millisecond')
      on conflict (account_id, mode, node) do update
      set requests = excluded.requests, lookups = excluded.lookups, expires_at = excluded.expires_at
    `.execute(tx)
    hold.renewedAt = this.#clock.now()
  }
}

function partOf(left: number, nodes: number): number {
  if (left <= 0) return 0
  return Math.min(left, MOST_PUT_ASIDE, Math.max(LEAST_PUT_ASIDE, Math.floor(left / (PARTS * nodes))))
}
