// The format of keys and tokens: a prefix, 32 random base62 characters, a 6-character checksum.
import { crc32 } from 'node:zlib'
import { randomBase62, toBase62 } from '../../kernel/ids.ts'
import type { KeyMode } from '../rights/principal.ts'

const TOKEN_SHAPE = /^pl_at_[0-9A-Za-z]{38}$/
const SHAPE = /^pl_(live|test|oper)_[0-9A-Za-z]{38}$/

function checksum(head: string): string {
  return toBase62(crc32(head), 6)
}

function withChecksum(head: string): string {
  return head + checksum(head)
}

export function newToken(prefix: `pl_${string}_`): string {
  return withChecksum(prefix + randomBase62(32))
}

export function newApiKey(mode: KeyMode): string {
  return newToken(`pl_${mode}_`)
}

/** Derived from SECRET_KEY, so that every node has the same key without storing it. */
export function operatorKey(entropy: Buffer): string {
  let body = ''
  for (const byte of entropy) body += toBase62(byte % 62, 1)
  return withChecksum(`pl_oper_${body}`)
}

/** Checks format and checksum, so that malformed keys are refused without a lookup. */
export function isWellFormedKey(key: string): boolean {
  return SHAPE.test(key) && hasChecksum(key)
}

export function isWellFormedToken(token: string): boolean {
  return TOKEN_SHAPE.test(token) && hasChecksum(token)
}

function hasChecksum(text: string): boolean {
  return checksum(text.slice(0, -6)) === text.slice(-6)
}

/** The parts of a key that are shown later: enough to recognize it, not to use it. */
export function keyHint(key: string): { prefix: string; last4: string } {
  return { prefix: key.slice(0, 12), last4: key.slice(-4) }
}
