// Mail: by SMTP when it is set up, else into a file that only the operator can read.
import { appendFileSync, chmodSync, renameSync, statSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import type { Config } from '../../kernel/config.ts'
import type { Log } from '../../kernel/log.ts'
import { maskEmail } from './people.ts'

export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  send(message: Message): Promise<void>
}

const TIMEOUT_MS = 15_000
const MOST_BYTES = 256 * 1024

export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, file: string, log: Log): Mailer {
  return config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : fileMailer(file, log)
}

export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Nothing of ours comes from a file or an address: a message is text.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
    },
  }
}

/**
 * Links are secrets, and what a terminal shows ends in somebody's log: so they go into a file of mode 0600 in the data
 * folder, and the log only says that there is one.
 */
export function fileMailer(file: string, log: Log): Mailer {
  return {
    async send({ to, subject, text }) {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) renameSync(file, `${file}.old`)
      appendFileSync(file, `To: ${to}\nSubject: ${subject}\n\n${text}\n----\n`, { mode: 0o600 })
      chmodSync(file, 0o600)
      log.info({ to: maskEmail(to), subject, file }, 'no SMTP_URL is set: the message is in the file')
    },
  }
}
