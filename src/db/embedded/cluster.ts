// Makes sure that the data folder holds a cluster this engine can open.
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Stop } from '../../kernel/fault.ts'
import { startThread } from './engine-thread.ts'
import { syncFolder, unpackTemplate } from './template.ts'

/** The PostgreSQL inside the engine, and the engine's release that made the template. */
export const ENGINE_MAJOR = '18'
export const ENGINE_VERSION = '0.5.14'

export const templateFile = new URL(`../../../assets/embedded-cluster-${ENGINE_VERSION}.br`, import.meta.url)

type Log = (message: string) => void

export async function ensureCluster(cluster: string, log: Log): Promise<void> {
  const major = await readIfThere(join(cluster, 'PG_VERSION'))
  if (major === undefined) await createCluster(cluster, log)
  else if (major.toString().trim() !== ENGINE_MAJOR) {
    throw new Stop(
      'incompatible',
      `The database in ${cluster} was made by PostgreSQL ${major.toString().trim()}; this version embeds PostgreSQL ${ENGINE_MAJOR}.`,
      'Run `plinth backup` with the version that made it, then `plinth restore` with this one into an empty DATA_DIR.',
    )
  }
}

/** Made aside and renamed: killed at any point, the folder has either no cluster or a whole one. */
async function createCluster(cluster: string, log: Log): Promise<void> {
  const aside = `${cluster}.new`
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { mode: 0o700 })
  const template = await readIfThere(templateFile)
  if (template) await unpackTemplate(template, aside)
  else await initCluster(aside, log)
  await syncFolder(aside)
  // What lies in the way has no PG_VERSION: the rest of a copy or deletion that somebody broke off.
  await rm(cluster, { recursive: true, force: true })
  await rename(aside, cluster)
}

/** The slow way, for an engine without a template of its version: initdb takes seconds and 800 MB. */
export async function initCluster(folder: string, log: Log): Promise<void> {
  await startThread({ task: 'create', cluster: folder, socket: '' }, log)
}

async function readIfThere(file: string | URL): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
