// What an API key looks like: pl_live_ or pl_test_, 32 random base62 characters, 6 of checksum.
import { crc32 } from 'node:zlib'
import { randomBase62, toBase62 } from '../kernel/ids.ts'

export type KeyMode = 'live' | 'test'

const SHAPE = /^pl_(live|test|oper)_[0-9A-Za-z]{38}$/

function checksum(head: string): string {
  return toBase62(crc32(head), 6)
}

function seal(head: string): string {
  return head + checksum(head)
}

export function newApiKey(mode: KeyMode): string {
  return seal(`pl_${mode}_${randomBase62(32)}`)
}

/** The operator's key follows from the secret, so that every node agrees on it without storing it. */
export function operatorKey(entropy: Buffer): string {
  let body = ''
  for (const byte of entropy) body += toBase62(byte % 62, 1)
  return seal(`pl_oper_${body}`)
}

/** True when the text is one of ours, by shape and checksum: garbage is refused before any look-up. */
export function isWellFormedKey(key: string): boolean {
  return SHAPE.test(key) && checksum(key.slice(0, -6)) === key.slice(-6)
}

/** What may be shown of a key later: enough to recognise it, not to use it. */
export function keyHint(key: string): { prefix: string; last4: string } {
  return { prefix: key.slice(0, 12), last4: key.slice(-4) }
}
