// Checks that the person or account behind a token is not suspended.
import type { Database } from '../../db/database.ts'

export async function isPersonActive(db: Database, personId: string): Promise<boolean> {
  const found = await db.query
    .selectFrom('people as p')
    .innerJoin('account_members as m', 'm.person_id', 'p.id')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select('p.id')
    .where('p.id', '=', personId)
    .where('p.status', '=', 'active')
    .where('a.status', '=', 'active')
    .executeTakeFirst()
  return found !== undefined
}

/** For an application that acts for its account. */
export async function isClientActive(db: Database, clientId: string): Promise<boolean> {
  const found = await db.query
    .selectFrom('oauth_clients as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .select('c.id')
    .where('c.id', '=', clientId)
    .where('a.status', '=', 'active')
    .executeTakeFirst()
  return found !== undefined
}
