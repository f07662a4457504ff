import { defineConfig } from 'vitest/config'

/** Tests that are too slow for CI. Their last results are in bench/RESULTS.md. */
export default defineConfig({
  // The packages from their sources.
  resolve: { tsconfigPaths: true },
  test: {
    include: ['test/**/*.long.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    provide: { thorough: true },
  },
})
