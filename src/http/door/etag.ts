// Strong validators: what a client has already is not sent again.
import { hash } from 'node:crypto'

/** Text up to this length is hashed here, in less time than it takes to call the library that hashes faster. */
const SHORT_CHARS = 4096

export function etagOf(body: string | Buffer): string {
  if (typeof body === 'string' && body.length <= SHORT_CHARS) return shortEtag(body)
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`
}

/** Two independent sums of 32 bits and the length. Nobody gains by two answers of the same tag: they only miss a change of their own. */
function shortEtag(text: string): string {
  let one = 0x811c9dc5
  let two = 0x2545f491
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    one = Math.imul(one ^ code, 0x01000193)
    two = Math.imul(two + code, 0x9e3779b1) ^ (two >>> 15)
  }
  return `"${hex(one)}${hex(two)}-${text.length}"`
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Put together here: asking a number for its digits in another base takes as long as the sums of a short text. */
function hex(sum: number): string {
  return BYTES[sum >>> 24]! + BYTES[(sum >>> 16) & 255]! + BYTES[(sum >>> 8) & 255]! + BYTES[sum & 255]!
}

/** True when the If-None-Match header names this tag; a weak prefix does not matter here (RFC 9110, 13.1.2). */
export function etagMatches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  if (header === etag || header === '*') return true
  const wanted = (tag: string) => tag.trim().replace(/^W\//, '').replace('-gz"', '"')
  return header.split(',').some((tag) => wanted(tag) === etag)
}
