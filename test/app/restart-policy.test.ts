// When a worker that died starts again.
import { expect, it } from 'vitest'
import { RestartPolicy } from '../../src/app/workers/restart-policy.ts'

it('restarts at once, then with growing delays, and ends a crash loop', () => {
  const policy = new RestartPolicy()
  const delays = Array.from({ length: 9 }, () => policy.delayAfter(500))
  expect(delays).toEqual([0, 100, 200, 400, 800, 1600, 3200, 5000, undefined])
})

it('forgets earlier deaths after a worker that ran well', () => {
  const policy = new RestartPolicy()
  for (let i = 0; i < 7; i++) policy.delayAfter(500)
  expect(policy.delayAfter(60_000)).toBe(0)
  expect(policy.delayAfter(500)).toBe(100)
})
