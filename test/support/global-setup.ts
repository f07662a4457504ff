// Runs once per test run: builds, starts PostgreSQL and prepares data folders.
import { chmodSync, cpSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../../bin/build.mjs'
import { openDatabase } from '../../src/db/database.ts'
import { compilePrograms } from './child-programs.ts'
import { fillFolder } from './filled-folder.ts'
import { startPostgres } from './postgres.ts'
import { TEST_PROJECTS, TEST_SECRET } from './test-settings.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Set by vitest.thorough.config.ts: both databases, every look, more cases. */
    thorough: boolean
    /** The folder of compiled test programs. */
    programsFolder: string
    /** The cluster's URL; '' if PostgreSQL is not installed. */
    postgresUrl: string
    /** A data folder with a migrated embedded database, to copy. */
    migratedFolder: string
    /** A data folder with the sandbox and a small demonstration, to copy. */
    filledFolder: string
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

type Folders = [programs: string, migrated: string, filled: string]

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = makeTemporaryFolder()
  process.env.TMPDIR = run
  const [programs, migrated, filled] = ['programs', 'migrated', 'filled'].map((name) => join(run, name)) as Folders
  const migrate = async () => (await openDatabase({ dataDir: migrated })).close()
  const [postgres] = await Promise.all([startPostgres(), migrate(), buildIfStale()])
  cpSync(migrated, filled, { recursive: true })
  const settings = { DATA_DIR: filled, DEMO_PROJECTS: TEST_PROJECTS, SECRET_KEY: TEST_SECRET }
  await Promise.all([fillFolder(settings), compilePrograms(programs)])
  project.provide('programsFolder', programs)
  project.provide('postgresUrl', postgres?.url ?? '')
  project.provide('migratedFolder', migrated)
  project.provide('filledFolder', filled)
  return async () => {
    await postgres?.stop()
    rmSync(run, { recursive: true, force: true })
  }
}
