import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // All files of a worker share one process, so that modules load once. Spies are restored after each test.
    isolate: false,
    restoreMocks: true,
    setupFiles: ['test/support/keep-engine.ts'],
  },
})
