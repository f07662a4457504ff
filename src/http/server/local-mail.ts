// Where emails are written without a mail server, for callers on this machine only.
import type { AnyCall } from './route.ts'

/** A proxy on this machine makes every caller look local, so any trace of one counts. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

export function mailFileFor({
  services,
  address,
  headers,
}: Pick<AnyCall, 'services' | 'address' | 'headers'>): string | null {
  const isLocal = LOOPBACK.test(address) && PROXY_HEADERS.every((name) => headers[name] === undefined)
  return isLocal ? services.mailFile : null
}
