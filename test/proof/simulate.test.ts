// Twenty simulated days of several nodes, and that a seed repeats them.
import { expect, it, vi } from 'vitest'
import type { Operation } from '../../tools/simulate/histories.ts'
import { isLinearizable } from '../../tools/simulate/histories.ts'
import { simulate } from '../../tools/simulate/runs.ts'

// The clock of the process is virtual meanwhile, so a test that ran out of time would disturb the next.
vi.setConfig({ testTimeout: 900_000 })

it('keeps every promise of what coordinates over twenty simulated days', async () => {
  const { breaches, counts, days } = await simulate(1, 20)
  expect(breaches.map(({ seed, breach, lastLines }) => [seed, breach, ...lastLines])).toEqual([])
  expect(days).toBe(20)
  const { deliveries, leases, versions, relinked, operations, checks, faults, queries } = counts
  for (const count of [deliveries, leases, versions, relinked, operations, checks, faults, queries])
    expect(count).toBeGreaterThan(0)
  expect(counts['feed reads']).toBeGreaterThan(0)
  expect(counts['granted requests']).toBeGreaterThan(0)
})

it('replays a seed exactly, and another seed differs', async () => {
  const first = await simulate(7, 1)
  expect(await simulate(7, 1)).toEqual(first)
  expect((await simulate(8, 1)).hash).not.toBe(first.hash)
})

const operation = (
  kind: Operation['kind'],
  callMs: number,
  returnMs: number,
  more: Partial<Operation> = {},
): Operation => ({
  ...{ kind, callMs, returnMs },
  ...more,
})
const OPEN = Number.POSITIVE_INFINITY

it.each<[string, boolean, Operation[]]>([
  [
    'a read of what was written',
    true,
    [operation('write', 0, 1, { value: 1, answer: 'created' }), operation('read', 2, 3, { answer: 1 })],
  ],
  [
    'a read of the past',
    false,
    [operation('write', 0, 1, { value: 1, answer: 'created' }), operation('read', 2, 3, { answer: null })],
  ],
  [
    'a read beside the write',
    true,
    [operation('write', 0, 4, { value: 1, answer: 'created' }), operation('read', 2, 3, { answer: null })],
  ],
  [
    'a write without an answer that shows later',
    true,
    [
      operation('write', 0, OPEN, { value: 1 }),
      operation('read', 2, 3, { answer: null }),
      operation('read', 4, 5, { answer: 1 }),
    ],
  ],
  [
    'a value that comes and goes',
    false,
    [
      operation('write', 0, OPEN, { value: 1 }),
      operation('read', 2, 3, { answer: 1 }),
      operation('read', 4, 5, { answer: null }),
    ],
  ],
  [
    'two writers who both created',
    false,
    [
      operation('write', 0, 2, { value: 1, answer: 'created' }),
      operation('write', 1, 3, { value: 2, answer: 'created' }),
    ],
  ],
  [
    'a removal between two creations',
    true,
    [
      operation('write', 0, 3, { value: 1, answer: 'created' }),
      operation('write', 0, 3, { value: 2, answer: 'created' }),
      operation('remove', 0, 3, { answer: true }),
    ],
  ],
])('judges %s', (_, isRight, operations) => {
  expect(isLinearizable(operations)).toBe(isRight)
})
