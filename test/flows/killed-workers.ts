// What happens when workers are killed. Every run replaces one; the long tests do all of it on both databases.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { runPlinth } from '../support/child.ts'
import { ndjsonFile } from '../support/import-files.ts'
import type { TwoWorkers } from './two-workers.ts'
import { until } from './two-workers.ts'

export function itReplacesKilledWorker(current: () => TwoWorkers): void {
  it('replace a killed worker; only requests in flight on it fail', async () => {
    const workers = current()
    const { key } = await workers.newKey()
    const CALLERS = 8
    let isRunning = true
    let answered = 0
    const failures: string[] = []
    const caller = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (isRunning) {
        await workers.call('/healthz', key, 'GET', undefined, agent).then(
          ({ status }) => {
            if (status === 200) answered += 1
            else failures.push(String(status))
          },
          (error) => {
            failures.push(error.code ?? error.message)
          },
        )
        await sleep(2)
      }
      agent.destroy()
    }
    const callers = Array.from({ length: CALLERS }, caller)
    await until(async () => answered > 100)
    const [victim, other] = workers.pids() as [number, number]
    process.kill(victim, 'SIGKILL')
    await until(async () => (await workers.numberReady()) === 2)
    const before = answered
    await until(async () => answered > before + 100)
    isRunning = false
    await Promise.all(callers)
    expect(failures.length).toBeLessThanOrEqual(CALLERS)
    const now = workers.pids()
    expect(now).toContain(other)
    expect(now).not.toContain(victim)
  })
}

export function itLosesNothingOfKilledWorkers(current: () => TwoWorkers): void {
  it('keep the requests of killed workers in the request log', async () => {
    const workers = current()
    const { key } = await workers.newKey()
    const CALLS = 6
    for (let i = 0; i < CALLS; i++) await workers.me(key)
    const logged = async () => {
      const route = encodeURIComponent('GET /api/v1/me')
      const { status, body } = await workers.call(`/api/v1/request-logs?route=${route}`, key)
      return status === 200 ? (body.data as { request_id: string }[]).map(({ request_id }) => request_id) : []
    }
    // Each worker answered some of them and writes its own.
    await until(async () => (await logged()).length === CALLS)
    const before = await logged()
    const victims = workers.pids()
    for (const pid of victims) process.kill(pid, 'SIGKILL')
    await until(async () => workers.pids().every((pid) => !victims.includes(pid)))
    await until(async () => (await workers.numberReady()) === 2)
    expect(await logged()).toEqual(before)
  })

  it('roll back what a killed worker was writing, and go on', async () => {
    const workers = current()
    const versions = async () =>
      (await workers.call('/api/v1/operator/versions', workers.operatorKey)).body.data.length as number
    const before = await versions()
    const file = join(workers.env.DATA_DIR!, 'many.ndjson')
    writeFileSync(file, ndjsonFile(1500))
    const input = { file, source: 'city', approve: true }
    const headers = { authorization: `Bearer ${workers.operatorKey}`, 'content-type': 'application/json' }
    const sent = request(`${workers.url}/api/v1/operator/imports`, { method: 'POST', headers, agent: false })
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject)
      sent.end(JSON.stringify(input))
    })
    // Rows are read in the transaction, so with the first progress line it is open in one of the workers.
    await once(response, 'data')
    for (const pid of workers.pids()) process.kill(pid, 'SIGKILL')
    await expect(text(response)).rejects.toThrow()
    await until(async () => (await workers.numberReady()) === 2)
    expect(await versions()).toBe(before)
    const again = runPlinth(['import', file, '--source', 'city', '--approve'], workers.env)
    expect([await again.exited, again.output()]).toEqual([0, expect.stringContaining('published as')])
    expect(await versions()).toBe(before + 1)
  })
}
