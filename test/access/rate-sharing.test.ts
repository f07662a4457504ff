// One rate limit over several workers.
import { expect, it } from 'vitest'
import { RateLimiter } from '../../src/access/limits/rate-limit.ts'

const LIMIT = 60

/** Two workers with one clock; `exchange` is what they do every few milliseconds. */
function workers(count: number) {
  let now = 0
  const limiters = Array.from({ length: count }, () => new RateLimiter({ now: () => now }))
  for (const { sharing } of limiters) sharing.join(count)
  const exchange = () => {
    const all = limiters.map(({ sharing }) => sharing.takeSpent())
    for (const [from, spent] of all.entries())
      for (const [to, { sharing }] of limiters.entries()) if (spent && to !== from) sharing.addSpent(spent)
  }
  const take = (worker: number) => limiters[worker]!.take('caller', LIMIT).allowed
  return { take, exchange, wait: (ms: number) => (now += ms) }
}

it('grants no more than the limit, plus one per further worker, to a caller that floods all of them', () => {
  for (const count of [2, 4]) {
    const { take, exchange } = workers(count)
    let allowed = 0
    for (let round = 0; round < 200; round++) {
      for (let i = 0; i < 100; i++) if (take(i % count)) allowed += 1
      exchange()
    }
    expect(allowed).toBeGreaterThanOrEqual(LIMIT - count)
    expect(allowed).toBeLessThanOrEqual(LIMIT + count - 1)
  }
})

it('grants the whole limit to a caller that stays on one worker', () => {
  const { take, exchange } = workers(2)
  let allowed = 0
  for (let round = 0; round < 100; round++) {
    for (let i = 0; i < 5; i++) if (take(0)) allowed += 1
    exchange()
  }
  expect(allowed).toBe(LIMIT)
})

it('refills like one bucket', () => {
  const { take, exchange, wait } = workers(2)
  for (let round = 0; round < 100; round++) {
    take(round % 2)
    exchange()
  }
  exchange()
  exchange()
  expect([take(0), take(1)]).toEqual([false, false])
  wait(1000)
  expect(take(0)).toBe(true)
  exchange()
  expect(take(1)).toBe(false)
})

it('does not limit a single process further', () => {
  const { take } = workers(1)
  expect(Array.from({ length: LIMIT + 1 }, () => take(0)).filter(Boolean)).toHaveLength(LIMIT)
})

it('exchanges very soon only when a caller took a large part of what it has left', () => {
  const limiter = new RateLimiter({ now: () => 0 })
  limiter.sharing.join(2)
  const scheduled: boolean[] = []
  limiter.sharing.onSpent((isUrgent) => scheduled.push(isUrgent))
  const take = (times: number) => {
    for (let i = 0; i < times; i++) limiter.take('caller', LIMIT)
    return scheduled.splice(0)
  }
  expect(take(2)).toEqual([false])
  expect(take(10)).toEqual([true])
  expect(Object.keys(limiter.sharing.takeSpent()!)).toEqual(['caller'])
  // The others know it after the next exchange.
  expect(scheduled.splice(0)).toEqual([false])
  expect(limiter.sharing.takeSpent()).toBeUndefined()
  expect(scheduled).toEqual([])
  expect(take(1)).toEqual([false])
})

it('does not refuse a caller for hours when the clock is set back', () => {
  let now = 10 * 3_600_000
  const limiter = new RateLimiter({ now: () => now })
  for (let i = 0; i < 30; i++) limiter.take('caller', 60)
  now -= 6 * 3_600_000
  expect(limiter.take('caller', 60)).toMatchObject({ allowed: true, remaining: 29 })
  now += 60_000
  expect(limiter.take('caller', 60)).toMatchObject({ allowed: true, remaining: 59 })
})
