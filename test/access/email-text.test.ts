// The emails in both languages: the same links, and French typography.
import { expect, it } from 'vitest'
import type { UsageWarning } from '../../src/access/limits/usage-warnings.ts'
import type { EmailsDeps } from '../../src/access/people/emails.ts'
import { Emails } from '../../src/access/people/emails.ts'

const WARNING: UsageWarning = {
  accountId: 'acc_1',
  mode: 'live',
  month: '2026-11',
  kind: 'lookups',
  percent: 80,
  used: 200_000,
  limit: 250_000,
}

const emails = (language: 'en' | 'fr') => {
  const sent = new Emails({ baseUrl: () => 'https://x.ca' } as EmailsDeps)
  return [
    sent.verify('to', 'a', language),
    sent.reset('to', 'a', language),
    sent.alreadyVerified('to', language),
    sent.invitation('to', 'a', { inviter: 'ana@x.ca', role: 'developer' }, language),
    sent.invitedElsewhere('to', 'ana@x.ca', language),
    sent.accountDeleted('to', { id: 'acc_1', erase_at: '2026-11-20T00:00:00Z', contact: 'ops@x.ca' }, language),
    sent.usageWarning('to', WARNING, language),
    sent.usageWarning('to', { ...WARNING, percent: 100, mode: 'test' }, language),
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
