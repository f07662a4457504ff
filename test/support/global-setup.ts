// Runs once around the whole suite: the build, one private PostgreSQL, and one filled data folder that servers start from.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../../bin/build.mjs'
import { startApp } from '../../src/app.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The private cluster's URL; '' when PostgreSQL is not installed. */
    postgresUrl: string
    /** A data folder with the sandbox and a small demonstration, to copy. */
    filledFolder: string
  }
}

export const TEST_SECRET = 'the secret of the tests, forty characters long'
export const TEST_PROJECTS = '60'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildIfStale()
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres?.url ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'plinth-filled-'))
  project.provide('filledFolder', folder)
  const env = { PORT: '0', DATA_DIR: folder, DRAIN_MS: '0', DEMO_PROJECTS: TEST_PROJECTS, SECRET_KEY: TEST_SECRET }
  const app = await startApp(readConfig(env), pino({ level: 'silent' }))
  await app.stop()
  return async () => {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
