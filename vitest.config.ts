import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The packages from their sources.
  resolve: { tsconfigPaths: true },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One more than CI has cores: tests wait for databases, browsers and child processes a third of the time.
    maxWorkers: 3,
    // All files of a worker share one process, so that modules load once. Spies are restored after each test.
    isolate: false,
    restoreMocks: true,
    setupFiles: ['test/support/keep-engine.ts'],
    provide: { thorough: false },
  },
})
