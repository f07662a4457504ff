// Runs once per test run: builds, starts PostgreSQL and prepares data folders.
import { chmodSync, cpSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../../bin/build.mjs'
import { startApp } from '../../src/app/app.ts'
import { openDatabase } from '../../src/db/database.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { compilePrograms } from './child-programs.ts'
import { startPostgres } from './postgres.ts'

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

export const TEST_SECRET = 'the secret of the tests, forty characters long'
export const TEST_PROJECTS = '60'

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

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildIfStale()
  const run = makeTemporaryFolder()
  process.env.TMPDIR = run
  const programs = join(run, 'programs')
  await compilePrograms(programs)
  project.provide('programsFolder', programs)
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres?.url ?? '')
  const migrated = join(run, 'migrated')
  await (await openDatabase({ dataDir: migrated })).close()
  project.provide('migratedFolder', migrated)
  const filled = join(run, 'filled')
  cpSync(migrated, filled, { recursive: true })
  project.provide('filledFolder', filled)
  const env = { PORT: '0', DATA_DIR: filled, DRAIN_MS: '0', DEMO_PROJECTS: TEST_PROJECTS, SECRET_KEY: TEST_SECRET }
  const app = await startApp(readConfig(env), pino({ level: 'silent' }))
  await app.dataReady
  await app.stop()
  return async () => {
    await postgres?.stop()
    rmSync(run, { recursive: true, force: true })
  }
}
