// A thousand simulated days, and sabotages of what coordinates, each of which must be noticed.
import { expect, it } from 'vitest'
import { simulate } from '../../tools/simulate/runs.ts'
import { fromCases } from '../support/cases.ts'

interface Sabotage {
  readonly name: string
  readonly find: string
  readonly replace: string
  /** Part of what is reported. */
  readonly breach: string
}

it('keeps every promise of what coordinates over a thousand simulated days', async () => {
  const { breaches } = await simulate(1, 1000)
  expect(breaches.map(({ seed, breach, lastLines }) => [seed, breach, ...lastLines])).toEqual([])
})

it.each(fromCases<Sabotage[]>('long/simulate', 'sabotages'))('notices when $name', async ({ breach, ...edit }) => {
  const { breaches, edits } = await simulate(1, 100, { edit })
  expect(edits).toBeGreaterThan(0)
  expect(breaches.map((run) => run.breach)).toEqual([expect.stringContaining(breach)])
})
