// The emails in both languages: the same links, and French typography.
import { expect, it } from 'vitest'
import { NOTICE_KINDS } from '../../src/access/emails/email-kinds.ts'
import { EmailMessages } from '../../src/access/emails/email-messages.ts'
import { feedProblemText } from '../../src/http/french/feed-problems-fr.ts'

const DETAILS = {
  ...{ mode: 'live', month: '2026-11', kind: 'lookups', percent: 80, used: 200_000, limit: 250_000 },
  ...{ url: 'https://hooks.example/in?token=secret', disabled_reason: 'gone' },
  ...{ name: 'MLS', problem: { detail: 'The server does not accept connections.' } },
}
const notice = (kind: (typeof NOTICE_KINDS)[number], more: object = {}) => ({
  ...{ personId: 'per_1', accountId: 'acc_1', kind, resourceId: 'id_1' },
  details: { ...DETAILS, ...more },
})

const emails = (language: 'en' | 'fr') => {
  const messages = new EmailMessages(() => 'https://x.ca', feedProblemText)
  return [
    messages.verify('to', 'a', language),
    messages.reset('to', 'a', language),
    messages.alreadyVerified('to', language),
    messages.invitation('to', 'a', { inviter: 'ana@x.ca', role: 'developer' }, language),
    messages.invitedElsewhere('to', 'ana@x.ca', language),
    messages.accountDeleted('to', { id: 'acc_1', erase_at: '2026-11-20T00:00:00Z', contact: 'ops@x.ca' }, language),
    messages.notices('to', [notice('usage.warning')], language),
    messages.notices('to', [notice('usage.warning', { percent: 100, mode: 'test' })], language),
    ...NOTICE_KINDS.map((kind) => messages.notices('to', [notice(kind)], language)),
    messages.notices(
      'to',
      NOTICE_KINDS.map((kind) => notice(kind)),
      language,
    ),
  ]
}
const linksOf = ({ text }: { text: string }) => text.match(/\S+@x\.ca|https:\S+/g)

it('has the same links and names in both languages, and another subject', () => {
  const [english, french] = [emails('en'), emails('fr')]
  expect(french.map((email) => linksOf(email))).toEqual(english.map((email) => linksOf(email)))
  for (const [i, { subject }] of french.entries()) expect(subject).not.toBe(english[i]!.subject)
  for (const { subject, text } of [...english, ...french]) expect(subject + text).not.toMatch(/[{}]/)
})

it('writes numbers and punctuation as French does', () => {
  const { subject, text } = emails('fr')[6]!
  expect(subject).toBe('Vous avez utilisé 80\u00a0% de vos recherches du mois')
  expect(text).toMatch(/^Votre compte Plinth a utilisé 200\u00a0000 recherches sur 250\u00a0000 en 2026-11\.\n\n/)
})

it('links from every notice to the settings, and shows no token of a URL', () => {
  for (const language of ['en', 'fr'] as const)
    for (const { text } of emails(language).slice(6)) {
      expect(text).toContain('https://x.ca/account/notifications')
      expect(text).not.toContain('secret')
    }
})
