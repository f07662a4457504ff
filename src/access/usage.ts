// Usage: counted in memory on the way, written every few seconds; the month's totals decide over the quota.
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { utcDay, utcMonth } from '../kernel/clock.ts'
import type { KeyMode } from './api-key.ts'
import type { Principal } from './principal.ts'

export interface Totals {
  requests: number
  lookups: number
}

export interface UsageDay extends Totals {
  readonly day: string
  readonly operation: string
}

interface Pending extends Totals {
  readonly account_id: string
  readonly mode: KeyMode
  readonly day: string
  readonly operation: string
}

const NOTHING: Readonly<Totals> = { requests: 0, lookups: 0 }

const owner = (accountId: string, mode: KeyMode) => `${accountId} ${mode}`

export class UsageMeter {
  readonly #db: Database
  readonly #clock: Clock
  #month: string
  /** This month so far by account and mode: what is written and what is not yet. */
  #totals = new Map<string, Totals>()
  #pending = new Map<string, Pending>()
  readonly #lastUsed = new Map<string, number>()
  #dayNumber = -1
  #day = ''

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
    this.#month = utcMonth(clock.now())
  }

  /** Reads the month's totals, other nodes' included. */
  async load(): Promise<void> {
    const month = utcMonth(this.#clock.now())
    const rows = await this.#db.query
      .selectFrom('usage_days')
      .select(['account_id', 'mode'])
      .select((e) => [e.fn.sum<number>('requests').as('requests'), e.fn.sum<number>('lookups').as('lookups')])
      .where('day', '>=', `${month}-01`)
      .groupBy(['account_id', 'mode'])
      .execute()
    this.#month = month
    this.#totals = new Map(
      rows.map((row) => [owner(row.account_id, row.mode), { requests: row.requests, lookups: row.lookups }]),
    )
    for (const row of this.#pending.values()) if (row.day.startsWith(month)) this.#add(row)
  }

  #add(row: Pick<Pending, 'account_id' | 'mode' | keyof Totals>): void {
    const name = owner(row.account_id, row.mode)
    const total = this.#totals.get(name)
    if (total) add(total, row)
    else this.#totals.set(name, { requests: row.requests, lookups: row.lookups })
  }

  month(accountId: string, mode: KeyMode): Readonly<Totals> {
    return this.#totals.get(owner(accountId, mode)) ?? NOTHING
  }

  #today(now: number): string {
    const number = Math.floor(now / 86_400_000)
    if (number !== this.#dayNumber) {
      this.#dayNumber = number
      this.#day = utcDay(now)
      const month = utcMonth(now)
      if (month !== this.#month) {
        this.#month = month
        this.#totals.clear()
      }
    }
    return this.#day
  }

  count({ account, credential }: Principal, operation: string, requests: number, lookups: number): void {
    const now = this.#clock.now()
    const { kind, id, mode } = credential
    if (kind === 'key') this.#lastUsed.set(id, now)
    const day = this.#today(now)
    this.#add({ account_id: account.id, mode, requests, lookups })
    const slot = `${account.id} ${mode} ${day} ${operation}`
    let row = this.#pending.get(slot)
    if (!row) {
      row = { account_id: account.id, mode, day, operation, requests: 0, lookups: 0 }
      this.#pending.set(slot, row)
    }
    row.requests += requests
    row.lookups += lookups
  }

  /** Writes what was counted, in one transaction; what cannot be written stays counted. */
  async flush(): Promise<void> {
    const rows = [...this.#pending.values()].filter((row) => row.requests > 0 || row.lookups > 0)
    const used = [...this.#lastUsed]
    this.#pending = new Map()
    this.#lastUsed.clear()
    try {
      if (rows.length > 0 || used.length > 0) await this.#write(rows, used)
    } catch (error) {
      for (const row of rows) this.#restore(row)
      for (const [id, at] of used) if (!this.#lastUsed.has(id)) this.#lastUsed.set(id, at)
      throw error
    }
    if (rows.length > 0) await this.load()
  }

  async #write(rows: readonly Pending[], used: readonly (readonly [string, number])[]): Promise<void> {
    await this.#db.tx(async (tx) => {
      if (rows.length > 0)
        await tx
          .insertInto('usage_days')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['account_id', 'mode', 'day', 'operation']).doUpdateSet({
              requests: sql`usage_days.requests + excluded.requests`,
              lookups: sql`usage_days.lookups + excluded.lookups`,
            }),
          )
          .execute()
      for (const [id, at] of used)
        await tx
          .updateTable('api_keys')
          .set({ last_used_at: new Date(at).toISOString() })
          .where('id', '=', id)
          .execute()
    })
  }

  #restore(row: Pending): void {
    const slot = `${row.account_id} ${row.mode} ${row.day} ${row.operation}`
    const now = this.#pending.get(slot)
    if (now) add(now, row)
    else this.#pending.set(slot, row)
  }

  /** Day by day and operation by operation, what is written; the caller flushes first to be up to date. */
  async days(accountId: string, mode: KeyMode, from: string, to: string): Promise<UsageDay[]> {
    return this.#db.query
      .selectFrom('usage_days')
      .select(['day', 'operation', 'requests', 'lookups'])
      .where('account_id', '=', accountId)
      .where('mode', '=', mode)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .orderBy('day')
      .orderBy('operation')
      .execute()
  }
}

function add(into: Totals, from: Totals): void {
  into.requests += from.requests
  into.lookups += from.lookups
}
