// The client's suggestions: a newer text ends the request before it.

import { createClient } from '@plinth/client'
import { afterEach, expect, it } from 'vitest'
import type { FlakyServer, Script } from './flaky-server.ts'
import { answer, problem, startFlakyServer } from './flaky-server.ts'

let server: FlakyServer | undefined
afterEach(() => server?.stop())

const EMPTY = { data: [], meta: { count: 0, reason: 'no_match', dataset_version: null } }

it('ends the request for the text before, and returns null for it', async () => {
  let closed: () => void
  const wasClosed = new Promise<void>((resolve) => {
    closed = resolve
  })
  let arrived: () => void
  const hasArrived = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const slow: Script = (_, response) => {
    response.on('close', () => closed())
    arrived()
  }
  server = await startFlakyServer(slow, answer(EMPTY))
  const box = createClient({ baseUrl: server.url, apiKey: 'pl_test_x' }).suggestBox({ city: 'Toronto' })
  const first = box.ask('14')
  await hasArrived
  const second = box.ask('148')
  expect(await first).toBeNull()
  expect(await second).toEqual(EMPTY)
  await wasClosed
})

it('ends a request on cancel', async () => {
  let arrived: () => void
  const hasArrived = new Promise<void>((resolve) => {
    arrived = resolve
  })
  server = await startFlakyServer(() => arrived())
  const box = createClient({ baseUrl: server.url, apiKey: 'pl_test_x' }).suggestBox()
  const asked = box.ask('14')
  await hasArrived
  box.cancel()
  expect(await asked).toBeNull()
})

it('reports a failure without a retry', async () => {
  server = await startFlakyServer(problem(429, 'rate_limited', { 'retry-after': '0' }))
  const client = createClient({ baseUrl: server.url, apiKey: 'pl_test_x' })
  await expect(client.suggest('14', { kinds: ['address'] })).rejects.toMatchObject({ code: 'rate_limited' })
  await expect(client.suggestBox().ask('14')).rejects.toMatchObject({ code: 'rate_limited' })
  expect(server.seen).toHaveLength(2)
})
