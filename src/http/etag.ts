// Strong validators: what a client has already is not sent again.
import { hash } from 'node:crypto'

export function etagOf(body: string | Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`
}

/** True when the If-None-Match header names this tag; a weak prefix does not matter here (RFC 9110, 13.1.2). */
export function etagMatches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  if (header === etag || header === '*') return true
  const wanted = (tag: string) => tag.trim().replace(/^W\//, '').replace('-gz"', '"')
  return header.split(',').some((tag) => wanted(tag) === etag)
}
