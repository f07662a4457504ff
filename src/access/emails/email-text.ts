// The text of the emails we send.
import type en from '#texts/en/server/emails.json'
import type { Language } from '../../kernel/language.ts'
import type { MessageValues } from '../../kernel/texts/fill-message.ts'
import { fill, readTexts } from '../../kernel/texts/server-texts.ts'
import type { Plan } from '../rights/plans.ts'
import type { Account, KeyMode, Person } from '../rights/principal.ts'
import type { NoticeKind } from './email-kinds.ts'

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

export interface PlanRequest {
  readonly plan: Plan
  readonly message?: string | undefined
}

/** An event of the account for one person. */
export interface Notice {
  readonly personId: string
  readonly accountId: string
  readonly kind: NoticeKind
  readonly resourceId: string
  readonly details: Readonly<Record<string, unknown>>
}

/** How a notice finds its links, and the language of stored sentences. */
export interface NoticeContext {
  url(path: string): string
  /** Why a feed could not be read: stored in English. */
  problemText(text: string, language: Language): string
}

interface UsageDetails {
  readonly mode: KeyMode
  readonly month: string
  readonly kind: 'requests' | 'lookups'
  readonly percent: 80 | 100
  readonly used: number
  readonly limit: number
}

interface EndpointDetails {
  readonly url: string
  readonly disabled_reason: 'failing' | 'gone'
}

interface FeedDetails {
  readonly name: string
  readonly problem?: { readonly detail: string } | null
}

type EmailName = { [K in keyof typeof en]: (typeof en)[K] extends EmailText ? K : never }[keyof typeof en]

export const emailTexts = readTexts<typeof en>('server/emails')

export function emailText(name: EmailName, values: MessageValues, language: Language): EmailText {
  const { subject, paragraphs } = emailTexts(language)[name]
  const filled = (message: string) => fill(message, values, language)
  return { subject: filled(subject), paragraphs: paragraphs.map(filled).filter((paragraph) => paragraph !== '') }
}

export function accountDeletedText({ id, erase_at, contact }: DeletedAccount, language: Language): EmailText {
  const text = emailTexts(language)
  const mistake = contact ? fill(text.mistakeContact, { contact }, language) : text.mistake
  return emailText('accountDeleted', { id, day: erase_at.slice(0, 10), mistake }, language)
}

type NoticeText = (notice: Notice, context: NoticeContext, language: Language) => EmailText

const feedText =
  (name: 'feedFailing' | 'feedRecovered' | 'feedHeld'): NoticeText =>
  ({ resourceId, details }, { url, problemText }, language) => {
    const { name: feed, problem } = details as unknown as FeedDetails
    const values = { feed, problem: problem ? problemText(problem.detail, language) : '' }
    return emailText(name, { ...values, link: url(`/account/feeds/${resourceId}`) }, language)
  }

const NOTICE_TEXTS: Readonly<Record<NoticeKind, NoticeText>> = {
  'feed.failing': feedText('feedFailing'),
  'feed.recovered': feedText('feedRecovered'),
  'feed.held': feedText('feedHeld'),
  'usage.warning': ({ details }, { url }, language) => {
    const { kind, mode, percent, used, limit, month } = details as unknown as UsageDetails
    const text = emailTexts(language)
    const consequence = fill(percent === 100 ? text.allUsed : text.someLeft, { kind: text.kinds.live[kind] }, language)
    const urls = { usage: url('/account/usage'), plans: url('/plans') }
    const values = { percent, what: text.kinds[mode][kind], used, limit, month, consequence, ...urls }
    return emailText('usageWarning', values, language)
  },
  'webhook_endpoint.disabled': ({ resourceId, details }, context, language) => {
    const { url, disabled_reason } = details as unknown as EndpointDetails
    const why = emailTexts(language).disabledReasons[disabled_reason]
    // The query of a URL often has a token.
    const values = { url: url.split('?')[0]!, why, link: context.url(`/account/webhooks/${resourceId}`) }
    return emailText('endpointDisabled', values, language)
  },
}

/** One notice is an email of its own; several are a summary. */
export function noticesText(notices: readonly Notice[], context: NoticeContext, language: Language): EmailText {
  const texts = notices.map((notice) => NOTICE_TEXTS[notice.kind](notice, context, language))
  const [first, ...others] = texts
  const footer = fill(emailTexts(language).whyNotice, { settings: context.url('/account/notifications') }, language)
  if (first && others.length === 0) return { ...first, paragraphs: [...first.paragraphs, footer] }
  const { subject, paragraphs } = emailText('summary', { count: notices.length }, language)
  const parts = texts.flatMap((text) => [`* ${text.subject}`, ...text.paragraphs])
  return { subject, paragraphs: [...paragraphs, ...parts, footer] }
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
