// The queue of heavy work: refuses when it is full, and says when it will be empty.
import { expect, it, vi } from 'vitest'
import { WorkQueue } from '../../src/kernel/work-queue.ts'

it('asks refused callers to wait until the waiting jobs are done, 5 s at least and 60 s at most', async () => {
  const limits = { concurrency: 1, maxWaiting: 10, fullMessage: 'Full.', maxRetryAfterSeconds: 60 }
  for (const [jobMs, seconds] of [
    [1, 5],
    [800, 8],
    [3000, 30],
    [100_000, 60],
  ] as const) {
    const queue = new WorkQueue(limits)
    let nowMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    await queue.run(async () => {
      nowMs += jobMs
    })
    let finish = () => {}
    const first = queue.run(() => new Promise<void>((resolve) => (finish = resolve)))
    const waiting = Array.from({ length: 10 }, () => queue.run(async () => {}))
    await expect(queue.run(async () => {})).rejects.toMatchObject({
      code: 'overloaded',
      options: { retryAfterSeconds: seconds },
    })
    finish()
    await Promise.all([first, ...waiting])
    vi.restoreAllMocks()
  }
})

it('expects jobs to take as long as the one that runs', async () => {
  const limits = { concurrency: 1, maxWaiting: 2, fullMessage: 'Full.', maxRetryAfterSeconds: 600 }
  const queue = new WorkQueue(limits)
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  let finish = () => {}
  const first = queue.run(() => new Promise<void>((resolve) => (finish = resolve)))
  const waiting = Array.from({ length: 2 }, () => queue.run(async () => {}))
  nowMs = 40_000
  const seconds: number[] = []
  for (let i = 0; i < 3; i++)
    await queue.run(async () => {}).catch(({ options }) => seconds.push(options.retryAfterSeconds))
  // After the two that wait; then each after two jobs, because others come too.
  expect(seconds).toEqual([80, 160, 240])
  finish()
  await Promise.all([first, ...waiting])
  vi.restoreAllMocks()
})
