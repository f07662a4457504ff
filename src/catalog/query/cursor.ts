// Signed paging cursors, valid only for the query that produced them.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Fault } from '../../kernel/fault.ts'
import { fieldFault } from '../../kernel/fault.ts'
import type { Position, SortValue } from '../snapshot/collection.ts'

/** A keyed hash that also binds the cursor to the account. */
export type Sign = (payload: string) => string

/** Identifies the cursor's query. Field order and undefined fields do not matter. */
export function fingerprintOf(query: object): string {
  return createHash('sha256').update(canonical(query)).digest('base64url').slice(0, 12)
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return `{${fields
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`)
    .join(',')}}`
}

export function encodeCursor({ value, id }: Position, fingerprint: string, sign: Sign): string {
  const payload = Buffer.from(JSON.stringify([value, id])).toString('base64url')
  return `${payload}.${sign(`${fingerprint}.${payload}`)}`
}

/** The longest possible cursor, with a long name as its sort value. */
const MAX_CURSOR_LENGTH = 2048

export function decodeCursor(cursor: string, fingerprint: string, sign: Sign): Position {
  const [payload = '', mac = '', ...rest] = cursor.length > MAX_CURSOR_LENGTH ? [] : cursor.split('.')
  const expected = Buffer.from(sign(`${fingerprint}.${payload}`))
  const signature = Buffer.from(mac)
  if (rest.length > 0 || signature.length !== expected.length || !timingSafeEqual(signature, expected)) throw invalid()
  const [value, id] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [SortValue, number]
  return { value, id }
}

function invalid(): Fault {
  const message = 'The cursor is invalid or belongs to another query. Start again without it.'
  return fieldFault('invalid_cursor', 'cursor', message)
}
