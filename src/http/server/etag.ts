// Computes and compares ETags.
import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { Fault } from '../../kernel/fault.ts'
import { say, term } from '../../kernel/phrase.ts'
import { plainEtag } from './content-encoding.ts'

/** Up to this length a checksum takes a fifth of the time of a hash: 4 % of a short request. */
const SHORT_CHARS = 4096

export function etagOf(body: string | Buffer): string {
  if (typeof body === 'string' && body.length <= SHORT_CHARS) return shortEtag(body)
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`
}

/**
 * Every change of up to four bytes gives another tag, and one of 4,000,000,000 others of the same length does not. It is not
 * cryptographic: a forged collision only hurts its own author.
 */
function shortEtag(text: string): string {
  return `"${crc32(text).toString(36)}-${text.length.toString(36)}"`
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
