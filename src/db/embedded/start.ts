// Starts the embedded engine: lock, cluster, worker.
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Stop } from '../../kernel/fault.ts'
import { stopFromFileError } from '../../kernel/system-errors.ts'
import type { Template } from './cluster.ts'
import { ensureCluster } from './cluster.ts'
import type { EngineThread, WaitingThread } from './engine-thread.ts'
import { loadEngine } from './engine-thread.ts'
import { checkFileSizes, recordFileSizes } from './file-sizes.ts'
import { takeLock } from './lock.ts'
import { shortFolder } from './short-path.ts'

/** The socket name that PostgreSQL clients use for this port. */
const PORT = 5432
const SOCKET = `.s.PGSQL.${PORT}`

/** Where the driver connects. */
export interface EngineAddress {
  /** The folder of the socket. */
  readonly host: string
  readonly port: number
}

export interface Engine extends EngineThread, EngineAddress {}

interface StartOptions {
  /** A thread that the caller let load the engine's code earlier. */
  readonly waitingThread?: WaitingThread | undefined
  readonly template?: Template | undefined
}

export async function startEngine(
  dataDir: string,
  log: (message: string) => void,
  { waitingThread, template }: StartOptions = {},
): Promise<Engine> {
  const folder = join(resolve(dataDir), 'embedded')
  const lock = await prepareFolder(folder)
    .then(() => takeLock(folder))
    .catch(explain(folder))
  const short = await shortFolder(folder, SOCKET)
  const release = async () => {
    await short.remove()
    await lock.release()
  }
  try {
    const cluster = join(folder, 'cluster')
    await ensureCluster(cluster, log, template)
    await checkFileSizes(folder)
    // PostgreSQL refuses an empty one, which a power cut during a start can leave. Our own lock has kept others out.
    await rm(join(cluster, 'postmaster.pid'), { force: true })
    const thread = await (waitingThread ?? loadEngine(log)).run({
      task: 'serve',
      cluster,
      socket: join(short.path, SOCKET),
    })
    const stop = async () => {
      await thread.stop()
      // Only a help for the next start.
      if (!thread.failure()) await recordFileSizes(folder).catch(() => {})
      await rm(join(folder, SOCKET), { force: true })
      await release()
    }
    return { ...thread, stop, host: short.path, port: PORT }
  } catch (error) {
    // A full disk can also refuse the file of the released lock; the kernel frees the lock anyway.
    await release().catch(() => {})
    throw stopFrom(error as Error, folder)
  }
}

/** What ended the engine, in its own words: the disk or the limits of the machine, or else its files. */
const MACHINE_ERRORS: readonly (readonly [words: RegExp, code: string])[] = [
  [/No space left on device|ENOSPC/, 'ENOSPC'],
  [/Too many open files|EMFILE/, 'EMFILE'],
  [/Read-only file system|EROFS/, 'EROFS'],
  [/Permission denied|EACCES/, 'EACCES'],
]

function stopFrom(error: Error, folder: string): Stop {
  if (error instanceof Stop) return error
  const code = MACHINE_ERRORS.find(([words]) => words.test(error.message))?.[1]
  return (
    stopFromFileError({ code }, folder) ??
    new Stop(
      'failed',
      `${error.message}.`,
      `Its files in ${folder} are damaged or not from Plinth. Restore a backup into a new DATA_DIR.`,
    )
  )
}

async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // The socket gives superuser access without a password, so only the owner may reach it.
  await chmod(folder, 0o700)
}

/** Network drives and container mounts often do not support Unix sockets or links to them. */
const NO_SOCKETS = new Set(['ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'ENOSYS', 'EPERM'])

function explain(folder: string): (error: unknown) => never {
  return (error) => {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (NO_SOCKETS.has(code)) {
      throw new Stop(
        'failed',
        `The file system of ${folder} does not support the lock of the embedded database (${code}).`,
        'Use a DATA_DIR on a local disk or volume, or PostgreSQL (DATABASE_URL).',
      )
    }
    throw stopFromFileError(error, folder) ?? error
  }
}
