// Ensures that the data folder has a cluster this engine can open.
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Stop } from '../../kernel/fault.ts'
import { startThread } from './engine-thread.ts'
import { syncFolder, unpackTemplate } from './template.ts'

/** PostgreSQL's major version in the engine, and the engine version of the template. */
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
      `The database in ${cluster} was created by PostgreSQL ${major.toString().trim()}; this version embeds PostgreSQL ${ENGINE_MAJOR}.`,
      'Run `plinth backup` with the version that created it, then `plinth restore` with this one into an empty DATA_DIR.',
    )
  }
}

/** Created under another name and renamed, so that a crash leaves no cluster or a complete one. */
async function createCluster(cluster: string, log: Log): Promise<void> {
  const aside = `${cluster}.new`
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { mode: 0o700 })
  const template = await readIfThere(templateFile)
  if (template) await unpackTemplate(template, aside)
  else await initCluster(aside, log)
  await syncFolder(aside)
  // A folder without PG_VERSION is left over from an interrupted copy or deletion.
  await rm(cluster, { recursive: true, force: true })
  await rename(aside, cluster)
}

/** For an engine version without a template: initdb takes seconds and 800 MB. */
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
