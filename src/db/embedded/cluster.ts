// Ensures that the data folder has a cluster this engine can open.
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Stop } from '../../kernel/fault.ts'
import { loadEngine } from './engine-thread.ts'
import { syncFolder, unpackTemplate } from './template.ts'

/** PostgreSQL's major version in the engine, and the engine version of the template. */
export const ENGINE_MAJOR = '18'
export const ENGINE_VERSION = '0.5.14'

/** An empty cluster, and a database with the real buildings that the first start would publish. */
export type Template = 'cluster' | 'real'

export const templateFile = (template: Template): URL =>
  new URL(`../../../assets/embedded-${template}-${ENGINE_VERSION}.br`, import.meta.url)

type Log = (message: string) => void

export async function ensureCluster(cluster: string, log: Log, template: Template = 'cluster'): Promise<void> {
  const major = (await readIfThere(join(cluster, 'PG_VERSION')))?.toString().trim()
  if (!major || !/^\d+$/.test(major)) {
    await refuseContent(cluster)
    await createCluster(cluster, log, template)
  } else if (major !== ENGINE_MAJOR) {
    throw new Stop(
      'incompatible',
      `The database in ${cluster} was created by PostgreSQL ${major}; this version embeds PostgreSQL ${ENGINE_MAJOR}.`,
      'Run `plinth backup` with the version that created it, then `plinth restore` with this one into an empty DATA_DIR, or restore a backup.',
    )
  }
}

/** A folder with other files is a damaged database or belongs to another program; both may be precious. */
async function refuseContent(cluster: string): Promise<void> {
  const names = await readdir(cluster).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length === 0) return
  throw new Stop(
    'failed',
    `The folder ${cluster} is not a database: it has ${names.length} entries, but no valid file PG_VERSION.`,
    'Restore a backup into a new DATA_DIR. Only if you need nothing in that folder, delete it and start again.',
  )
}

/** Created under another name and renamed, so that a crash leaves no cluster or a complete one. */
async function createCluster(cluster: string, log: Log, name: Template): Promise<void> {
  const aside = `${cluster}.new`
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { mode: 0o700 })
  try {
    const template = (await readIfThere(templateFile(name))) ?? (await readIfThere(templateFile('cluster')))
    if (template) await unpackTemplate(template, aside)
    else await initCluster(aside, log)
    await syncFolder(aside)
    await rename(aside, cluster)
  } catch (error) {
    // On a full disk, half a cluster would only take space.
    await rm(aside, { recursive: true, force: true }).catch(() => {})
    throw error
  }
}

/** For an engine version without a template: initdb takes seconds and 800 MB. */
export async function initCluster(folder: string, log: Log): Promise<void> {
  await loadEngine(log).run({ task: 'create', cluster: folder, socket: '' })
}

async function readIfThere(file: string | URL): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
