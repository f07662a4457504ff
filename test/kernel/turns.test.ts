// Long work: one slice per turn of the event loop, in order.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { nextTurn, noteConnection } from '../../src/kernel/turns.ts'

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
