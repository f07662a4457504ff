// The queue of emails: each is stored in the transaction of what it announces, and sent after it, with retries.
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { Language } from '../../kernel/language.ts'
import type { Log } from '../../kernel/log.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { AccountRole } from '../rights/account-roles.ts'
import type { Account, Person } from '../rights/principal.ts'
import type { EmailKind, EmailState } from './email-kinds.ts'
import type { EmailQuery } from './email-list.ts'
import { listEmails } from './email-list.ts'
import { EmailMessages } from './email-messages.ts'
import type { DeletedAccount, Notice, NoticeContext, PlanRequest } from './email-text.ts'
import type { Mailer, Message } from './mailer.ts'
import { maskEmail } from './mailer.ts'
import type { SendFailure } from './send-failure.ts'
import { failureOf, KEPT_MS, RETRY_DELAYS_MS, retryDelayMs } from './send-failure.ts'

/** What an email is written from, by kind. Links have their token from the start, so that each attempt sends the same. */
export interface EmailOrders extends Readonly<Record<EmailKind, object>> {
  readonly verify: {
    readonly personId: string
    readonly email: string
    readonly token: string
    readonly language: Language
  }
  readonly reset: { readonly email: string; readonly token: string; readonly language: Language }
  readonly invitation: {
    readonly email: string
    readonly token: string
    readonly inviter: string
    readonly role: AccountRole
    readonly language: Language
  }
  readonly plan_request: {
    readonly to: string
    readonly person: Pick<Person, 'email' | 'email_verified_at'>
    readonly account: Account
    readonly request: PlanRequest
  }
  readonly account_deleted: { readonly email: string; readonly deleted: DeletedAccount; readonly language: Language }
  readonly notice: Notice
}

/** Whom the email is for, and what the queue must know besides. */
export interface EmailFacts {
  readonly email: string
  readonly account_id?: string
  readonly person_id?: string
  readonly id?: string
  readonly cause?: string
  readonly bundle?: string | null
  readonly due_at?: string
}

/** Null if there is nothing to send any longer. */
export type Written = Message | { readonly waitUntilMs: number } | null
/** Several orders only for a bundle. Limits count the first attempt only. */
type Write<K extends EmailKind> = (
  orders: readonly [EmailOrders[K], ...EmailOrders[K][]],
  isFirst: boolean,
) => Promise<Written>

interface StoredEmail {
  readonly id: string
  readonly kind: EmailKind
  readonly body: string
  readonly attempts: number
}
type Bundle = readonly [StoredEmail, ...StoredEmail[]]

/** Longer than the mail server may take. Then another process takes over what a dead one did not finish. */
const LEASE_MS = MINUTE_MS
const MAX_SENDERS = 4

export interface EmailsDeps {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly mailer: Mailer
  readonly baseUrl: () => string
  readonly problemText: NoticeContext['problemText']
  readonly log: Log
}

export class Emails {
  /** Emails that this process finished, and attempts that it will repeat. */
  readonly counts = new Map([
    ['sent', 0],
    ['failed', 0],
    ['retried', 0],
  ])
  readonly messages: EmailMessages
  readonly #deps: EmailsDeps
  readonly #writers = new Map<EmailKind, Write<never>>()
  readonly #sending = new Set<Promise<void>>()
  #isStopped = false

  constructor(deps: EmailsDeps) {
    this.#deps = deps
    this.messages = new EmailMessages(deps.baseUrl, deps.problemText)
  }

  /** How the emails of a kind are written when they are sent. */
  writes<K extends EmailKind>(kind: K, write: Write<K>): void {
    this.#writers.set(kind, write)
  }

