// The emails we send. They are sent after the response, so that response times reveal nothing.
import type { Log } from '../../kernel/log.ts'
import type { AccountRole } from '../account-roles.ts'
import type { PlanRequest } from '../accounts/plan-requests.ts'
import type { UsageWarning } from '../limits/usage-warnings.ts'
import type { Account, Person } from '../principal.ts'
import type { Mailer, Message } from './mailer.ts'

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

  verify(to: string, token: string): Message {
    return message(to, 'Confirm your email address', [
      'Someone, hopefully you, set a password for a Plinth account with this email address.',
      'To confirm the address, open this link within an hour and enter the password:',
      `${this.#baseUrl()}/verify/${token}`,
      'If this was not you, ignore this email. The address is not confirmed without the link.',
    ])
  }

  reset(to: string, token: string): Message {
    return message(to, 'Reset your password', [
      'Someone requested a new password for your Plinth account. To choose one, open this link within an hour:',
      `${this.#baseUrl()}/reset/${token}`,
      'If this was not you, ignore this email. Your password stays the same.',
    ])
  }

  alreadyVerified(to: string): Message {
    return message(to, 'You can already sign in', [
      'Someone, perhaps you, set a password for another Plinth account with this email address.',
      'You have already confirmed the address for your own account, and it stays yours. Sign in or reset your password:',
      `${this.#baseUrl()}/sign-in`,
      `${this.#baseUrl()}/reset`,
    ])
  }

  usageWarning(to: string, { kind, mode, percent, used, limit, month }: UsageWarning): Message {
    const what = mode === 'test' ? `test ${kind}` : kind
    const [counted, allowed] = [used, limit].map((count) => count.toLocaleString('en-CA'))
    const consequence =
      percent === 100
        ? `Until the month ends (UTC), requests that need more ${kind} get the error quota_exceeded (429).`
        : `At 100%, requests that need more ${kind} get the error quota_exceeded (429) until the month ends (UTC).`
    return message(to, `You have used ${percent}% of your monthly ${what}`, [
      `Your Plinth account has used ${counted} of ${allowed} ${what} in ${month}.`,
      consequence,
      `See which keys use them:\n${this.#baseUrl()}/account/usage`,
      `Compare plans:\n${this.#baseUrl()}/plans`,
    ])
  }

  invitation(to: string, token: string, { inviter, role }: { inviter: string; role: AccountRole }): Message {
    return message(to, 'You are invited to a Plinth account', [
      `${inviter} invited you to their Plinth account. Your role would be ${role}.`,
      'To accept, open this link within seven days and choose a password:',
      `${this.#baseUrl()}/invitations/${token}`,
      'If you do not know the sender, ignore this email. Nothing happens without the link.',
    ])
  }

  /** One address belongs to one account. Only its owner learns that it is taken. */
  invitedElsewhere(to: string, inviter: string): Message {
    return message(to, 'You are invited to a Plinth account', [
      `${inviter} invited you to their Plinth account. You can’t accept with this address, because it already belongs to your own Plinth account.`,
      `To join theirs, ask ${inviter} to invite another address of yours. Your own account stays as it is:`,
      `${this.#baseUrl()}/sign-in`,
    ])
  }

  /** To the operator, so in English. */
  planRequest(
    to: string,
    person: Pick<Person, 'email' | 'email_verified_at'>,
    account: Account,
    request: PlanRequest,
  ): Message {
    const { plan, message: words } = request
    return message(to, `Plan request: ${account.plan} to ${plan}`, [
      `Account ${account.id} asks for the plan ${plan}. Its plan is ${account.plan}.`,
      `Answer to: ${person.email ?? 'no email address'}${person.email_verified_at ? '' : ' (not verified)'}`,
      words ? `Message:\n${words}` : 'There is no message.',
      `Change the plan:\n${this.#baseUrl()}/desk/accounts/${account.id}`,
    ])
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

function message(to: string, subject: string, paragraphs: readonly string[]): Message {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` }
}
