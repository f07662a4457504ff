// Computes and compares ETags.
import { hash } from 'node:crypto'
import { Fault } from '../../kernel/fault.ts'
import { say, term } from '../../kernel/phrase.ts'
import { plainEtag } from './content-encoding.ts'

/** Up to this length, hashing in JavaScript is faster than a call to the crypto library: 5 % of a short request. */
const SHORT_CHARS = 4096

export function etagOf(body: string | Buffer): string {
  if (typeof body === 'string' && body.length <= SHORT_CHARS) return shortEtag(body)
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`
}

/** Two 32-bit hashes and the length. Not cryptographic: a forged collision only hurts its own author. */
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

/** Faster than toString(16), which takes as long as hashing a short text. */
function hex(sum: number): string {
  return BYTES[sum >>> 24]! + BYTES[(sum >>> 16) & 255]! + BYTES[(sum >>> 8) & 255]! + BYTES[sum & 255]!
}

/** True if If-None-Match contains this tag, weak or in any encoding (RFC 9110, 13.1.2). */
export function etagMatches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  if (header === etag || header === '*') return true
  const plain = plainEtag(etag)
  return header.split(',').some((tag) => plainEtag(tag.trim().replace(/^W\//, '')) === plain)
}

/** Of a resource with a version number. */
export const versionEtag = (version: number): string => `"${version}"`

/** `"3"` → 3. Undefined without the header. */
export function parseIfMatch(ifMatch: string | undefined, resource: string): number | undefined {
  if (ifMatch === undefined) return undefined
  const version = /^"(\d{1,9})"$/.exec(ifMatch.trim())?.[1]
  if (version === undefined)
    throw new Fault('precondition_failed', { detail: say`If-Match must be the ETag of ${term(resource)}.` })
  return Number(version)
}
