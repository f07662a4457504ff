// The emails we send. They are sent after the response, so that response times reveal nothing.
import type { Language } from '../../kernel/language.ts'
import type { Log } from '../../kernel/log.ts'
import type { UsageWarning } from '../limits/usage-warnings.ts'
import type { AccountRole } from '../rights/account-roles.ts'
import type { Account, Person } from '../rights/principal.ts'
import type { DeletedAccount, EmailText } from './email-text.ts'
import { accountDeletedText, emailText, emailTexts, planRequestText, usageWarningText } from './email-text.ts'
import type { Mailer, Message } from './mailer.ts'
import type { PlanRequest } from './plan-requests.ts'

export class Emails {
  readonly #mailer: Mailer
  readonly #baseUrl: () => string
  readonly #log: Log
  readonly #sending = new Set<Promise<void>>()

  constructor(mailer: Mailer, baseUrl: () => string, log: Log) {
    this.#mailer = mailer
    this.#baseUrl = baseUrl
    this.#log = log
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
    return this.#baseUrl() + path
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

  /** Sends the message that `work` returns, if any. A failure is logged; people can request the email again. */
  sendInBackground(work: () => Promise<Message | undefined>): void {
    this.sendEachInBackground(async () => [await work()].filter((email) => email !== undefined))
  }

  /** One that cannot be sent does not stop the others. */
  sendEachInBackground(work: () => Promise<readonly Message[]>): void {
    const report = (error: unknown) => this.#log.error({ err: error }, 'email could not be sent')
    const sending = work()
      .then(async (emails) => {
        for (const email of emails) await this.#mailer.send(email).catch(report)
      })
      .catch(report)
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
