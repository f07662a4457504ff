// Installs, updates and removes sources of the table of open data.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Database } from '../../db/database.ts'
import { takeLock } from '../../db/embedded/lock.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import { Fault, Stop } from '../../kernel/fault.ts'
import { needsConfirmation } from '../import/gates.ts'
import type { ImportOptions } from '../import/import-request.ts'
import type { ImportRun } from '../import/import-runs.ts'
import { isInUse } from '../import/refresh.ts'
import { publishRows } from '../publish/publish.ts'
import type { ImportProgress } from '../read/row-stream.ts'
import { newSource, readSource, removeRefreshed, writeSource } from '../sources/source-registry.ts'
import { DownloadProblem } from './download-answer.ts'
import type { FetchOptions, SourceFiles } from './open-source-files.ts'
import { deleteFiles, fetchFiles, findFiles } from './open-source-files.ts'
import type { OpenSource } from './open-source-table.ts'
import { isReadable, requireOpenSource } from './open-source-table.ts'

export interface OpenSourcesOptions extends Pick<FetchOptions, 'reader' | 'userAgent' | 'now' | 'mirror' | 'wait'> {
  readonly db: Database
  /** Downloads of each source are in a folder of its name. */
  readonly folder: string
  /** Runs one import at a time. */
  readonly importFile: (
    request: Omit<ImportOptions, 'now' | 'snapshot' | 'workFolder'>,
    lost?: AbortSignal,
  ) => Promise<ImportRun>
}

export interface InstallOptions {
  /** A folder with the files, instead of the network. */
  readonly from?: string | undefined
  readonly approve?: boolean
  readonly confirm?: string | undefined
  readonly dryRun?: boolean
  readonly actor: string
  readonly cause?: Cause | undefined
  readonly onProgress?: (progress: ImportProgress) => void
  /** Aborts a refresh that another node took over. */
  readonly lost?: AbortSignal | undefined
}

export interface InstallResult {
  readonly name: string
  readonly outcome: 'published' | 'unchanged' | 'refused' | 'failed' | 'dry_run'
  /** Null when nothing was imported. */
  readonly run: ImportRun | null
  /** Why the download failed. */
  readonly problem: string | null
}

/** Installs a source, or brings it up to date. A failed download is a result, not an error. */
export async function installSource(
  options: OpenSourcesOptions,
  name: string,
  order: InstallOptions,
): Promise<InstallResult> {
  const source = requireOpenSource(name)
  if (!isReadable(source))
    throw new Fault('state_conflict', {
      detail: `This version of Plinth cannot read ${name} (format ${source.format}).`,
    })
  await requireSameFormat(options.db, source)
  return alone(options, name, async (folder) => {
    if (!order.dryRun) await register(options.db, source, order.from === undefined)
    try {
      return await importFiles(options, source, folder, order)
    } catch (error) {
      if (!(error instanceof DownloadProblem)) throw error
      if (!order.dryRun) await update(options.db, name, { problem: error.message })
      return { name, outcome: 'failed', run: null, problem: error.message }
    }
  })
}

async function importFiles(
  { db, importFile, ...options }: OpenSourcesOptions,
  source: OpenSource,
  folder: string,
  { from, lost, ...order }: InstallOptions,
): Promise<InstallResult> {
  const { name, format, mapping } = source
  const imported = (await isInUse(db, name)) ? await importedHash(db, name) : null
  const fetched = { ...options, folder, signal: lost, onProgress: order.onProgress }
  const files: SourceFiles =
    from === undefined ? await fetchFiles(source, imported, fetched) : await findFiles(source, from)
  const checked = { checked_at: options.now().toISOString(), problem: null, imported_hash: files.hash }
  if (files.hash === imported) {
    if (!order.dryRun) await update(db, name, checked)
    return { name, outcome: 'unchanged', run: null, problem: null }
  }
  const [file, ...moreFiles] = files.paths
  const run = await importFile({ ...order, file: file!, moreFiles, source: name, format, mapping }, lost)
  const outcome = run.outcome ?? 'failed'
  if (outcome === 'published' || outcome === 'unchanged') {
    await update(db, name, checked)
    // Files of cities can name people. What they say about buildings is stored now.
    if (from === undefined) await deleteFiles(source, folder)
  } else if (!order.dryRun) await update(db, name, { problem: null })
  return { name, outcome, run, problem: null }
}

