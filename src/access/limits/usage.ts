// Counts usage in memory and writes it several times a second.

import type { Database, Tx } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { lastDayOf, utcDay, utcMonth } from '../../kernel/clock.ts'
import { settled } from '../../kernel/settled.ts'
import { DAY_MS } from '../../kernel/time.ts'
import type { ApiKey, KeyMode, Principal } from '../rights/principal.ts'
import { firstKeyId, limitedKey } from '../rights/principal.ts'
import type { CredentialDay } from './credential-usage.ts'
import { CredentialUsage, readCredentialDays, readLimitedKeys, writeCredentialDays } from './credential-usage.ts'
import type { UsageRow } from './write-usage.ts'
import { writeDays, writeLastUsed } from './write-usage.ts'

export interface UsageTotals {
  requests: number
  lookups: number
}

export interface UsageDay extends UsageTotals {
  readonly day: string
  readonly operation: string
}

/** Usage of one account in one mode on this node, or of one key with a limit of its own. */
interface Meter {
  /** Empty for an account. Usage of a key is written with that of all credentials. */
  readonly key: string
  /** This month on all nodes, including usage not yet written. */
  month: UsageTotals
  /** Counted and written since this node started. */
  readonly counted: UsageTotals
  readonly written: UsageTotals
  /** Rows not yet written, by operation. */
  readonly pending: Map<string, UsageRow>
}

const ZERO: Readonly<UsageTotals> = { requests: 0, lookups: 0 }
const zero = (): UsageTotals => ({ requests: 0, lookups: 0 })

/** Writes more in the transaction of a flush; `unwritten` returns usage that the flush does not include. */
export type FlushHook = (tx: Tx, unwritten: Unwritten) => Promise<void>

type Unwritten = (accountId: string, mode: KeyMode, key: string) => UsageTotals

