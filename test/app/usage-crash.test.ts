// A kill loses at most one second of usage and counts no request twice.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, it } from 'vitest'
import type { Running } from '../support/child.ts'
import { runPlinth } from '../support/child.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plinth-usage-'))
const running: Running[] = []

async function kill(): Promise<void> {
  for (const { child, exited } of running.splice(0)) {
    child.kill('SIGKILL')
    await exited
  }
}

afterAll(async () => {
  await kill()
  rmSync(dataDir, { recursive: true, force: true })
})

async function serve(): Promise<(path: string) => Promise<Response>> {
  const env = { DATA_DIR: dataDir, PORT: '0', DRAIN_MS: '0', DEMO_PROJECTS: '1' }
  const server = runPlinth(['serve'], env)
  running.push(server)
  const [, url] = await server.prints(/docs: +(\S+)\/docs/)
  const [, key] = await server.prints(/sandbox key: (pl_test_\S+)/)
  return (path) => fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
}

async function countedRequests(get: (path: string) => Promise<Response>): Promise<number> {
  const { data } = (await (await get('/api/v1/usage')).json()) as { data: { used: { requests: number } } }
  return data.used.requests
}

it('loses at most the usage of the last second before a kill', async () => {
  cpSync(inject('migratedFolder'), dataDir, { recursive: true })
  const get = await serve()
  const before = await countedRequests(get)
  const answered: number[] = []
  let isKilled = false
  let sent = 0
  const client = (async () => {
    while (!isKilled) {
      sent += 1
      const response = await get('/api/v1/me').catch(() => undefined)
      if (response?.ok) answered.push(performance.now())
      await response?.arrayBuffer().catch(() => undefined)
      await sleep(4)
    }
  })()
  // The database of a busy machine may need long for a write.
  let slowestMs = 0
  for (const end = performance.now() + 2300; performance.now() < end; await sleep(100)) {
    const started = performance.now()
    await get('/api/v1/api-keys')
    slowestMs = Math.max(slowestMs, performance.now() - started)
    sent += 1
  }
  const killedAt = performance.now()
  isKilled = true
  await kill()
  await client
  const counted = (await countedRequests(await serve())) - before
  // Reading the usage before was a request as well.
  expect(counted).toBeLessThanOrEqual(sent + 1)
  expect(answered.length).toBeGreaterThan(0)
  const lossMs = Math.max(1000, 400 + 4 * slowestMs)
  expect(counted).toBeGreaterThanOrEqual(answered.filter((at) => at < killedAt - lossMs).length)
})
