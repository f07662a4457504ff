// Erases an account: everything it stored, everyone who signs in only for it, and its credentials.
import { accountsToErase } from '../access/accounts/delete-account.ts'
import { eraseAccess, NotDue } from '../access/erase-access.ts'
import type { Database } from '../db/database.ts'
import type { Cause } from '../events/audit-log.ts'
import { audit, SYSTEM } from '../events/audit-log.ts'
import { eraseEvents } from '../events/erase-events.ts'
import { eraseFeeds } from '../feeds/erase-feeds.ts'
import { eraseFiles } from '../files/erase-files.ts'
import type { ErasedAccount } from '../http/server/services.ts'
import { eraseFeedback } from '../links/desk/erase-feedback.ts'
import { eraseListings } from '../listings/erase-listings.ts'
import { eraseRequests } from '../requests/delete-old-blocks.ts'
import { eraseEndpoints } from '../webhooks/erase-endpoints.ts'

/** Every table with rows of an account or a person, and what erasing does to them. A test fails when one is missing. */
export const ERASED_TABLES = {
  accounts: 'emptied and suspended',
  account_members: 'deleted',
  access_tokens: 'deleted',
  api_keys: 'deleted',
  audit_log: 'kept, without network addresses and details',
  emails: 'deleted',
  events: 'deleted',
  feeds: 'deleted, with their credentials and runs',
  file_jobs: 'deleted; the files and results follow within two hours',
  homes: 'deleted',
  idempotency: 'deleted',
  invitations: 'deleted',
  link_feedback: 'deleted',
  listing_accounts: 'deleted',
  listings: 'deleted',
  mailed_links: 'deleted',
  notification_settings: 'deleted',
  oauth_clients: 'deleted',
  oauth_grants: 'deleted',
  oauth_records: 'deleted',
  people: 'deleted, if they belong to no other account',
  quota_holds: 'deleted',
  request_log_blocks: 'deleted',
  sessions: 'deleted',
  usage_credentials: 'deleted',
  usage_days: 'kept: counts per day, for invoices',
  usage_warnings: 'deleted',
  webhook_deliveries: 'deleted',
  webhook_endpoints: 'deleted',
} as const

/** One transaction. Undefined when there is no such account. */
export function eraseAccount(
  db: Database,
  id: string,
  cause: Cause,
  at: Date,
  onlyIfDue = false,
): Promise<ErasedAccount | undefined> {
  return db.tx(async (tx) => {
    const account = await tx.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()
    if (!account) return undefined
    const listings = await eraseListings(tx, id)
    // After the listings: a run locks them in the same order.
    const feeds = await eraseFeeds(tx, id)
    const files = await eraseFiles(tx, id)
    const webhook_endpoints = await eraseEndpoints(tx, id)
    const events = await eraseEvents(tx, id)
    const feedback = await eraseFeedback(tx, id)
    const access = await eraseAccess(tx, id, at, onlyIfDue)
    // After the account is suspended: from then on no node writes requests.
    await eraseRequests(tx, id)
    const counts = { listings, feeds, files, webhook_endpoints, events, feedback, ...access }
    await audit(tx, cause, { action: 'account.erased', accountId: id, target: id, details: counts }, at)
    return { id, ...counts }
  })
}

/**
 * Erases the accounts that their owners deleted seven days ago. Every node may run it at the same time, and again after a
 * crash: whether an account is still due is decided in the transaction that erases it. Returns how many it erased.
 */
export async function eraseDeletedAccounts(db: Database, at: Date): Promise<number> {
  let erased = 0
  for (const id of await accountsToErase(db, at))
    try {
      await eraseAccount(db, id, SYSTEM, at, true)
      erased += 1
    } catch (error) {
      if (!(error instanceof NotDue)) throw error
    }
  return erased
}
