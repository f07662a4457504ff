// Parses and checks a customer's URL before DNS resolution. Pure.
import { isIP } from 'node:net'
import { isCleanText } from '../../kernel/text.ts'
import { isLoopback } from './address-guard.ts'

const MAX_LENGTH = 2048
const PORTS = [443, 8443]

/** Suffixes that are never public (RFC 6761 and similar) or that networks use internally. */
const SPECIAL_SUFFIXES = [
  ...['localhost', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'localdomain'],
  ...['arpa', 'test', 'example', 'invalid', 'onion', 'alt'],
]

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

export interface Target {
  /** As parsed by the URL standard; the original text is not used again. */
  readonly url: URL
  /** Lower case, ASCII, without brackets. */
  readonly host: string
  readonly port: number
  /** True for a public name over TLS, false for loopback in development. */
  readonly secure: boolean
}

export type UrlCheck =
  | { readonly ok: true; readonly target: Target }
  | { readonly ok: false; readonly reason: 'syntax' | 'scheme' | 'credentials' | 'port' | 'host' }

export function checkUrl(text: string, allowPrivate: boolean): UrlCheck {
  // Parsers disagree about backslashes, spaces and fragments, and no receiver needs them.
  if (text.length > MAX_LENGTH || !isCleanText(text) || /[\s\\#]/u.test(text) || !URL.canParse(text))
    return { ok: false, reason: 'syntax' }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return { ok: false, reason: 'credentials' }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (url.protocol === 'http:' && allowPrivate && isLoopbackHost(host))
    return { ok: true, target: { url, host, port: Number(url.port || 80), secure: false } }
  if (url.protocol !== 'https:') return { ok: false, reason: 'scheme' }
  const port = Number(url.port || 443)
  if (!PORTS.includes(port)) return { ok: false, reason: 'port' }
  if (!isPublicName(host)) return { ok: false, reason: 'host' }
  return { ok: true, target: { url, host, port, secure: true } }
}

export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

function isLoopbackHost(host: string): boolean {
  return isLocalhost(host) || isLoopback(host)
}

/** The URL parser has already normalized every spelling of an IPv4 address (`0x7f.1`, `１２７.０.０.１`). */
function isPublicName(host: string): boolean {
  const labels = host.split('.')
  if (isIP(host) !== 0 || host.length > 253 || labels.length < 2) return false
  return labels.every((label) => LABEL.test(label)) && !SPECIAL_SUFFIXES.includes(labels.at(-1)!)
}
