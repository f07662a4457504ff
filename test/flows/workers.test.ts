// `plinth serve --workers 2` as real processes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { runPlinth } from '../support/child.ts'
import { bothKinds } from '../support/databases.ts'
import { ndjsonFile } from '../support/import-files.ts'
import { itReplacesKilledWorker } from './killed-workers.ts'
import type { Answer } from './two-workers.ts'
import { TwoWorkers, until } from './two-workers.ts'

async function statuses(count: number, ask: () => Promise<Answer>): Promise<number[]> {
  const all: number[] = []
  for (let i = 0; i < count; i++) all.push((await ask()).status)
  return all
}

/** Workers share the embedded engine of their supervising process; nodes.test.ts shares a PostgreSQL. */
const engines = inject('thorough') ? bothKinds : (['embedded'] as const)

describe.each(engines)('two workers (%s)', (kind) => {
  let workers: TwoWorkers
  beforeAll(async () => {
    workers = await TwoWorkers.start(kind)
  })
  afterAll(() => workers?.end())

  it('answer on one port, and /metrics adds them up', async () => {
    const answered = new Set<string>()
    for (let i = 0; i < 6; i++) answered.add(/plinth_answered_by\{worker="(\d)"\}/.exec(await workers.metrics())![1]!)
    expect([...answered].sort()).toEqual(['1', '2'])
    const countOf = (metricsText: string) =>
      Number(/requests_total\{route="GET \/healthz",status="200"\} (\d+)/.exec(metricsText)?.[1] ?? 0)
    for (let i = 0; i < 6; i++) await workers.call('/healthz', workers.operatorKey)
    const [total, first, second] = [
      await workers.metrics(),
      await workers.metrics('?worker=1'),
      await workers.metrics('?worker=2'),
    ].map(countOf)
    expect([total, first! + second!]).toEqual([6, 6])
    expect(Math.min(first!, second!)).toBeGreaterThan(0)
    expect((await workers.call('/metrics?worker=3', workers.operatorKey)).status).toBe(400)
  })

  it('refuse a revoked key on both', async () => {
    const { key, id } = await workers.newKey()
    expect(new Set(await statuses(4, () => workers.me(key)))).toEqual(new Set([200]))
    expect((await workers.call(`/api/v1/api-keys/${id}`, key, 'DELETE')).status).toBe(200)
    // 429 after ten attempts with an invalid key.
    await until(async () =>
      (await statuses(4, () => workers.me(key))).every((status) => status === 401 || status === 429),
    )
  })

  it('share one rate limit, which a caller on one connection gets whole', async () => {
    const limit = 60
    const { key } = await workers.newKey('sandbox')
    const started = performance.now()
    const spread = (await statuses(limit + 40, () => workers.me(key))).filter((status) => status === 200).length
    const refilled = Math.ceil((performance.now() - started) / 1000)
    expect(spread).toBeGreaterThanOrEqual(limit * 0.8)
    expect(spread).toBeLessThanOrEqual(limit + refilled + 2)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { key: other } = await workers.newKey('sandbox')
    const onOne = (await statuses(limit, () => workers.me(other, agent))).filter((status) => status === 200).length
    agent.destroy()
    expect(onOne).toBeGreaterThanOrEqual(limit * 0.8)
  })

  it('count usage once', async () => {
    const { key } = await workers.newKey()
    await statuses(20, () => workers.me(key))
    const counted = async (operation: string): Promise<number | undefined> =>
      (await workers.call('/api/v1/usage', key)).body.data.days.find(
        (day: { operation: string }) => day.operation === operation,
      )?.requests
    await until(async () => (await counted('getMe')) === 20)
    // These requests are counted, too: once they are there, every worker has written again.
    const reads = (await counted('getUsage')) ?? 0
    await until(async () => (await counted('getUsage'))! >= reads + 10)
    expect(await counted('getMe')).toBe(20)
  })

  it('deliver a webhook once, and serve an import everywhere', async () => {
    const received: string[] = []
    const receiver = createServer((incoming, response) => {
      received.push(String(incoming.headers['webhook-id']))
      incoming.resume()
      response.end()
    }).listen(0, '127.0.0.1')
    workers.cleanUp(() => receiver.close())
    await until(async () => receiver.listening)
    const { key } = await workers.newKey()
    const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const input = { url: hook, event_types: ['dataset.published'] }
    const made = await workers.call('/api/v1/webhooks/endpoints', key, 'POST', input)
    expect([made.status, made.body]).toEqual([201, expect.anything()])
    const path = `/api/v1/webhooks/endpoints/${made.body.data.id}`
    await until(async () => (await workers.call(path, key)).body.data.status === 'enabled')
    const pings = received.length
    const file = join(workers.env.DATA_DIR!, 'rows.ndjson')
    writeFileSync(file, ndjsonFile(5))
    const command = runPlinth(['import', file, '--source', 'city'], workers.env)
    expect([await command.exited, command.output()]).toEqual([0, expect.stringContaining('published as')])
    const seen = async () => (await workers.call('/api/v1/projects', key)).body.meta?.total
    const everywhere = async () => (await Promise.all([seen(), seen(), seen(), seen()])).every((total) => total === 5)
    await until(everywhere)
    const log = async () => (await workers.call('/api/v1/webhooks/deliveries', key)).body.data
    await until(async () => (await log()).every(({ status }: { status: string }) => status === 'delivered'))
    await until(async () => received.length > pings)
    expect((await log()).map(({ attempts_count }: { attempts_count: number }) => attempts_count)).toEqual([1, 1])
    expect([pings, received.length]).toEqual([1, 2])
  })

  itReplacesKilledWorker(() => workers)

  it('stop without failing a request, and finish an open stream', async () => {
    const { key } = await workers.newKey()
    const results: (number | string)[] = []
    let isSending = true
    const caller = async () => {
      while (isSending) {
        results.push(
          await workers.me(key).then(
            ({ status }) => status,
            (error) => error.code ?? String(error),
          ),
        )
        await sleep(10)
      }
    }
    const callers = Array.from({ length: 4 }, caller)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' }
    const stream = request(`${workers.url}/api/v1/building-links/batch`, { method: 'POST', headers, agent: false })
    const opened = new Promise<IncomingMessage>((resolve, reject) => stream.on('response', resolve).on('error', reject))
    const line = '{"address":"1480 Howe St"}\n'
    stream.write(line)
    const lines = opened.then(text)
    await opened
    await until(async () => results.length > 40)
    workers.server.child.kill('SIGTERM')
    await until(() =>
      workers.call('/readyz', key).then(
        ({ status }) => status === 503,
        () => true,
      ),
    )
    isSending = false
    await Promise.all(callers)
    stream.end(line)
    expect((await lines).trim().split('\n')).toHaveLength(2)
    expect(results.filter((result) => result !== 200)).toEqual([])
    expect(await workers.server.exited).toBe(0)
    expect(workers.pids()).toEqual([])
  })
})

describe('workers that cannot start', () => {
  it('end the service with one message and their exit code', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'plinth-workers-'))
    const server = runPlinth(['serve', '--workers', '2'], { DATA_DIR: dataDir, PORT: '0', MODEL_FILE: '/nowhere.json' })
    expect(await server.exited).not.toBe(0)
    expect(server.output().match(/^plinth: .*nowhere\.json/gm)).toHaveLength(1)
    rmSync(dataDir, { recursive: true, force: true })
  })
})
