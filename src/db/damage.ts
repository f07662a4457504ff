// Turns errors of a damaged or full database into messages that say what to do.
import { Stop } from '../kernel/fault.ts'

/** data_corrupted, index_corrupted, internal_error, undefined_file and io_error of PostgreSQL. */
const DAMAGED = new Set(['XX001', 'XX002', 'XX000', '58P01', '58030'])
const DISK_FULL = '53100'

/** For a command that cannot go on. Undefined when it is another kind of error. */
export function stopFromDatabaseError(error: unknown): Stop | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: unknown }
  if (code === DISK_FULL)
    return new Stop(
      'failed',
      `The disk of the database is full: ${error.message}.`,
      'Free some space, then start again. Stored data is complete.',
    )
  if (typeof code === 'string' && DAMAGED.has(code))
    return new Stop(
      'failed',
      `The database is damaged: ${error.message}.`,
      'Restore a backup into a new DATA_DIR, or into an empty database of PostgreSQL.',
    )
  return stopFromDatabaseError(error.cause)
}
