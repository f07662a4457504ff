import { defineConfig } from 'vitest/config'
import type { Group } from './test/support/groups.ts'
import { GROUPS, groupFiles } from './test/support/groups.ts'

/** `vitest run --mode thorough`: all tests on both databases, pages in every look, and more random and hostile input. */
const THOROUGH = 'thorough'
/** `vitest run --mode long`: tests that are too slow for CI. Their last results are in bench/RESULTS.md. */
const LONG = 'long'

export default defineConfig(({ mode }) => {
  const files = groupFiles(mode === LONG ? '.long.ts' : '.test.ts')
  const project = (name: Group) => ({
    // The packages from their sources.
    resolve: { tsconfigPaths: true },
    test: {
      name,
      include: files[name],
      globalSetup: ['test/support/global-setup.ts'],
      setupFiles: [name === 'pure' ? 'test/support/pure-only.ts' : 'test/support/keep-engine.ts'],
      provide: { thorough: mode === THOROUGH || mode === LONG },
      testTimeout: mode === LONG ? 1_800_000 : mode === THOROUGH ? 180_000 : 120_000,
      hookTimeout: 120_000,
      // All files of a worker share one process, so that modules load once. Spies are restored after each test.
      isolate: mode === LONG,
      restoreMocks: mode !== LONG,
    },
  })
  return {
    test: {
      // One more than CI has cores: tests wait for databases, browsers and child processes a third of the time.
      maxWorkers: mode === LONG ? 1 : 3,
      experimental: { fsModuleCache: true },
      projects: GROUPS.filter((name) => files[name].length > 0).map(project),
    },
  }
})
