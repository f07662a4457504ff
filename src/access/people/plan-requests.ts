// Asks the operator by email to change the plan of an account.
import type { Database } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import type { PlanRequest } from '../emails/email-text.ts'
import type { Emails } from '../emails/emails.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import type { Account, Session } from '../rights/principal.ts'

/** Each request is an email to a person. */
const REQUESTS_PER_HOUR = 3

export interface PlanRequestsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly emails: Emails
  readonly rate: RateLimiter
}

export class PlanRequests {
  readonly #deps: PlanRequestsDeps

  constructor(deps: PlanRequestsDeps) {
    this.#deps = deps
    const { emails } = deps
    emails.writes('plan_request', async ([{ to, person, account, request }]) =>
      emails.messages.planRequest(to, person, account, request),
    )
  }

  /** `contact` is the operator's address, or null if there is none. */
  async send(
    session: Session,
    account: Account,
    request: PlanRequest,
    contact: string | null,
    cause: Cause,
  ): Promise<void> {
    const { db, clock, emails, rate } = this.#deps
    const { plan } = request
    if (contact === null)
      throw new Fault('state_conflict', {
        detail: 'This service has no address for plan requests. Ask its operator to change your plan.',
      })
    if (plan === account.plan)
      throw new Fault('state_conflict', { detail: say`Your account already has the plan ${plan}.` })
    const state = rate.take(`plan request ${account.id}`, REQUESTS_PER_HOUR, 1, HOUR_MS)
    if (!state.allowed)
      throw new Fault('rate_limited', {
        detail: say`An account can send ${REQUESTS_PER_HOUR} plan requests per hour.`,
        retryAfterSeconds: state.waitSeconds,
      })
    const details = { from: account.plan, to: plan }
    const entry = { action: 'account.plan_requested', accountId: account.id, target: account.id, details } as const
    const order = { to: contact, person: session.person, account, request }
    await db.tx(async (tx) => {
      await audit(tx, cause, entry, new Date(clock.now()))
      await emails.order(tx, 'plan_request', order, { email: contact, account_id: account.id })
    })
    emails.wake()
  }
}