export interface RemoveOptions extends Pick<InstallOptions, 'confirm' | 'actor'> {
  readonly cause: Cause
  readonly snapshot: Snapshot | undefined
}

export interface RemoveResult {
  readonly name: string
  readonly removed: boolean
  readonly projects: number
  /** Why nothing was removed. */
  readonly refusals: readonly string[]
}

/** Takes the rows of a source out of the catalogue, and deletes its files. */
export async function removeOpenSource(
  options: OpenSourcesOptions,
  name: string,
  order: RemoveOptions,
): Promise<RemoveResult> {
  requireOpenSource(name)
  const { db, now } = options
  const result = await alone(options, name, async () => {
    const { confirm, actor, cause, snapshot } = order
    const { refusals, projectsGone: projects } = await publishRows(db, {
      dataset: 'production',
      source: name,
      rows: [],
      at: now(),
      note: `${name} was removed`,
      actor,
      snapshot,
      gate: ({ projectsGone }) =>
        needsConfirmation(projectsGone, name, confirm)
          ? [`${projectsGone} projects would be removed; confirm it with the source's name: --confirm ${name}`]
          : [],
    })
    if (refusals.length > 0) return { name, removed: false, projects, refusals }
    await db.tx(async (tx) => {
      await removeRefreshed(tx, name)
      await audit(
        tx,
        cause,
        { action: 'data.source_removed', accountId: null, target: name, details: { projects } },
        now(),
      )
    })
    return { name, removed: true, projects, refusals }
  })
  // The lock was in it.
  if (result.removed) await rm(join(options.folder, name), { recursive: true, force: true })
  return result
}

/** One process at a time uses the folder of a source. A killed one frees it. */
async function alone<T>(
  { folder }: OpenSourcesOptions,
  name: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const own = join(folder, name)
  await mkdir(own, { recursive: true, mode: 0o700 })
  const lock = await takeLock(own).catch((error) => {
    if (!(error instanceof Stop)) throw error
    throw new Fault('state_conflict', {
      detail: `Another process is installing or removing ${name}. Try again when it has finished.`,
    })
  })
  try {
    return await work(own)
  } finally {
    await lock.release()
  }
}

/** Before the download: if the process is killed, the daily refresh continues it. */
async function register(db: Database, { name, format, mapping, facts }: OpenSource, enabled: boolean): Promise<void> {
  await db.tx(async (tx) => {
    const known = (await readSource(tx, name)) ?? { ...newSource(name), ...facts }
    const map = mapping ?? null
    await writeSource(tx, { ...known, kind: 'open', location: name, format, map, enabled })
  })
}

async function update(db: Database, name: string, values: Readonly<Record<string, string | null>>): Promise<void> {
  await db.query.updateTable('sources').set(values).where('name', '=', name).execute()
}

async function importedHash(db: Database, name: string): Promise<string | null> {
  const row = await db.query.selectFrom('sources').select('imported_hash').where('name', '=', name).executeTakeFirst()
  return row?.imported_hash ?? null
}

/** A source of the operator that has the same name by chance must not be replaced. */
async function requireSameFormat(db: Database, { name, format }: OpenSource): Promise<void> {
  const last = await db.query
    .selectFrom('import_runs')
    .select('format')
    .where('source', '=', name)
    .where('outcome', 'in', ['published', 'unchanged'])
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || last.format === null || last.format === format || !(await isInUse(db, name))) return
  throw new Fault('state_conflict', {
    detail: `Your source "${name}" has data in the format ${last.format}, not ${format}. Import that data under another source name first.`,
  })
}
