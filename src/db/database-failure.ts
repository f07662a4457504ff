// Tells failures of the database, which are temporary, from errors of a query.
import pg from 'pg'
import { Fault } from '../kernel/fault.ts'

/** Starts of SQLSTATE codes that mean: not the query's fault, so the same request can work later. */
const FAILURE_CODES: readonly (readonly [start: string, meaning: string])[] = [
  ['08', 'connection exception'],
  ['25006', 'read-only, for example a standby after a failover'],
  ['25P03', 'the session was idle in a transaction for too long'],
  ['25P04', 'the transaction took too long'],
  ['40', 'rolled back because of a deadlock or a concurrent change'],
  ['53', 'disk full, out of memory or too many connections'],
  ['55P03', 'a lock was not available in time'],
  ['57', 'cancelled, shutting down, crashed, starting up or in recovery'],
  ['58', 'an error of the operating system, such as input or output'],
]

/** Codes with which the server ends the session. */
const LOST_CODES = /^(?:08|57P|25P0[34])/

/** Codes of Node's errors on a socket. */
const SOCKET_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTCONN',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
])

/** The driver's own errors for a lost connection have no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded|Query read timeout|Cannot use a pool after calling end)/

/** Whether the connection can no longer be used: the server ended it, or it broke. */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  // The severity is in the server's language, so the codes decide too.
  if (error instanceof pg.DatabaseError) return LOST_CODES.test(code) || /^(FATAL|PANIC)$/.test(error.severity ?? '')
  return SOCKET_CODES.has(code) || DRIVER_MESSAGES.test(message)
}

export function isDatabaseFailure(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return (
    isConnectionLost(error) ||
    (error instanceof pg.DatabaseError && FAILURE_CODES.some(([start]) => code.startsWith(start)))
  )
}

/** A row with this key exists. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505'
}

/** PostgreSQL has rolled the transaction back, so it can be run again. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Fault && (error.cause as { code?: string } | undefined)?.code === '40P01'
}

const RETRY_AFTER_SECONDS = 2

export function databaseUnavailable(cause: unknown): Fault {
  return new Fault('temporarily_unavailable', {
    detail: 'The database is unavailable. Try again.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  })
}

/** The connection broke between sending a change and its confirmation. Nobody may retry that blindly. */
export function changeUnconfirmed(cause: unknown): Fault {
  return new Fault('temporarily_unavailable', {
    detail:
      'The database failed while it stored your change: it may or may not be stored. Read the record to find out. A retry with the same Idempotency-Key takes effect only once.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  })
}
