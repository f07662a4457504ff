// Identifiers: a prefix that names the type, then random base62.
import { randomBytes } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type IdPrefix =
  | 'acc'
  | 'key'
  | 'per'
  | 'ses'
  | 'aud'
  | 'app'
  | 'grt'
  | 'tok'
  | 'evt'
  | 'whe'
  | 'dlv'
  | 'bat'
  | 'fb'
  | 'case'
  | 'dec'
  | 'imp'
  | 'cor'
  | 'mrg'
  | 'join'
  | 'upl'
  | 'feed'
  | 'run'

/** Uniformly random base62 text. */
export function randomBase62(length: number): string {
  let out = ''
  while (out.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 is the largest multiple of 62 in a byte: anything above would favour the first letters.
      if (byte < 248 && out.length < length) out += BASE62[byte % 62]
    }
  }
  return out
}

/** Base62 of a non-negative integer, padded on the left. */
export function toBase62(value: number, length: number): string {
  let out = ''
  for (let rest = value; out.length < length; rest = Math.floor(rest / 62)) out = BASE62[rest % 62] + out
  return out
}

export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(20)}`
}

const boot = randomBase62(8)
let requests = 0

/** Cheap: a random prefix per process, then a counter. */
export function newRequestId(): string {
  requests += 1
  return `req_${boot}${requests.toString(36).padStart(6, '0')}`
}
