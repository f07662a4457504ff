import { defineConfig } from 'vitest/config'

/** What takes longer than a build may: run by hand, its last result is written down in docs/. */
export default defineConfig({
  test: {
    include: ['test/**/*.long.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
})
