// The emails in both languages: the same links, and French typography.
import { expect, it } from 'vitest'
import type { UsageWarning } from '../../src/access/limits/usage-warnings.ts'
import { emailText } from '../../src/access/people/email-text.ts'

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
  const text = emailText(language)
  return [
    text.verify('https://x.ca/verify/a'),
    text.reset('https://x.ca/reset/a'),
    text.alreadyVerified('https://x.ca/sign-in', 'https://x.ca/reset'),
    text.invitation('https://x.ca/invitations/a', 'ana@x.ca', 'developer'),
    text.invitedElsewhere('https://x.ca/sign-in', 'ana@x.ca'),
    text.usageWarning(WARNING, 'https://x.ca/account/usage', 'https://x.ca/plans'),
    text.usageWarning({ ...WARNING, percent: 100, mode: 'test' }, 'https://x.ca/account/usage', 'https://x.ca/plans'),
  ]
}
const linksOf = ({ paragraphs }: { paragraphs: readonly string[] }) =>
  paragraphs.join('\n').match(/\S+@x\.ca|https:\S+/g)

it('has the same links and names in both languages, and another subject', () => {
  const [english, french] = [emails('en'), emails('fr')]
  expect(french.map((email) => linksOf(email))).toEqual(english.map((email) => linksOf(email)))
  for (const [i, { subject }] of french.entries()) expect(subject).not.toBe(english[i]!.subject)
})

it('writes numbers and punctuation as French does', () => {
  const [subject, first] = [emails('fr')[5]!.subject, emails('fr')[5]!.paragraphs[0]!]
  expect(subject).toBe('Vous avez utilisé 80\u00a0% de vos recherches du mois')
  expect(first).toBe('Votre compte Plinth a utilisé 200\u00a0000 recherches sur 250\u00a0000 en 2026-11.')
  const all = emails('fr').flatMap(({ subject, paragraphs }) => [subject, ...paragraphs])
  expect(all.filter((text) => / [:;?!»%]/.test(text))).toEqual([])
})
