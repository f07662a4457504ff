import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Each worker is one process for all its files: what they import is loaded once and warm for the next. What a test
    // spied on is given back after it.
    isolate: false,
    restoreMocks: true,
    setupFiles: ['test/support/keep-engine.ts'],
  },
})
