// Turns of the event loop: one slice of long work, some milliseconds of requests, and room for new connections.
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import type { NewConnection } from '../../src/kernel/turns.ts'
import {
  afterRequests,
  closedConnections,
  hasWaiting,
  nextTurn,
  noteConnection,
  queueConnection,
  requestWaitMs,
  runRequest,
  takeLongestWaitMs,
} from '../../src/kernel/turns.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  while (hasWaiting()) await turn()
  // The last turn may have accepted a connection.
  await nextTurn()
  takeLongestWaitMs()
})

it('runs one slice per turn, in order, however many wait', async () => {
  const ran: number[] = []
  const work = async (number: number) => {
    await nextTurn()
    ran.push(number)
    await nextTurn()
    ran.push(number)
  }
  const all = Promise.all([work(1), work(2), work(3)])
  let before = 0
  while (ran.length < 6) {
    await turn()
    expect(ran.length - before).toBeLessThanOrEqual(1)
    before = ran.length
  }
  await all
  expect(ran).toEqual([1, 2, 3, 1, 2, 3])
})

it('leaves turns to new connections, but not all of them', async () => {
  let ran = false
  const work = nextTurn().then(() => {
    ran = true
  })
  noteConnection()
  let turns = 0
  for (; !ran; turns++) {
    await turn()
    if (turns < 10) expect(ran).toBe(false)
    noteConnection()
  }
  await work
  expect(turns).toBeGreaterThan(10)
  expect(turns).toBeLessThan(100)
})

/** A clock that only the work moves. */
function stopClock(): (ms: number) => void {
  let nowMs = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  return (ms) => {
    nowMs += ms
  }
}

it('runs the requests of a turn together while it has time, and the others in order, some in each turn', async () => {
  const pass = stopClock()
  const ran: number[] = []
  const waits: number[] = []
  for (let i = 0; i < 20; i++)
    runRequest(() => {
      ran.push(i)
      waits.push(requestWaitMs())
      pass(2)
    })
  expect(ran).toEqual([])
  for (const count of [3, 6, 9, 12, 15, 18, 20]) {
    await turn()
    expect(ran).toHaveLength(count)
  }
  expect(ran).toEqual(Array.from({ length: 20 }, (_, i) => i))
  expect(waits.slice(0, 4)).toEqual([0, 2, 4, 6])
  expect(waits.at(-1)).toBe(38)
  expect(takeLongestWaitMs()).toBe(38)
  expect(takeLongestWaitMs()).toBe(0)
})

it('calls back when the requests of a turn have run', async () => {
  const ran: string[] = []
  afterRequests(() => ran.push('after'))
  runRequest(() => ran.push('request'))
  await turn()
  expect(ran).toEqual(['request', 'after'])
})

it('lets urgent requests pass those that wait', async () => {
  const pass = stopClock()
  const ran: string[] = []
  runRequest(() => pass(10))
  runRequest(() => ran.push('waits'))
  await turn()
  runRequest(() => ran.push('urgent'), true)
  expect(ran).toEqual(['urgent'])
  expect(requestWaitMs()).toBe(0)
})

class FakeConnection implements NewConnection {
  readonly number: number
  readonly seen: string[]
  isGone = false

  constructor(number: number, seen: string[]) {
    this.number = number
    this.seen = seen
  }

  open(): void {
    this.seen.push(`open ${this.number}`)
  }

  close(): void {
    this.seen.push(`close ${this.number}`)
  }
}

it('opens a connection at once if there are few, and later if there are many or others wait', async () => {
  const pass = stopClock()
  pass(1000)
  const seen: string[] = []
  for (let i = 1; i <= 9; i++) {
    noteConnection()
    queueConnection(new FakeConnection(i, seen))
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => `open ${number}`))
  while (hasWaiting()) await turn()
  expect(seen.at(-1)).toBe('open 9')
  pass(100)
  queueConnection(new FakeConnection(10, seen))
  expect(seen).not.toContain('open 10')
  while (hasWaiting()) await turn()
  pass(50)
  noteConnection()
  queueConnection(new FakeConnection(11, seen))
  expect(seen).not.toContain('open 11')
  pass(200)
  noteConnection()
  while (hasWaiting()) await turn()
  queueConnection(new FakeConnection(12, seen))
  expect(seen.at(-1)).toBe('open 12')
})

/** New connections wait as long as one request does. */
async function keepWaiting(): Promise<void> {
  const pass = stopClock()
  runRequest(() => pass(10))
  runRequest(() => {})
  await turn()
}

it('opens the oldest and the newest connections by turns, without those whose clients have left', async () => {
  await keepWaiting()
  const seen: string[] = []
  const all = [1, 2, 3, 4, 5, 6].map((number) => new FakeConnection(number, seen))
  for (const each of all) queueConnection(each)
  all[0]!.isGone = true
  all[4]!.isGone = true
  while (hasWaiting()) await turn()
  expect(seen).toEqual(['open 2', 'open 6', 'open 3', 'open 4'])
})

it('closes the oldest of too many connections, but none that is already open', async () => {
  await keepWaiting()
  const before = closedConnections()
  const seen: string[] = []
  const all = Array.from({ length: 2003 }, (_, i) => new FakeConnection(i + 1, seen))
  all[1]!.isGone = true
  for (const each of all) queueConnection(each)
  expect(seen).toEqual(['close 1', 'close 3'])
  expect(closedConnections() - before).toBe(2)
})
