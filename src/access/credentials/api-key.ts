// What keys and tokens look like: pl_live_, pl_test_ or pl_at_, 32 random base62 characters, 6 of checksum.
import { crc32 } from 'node:zlib'
import { randomBase62, toBase62 } from '../../kernel/ids.ts'
import type { KeyMode } from '../principal.ts'

const TOKEN_SHAPE = /^pl_at_[0-9A-Za-z]{38}$/
const SHAPE = /^pl_(live|test|oper)_[0-9A-Za-z]{38}$/

function checksum(head: string): string {
  return toBase62(crc32(head), 6)
}

function seal(head: string): string {
  return head + checksum(head)
}

/** A new secret of ours: its kind, 32 random characters, 6 of checksum. */
export function newToken(prefix: `pl_${string}_`): string {
  return seal(prefix + randomBase62(32))
}

export function newApiKey(mode: KeyMode): string {
  return newToken(`pl_${mode}_`)
}

/** The operator's key follows from the secret, so that every node agrees on it without storing it. */
export function operatorKey(entropy: Buffer): string {
  let body = ''
  for (const byte of entropy) body += toBase62(byte % 62, 1)
  return seal(`pl_oper_${body}`)
}

/** True when the text is one of ours, by shape and checksum: garbage is refused before any look-up. */
export function isWellFormedKey(key: string): boolean {
  return SHAPE.test(key) && isSealed(key)
}

/** The same for an OAuth access token. */
export function isWellFormedToken(token: string): boolean {
  return TOKEN_SHAPE.test(token) && isSealed(token)
}

function isSealed(text: string): boolean {
  return checksum(text.slice(0, -6)) === text.slice(-6)
}

/** What may be shown of a key later: enough to recognise it, not to use it. */
export function keyHint(key: string): { prefix: string; last4: string } {
  return { prefix: key.slice(0, 12), last4: key.slice(-4) }
}
