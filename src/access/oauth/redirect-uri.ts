// Checks redirect URIs at registration. Later requests must match one exactly.
import { at } from '../../kernel/at.ts'
import type { Text } from '../../kernel/phrase.ts'
import { say } from '../../kernel/phrase.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
/** Schemes that a browser executes or handles itself: a code sent there could reach a script. */
const FORBIDDEN_SCHEMES = [
  ...['javascript:', 'vbscript:', 'data:', 'blob:', 'filesystem:', 'view-source:', 'intent:', 'file:', 'about:'],
  ...['ftp:', 'ws:', 'wss:', 'mailto:', 'tel:', 'sms:'],
]
/** URL parsers accept invalid hosts; a semicolon in one would add a rule to our Content-Security-Policy. */
const HOST = /^([a-z0-9-]+\.)*[a-z0-9-]+$|^\[::1\]$/
const MAX_CHARS = 2000
export const MAX_REDIRECT_URIS = 20

/** The problem, or null. */
export function redirectUriProblem(uri: string): Text | null {
  if (uri.length > MAX_CHARS) return say`must have at most ${MAX_CHARS} characters`
  // Refuses what a URL parser would repair: a second spelling of a URL could bypass the exact match.
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\*<>"{}|^`]/.test(uri)) return 'must be plain ASCII without wildcards'
  if (!URL.canParse(uri)) return 'must be an absolute URI'
  const { protocol, hostname, username, password } = new URL(uri)
  if (uri.includes('#')) return 'must not have a fragment'
  if (username || password) return 'must not contain a user name or password'
  if (/(^|\/)\.{1,2}(\/|$)/.test(at(uri.split('?'), 0))) return 'must not have dot segments'
  if (/^https?:$/.test(protocol) && !HOST.test(hostname)) return 'must have a host name of letters, digits and hyphens'
  if (protocol === 'https:') return LOOPBACK.includes(hostname) ? 'must use http on a loopback address' : null
  if (protocol === 'http:') return LOOPBACK.includes(hostname) ? null : 'must use https'
  return FORBIDDEN_SCHEMES.includes(protocol) ? 'has a scheme that is not allowed' : null
}
