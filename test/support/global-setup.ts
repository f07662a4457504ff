// Runs once around the whole suite: one private PostgreSQL for all test files.
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The private cluster's URL; '' when PostgreSQL is not installed. */
    postgresUrl: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres?.url ?? '')
  return async () => {
    await postgres?.stop()
  }
}
