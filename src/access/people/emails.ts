// The emails we send. They are written and sent after the response, so that response times reveal nothing.
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { Language } from '../../kernel/language.ts'
import type { Log } from '../../kernel/log.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { DAY_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { UsageWarning } from '../limits/usage-warnings.ts'
import type { AccountRole } from '../rights/account-roles.ts'
import type { Account, Person } from '../rights/principal.ts'
import type { DeletedAccount, EmailText } from './email-text.ts'
import { accountDeletedText, emailText, emailTexts, planRequestText, usageWarningText } from './email-text.ts'
import type { Mailer, Message } from './mailer.ts'
import type { PlanRequest } from './plan-requests.ts'

/** What a response promises to send, by kind. */
export interface EmailOrders {
  readonly verify: { readonly personId: string; readonly email: string; readonly language: Language }
  readonly reset: { readonly email: string; readonly language: Language }
  readonly invitation: {
    readonly email: string
    readonly token: string
    readonly inviter: string
    readonly role: AccountRole
    readonly language: Language
  }
  readonly planRequest: {
    readonly to: string
    readonly person: Pick<Person, 'email' | 'email_verified_at'>
    readonly account: Account
    readonly request: PlanRequest
  }
  readonly accountDeleted: { readonly deleted: DeletedAccount }
}

type Kind = keyof EmailOrders
/** Limits count the first attempt only. */
type Write<K extends Kind> = (order: EmailOrders[K], isFirst: boolean) => Promise<readonly Message[]>

interface StoredOrder {
  readonly id: string
  readonly body: string
  readonly attempts: number
  readonly created_at: string
}

/** Longer than the mail server may take. Then another process takes over what a dead one did not send. */
const RETRY_MS = MINUTE_MS
const KEPT_MS = DAY_MS

export interface EmailsDeps {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly mailer: Mailer
  readonly baseUrl: () => string
  readonly log: Log
}

export class Emails {
  readonly #deps: EmailsDeps
  readonly #writers = new Map<string, Write<never>>()
  readonly #sending = new Set<Promise<void>>()

  constructor(deps: EmailsDeps) {
    this.#deps = deps
  }

  /** How the emails of a kind are written when they are sent. */
  writes<K extends Kind>(kind: K, write: Write<K>): void {
    this.#writers.set(kind, write)
  }

  /** Stores what is to be sent before the response, and sends it after. A kill delays the email by about a minute. */
  async order<K extends Kind>(kind: K, order: EmailOrders[K]): Promise<void> {
    const { db, secrets } = this.#deps
    const at = this.#now(0)
    const body = secrets.encrypt(JSON.stringify({ kind, order }))
    await db.query
      .insertInto('emails')
      .values({ id: newId('eml'), body, next_attempt_at: at, created_at: at })
      .execute()
    this.#inBackground(this.sendDue())
  }

  /** Also emails that another process did not send. An email can be sent twice, if a kill comes between. */
  async sendDue(): Promise<void> {
    for (;;) {
      const due = await this.#claim()
      if (!due) return
      await this.#send(due).catch((error) => this.#report(error))
    }
  }

  async #claim(): Promise<StoredOrder | undefined> {
    const { rows } = await sql<StoredOrder>`
      update emails set attempts = attempts + 1, next_attempt_at = ${this.#now(RETRY_MS)}::timestamptz
      where id = (select id from emails where next_attempt_at <= ${this.#now(0)}::timestamptz
        order by next_attempt_at limit 1 for update skip locked)
      returning id, body, attempts, created_at`.execute(this.#deps.db.query)
    return rows[0]
  }

  async #send({ id, body, attempts, created_at }: StoredOrder): Promise<void> {
    const { db, secrets, mailer } = this.#deps
    const remove = () => db.query.deleteFrom('emails').where('id', '=', id).execute()
    if (created_at < this.#now(-KEPT_MS)) {
      await remove()
      throw new Error('an email could not be sent for a day')
    }
    const { kind, order } = JSON.parse(secrets.decrypt(body))
    for (const email of await this.#writers.get(kind)!(order as never, attempts === 1)) await mailer.send(email)
    await remove()
  }

  #report(error: unknown): void {
    this.#deps.log.error({ err: error }, 'email could not be sent')
  }

  #now(shiftMs: number): string {
    return new Date(this.#deps.clock.now() + shiftMs).toISOString()
  }

  verify(to: string, token: string, language: Language): Message {
    return message(to, emailText('verify', { link: this.#url(`/verify/${token}`) }, language))
  }

  reset(to: string, token: string, language: Language): Message {
    return message(to, emailText('reset', { link: this.#url(`/reset/${token}`) }, language))
  }

  alreadyVerified(to: string, language: Language): Message {
    const urls = { signIn: this.#url('/sign-in'), reset: this.#url('/reset') }
    return message(to, emailText('alreadyVerified', urls, language))
  }

  usageWarning(to: string, warning: UsageWarning, language: Language): Message {
    const urls = { usage: this.#url('/account/usage'), plans: this.#url('/plans') }
    return message(to, usageWarningText(warning, urls, language))
  }

  accountDeleted(to: string, deleted: DeletedAccount, language: Language): Message {
    return message(to, accountDeletedText(deleted, language))
  }

  invitation(
    to: string,
    token: string,
    { inviter, role }: { inviter: string; role: AccountRole },
    language: Language,
  ): Message {
    const values = { link: this.#url(`/invitations/${token}`), inviter, role: emailTexts(language).roles[role] }
    return message(to, emailText('invitation', values, language))
  }

  /** One address belongs to one account. Only its owner learns that it is taken. */
  invitedElsewhere(to: string, inviter: string, language: Language): Message {
    return message(to, emailText('invitedElsewhere', { signIn: this.#url('/sign-in'), inviter }, language))
  }

  #url(path: string): string {
    return this.#deps.baseUrl() + path
  }

  /** To the operator, so in English. */
  planRequest(
    to: string,
    person: Pick<Person, 'email' | 'email_verified_at'>,
    account: Account,
    request: PlanRequest,
  ): Message {
    return message(to, planRequestText(person, account, request, this.#url(`/desk/accounts/${account.id}`)))
  }

  /** Sends the messages that `work` returns, if no process ends before. One that cannot be sent does not stop the others. */
  sendInBackground(work: () => Promise<readonly Message[]>): void {
    const report = (error: unknown) => this.#report(error)
    this.#inBackground(
      work().then(async (emails) => {
        for (const email of emails) await this.#deps.mailer.send(email).catch(report)
      }),
    )
  }

  #inBackground(work: Promise<void>): void {
    const sending = work.catch((error) => this.#report(error))
    this.#sending.add(sending)
    sending.finally(() => this.#sending.delete(sending))
  }

  /** Resolves when all emails in progress are sent. */
  async idle(): Promise<void> {
    await Promise.all(this.#sending)
  }
}

function message(to: string, { subject, paragraphs }: EmailText): Message {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` }
}
