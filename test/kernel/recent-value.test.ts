// A value that is read at most once a second, and never waited for when an older one is known.
import { beforeEach, expect, it, vi } from 'vitest'
import { RecentValue } from '../../src/kernel/recent-value.ts'

let nowMs = 0
beforeEach(() => {
  nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
})

it('is read once for all who wait, and again after a second', async () => {
  let reads = 0
  const value = new RecentValue(async () => ++reads)
  expect(await Promise.all([value.get(), value.get(), value.get()])).toEqual([1, 1, 1])
  nowMs = 999
  expect(await value.get()).toBe(1)
  nowMs = 1000
  expect(await value.get()).toBe(2)
})

it('is the last one while the next takes long or fails', async () => {
  let read: () => Promise<string> = async () => 'first'
  const value = new RecentValue(() => read())
  expect(await value.get()).toBe('first')
  nowMs = 5000
  let finish = (_text: string) => {}
  read = () => new Promise((resolve) => (finish = resolve))
  expect(await value.get()).toBe('first')
  finish('second')
  await new Promise(setImmediate)
  expect(await value.get()).toBe('second')
  nowMs = 10_000
  read = () => Promise.reject(new Error('away'))
  expect(await value.get()).toBe('second')
})

it('throws what the first reading throws, and reads again', async () => {
  let read: () => Promise<string> = () => Promise.reject(new Error('away'))
  const value = new RecentValue(() => read())
  await expect(value.get()).rejects.toThrow('away')
  read = async () => 'back'
  expect(await value.get()).toBe('back')
})
