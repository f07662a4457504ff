// Sends emails to a small SMTP server over a real connection.
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createMailer } from '../../src/access/people/mailer.ts'
import { silentLog } from '../../src/kernel/log.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A minimal SMTP server that records commands and the message. */
async function receiver(
  answerToData = '354 go on',
): Promise<{ url: string; commands: string[]; message: () => string }> {
  const commands: string[] = []
  let message = ''
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let inData = false
    let rest = ''
    socket.write('220 receiver\r\n')
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (inData && line !== '.') message += `${line}\n`
        else if (inData) {
          inData = false
          socket.write('250 taken\r\n')
        } else {
          commands.push(line)
          inData = line === 'DATA' && answerToData.startsWith('354')
          socket.write(`${line === 'DATA' ? answerToData : line === 'QUIT' ? '221 bye' : '250 ok'}\r\n`)
        }
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, commands, message: () => message }
}

it('delivers an email to the mail server unchanged', async () => {
  const { url, commands, message } = await receiver()
  const mailer = createMailer({ smtpUrl: url, mailFrom: 'Plinth <plinth@x.ca>' }, '/nowhere', silentLog)
  await mailer.send({ to: 'a@x.ca', subject: 'Confirm', text: 'Open\n\nhttp://here/verify/abc\n' })
  expect(commands).toContain('MAIL FROM:<plinth@x.ca>')
  expect(commands).toContain('RCPT TO:<a@x.ca>')
  expect(message()).toContain('Subject: Confirm')
  expect(message()).toContain('http://here/verify/abc')
})

it('does not let an address inject another recipient or a header', async () => {
  const { url, commands, message } = await receiver()
  const mailer = createMailer({ smtpUrl: url, mailFrom: 'plinth@x.ca' }, '/nowhere', silentLog)
  await mailer.send({ to: 'a@x.ca,b@y.ca', subject: 'One\r\nBcc: c@z.ca', text: 'text' }).catch(() => {})
  expect(commands.filter((line) => line.startsWith('RCPT') && /<(b@y|c@z)/.test(line))).toEqual([])
  expect(message()).not.toMatch(/^Bcc:/m)
})

it('throws when the server refuses the email', async () => {
  const { url } = await receiver('554 no')
  const mailer = createMailer({ smtpUrl: url, mailFrom: 'plinth@x.ca' }, '/nowhere', silentLog)
  await expect(mailer.send({ to: 'a@x.ca', subject: 's', text: 't' })).rejects.toThrow()
})
