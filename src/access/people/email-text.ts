// The text of the emails we send.
import type en from '#texts/en/server/emails.json'
import type { Language } from '../../kernel/language.ts'
import type { MessageValues } from '../../kernel/texts/fill-message.ts'
import { fill, readTexts } from '../../kernel/texts/server-texts.ts'
import type { UsageWarning } from '../limits/usage-warnings.ts'
import type { Account, Person } from '../rights/principal.ts'
import type { PlanRequest } from './plan-requests.ts'

export interface EmailText {
  readonly subject: string
  readonly paragraphs: readonly string[]
}

export interface DeletedAccount {
  readonly id: string
  readonly erase_at: string
  /** The operator's address, if it is set. */
  readonly contact: string | null
}

type EmailName = { [K in keyof typeof en]: (typeof en)[K] extends EmailText ? K : never }[keyof typeof en]

export const emailTexts = readTexts<typeof en>('server/emails')

export function emailText(name: EmailName, values: MessageValues, language: Language): EmailText {
  const { subject, paragraphs } = emailTexts(language)[name]
  const filled = (message: string) => fill(message, values, language)
  return { subject: filled(subject), paragraphs: paragraphs.map(filled) }
}

export function accountDeletedText({ id, erase_at, contact }: DeletedAccount, language: Language): EmailText {
  const text = emailTexts(language)
  const mistake = contact ? fill(text.mistakeContact, { contact }, language) : text.mistake
  return emailText('accountDeleted', { id, day: erase_at.slice(0, 10), mistake }, language)
}

/** With the URLs of the usage and of the plans. */
export function usageWarningText(
  { kind, mode, percent, used, limit, month }: UsageWarning,
  urls: { readonly usage: string; readonly plans: string },
  language: Language,
): EmailText {
  const text = emailTexts(language)
  const consequence = fill(percent === 100 ? text.allUsed : text.someLeft, { kind: text.kinds.live[kind] }, language)
  const values = { percent, what: text.kinds[mode][kind], used, limit, month, consequence, ...urls }
  return emailText('usageWarning', values, language)
}

/** To the operator, so in English. */
export function planRequestText(
  { email, email_verified_at }: Pick<Person, 'email' | 'email_verified_at'>,
  { id, plan: from }: Account,
  { plan: to, message }: PlanRequest,
  link: string,
): EmailText {
  const text = emailTexts('en')
  const address = email ?? text.noEmail
  const contact = email_verified_at ? address : fill(text.notVerified, { email: address }, 'en')
  const words = message ? fill(text.planRequestMessage, { message }, 'en') : text.noMessage
  return emailText('planRequest', { id, from, to, contact, words, link }, 'en')
}
