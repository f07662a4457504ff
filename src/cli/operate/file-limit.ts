// Refuses to serve when the process may open too few files.
import { readFileSync } from 'node:fs'
import { Stop } from '../../kernel/fault.ts'

/** The embedded database alone holds about 100 files open; every connection takes one more. */
const MIN_OPEN_FILES = 256

export function requireOpenFiles(limits = readLimits()): void {
  const limit = /^Max open files +(\d+)/m.exec(limits)?.[1]
  if (limit === undefined || Number(limit) >= MIN_OPEN_FILES) return
  throw new Stop(
    'failed',
    `The limit of open files is ${limit}; the server needs at least ${MIN_OPEN_FILES}.`,
    'Raise it, for example with: ulimit -n 4096',
  )
}

/** Empty where the kernel does not have this file. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
