// Sends emails to a small SMTP server over a real connection.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Mailer } from '../../src/access/emails/mailer.ts'
import { createMailer } from '../../src/access/emails/mailer.ts'
import { failureOf } from '../../src/access/emails/send-failure.ts'
import { silentLog } from '../../src/kernel/log.ts'
import type { SmtpServer } from './smtp-server.ts'
import { startSmtpServer } from './smtp-server.ts'

let smtp: SmtpServer
let mailer: Mailer
beforeEach(async () => {
  smtp = await startSmtpServer()
  mailer = createMailer({ smtpUrl: smtp.url, mailFrom: 'Plinth <plinth@x.ca>' }, '/nowhere', silentLog)
})
afterEach(() => smtp.stop())

it('delivers an email to the mail server unchanged, with the id that it has in the queue', async () => {
  await mailer.send({ to: 'a@x.ca', subject: 'Confirm', text: 'Open\n\nhttp://here/verify/abc\n' }, 'eml_1')
  expect(smtp.commands).toContain('MAIL FROM:<plinth@x.ca>')
  expect(smtp.received).toMatchObject([{ to: 'a@x.ca', id: 'eml_1@x.ca' }])
  expect(smtp.received[0]!.text).toContain('Subject: Confirm')
  expect(smtp.received[0]!.text).toContain('http://here/verify/abc')
})

it('does not let an address inject another recipient or a header', async () => {
  const message = { to: 'a@x.ca,b@y.ca', subject: 'One\r\nBcc: c@z.ca', text: 'text' }
  await mailer.send(message, 'eml_1').catch(() => {})
  expect(smtp.commands.filter((line) => line.startsWith('RCPT') && /<(b@y|c@z)/.test(line))).toEqual([])
  expect(smtp.received.map(({ text }) => text).join()).not.toMatch(/^Bcc:/m)
})

const [FINAL, LATER, OUTAGE] = [
  { isPermanent: true, isOutage: false },
  { isPermanent: false, isOutage: false },
  { isPermanent: false, isOutage: true },
]
it.each([
  ['RCPT', '550 5.1.1 <a@x.ca> is unknown', FINAL, /550 5\.1\.1 <a\*\*\*@x\.ca> is unknown/],
  ['RCPT', '451 4.7.1 Greylisted', LATER, /451 4\.7\.1 Greylisted/],
  ['DATA', '554 5.7.1 Spam', FINAL, /554/],
  ['message', '552 5.7.0 http://here/reset/abc is listed', FINAL, /552 5\.7\.0 \[link\] is listed/],
  ['message', '451 4.3.0 Disk full', LATER, /451/],
  ['message', 'drop', OUTAGE, /./],
  ['MAIL', '550 5.7.60 Not your sender address', OUTAGE, /550/],
  ['EHLO', 'drop', OUTAGE, /./],
])('knows what a failure means: at %s %s', async (step, refusal, meaning, text) => {
  smtp.refuse = (at) => (at === step ? refusal : undefined)
  const sending = mailer.send({ to: 'a@x.ca', subject: 's', text: 't' }, 'eml_1')
  const failure = failureOf(await sending.catch((error) => error))
  expect(failure).toMatchObject(meaning)
  expect(failure.text).toMatch(text)
  expect(smtp.received).toEqual([])
})
