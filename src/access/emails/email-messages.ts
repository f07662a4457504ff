// The messages of each kind of email, with their links.
import type { Language } from '../../kernel/language.ts'
import type { AccountRole } from '../rights/account-roles.ts'
import type { Account, Person } from '../rights/principal.ts'
import type { DeletedAccount, EmailText, Notice, NoticeContext, PlanRequest } from './email-text.ts'
import { accountDeletedText, emailText, emailTexts, noticesText, planRequestText } from './email-text.ts'
import type { Message } from './mailer.ts'

export class EmailMessages {
  readonly #baseUrl: () => string
  readonly #problemText: NoticeContext['problemText']

  constructor(baseUrl: () => string, problemText: NoticeContext['problemText']) {
    this.#baseUrl = baseUrl
    this.#problemText = problemText
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

  /** Several notices are a summary. */
  notices(to: string, notices: readonly Notice[], language: Language): Message {
    const context = { url: (path: string) => this.#url(path), problemText: this.#problemText }
    return message(to, noticesText(notices, context, language))
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

  #url(path: string): string {
    return this.#baseUrl() + path
  }
}

function message(to: string, { subject, paragraphs }: EmailText): Message {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` }
}
