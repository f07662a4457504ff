// The counters of an account: stored listings and free first links.
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Dataset } from '../events/event-types.ts'
import { Fault } from '../kernel/fault.ts'
import type { ListingOwner } from './listing-types.ts'

interface Allowance {
  readonly storedLimit: number
  /** What is thrown when that many are stored, if it can say more. */
  readonly storedFault?: (() => Fault) | undefined
  readonly requireLookups?: ((used: number) => void) | undefined
}

/** The counters while a transaction changes them. */
export class ListingAccount {
  stored: number
  freeLinksUsed: number
  /** Lookups of this transaction that are billed. */
  billed = 0

  constructor(stored: number, freeLinksUsed: number) {
    this.stored = stored
    this.freeLinksUsed = freeLinksUsed
  }

  /** Counts a listing that is stored or linked again. Returns the lookups to bill; throws at a limit. */
  take(isNew: boolean, lookups: number, { storedLimit, storedFault, requireLookups }: Allowance): number {
    if (isNew && this.stored >= storedLimit) throw storedFault?.() ?? new Fault('plan_limit')
    // A first load is free, except for what a text costs beyond one lookup.
    const free = isNew && lookups > 0 && this.freeLinksUsed < storedLimit ? 1 : 0
    const billed = lookups - free
    if (billed > 0) requireLookups?.(this.billed)
    this.billed += billed
    this.freeLinksUsed += free
    if (isNew) this.stored += 1
    return billed
  }
}

/** Locks the counters. Writers of one account take turns from here until they commit. */
export async function lockAccount(tx: Tx, { accountId, dataset }: ListingOwner): Promise<ListingAccount> {
  const read = () =>
    tx
      .selectFrom('listing_accounts')
      .select(['stored', 'free_links_used'])
      .where('account_id', '=', accountId)
      .where('dataset', '=', dataset)
      .forUpdate()
      .executeTakeFirst()
  let row = await read()
  if (!row) {
    // Not for a suspended account: the listings of an erased one must not come back with a request that was under way.
    await sql`
      insert into listing_accounts (account_id, dataset, stored, free_links_used)
      select id, ${dataset}, 0, 0 from accounts where id = ${accountId} and status = 'active' for share
      on conflict do nothing`.execute(tx)
    row = await read()
    if (!row) throw new Fault('account_suspended', { detail: 'This account is suspended. Contact the operator.' })
  }
  return new ListingAccount(row!.stored, row!.free_links_used)
}

/** Locks the counters of accounts that have any, in their order. */
export async function lockAccounts(tx: Tx, dataset: Dataset, accountIds: readonly string[]): Promise<void> {
  await sql`
    select from listing_accounts where dataset = ${dataset} and account_id = any(${accountIds}::text[])
    order by account_id for update`.execute(tx)
}

type Counts = Pick<ListingAccount, 'stored' | 'freeLinksUsed'>

export async function saveAccount(
  tx: Tx,
  { accountId, dataset }: ListingOwner,
  before: Counts,
  { stored, freeLinksUsed }: Counts,
): Promise<void> {
  if (before.stored === stored && before.freeLinksUsed === freeLinksUsed) return
  await tx
    .updateTable('listing_accounts')
    .set({ stored, free_links_used: freeLinksUsed })
    .where('account_id', '=', accountId)
    .where('dataset', '=', dataset)
    .execute()
}
