// `plinth serve --workers 2` as real processes, on both databases.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Running } from '../support/child.ts'
import { runPlinth } from '../support/child.ts'
import { kinds } from '../support/databases.ts'
import { TEST_SECRET } from '../support/global-setup.ts'
import { ndjsonFile } from '../support/import-files.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  readonly body: any
}

/** Polls until the condition holds; the test's timeout is the only limit. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(50)
}

const workersOf = (primary: Running): number[] =>
  spawnSync('ps', ['-o', 'pid=', '--ppid', String(primary.child.pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .map(Number)
    .filter((pid) => pid > 0)

describe.each(kinds)('two workers (%s)', (kind) => {
  const cleanups: (() => Promise<unknown> | unknown)[] = []
  let server: Running
  let url: string
  let operatorKey: string
  let env: Record<string, string>

  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'plinth-workers-'))
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }))
    env = { DATA_DIR: dataDir, SECRET_KEY: TEST_SECRET, PORT: '0', DRAIN_MS: '1500', ALLOW_PRIVATE_WEBHOOKS: '1' }
    if (kind === 'embedded') cpSync(inject('filledFolder'), dataDir, { recursive: true })
    else {
      env.DATABASE_URL = await createDatabase(inject('postgresUrl'), 'empty')
      cleanups.push(() => dropDatabase(inject('postgresUrl'), env.DATABASE_URL!))
    }
    server = runPlinth(['serve', '--workers', '2'], env)
    cleanups.push(async () => {
      server.child.kill('SIGKILL')
      await server.exited
    })
    url = (await server.prints(/docs: +(\S+)\/docs/))[1]!
    operatorKey = readFileSync(join(dataDir, 'operator-key'), 'utf8').trim()
    await until(async () => (await numberReady()) === 2)
  })
  afterAll(async () => {
    for (const clean of cleanups.splice(0).reverse()) await clean()
  })

  /** Each call opens a connection, so that calls reach the workers in turn. */
  const call = (path: string, key: string, method = 'GET', body?: unknown, agent: Agent | false = false) =>
    new Promise<Answer>((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) }
      const sent = request(url + path, { method, headers, agent }, async (response) => {
        const received = await text(response).catch(reject)
        const isJson = /json/.test(response.headers['content-type'] ?? '')
        resolve({ status: response.statusCode!, body: isJson ? JSON.parse(received as string) : received })
      })
      sent.on('error', reject)
      sent.end(body && JSON.stringify(body))
    })
  const newKey = async (plan = 'elite') =>
    (await call('/api/v1/operator/keys', operatorKey, 'POST', { plan })).body.data.api_key
  const metrics = async (query = '') => (await call(`/metrics${query}`, operatorKey)).body as string
  const numberReady = async () => Number(/^plinth_workers (\d+)/m.exec(await metrics().catch(() => ''))?.[1] ?? 0)
  const me = (key: string, agent: Agent | false = false) => call('/api/v1/me', key, 'GET', undefined, agent)
  const statuses = async (count: number, ask: () => Promise<Answer>) => {
    const all: number[] = []
    for (let i = 0; i < count; i++) all.push((await ask()).status)
    return all
  }

  it('answer on one port, and /metrics adds them up', async () => {
    const answered = new Set<string>()
    for (let i = 0; i < 6; i++) answered.add(/plinth_answered_by\{worker="(\d)"\}/.exec(await metrics())![1]!)
    expect([...answered].sort()).toEqual(['1', '2'])
    const countOf = (metricsText: string) =>
      Number(/requests_total\{route="GET \/healthz",status="200"\} (\d+)/.exec(metricsText)?.[1] ?? 0)
    for (let i = 0; i < 6; i++) await call('/healthz', operatorKey)
    const [total, first, second] = [await metrics(), await metrics('?worker=1'), await metrics('?worker=2')].map(
      countOf,
    )
    expect([total, first! + second!]).toEqual([6, 6])
    expect(Math.min(first!, second!)).toBeGreaterThan(0)
    expect((await call('/metrics?worker=3', operatorKey)).status).toBe(400)
  })

  it('refuse a revoked key on both', async () => {
    const { key, id } = await newKey()
    expect(new Set(await statuses(4, () => me(key)))).toEqual(new Set([200]))
    expect((await call(`/api/v1/api-keys/${id}`, key, 'DELETE')).status).toBe(200)
    // 429 after ten attempts with an invalid key.
    await until(async () => (await statuses(4, () => me(key))).every((status) => status === 401 || status === 429))
  })

  it('share one rate limit, which a caller on one connection gets whole', async () => {
    const limit = 60
    const { key } = await newKey('sandbox')
    const started = performance.now()
    const spread = (await statuses(limit + 40, () => me(key))).filter((status) => status === 200).length
    const refilled = Math.ceil((performance.now() - started) / 1000)
    expect(spread).toBeGreaterThanOrEqual(limit * 0.8)
    expect(spread).toBeLessThanOrEqual(limit + refilled + 2)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { key: other } = await newKey('sandbox')
    const onOne = (await statuses(limit, () => me(other, agent))).filter((status) => status === 200).length
    agent.destroy()
    expect(onOne).toBeGreaterThanOrEqual(limit * 0.8)
  })

  it('count usage once', async () => {
    const { key } = await newKey()
    await statuses(20, () => me(key))
    const counted = async () =>
      (await call('/api/v1/usage', key)).body.data.days.find((day: { operation: string }) => day.operation === 'getMe')
        ?.requests
    await until(async () => (await counted()) === 20)
    await sleep(1500)
    expect(await counted()).toBe(20)
  })

  it('deliver a webhook once, and serve an import everywhere', async () => {
    const received: string[] = []
    const receiver = createServer((incoming, response) => {
      received.push(String(incoming.headers['webhook-id']))
      incoming.resume()
      response.end()
    }).listen(0, '127.0.0.1')
    cleanups.push(() => receiver.close())
    await until(async () => receiver.listening)
    const { key } = await newKey()
    const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const input = { url: hook, event_types: ['dataset.published'] }
    const made = await call('/api/v1/webhooks/endpoints', key, 'POST', input)
    expect([made.status, made.body]).toEqual([201, expect.anything()])
    const path = `/api/v1/webhooks/endpoints/${made.body.data.id}`
    await until(async () => (await call(path, key)).body.data.status === 'enabled')
    const pings = received.length
    const file = join(env.DATA_DIR!, 'rows.ndjson')
    writeFileSync(file, ndjsonFile(5))
    const command = runPlinth(['import', file, '--source', 'city'], env)
    expect([await command.exited, command.output()]).toEqual([0, expect.stringContaining('published as')])
    const seen = async () => (await call('/api/v1/projects', key)).body.meta?.total
    const everywhere = async () => (await Promise.all([seen(), seen(), seen(), seen()])).every((total) => total === 5)
    await until(everywhere)
    await until(async () => received.length > pings)
    await sleep(2500)
    expect([pings, received.length]).toEqual([1, 2])
  })

  it('replace a killed worker; only requests in flight on it fail', async () => {
    const { key } = await newKey()
    const CALLERS = 8
    let isRunning = true
    let answered = 0
    const failures: string[] = []
    const caller = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (isRunning) {
        await call('/healthz', key, 'GET', undefined, agent).then(
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
    const [victim, other] = workersOf(server) as [number, number]
    process.kill(victim, 'SIGKILL')
    await until(async () => (await numberReady()) === 2)
    const before = answered
    await until(async () => answered > before + 100)
    isRunning = false
    await Promise.all(callers)
    expect(failures.length).toBeLessThanOrEqual(CALLERS)
    const now = workersOf(server)
    expect(now).toContain(other)
    expect(now).not.toContain(victim)
  })

  it('roll back what a killed worker was writing, and go on', async () => {
    const versions = async () => (await call('/api/v1/operator/versions', operatorKey)).body.data.length as number
    const before = await versions()
    const file = join(env.DATA_DIR!, 'many.ndjson')
    writeFileSync(file, ndjsonFile(1500))
    const input = { file, source: 'city', approve: true }
    const headers = { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' }
    const sent = request(`${url}/api/v1/operator/imports`, { method: 'POST', headers, agent: false })
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject)
      sent.end(JSON.stringify(input))
    })
    // Rows are read in the transaction, so with the first progress line it is open in one of the workers.
    await once(response, 'data')
    for (const pid of workersOf(server)) process.kill(pid, 'SIGKILL')
    await expect(text(response)).rejects.toThrow()
    await until(async () => (await numberReady()) === 2)
    expect(await versions()).toBe(before)
    const again = runPlinth(['import', file, '--source', 'city', '--approve'], env)
    expect([await again.exited, again.output()]).toEqual([0, expect.stringContaining('published as')])
    expect(await versions()).toBe(before + 1)
  })

  it('stop without failing a request, and finish an open stream', async () => {
    const { key } = await newKey()
    const results: (number | string)[] = []
    let isSending = true
    const caller = async () => {
      while (isSending) {
        results.push(
          await me(key).then(
            ({ status }) => status,
            (error) => error.code ?? String(error),
          ),
        )
        await sleep(10)
      }
    }
    const callers = Array.from({ length: 4 }, caller)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' }
    const stream = request(`${url}/api/v1/building-links/batch`, { method: 'POST', headers, agent: false })
    const opened = new Promise<IncomingMessage>((resolve, reject) => stream.on('response', resolve).on('error', reject))
    const line = '{"address":"1480 Howe St"}\n'
    stream.write(line)
    const lines = opened.then(text)
    await opened
    await until(async () => results.length > 40)
    server.child.kill('SIGTERM')
    await until(() =>
      call('/readyz', key).then(
        ({ status }) => status === 503,
        () => true,
      ),
    )
    isSending = false
    await Promise.all(callers)
    stream.end(line)
    expect((await lines).trim().split('\n')).toHaveLength(2)
    expect(results.filter((result) => result !== 200)).toEqual([])
    expect(await server.exited).toBe(0)
    expect(workersOf(server)).toEqual([])
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
