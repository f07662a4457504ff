// Refuses to serve when the process may use too little memory.
import { totalmem } from 'node:os'
import { Stop } from '../../kernel/fault.ts'

/** Below it the kernel kills a server with the embedded database while it starts, without a message. */
const MIN_MEGABYTES = 384
const MEGABYTE = 1024 * 1024

/** `limit`: of the container or the machine, in bytes. */
export function requireMemory(limit = memoryLimit()): void {
  if (limit >= MIN_MEGABYTES * MEGABYTE) return
  throw new Stop(
    'failed',
    `The memory limit is ${Math.floor(limit / MEGABYTE)} MB; the server needs at least ${MIN_MEGABYTES} MB.`,
    'Raise the memory limit of the container or of the service, or use a larger machine.',
  )
}

/** The kernel reports 0 or a value above the memory of the machine if there is no limit. */
function memoryLimit(): number {
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
}
