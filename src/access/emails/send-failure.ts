// What a failed attempt to send an email means: try again and when, or never. Pure.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import { maskEmail } from './mailer.ts'

/** Delay after each attempt: 16 attempts in 23 hours. People wait for a link, so the first ones are close together. */
export const RETRY_DELAYS_MS: readonly number[] = [
  ...[1, 1, 2, 3, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 1, 2, 2, 4, 6, 6].map((hours) => hours * HOUR_MS),
]
/** Finished emails stay this long, for the desk. */
export const KEPT_MS = 7 * DAY_MS

const MAX_LENGTH = 200
/** Steps of SMTP that are about one email. Others are about the server or its settings, and would fail for every email. */
const OWN_STEPS: readonly unknown[] = ['RCPT TO', 'DATA']

export interface SendFailure {
  /** The mail server refused this email for good. */
  readonly isPermanent: boolean
  /** The mail server does not work, so that other emails can wait, too. */
  readonly isOutage: boolean
  /** Without addresses and links. */
  readonly text: string
}

interface SmtpError {
  readonly message?: unknown
  readonly command?: unknown
  readonly responseCode?: unknown
}

export function failureOf(error: unknown): SendFailure {
  const { message, command, responseCode } = (error ?? {}) as SmtpError
  const isOwn = OWN_STEPS.includes(command)
  return {
    isPermanent: isOwn && typeof responseCode === 'number' && responseCode >= 500,
    isOutage: !isOwn,
    text: withoutSecrets(String(message ?? error)),
  }
}

/** Undefined after the last attempt. */
export function retryDelayMs(attempts: number): number | undefined {
  return RETRY_DELAYS_MS[attempts - 1]
}

/** Mail servers repeat addresses, and filters of spam the links that they dislike. */
function withoutSecrets(text: string): string {
  return text
    .replaceAll(/\bhttps?:\S+/gi, '[link]')
    .replaceAll(/\bpl_mail_\w+/g, '[token]')
    .replaceAll(/[^\s<>@"']+@[^\s<>@"']+/g, maskEmail)
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_LENGTH)
}
