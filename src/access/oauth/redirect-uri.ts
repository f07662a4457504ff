// Which redirect URIs a client may register. What is asked for later must equal one of them, letter by letter.

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
/** Schemes a browser runs or opens by itself: a code sent there would end in somebody's script. */
const NO_PLACE = [
  ...['javascript:', 'vbscript:', 'data:', 'blob:', 'filesystem:', 'view-source:', 'intent:', 'file:', 'about:'],
  ...['ftp:', 'ws:', 'wss:', 'mailto:', 'tel:', 'sms:'],
]
/** Parsers take more for a host than there are hosts; a semicolon in one would be a rule of its own in our policy for pages. */
const HOST = /^([a-z0-9-]+\.)*[a-z0-9-]+$|^\[::1\]$/
const MOST_CHARS = 2000
export const MOST_REDIRECT_URIS = 20

/** What is wrong with it, or null. */
export function redirectUriProblem(uri: string): string | null {
  if (uri.length > MOST_CHARS) return `may have ${MOST_CHARS} characters`
  // What a URL parser would quietly repair is refused: two spellings of one address are how such checks are walked around.
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\*<>"{}|^`]/.test(uri)) return 'must be plain ASCII without wildcards'
  if (!URL.canParse(uri)) return 'must be an absolute URI'
  const { protocol, hostname, username, password } = new URL(uri)
  if (uri.includes('#')) return 'must not have a fragment'
  if (username || password) return 'must not hold a name or password'
  if (/(^|\/)\.{1,2}(\/|$)/.test(uri.split('?')[0]!)) return 'must not have dot segments'
  if (/^https?:$/.test(protocol) && !HOST.test(hostname)) return 'must have a host name of letters, digits and hyphens'
  if (protocol === 'https:') return LOOPBACK.includes(hostname) ? 'must use http on a loopback address' : null
  if (protocol === 'http:') return LOOPBACK.includes(hostname) ? null : 'must use https'
  return NO_PLACE.includes(protocol) ? 'has a scheme that cannot be redirected to' : null
}
