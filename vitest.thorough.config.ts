import { mergeConfig } from 'vitest/config'
import usual from './vitest.config.ts'

/** All tests on both databases, pages in every look, and more cases of random and hostile input. */
export default mergeConfig(usual, { test: { provide: { thorough: true }, testTimeout: 180_000 } })
