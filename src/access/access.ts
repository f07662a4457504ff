// Access control for all entry points: who calls, what they may do, and how much.
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { Cause } from '../events/audit-log.ts'
import type { Clock } from '../kernel/clock.ts'
import { Fault } from '../kernel/fault.ts'
import type { Log } from '../kernel/log.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { AccountAdmin } from './accounts/account-admin.ts'
import { Authenticator } from './authenticator.ts'
import { CredentialDirectory } from './credentials/credential-directory.ts'
import type { CallerName } from './credentials/credential-names.ts'
import { callerNames } from './credentials/credential-names.ts'
import type { DeletedAccount } from './emails/email-text.ts'
import type { EmailsDeps } from './emails/emails.ts'
import { Emails } from './emails/emails.ts'
import { Notices } from './emails/notices.ts'
import { recipientsOf } from './emails/notification-settings.ts'
import { Idempotency } from './idempotency.ts'
import { LimitFaults } from './limits/limit-faults.ts'
import { LiveNodes } from './limits/live-nodes.ts'
import { MonthlyLimits } from './limits/monthly-limits.ts'
import { Quota } from './limits/quota.ts'
import { RateLimiter } from './limits/rate-limit.ts'
import { RateLimits } from './limits/rate-limits.ts'
import type { RateSharing } from './limits/rate-sharing.ts'
import { UsageMeter } from './limits/usage.ts'
import { UsageWarnings } from './limits/usage-warnings.ts'
import { ApplicationAdmin } from './oauth/application-admin.ts'
import type { AuthorizationServerOptions } from './oauth/authorization-server.ts'
import { AuthorizationServer } from './oauth/authorization-server.ts'
import { deleteExpiredOAuth } from './oauth/delete-expired.ts'
import { AccountPeople } from './people/account-people.ts'
import { deleteExpiredInvitations } from './people/invitations.ts'
import { MailedLinks } from './people/mailed-links.ts'
import { Passwords } from './people/passwords.ts'
import { PeopleAdmin } from './people/people-admin.ts'
import { PlanRequests } from './people/plan-requests.ts'
import { Sessions } from './people/sessions.ts'
import { SignIn } from './people/sign-in.ts'
import { Permissions } from './permissions.ts'
import type { Account, Principal } from './rights/principal.ts'
import { sessionExpired } from './rights/session-expired.ts'

const TABLES = { key: 'api_keys', token: 'access_tokens', session: 'sessions' } as const

export interface AccessOptions
  extends Pick<AuthorizationServerOptions, 'fetchDocument' | 'errorPage'>,
    Pick<EmailsDeps, 'mailer' | 'problemText'> {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
  readonly nodeName: string
  readonly passwordCost: number
  /** Final once the server listens. */
  baseUrl(): string
}

export class Access {
  readonly authenticator: Authenticator
  readonly permissions: Permissions
  readonly rates: RateLimits
  readonly monthly: MonthlyLimits
  readonly limitFaults: LimitFaults
  readonly usage: UsageMeter
  readonly accounts: AccountAdmin
  readonly people: PeopleAdmin
  readonly accountPeople: AccountPeople
  readonly planRequests: PlanRequests
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly applications: ApplicationAdmin
  readonly oauth: AuthorizationServer
  readonly idempotency: Idempotency
  readonly emails: Emails
  readonly notices: Notices
  /** Every account and credential, in memory. */
  readonly directory: CredentialDirectory
  readonly #db: Database
  readonly #clock: Clock
  readonly #nodes: LiveNodes
  readonly #quota: Quota
  readonly #limiter: RateLimiter
  readonly #links: MailedLinks
  readonly #warnings: UsageWarnings

