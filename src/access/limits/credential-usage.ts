// Counts usage and errors by credential and day in memory, until the usage is written.
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import type { KeyMode, Principal } from '../rights/principal.ts'
import { callerIdOf } from '../rights/principal.ts'
import type { UsageTotals } from './usage.ts'

interface Counts {
  requests: number
  lookups: number
  /** Responses with a 4xx or 5xx status, which are not billed. */
  errors: number
  /** The part of the errors with status 429. */
  rate_limited: number
}

export interface CredentialDay extends Counts {
  readonly account_id: string
  readonly mode: KeyMode
  readonly day: string
  /** A key's id or an application's. */
  readonly credential: string
}

export class CredentialUsage {
  #pending = new Map<string, CredentialDay>()

  count(principal: Principal, day: string, requests: number, lookups: number): void {
    const row = this.#row(principal, day)
    if (!row) return
    row.requests += requests
    row.lookups += lookups
  }

  countError(principal: Principal, day: string, status: number): void {
    const row = this.#row(principal, day)
    if (!row) return
    row.errors += 1
    if (status === 429) row.rate_limited += 1
  }

  /** One row per credential. After midnight, the row of the previous day stays until it is written. */
  #row({ account, credential }: Principal, day: string): CredentialDay | undefined {
    const caller = callerIdOf(credential)
    if (caller === undefined) return undefined
    // An application may have tokens of several accounts and modes.
    const slot = credential.kind === 'key' ? caller : `${account.id} ${credential.mode} ${caller}`
    const pending = this.#pending.get(slot)
    if (pending?.day === day) return pending
    if (pending) this.#pending.set(`${pending.day} ${slot}`, pending)
    const zero = { requests: 0, lookups: 0, errors: 0, rate_limited: 0 }
    const row: CredentialDay = { account_id: account.id, mode: credential.mode, day, credential: caller, ...zero }
    this.#pending.set(slot, row)
    return row
  }

  take(): CredentialDay[] {
    const rows = merged([...this.#pending.values()])
    this.#pending = new Map()
    return rows
  }

  /** Rows that could not be written are written with the next ones. */
  restore(rows: readonly CredentialDay[]): void {
    for (const [i, row] of rows.entries()) this.#pending.set(`restored ${i} ${row.day} ${row.credential}`, row)
  }
}

/** Accounts that were erased or suspended meanwhile are left out. */
export async function writeCredentialDays(tx: Tx, rows: readonly CredentialDay[]): Promise<void> {
  const column = <K extends keyof CredentialDay>(name: K) => rows.map((row) => row[name])
  await sql`
    insert into usage_credentials (account_id, mode, day, credential, requests, lookups, errors, rate_limited)
    -- In one order on all nodes, so that none waits for another in a circle.
    select u.* from unnest(
      ${column('account_id')}::text[], ${column('mode')}::text[], ${column('day')}::date[],
      ${column('credential')}::text[], ${column('requests')}::bigint[], ${column('lookups')}::bigint[],
      ${column('errors')}::bigint[], ${column('rate_limited')}::bigint[]
    ) as u(account_id, mode, day, credential, requests, lookups, errors, rate_limited)
    join accounts a on a.id = u.account_id and a.status = 'active'
    order by u.account_id, u.mode, u.day, u.credential
    on conflict (account_id, mode, day, credential) do update set
      requests = usage_credentials.requests + excluded.requests,
      lookups = usage_credentials.lookups + excluded.lookups,
      errors = usage_credentials.errors + excluded.errors,
      rate_limited = usage_credentials.rate_limited + excluded.rate_limited`.execute(tx)
}

/** One statement may touch a row only once. */
function merged(rows: readonly CredentialDay[]): CredentialDay[] {
  const byKey = new Map<string, CredentialDay>()
  for (const row of rows) {
    const key = `${row.account_id} ${row.mode} ${row.day} ${row.credential}`
    const sum = byKey.get(key)
    if (!sum) byKey.set(key, { ...row })
    else for (const name of ['requests', 'lookups', 'errors', 'rate_limited'] as const) sum[name] += row[name]
  }
  return [...byKey.values()]
}

/** What each key with a limit of its own used in a month, together with the keys that it replaced. */
export async function readLimitedKeys(db: Database, month: string): Promise<({ key: string } & UsageTotals)[]> {
  const { rows } = await sql<{ key: string } & UsageTotals>`
    select l.key, sum(u.requests)::bigint as requests, sum(u.lookups)::bigint as lookups
    from (
      select distinct coalesce(first_key_id, id) as key, account_id, mode from api_keys
      where requests_per_month is not null or lookups_per_month is not null
    ) l
    join api_keys k on k.account_id = l.account_id and coalesce(k.first_key_id, k.id) = l.key
    join usage_credentials u on u.account_id = l.account_id and u.mode = l.mode and u.credential = k.id
      and u.day >= ${`${month}-01`}
    group by l.key`.execute(db.query)
  return rows
}

/** Written usage by credential and day. */
export function readCredentialDays(
  db: Database,
  accountId: string,
  mode: KeyMode,
  from: string,
  to: string,
): Promise<CredentialDay[]> {
  return db.query
    .selectFrom('usage_credentials')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('mode', '=', mode)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('credential')
    .orderBy('day')
    .execute()
}
