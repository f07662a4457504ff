// Starts the embedded engine on a data folder: lock first, then a cluster, then the worker.
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ensureCluster } from './cluster.ts'
import type { EngineThread } from './engine-thread.ts'
import { startThread } from './engine-thread.ts'
import { takeLock } from './lock.ts'
import { shortFolder } from './short-path.ts'

/** The name a PostgreSQL client gives a unix socket for this port. */
const PORT = 5432
const SOCKET = `.s.PGSQL.${PORT}`

export interface Engine extends EngineThread {
  /** Where the driver connects: the folder of the socket. */
  readonly host: string
  readonly port: number
}

export async function startEngine(dataDir: string, log: (message: string) => void): Promise<Engine> {
  const folder = join(resolve(dataDir), 'embedded')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // The socket gives superuser SQL without a password: nobody else may reach it, whatever the folder's mode was.
  await chmod(folder, 0o700)
  const lock = await takeLock(folder)
  const short = await shortFolder(folder, SOCKET)
  const release = async () => {
    await short.remove()
    await lock.release()
  }
  try {
    const cluster = join(folder, 'cluster')
    await ensureCluster(cluster, log)
    const thread = await startThread({ task: 'serve', cluster, socket: join(short.path, SOCKET) }, log)
    const stop = async () => {
      await thread.stop()
      await rm(join(folder, SOCKET), { force: true })
      await release()
    }
    return { ...thread, stop, host: short.path, port: PORT }
  } catch (error) {
    await release()
    throw error
  }
}
