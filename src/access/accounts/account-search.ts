// Finds accounts by email address, id or key prefix.
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Plan } from '../rights/plans.ts'
import type { Account } from '../rights/principal.ts'

export interface AccountSearch {
  /** Part of an email address, an account or person id, or a key prefix. */
  readonly q?: string | undefined
  readonly plan?: Plan | undefined
  readonly status?: Account['status'] | undefined
  readonly limit: number
  readonly after?: { readonly at: string; readonly id: string } | undefined
}

/** Cursors have millisecond precision, so the comparison must too. */
const CREATED_AT = sql<string>`date_trunc('milliseconds', a.created_at)`

export async function searchAccounts(
  db: Database,
  { q, plan, status, limit, after }: AccountSearch,
): Promise<{ accounts: Account[]; hasMore: boolean }> {
  let rows = db.query.selectFrom('accounts as a').selectAll('a')
  if (plan) rows = rows.where('a.plan', '=', plan)
  if (status) rows = rows.where('a.status', '=', status)
  if (q !== undefined) {
    const part = q.toLowerCase()
    rows = rows.where((e) =>
      e.or([
        e('a.id', '=', q),
        sql<boolean>`position(${part} in lower(a.email)) > 0`,
        e.exists(
          e
            .selectFrom('account_members as m')
            .innerJoin('people as p', 'p.id', 'm.person_id')
            .select('p.id')
            .whereRef('m.account_id', '=', 'a.id')
            .where((f) => f.or([f('p.id', '=', q), sql<boolean>`position(${part} in p.email) > 0`])),
        ),
        e.exists(
          e
            .selectFrom('api_keys as k')
            .select('k.id')
            .whereRef('k.account_id', '=', 'a.id')
            .where((f) => f.or([f('k.id', '=', q), f('k.prefix', '=', q)])),
        ),
      ]),
    )
  }
  if (after) rows = rows.where((e) => e(e.tuple(CREATED_AT, e.ref('a.id')), '<', e.tuple(after.at, after.id)))
  const found = await rows
    .orderBy(CREATED_AT, 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
    .execute()
  return { accounts: found.slice(0, limit), hasMore: found.length > limit }
}

export async function readAccount(db: Database, id: string): Promise<Account | undefined> {
  return db.query.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
}
