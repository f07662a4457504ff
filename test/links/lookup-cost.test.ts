// A text counts as one lookup up to the length of a description, and as more beyond it.
import { expect, it } from 'vitest'
import { lookupCost } from '../../src/links/lookup-cost.ts'

it.each([
  [0, 1],
  [40, 1],
  [4_000, 1],
  [4_349, 1],
  [4_350, 2],
  [6_000, 6],
  [8_000, 12],
  // Refused without being read.
  [8_001, 1],
])('%i characters count as %i lookups', (length, lookups) => {
  expect(lookupCost('x'.repeat(length))).toBe(lookups)
})