  /** Call `wake` after the commit. Without it, or after a kill, the email leaves some seconds later. */
  async order<K extends EmailKind>(
    tx: Tx,
    kind: K,
    order: EmailOrders[K],
    { email, due_at = this.#now(0), ...facts }: EmailFacts,
  ): Promise<void> {
    const body = this.#deps.secrets.encrypt(JSON.stringify(order))
    const times = { due_at, next_attempt_at: due_at, created_at: this.#now(0) }
    await tx
      .insertInto('emails')
      .values({ id: newId('eml'), kind, address: maskEmail(email), body, ...times, ...facts })
      .execute()
  }

  /** Sends what is due, in the background: response times reveal nothing about an address. */
  wake(): void {
    if (this.#sending.size >= MAX_SENDERS) return
    const sending = this.sendDue().catch((error) => this.#report(error))
    this.#sending.add(sending)
    sending.finally(() => this.#sending.delete(sending))
  }

  /** Also emails of dead processes. An email is sent twice if a kill comes between sending and recording it. */
  async sendDue(): Promise<void> {
    while (!this.#isStopped) {
      const bundle = await this.#claim()
      if (!bundle || !(await this.#attempt(bundle))) return
    }
  }

  /** Resolves when this process has nothing to send. */
  async idle(): Promise<void> {
    await Promise.all(this.#sending)
  }

  /** Finishes the emails in progress. Others stay in the queue. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.idle()
  }

  list(query: EmailQuery): ReturnType<typeof listEmails> {
    return listEmails(this.#deps.db, query)
  }

  async deleteOld(): Promise<void> {
    await this.#deps.db.query.deleteFrom('emails').where('finished_at', '<', this.#now(-KEPT_MS)).execute()
  }

  /** The first email that is due, with the rest of its bundle. Two processes never claim parts of one bundle. */
  async #claim(): Promise<Bundle | undefined> {
    const { rows } = await sql<StoredEmail>`
      with due as (
        select id, bundle from emails e where state = 'queued' and next_attempt_at <= ${this.#now(0)}::timestamptz
          and (bundle is null or not exists (
            select from emails o where o.bundle = e.bundle and o.state = 'queued' and o.id < e.id))
        order by next_attempt_at, id limit 1 for update skip locked),
      ids as (select id from due union
        select e.id from emails e join due on e.bundle = due.bundle where e.state = 'queued')
      update emails set attempts = attempts + 1, next_attempt_at = ${this.#now(LEASE_MS)}::timestamptz
      where id in (select id from ids) returning id, kind, body, attempts`.execute(this.#deps.db.query)
    const [first, ...rest] = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    return first && [first, ...rest]
  }

  /** False if the mail server does not work: other emails can wait. */
  async #attempt(bundle: Bundle): Promise<boolean> {
    const [{ id, attempts }] = bundle
    if (attempts > RETRY_DELAYS_MS.length + 1) {
      await this.#record(bundle, { state: 'failed', last_error: 'No attempt was completed.' })
      return true
    }
    const written = await this.#write(bundle).catch((error) => this.#report(error))
    // Tried again after the lease.
    if (written === undefined) return true
    if (written && 'waitUntilMs' in written) {
      await this.#postpone(bundle, written.waitUntilMs)
      return true
    }
    try {
      if (written) await this.#deps.mailer.send(written, id)
    } catch (error) {
      return this.#fail(bundle, failureOf(error))
    }
    await this.#record(bundle, { state: written ? 'sent' : 'skipped' })
    return true
  }

  async #write(bundle: Bundle): Promise<Written> {
    const [first, ...rest] = bundle
    const orderOf = ({ body }: StoredEmail) => JSON.parse(this.#deps.secrets.decrypt(body)) as never
    return this.#writers.get(first.kind)!([orderOf(first), ...rest.map(orderOf)], first.attempts === 1)
  }

  async #fail(bundle: Bundle, { isPermanent, isOutage, text }: SendFailure): Promise<boolean> {
    const [{ id, kind, attempts }] = bundle
    const delayMs = isPermanent ? undefined : retryDelayMs(attempts)
    this.#deps.log.error({ email: id, kind, attempts, reason: text }, 'email could not be sent')
    if (delayMs === undefined) await this.#record(bundle, { state: 'failed', last_error: text })
    else {
      this.#count('retried')
      await this.#update(bundle, { last_error: text, next_attempt_at: this.#now(delayMs) })
    }
    return !isOutage
  }

  async #record(bundle: Bundle, outcome: { state: Exclude<EmailState, 'queued'>; last_error?: string }): Promise<void> {
    await this.#update(bundle, { ...outcome, body: null, finished_at: this.#now(0) })
    this.#count(outcome.state)
  }

  /** Waiting is no attempt. */
  #postpone(bundle: Bundle, untilMs: number): Promise<void> {
    const until = new Date(untilMs).toISOString()
    return this.#update(bundle, { due_at: until, next_attempt_at: until, attempts: bundle[0].attempts - 1 })
  }

  /** Another process may have finished it, if sending took longer than the lease. */
  async #update(
    bundle: Bundle,
    values: Partial<Record<'due_at' | 'next_attempt_at' | 'finished_at' | 'last_error', string>> & {
      body?: null
      state?: EmailState
      attempts?: number
    },
  ): Promise<void> {
    const ids = bundle.map(({ id }) => id)
    const rows = this.#deps.db.query.updateTable('emails').set(values).where('id', 'in', ids)
    await rows.where('state', '=', 'queued').execute()
  }

  #count(outcome: string): void {
    const count = this.counts.get(outcome)
    if (count !== undefined) this.counts.set(outcome, count + 1)
  }

  #report(error: unknown): void {
    this.#deps.log.error({ err: error }, 'email could not be sent')
  }

  #now(shiftMs: number): string {
    return new Date(this.#deps.clock.now() + shiftMs).toISOString()
  }
}
