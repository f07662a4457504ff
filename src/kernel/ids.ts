// Identifiers: a prefix that names the type, then random base62.
import { randomBytes } from 'node:crypto'
import { at } from './at.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type IdPrefix =
  | 'acc'
  | 'key'
  | 'per'
  | 'inv'
  | 'ses'
  | 'aud'
  | 'app'
  | 'grt'
  | 'tok'
  | 'evt'
  | 'whe'
  | 'dlv'
  | 'eml'
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
  | 'file'
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

/** Identifies this process in request ids. */
export const processName = randomBase62(8)
let requests = 0

/** Cheap: the name of the process, then a counter. */
export function newRequestId(): string {
  requests += 1
  return requestIdOf(processName, requests)
}

export function requestIdOf(process: string, number: number): string {
  return `req_${process}${number.toString(36).padStart(6, '0')}`
}

/** The counter in an id that `newRequestId` made. Runs for each request, and `parseInt` would need a copy. */
export function requestNumberOf(id: string): number {
  let number = 0
  for (let i = 12; i < id.length; i++) {
    const code = id.charCodeAt(i)
    number = number * 36 + (code < 58 ? code - 48 : code - 87)
  }
  return number
}

const REQUEST_ID = /^req_([0-9A-Za-z]{8})([0-9a-z]{6,10})$/

export function parseRequestId(id: string): { readonly process: string; readonly number: number } | undefined {
  const match = REQUEST_ID.exec(id)
  return match ? { process: at(match, 1), number: Number.parseInt(at(match, 2), 36) } : undefined
}
