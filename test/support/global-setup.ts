// Runs once around the whole suite: the build, one private PostgreSQL, and data folders to copy, migrated and filled.
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
    /** Where the programs beside tests are. */
    programsFolder: string
    /** The private cluster's URL; '' when PostgreSQL is not installed. */
    postgresUrl: string
    /** A data folder with a migrated embedded database, to copy. */
    migratedFolder: string
    /** A data folder with the sandbox and a small demonstration, to copy. */
    filledFolder: string
  }
}

export const TEST_SECRET = 'the secret of the tests, forty characters long'
export const TEST_PROJECTS = '60'

/** Linux keeps it in memory. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 2 ** 31

/**
 * Where every temporary file of the run is, and with what a killed test left behind it goes. In memory when there is
 * room: an fsync to a disk that others use takes longer than most tests, and no test cuts the power.
 */
function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'plinth-run-'))
  // PostgreSQL runs as a user of its own and passes through.
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
  buildIfStale()
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
  await app.stop()
  return async () => {
    await postgres?.stop()
    rmSync(run, { recursive: true, force: true })
  }
}
