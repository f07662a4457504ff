// Sends emails by SMTP, or writes them to a private file without SMTP_URL.
import { appendFileSync, chmodSync, renameSync, statSync } from 'node:fs'
import type { Transporter } from 'nodemailer'
import type { Config } from '../../kernel/config.ts'
import type { Log } from '../../kernel/log.ts'

export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /** `id` is the same for each attempt, so that mail servers and clients drop an email that they already have. */
  send(message: Message, id: string): Promise<void>
}

const TIMEOUT_MS = 15_000
const MAX_FILE_BYTES = 256 * 1024

/** `a***@x.ca` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}***${email.slice(at)}`
}

export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, file: string, log: Log): Mailer {
  return config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : fileMailer(file, log)
}

export function smtpMailer(url: string, from: string): Mailer {
  const options = {
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'plinth.invalid'
  // Loaded for the first email: the library has 39 files.
  let transport: Promise<Transporter> | undefined
  return {
    async send({ to, subject, text }, id) {
      transport ??= import('nodemailer').then(({ createTransport }) => createTransport(options))
      const envelope = { from, to: { name: '', address: to }, messageId: `<${id}@${domain}>` }
      await (await transport).sendMail({ ...envelope, subject, text })
    },
  }
}

/** Emailed links are secrets, so they are written to a file with mode 0600 and never to the log. */
export function fileMailer(file: string, log: Log): Mailer {
  return {
    async send({ to, subject, text }) {
      rotate(file)
      appendFileSync(file, `To: ${to}\nSubject: ${subject}\n\n${text}\n----\n`, { mode: 0o600 })
      chmodSync(file, 0o600)
      log.info({ to: maskEmail(to), subject, file }, 'email written to file because SMTP_URL is not set')
    },
  }
}

function rotate(file: string): void {
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_FILE_BYTES) renameSync(file, `${file}.old`)
  } catch (error) {
    // Another worker renamed it first.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
