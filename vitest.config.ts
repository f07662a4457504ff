import { defineConfig } from 'vitest/config'
import type { Group } from './test/support/groups.ts'
import { GROUPS, groupFiles, TestImports } from './test/support/groups.ts'
import { BUILT, runBuilt } from './test/support/run-built.ts'
import { LeftOutReporter, leftOutLine, missingTools } from './test/support/tools.ts'

/** `vitest run --mode thorough`: all tests on both databases, pages in every look, and more random and hostile input. */
const THOROUGH = 'thorough'
/** `vitest run --mode long`: tests that are too slow for CI. Their last results are in bench/RESULTS.md. */
const LONG = 'long'

/** Optimizing the engine's WebAssembly costs more than it saves in a few minutes, and so do frequent small collections. */
const SHORT_LIVED = ['--liftoff-only', '--max-semi-space-size=64']

export default defineConfig(({ mode }) => {
  const missing = missingTools()
  if (missing.length > 0 && process.env.REQUIRE_ALL_TESTS) throw new Error(missing.map(leftOutLine).join('\n'))
  const imports = new TestImports()
  const files = groupFiles(mode === LONG ? '.long.ts' : '.test.ts', imports)
  const isPossible = (test: string) => !missing.some(({ usedBy }) => usedBy && imports.has(test, usedBy))
  const project = (name: Group) => ({
    // The packages from their sources.
    resolve: { tsconfigPaths: true },
    plugins: ['pure', 'database'].includes(name) ? [] : [runBuilt],
    test: {
      name,
      server: { deps: { external: [BUILT] } },
      include: files[name].filter(isPossible),
      globalSetup: ['test/support/global-setup.ts'],
      setupFiles: [name === 'pure' ? 'test/support/pure-only.ts' : 'test/support/keep-engine.ts'],
      provide: { thorough: mode === THOROUGH || mode === LONG },
      testTimeout: mode === LONG ? 1_800_000 : mode === THOROUGH ? 180_000 : 120_000,
      hookTimeout: 120_000,
      execArgv: SHORT_LIVED,
      // All files of a worker share one process, so that modules load once. Spies are restored after each test.
      isolate: mode === LONG,
      restoreMocks: mode !== LONG,
    },
  })
  return {
    test: {
      // One more than CI has cores: tests wait for databases, browsers and child processes a third of the time.
      maxWorkers: mode === LONG ? 1 : 3,
      // Modules are transformed once for all projects, and again only when they change.
      experimental: { fsModuleCache: true },
      reporters: ['default', new LeftOutReporter(missing.map(leftOutLine))],
      projects: GROUPS.filter((name) => files[name].some(isPossible)).map(project),
    },
  }
})
