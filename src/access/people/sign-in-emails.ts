// The emails of sign-in: a link to verify an address, or to choose a new password.
import type { Database, Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import type { Emails } from '../emails/emails.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import type { Person } from '../rights/principal.ts'
import type { MailedLinks } from './mailed-links.ts'
import { newLinkToken } from './mailed-links.ts'
import { claimantsOf, verifiedOwner } from './people.ts'

const EMAILS_PER_HOUR = 5

export interface SignInEmailsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly links: MailedLinks
  readonly emails: Emails
  readonly rate: RateLimiter
}

/** How they are written when they are sent. */
export function writeSignInEmails({ db, clock, emails, links, rate }: SignInEmailsDeps): void {
  const mayEmail = (email: string) => rate.take(`email ${email}`, EMAILS_PER_HOUR, 1, HOUR_MS).allowed
  const issue = (purpose: 'verify' | 'reset', token: string, person_id: string, email: string) =>
    db.tx((tx) => links.issue(tx, purpose, token, { person_id, email }, clock.now()))
  emails.writes('verify', async ([{ personId, email, token, language }], isFirst) => {
    if (isFirst && !mayEmail(email)) return null
    const owner = await verifiedOwner(db, email)
    if (owner && owner.id !== personId) return emails.messages.alreadyVerified(email, owner.language ?? language)
    // The person may have been erased or displaced since, or have followed the link of an earlier attempt.
    if (owner || !(await claimantsOf(db, email)).some(({ id }) => id === personId)) return null
    await issue('verify', token, personId, email)
    return emails.messages.verify(email, token, language)
  })
  // Only to the verified owner: a claim is no reason to email a stranger.
  emails.writes('reset', async ([{ email, token, language }], isFirst) => {
    const person = await verifiedOwner(db, email)
    if (person?.status !== 'active' || (isFirst && !mayEmail(email))) return null
    await issue('reset', token, person.id, email)
    return emails.messages.reset(email, token, person.language ?? language)
  })
}

export async function orderVerification(
  emails: Emails,
  tx: Tx,
  { id: personId, email, language }: Person,
  account_id: string,
  cause: Cause,
): Promise<void> {
  if (!email) return
  const order = { personId, email, token: newLinkToken(), language: language ?? cause.language ?? 'en' }
  await emails.order(tx, 'verify', order, { email, account_id, person_id: personId })
}
