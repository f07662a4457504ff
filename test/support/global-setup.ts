// Prepares what a group of tests needs: builds, starts PostgreSQL, fills data folders. Each once per run.
import { chmodSync, cpSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Group } from './groups.ts'
import { GROUPS } from './groups.ts'
import { TEST_PROJECTS, TEST_SECRET } from './test-settings.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Set by `--mode thorough`: both databases, every look, more cases. */
    thorough: boolean
    /** The cluster's URL; '' if PostgreSQL is not installed. */
    postgresUrl: string
    /** A data folder with a migrated embedded database, to copy. */
    migratedFolder: string
    /** A data folder with the sandbox and a small demonstration, to copy. */
    filledFolder: string
    /** The folder beside the PostgreSQL database with the same content; '' if PostgreSQL is not installed. */
    filledBesidePostgres: string
    /** The folder of compiled test programs. */
    programsFolder: string
  }
}

/** In memory on Linux. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 2 ** 31

/**
 * The folder for all temporary files, deleted after the run. In memory if there is room, because fsync on a busy disk takes
 * longer than most tests.
 */
function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'plinth-run-'))
  // PostgreSQL runs as another user and needs access.
  chmodSync(folder, 0o711)
  return folder
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > ROOM_BYTES
  } catch {
    return false
  }
}

/** Imports late, as the next function does: a pure test pays for none of this. */
async function prepareDatabases(folder: string) {
  const { openDatabase } = await import('../../src/db/database.ts')
  const { startPostgres } = await import('./postgres.ts')
  const migratedFolder = join(folder, 'migrated')
  const migrate = async () => (await openDatabase({ dataDir: migratedFolder })).close()
  const [postgres] = await Promise.all([startPostgres(), migrate()])
  return { migratedFolder, postgresUrl: postgres?.url ?? '', stopPostgres: async () => postgres?.stop() }
}

async function prepareServers(folder: string, databases: ReturnType<typeof prepareDatabases>) {
  const { compilePrograms } = await import('./child-programs.ts')
  const { fillFolder } = await import('./filled-folder.ts')
  const programsFolder = join(folder, 'programs')
  const { migratedFolder, postgresUrl } = await databases
  const filledFolder = join(folder, 'filled')
  cpSync(migratedFolder, filledFolder, { recursive: true })
  const settings = {
    DATA_DIR: filledFolder,
    DEMONSTRATION: 'invented',
    DEMO_PROJECTS: TEST_PROJECTS,
    SECRET_KEY: TEST_SECRET,
  }
  await Promise.all([fillFolder(settings), compilePrograms(programsFolder)])
  const filledBesidePostgres = postgresUrl && (await copyToPostgres(filledFolder, postgresUrl))
  return { programsFolder, filledFolder, filledBesidePostgres }
}

/** A backup of the embedded database restores into PostgreSQL. Returns a copy of the folder without the database. */
async function copyToPostgres(filled: string, cluster: string): Promise<string> {
  const { createFilled, execute } = await import('./postgres.ts')
  const { runCommand } = await import('./filled-folder.ts')
  const dataDir = `${filled}-beside-postgres`
  cpSync(filled, dataDir, { recursive: true })
  const file = join(dataDir, 'backup')
  await runCommand(['backup', file], { DATA_DIR: dataDir })
  const url = await createFilled(cluster)
  await runCommand(['restore', file], { DATA_DIR: dataDir, DATABASE_URL: url })
  // Otherwise every server would begin with `dataset.rewound`.
  await execute(url, "delete from instance where key = 'restored'")
  for (const name of ['backup', 'embedded']) rmSync(join(dataDir, name), { recursive: true })
  return dataDir
}

class TestRun {
  readonly folder = makeTemporaryFolder()
  #built: Promise<void> | undefined
  #databases: ReturnType<typeof prepareDatabases> | undefined
  #servers: ReturnType<typeof prepareServers> | undefined

  /** Before anything of `src` is imported: groups with servers import it from the build. */
  built() {
    this.#built ??= import('../../bin/build.mjs').then(({ buildIfStale }) => buildIfStale())
    return this.#built
  }

  databases() {
    this.#databases ??= prepareDatabases(this.folder)
    return this.#databases
  }

  servers() {
    this.#servers ??= prepareServers(this.folder, this.databases())
    return this.#servers
  }

  async end(): Promise<void> {
    await (await this.#databases)?.stopPostgres()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Each project loads this file anew; they share what is global. */
const shared = globalThis as { testRun?: TestRun }

/** Vitest calls this for each project that has files to run, and the returned functions after the last test. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const isFirst = !shared.testRun
  shared.testRun ??= new TestRun()
  const run = shared.testRun
  process.env.TMPDIR = run.folder
  const isAtLeast = (group: Group) => GROUPS.indexOf(project.name as Group) >= GROUPS.indexOf(group)
  if (isAtLeast('server')) await run.built()
  const servers = isAtLeast('server') ? run.servers() : undefined
  if (isAtLeast('database')) {
    const { migratedFolder, postgresUrl } = await run.databases()
    project.provide('migratedFolder', migratedFolder)
    project.provide('postgresUrl', postgresUrl)
  }
  if (servers) {
    const { programsFolder, filledFolder, filledBesidePostgres } = await servers
    project.provide('programsFolder', programsFolder)
    project.provide('filledFolder', filledFolder)
    project.provide('filledBesidePostgres', filledBesidePostgres)
  }
  return isFirst ? () => run.end() : undefined
}