export class UsageMeter {
  readonly #db: Database
  readonly #clock: Clock
  readonly #meters: Readonly<Record<KeyMode | 'key', Map<string, Meter>>> = {
    live: new Map(),
    test: new Map(),
    key: new Map(),
  }
  readonly #dirty = new Set<Meter>()
  readonly #lastUsed = new Map<string, number>()
  readonly #byCredential = new CredentialUsage()
  /** Accounts whose usage was written since the last `takeWritten`. */
  #written = new Map<string, { accountId: string; mode: KeyMode }>()
  #month: string
  #dayNumber = -1
  #day = ''
  #flushing: Promise<void> = Promise.resolve()
  /** Usage was written since the totals were loaded. */
  #mustLoad = false

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
    this.#month = utcMonth(clock.now())
  }

  /** Loads the month's totals of all nodes. */
  async load(): Promise<void> {
    const month = utcMonth(this.#clock.now())
    const rows = await this.#db.query
      .selectFrom('usage_days')
      .select(['account_id', 'mode'])
      .select((e) => [e.fn.sum<number>('requests').as('requests'), e.fn.sum<number>('lookups').as('lookups')])
      .where('day', '>=', `${month}-01`)
      .groupBy(['account_id', 'mode'])
      .execute()
    const keys = await readLimitedKeys(this.#db, month)
    this.#month = month
    for (const { account_id, mode, ...used } of rows) this.#loaded(this.#meter(account_id, mode), used)
    for (const { key, ...used } of keys) this.#loaded(this.#meter('', 'live', key), used)
  }

  #loaded(meter: Meter, used: UsageTotals): void {
    meter.month = used
    for (const row of meter.pending.values()) if (row.day.startsWith(this.#month)) add(meter.month, row)
  }

  #find(accountId: string, mode: KeyMode, key: string): Meter | undefined {
    return key === '' ? this.#meters[mode].get(accountId) : this.#meters.key.get(key)
  }

  #meter(accountId: string, mode: KeyMode, key = ''): Meter {
    let meter = this.#find(accountId, mode, key)
    if (!meter) {
      meter = { key, month: zero(), counted: zero(), written: zero(), pending: new Map() }
      if (key === '') this.#meters[mode].set(accountId, meter)
      else this.#meters.key.set(key, meter)
    }
    return meter
  }

  /** Of the account; with `key`, of that key if it has a limit of its own. */
  month(accountId: string, mode: KeyMode, key = ''): Readonly<UsageTotals> {
    return this.#find(accountId, mode, key)?.month ?? ZERO
  }

  /** Usage that this node counted since it started. */
  counted(accountId: string, mode: KeyMode, key = ''): Readonly<UsageTotals> {
    return this.#find(accountId, mode, key)?.counted ?? ZERO
  }

  unwritten(accountId: string, mode: KeyMode, key = ''): UsageTotals {
    const { counted, written } = this.#find(accountId, mode, key) ?? { counted: ZERO, written: ZERO }
    return { requests: counted.requests - written.requests, lookups: counted.lookups - written.lookups }
  }

  #today(now: number): string {
    const number = Math.floor(now / DAY_MS)
    if (number !== this.#dayNumber) {
      this.#dayNumber = number
      this.#day = utcDay(now)
      const month = utcMonth(now)
      if (month !== this.#month) {
        this.#month = month
        for (const meters of Object.values(this.#meters)) for (const meter of meters.values()) meter.month = zero()
      }
    }
    return this.#day
  }

  count(principal: Principal, operation: string, requests: number, lookups: number): void {
    const now = this.#clock.now()
    const { account, credential } = principal
    const { kind, id, mode } = credential
    if (kind === 'visitor') return
    if (kind === 'key') this.#lastUsed.set(id, now)
    const day = this.#today(now)
    this.#byCredential.count(principal, day, requests, lookups)
    const row = { account_id: account.id, mode, day, operation, requests, lookups }
    const key = limitedKey(credential)
    if (key) this.#countIn(this.#meter(account.id, mode, firstKeyId(key)), { ...row })
    this.#countIn(this.#meter(account.id, mode), row)
  }

  /** The meter may keep the row and add to it. */
  #countIn(meter: Meter, row: UsageRow): void {
    const { requests, lookups } = row
    this.#addPending(meter, row)
    meter.month.requests += requests
    meter.month.lookups += lookups
    meter.counted.requests += requests
    meter.counted.lookups += lookups
  }

  /** Errors are not billed; they appear in the usage by key. */
  countError(principal: Principal, status: number): void {
    this.#byCredential.countError(principal, this.#today(this.#clock.now()), status)
  }

  /** Accounts whose usage was written since the last call. */
  takeWritten(): Iterable<{ readonly accountId: string; readonly mode: KeyMode }> {
    const written = this.#written
    this.#written = new Map()
    return written.values()
  }

  /** One row per day and operation. After midnight, rows of the previous day stay until they are written. */
  #addPending(meter: Meter, row: UsageRow): void {
    const slot = row.day === this.#day ? row.operation : `${row.day} ${row.operation}`
    const pending = meter.pending.get(slot)
    if (pending && pending.day === row.day) add(pending, row)
    else {
      if (pending) meter.pending.set(`${pending.day} ${pending.operation}`, pending)
      meter.pending.set(slot, row)
      this.#dirty.add(meter)
    }
  }

  /** Rows that are not yet written. It grows while the database is away. */
  get waitingRows(): number {
    return [...this.#dirty].reduce((sum, { pending }) => sum + pending.size, 0)
  }

  /** Writes counted usage and loads the totals of all nodes. This node writes no usage until `after` is done. */
  flush(hook?: FlushHook, after?: () => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      await this.#writeCounted(hook)
      if (this.#mustLoad) await this.load()
      this.#mustLoad = false
      await after?.()
    })
  }

  /** Writes counted usage. Loading the totals reads every account, so this can run more often than `flush`. */
  write(hook?: FlushHook): Promise<void> {
    return this.#inTurn(() => this.#writeCounted(hook))
  }

  /** One at a time: totals that are loaded during a write would lack what it is writing. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#flushing.then(work)
    this.#flushing = settled(done)
    return done
  }

  /** One transaction. Usage that it cannot write is kept. */
  async #writeCounted(hook: FlushHook | undefined): Promise<void> {
    const batch = [...this.#dirty].map((meter) => ({ meter, rows: [...meter.pending.values()].filter(isNotZero) }))
    const rows = batch.flatMap(({ meter, rows }) => (meter.key === '' ? rows : []))
    const lastUsed = [...this.#lastUsed]
    const byCredential = this.#byCredential.take()
    for (const { meter } of batch) meter.pending.clear()
    this.#dirty.clear()
    this.#lastUsed.clear()
    const inFlight = new Map(batch.map((one) => [one.meter, sumOf(one.rows)]))
    const unwritten: Unwritten = (accountId, mode, key) => {
      const { requests, lookups } = inFlight.get(this.#meter(accountId, mode, key)) ?? ZERO
      const all = this.unwritten(accountId, mode, key)
      return { requests: all.requests - requests, lookups: all.lookups - lookups }
    }
    try {
      if (rows.length > 0 || byCredential.length > 0 || lastUsed.length > 0 || hook)
        await this.#write(rows, byCredential, lastUsed, hook && ((tx) => hook(tx, unwritten)))
    } catch (error) {
      for (const one of batch) for (const row of one.rows) this.#addPending(one.meter, row)
      this.#byCredential.restore(byCredential)
      for (const [id, at] of lastUsed) if (!this.#lastUsed.has(id)) this.#lastUsed.set(id, at)
      throw error
    }
    for (const [meter, sum] of inFlight) add(meter.written, sum)
    for (const { account_id: accountId, mode } of rows) this.#written.set(`${accountId} ${mode}`, { accountId, mode })
    if (rows.length > 0) this.#mustLoad = true
  }

  async #write(
    rows: readonly UsageRow[],
    byCredential: readonly CredentialDay[],
    lastUsed: readonly (readonly [string, number])[],
    hook: ((tx: Tx) => Promise<void>) | undefined,
  ): Promise<void> {
    await this.#db.tx(async (tx) => {
      if (rows.length > 0) await writeDays(tx, rows)
      if (byCredential.length > 0) await writeCredentialDays(tx, byCredential)
      if (lastUsed.length > 0) await writeLastUsed(tx, lastUsed)
      await hook?.(tx)
    })
  }

  /** Written usage of keys of one account in a month, each together with the keys that it replaced. */
  async monthOfKeys(keys: readonly ApiKey[], month: string): Promise<(key: ApiKey) => UsageTotals> {
    const accountId = keys[0]?.account_id ?? ''
    const days = (mode: KeyMode) => this.credentialDays(accountId, mode, `${month}-01`, lastDayOf(month))
    const rows = [...(await days('live')), ...(await days('test'))]
    const firstOf = new Map(keys.map((key) => [key.id, firstKeyId(key)]))
    return (key) => sumOf(rows.filter(({ credential }) => firstOf.get(credential) === firstKeyId(key)))
  }

  /** Written usage by credential and day. Flush first for current numbers. */
  credentialDays(accountId: string, mode: KeyMode, from: string, to: string): Promise<CredentialDay[]> {
    return readCredentialDays(this.#db, accountId, mode, from, to)
  }

  /** Written usage by day and operation. Flush first for current numbers. */
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

function add(into: UsageTotals, from: UsageTotals): void {
  into.requests += from.requests
  into.lookups += from.lookups
}

export function sumOf(rows: readonly UsageTotals[]): UsageTotals {
  const sum = zero()
  for (const row of rows) add(sum, row)
  return sum
}

function isNotZero({ requests, lookups }: UsageTotals): boolean {
  return requests > 0 || lookups > 0
}
