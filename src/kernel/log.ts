// The log: one JSON line an entry on standard error, secrets redacted whatever field they hide in.
import pino from 'pino'
import type { Config } from './config.ts'

export type Log = pino.Logger

/** Anything that looks like a credential of ours or an Authorization value; each alternative is linear. */
const SECRETS = /pl_(?:live|test|oper)_[0-9A-Za-z]{4,80}|whsec_[0-9A-Za-z+/=]{4,200}|Bearer [^\s"\\]{1,400}/g

export function redact(line: string): string {
  if (!line.includes('pl_') && !line.includes('whsec_') && !line.includes('Bearer ')) return line
  return line.replace(SECRETS, (found) => `${found.slice(0, 8)}[redacted]`)
}

let stampedMs = 0
let stamp = ''

/** Lines of one millisecond share their stamp. */
function timestamp(): string {
  const now = Date.now()
  if (now !== stampedMs) {
    stampedMs = now
    stamp = `,"time":"${new Date(now).toISOString()}"`
  }
  return stamp
}

export function createLog(config: Pick<Config, 'logLevel'>): Log {
  return pino(
    { level: config.logLevel, base: null, timestamp, hooks: { streamWrite: redact } },
    // Buffered: a line costs microseconds on the hot path; flushed every half second and at exit.
    pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 500 }),
  )
}

export const silentLog: Log = pino({ level: 'silent' })
