// The number of workers of `plinth serve`, from the setting or from the machine.
import { availableParallelism, totalmem } from 'node:os'
import type { Config } from '../../kernel/config.ts'

const MAX_BY_DEFAULT = 4
const ENOUGH_MEMORY_BYTES = 1024 ** 3

/** The memory that a container may use; Node 20 reports 0 or a huge number without a limit. */
function memoryBytes(): number {
  const limit = process.constrainedMemory?.() ?? 0
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * One per core with PostgreSQL. One with the embedded database: it serves a laptop or a small server, where a second process
 * costs memory and gives nothing until one core is busy.
 */
export function workerCount({ workers, databaseUrl }: Config): number {
  if (workers !== undefined) return workers
  if (!databaseUrl || memoryBytes() < ENOUGH_MEMORY_BYTES) return 1
  return Math.min(MAX_BY_DEFAULT, availableParallelism())
}
