// Times for refused callers: one after the other, within a longest wait.
import { expect, it, vi } from 'vitest'
import { RetrySlots } from '../../src/kernel/retry-slots.ts'

it('gives each caller a later time, and the first ones again when the longest wait is reached', () => {
  let nowMs = 1000.123
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const slots = new RetrySlots(10)
  const take = (count: number) => Array.from({ length: count }, () => slots.take(4000, 2000))
  expect(take(6)).toEqual([4, 6, 8, 10, 4, 6])
  // Whoever was refused before has been served meanwhile.
  nowMs += 60_000
  expect(take(2)).toEqual([4, 6])
})

it('never waits longer than the longest wait, and costs nothing while jobs take no time', () => {
  const slots = new RetrySlots(10)
  expect(slots.take(90_000, 1)).toBe(10)
  const others = new RetrySlots(10)
  expect(Array.from({ length: 100 }, () => others.take(2000, 0))).toEqual(Array(100).fill(2))
})