  constructor(options: AccessOptions) {
    const { db, secrets, clock, log, nodeName, mailer, problemText, passwordCost, baseUrl, ...pages } = options
    this.#db = db
    this.#clock = clock
    this.#nodes = new LiveNodes(db, nodeName)
    this.#links = new MailedLinks(secrets)
    this.#limiter = new RateLimiter(clock)
    this.usage = new UsageMeter(db, clock)
    this.#quota = new Quota(db, this.usage, this.#nodes, clock)
    this.rates = new RateLimits(this.#limiter, this.#nodes)
    this.limitFaults = new LimitFaults(clock, baseUrl)
    this.monthly = new MonthlyLimits(this.#quota, clock, this.limitFaults)
    this.directory = new CredentialDirectory(db, secrets, clock)
    this.sessions = new Sessions(db, secrets, clock)
    this.authenticator = new Authenticator(this.directory, this.sessions, this.rates, secrets)
    this.permissions = new Permissions(baseUrl)
    this.idempotency = new Idempotency(db, secrets, clock)
    const changed = () => this.directory.syncCommitted()
    this.accounts = new AccountAdmin({ db, secrets, clock, changed })
    this.people = new PeopleAdmin(db, clock, this.sessions)
    this.emails = new Emails({ db, secrets, clock, mailer, baseUrl, problemText, log })
    this.notices = new Notices({ db, clock, emails: this.emails })
    this.planRequests = new PlanRequests({ db, clock, emails: this.emails, rate: this.#limiter })
    const account = (id: string) => this.directory.account(id)
    this.#warnings = new UsageWarnings({ db, clock, usage: this.usage, account })
    this.emails.writes('account_deleted', async ([{ email, deleted, language }]) =>
      this.emails.messages.accountDeleted(email, deleted, language),
    )
    const signInDeps = {
      ...{ db, clock, sessions: this.sessions, rate: this.#limiter },
      passwords: new Passwords(secrets, passwordCost),
      emails: this.emails,
    }
    this.signIn = new SignIn({ ...signInDeps, links: this.#links })
    this.accountPeople = new AccountPeople({ ...signInDeps, secrets, changed })
    const deps = { db, secrets, clock, baseUrl, tokensChanged: changed }
    this.applications = new ApplicationAdmin(deps)
    this.oauth = new AuthorizationServer({
      ...pages,
      deps,
      signedIn: async (cookie) => {
        const session = await this.authenticator.findSession(cookie)
        return session ? { personId: session.person.id, accountId: session.account_id } : undefined
      },
      countWrongSecret: (address) => this.rates.countFailure(address),
      onError: (error) => log.error({ err: error }, 'the authorization server failed'),
    })
  }

  /** How the workers of this machine share rate limits. */
  get rateSharing(): RateSharing {
    return this.#limiter.sharing
  }

  async start(): Promise<void> {
    await this.directory.sync()
    await this.usage.load()
    await this.#nodes.beat()
  }

  /** Makes this node forget the credentials of an erased account at once. */
  async accountErased(): Promise<void> {
    this.sessions.clearCache()
    await this.directory.syncCommitted()
  }

  /** After the database went back in time. */
  async reload(): Promise<void> {
    this.sessions.clearCache()
    await this.directory.reload()
    await this.usage.load()
    await this.oauth.sync()
  }

  /** What explains an unexpected error: the caller is known here, but was lost with a rewound database. */
  async findLost({ account, credential }: Principal): Promise<Fault | undefined> {
    const { kind, hash } = credential
    if (kind === 'visitor') return undefined
    const table = sql.table(TABLES[kind])
    const { rows } = await sql<{ is_lost: boolean }>`
      select not exists (select from accounts where id = ${account.id})
        or not exists (select from ${table} where hash = ${hash}) as is_lost`.execute(this.#db.query)
    if (!rows[0]?.is_lost) return undefined
    if (kind === 'session') return sessionExpired()
    return new Fault('invalid_api_key', { detail: 'This credential no longer exists.' })
  }

  /** Suspends the account at once, and tells its owners when it is erased. */
  async deleteAccount(id: string, contact: string | null, cause: Cause): Promise<Account> {
    const announce = (tx: Tx, erase_at: string) => this.#tellOwners(tx, { id, erase_at, contact })
    const account = await this.accounts.delete(id, announce, cause)
    this.sessions.clearCache()
    this.emails.wake()
    return account
  }

  /** Runs every second: loads changes, writes usage, renews this node's presence. */
  async tick(): Promise<void> {
    this.#limiter.deleteFull()
    await this.directory.sync()
    await this.#quota.flush()
    await this.#warnings.check()
    await this.#nodes.beat()
  }

  /** Runs between the ticks, which can take long: a kill loses at most one second of usage. */
  writeUsage(): Promise<void> {
    return this.#quota.write()
  }

  async #tellOwners(tx: Tx, deleted: DeletedAccount): Promise<void> {
    const owners = (await recipientsOf(tx, deleted.id)).filter(({ account_role }) => account_role === 'owner')
    for (const { id: person_id, email, language } of owners) {
      const order = { email, deleted, language }
      await this.emails.order(tx, 'account_deleted', order, { email, account_id: deleted.id, person_id })
    }
  }

  /** Emails about new events, and those that are due and no process has sent. */
  async sendEmails(): Promise<void> {
    await this.notices.orderNew()
    await this.emails.sendDue()
  }

  /** Names of the keys and applications with these ids. */
  callerNames(accountId: string, ids: Iterable<string>): Promise<(id: string) => CallerName> {
    return callerNames(this.#db, accountId, ids)
  }

  async deleteExpiredTokens(): Promise<void> {
    this.directory.removeExpiredTokens()
    await deleteExpiredOAuth(this.#db.forJobs, this.#clock.now())
  }

  async deleteExpired(): Promise<void> {
    await this.sessions.deleteExpired()
    await this.#links.deleteExpired(this.#db, this.#clock.now())
    await this.emails.deleteOld()
    await deleteExpiredInvitations(this.#db.query, new Date(this.#clock.now()))
    await this.idempotency.deleteExpired()
  }

  /** Writes the last usage and returns this node's share to the others. */
  async stop(): Promise<void> {
    await this.usage.flush()
    await this.#nodes.leave()
  }
}
