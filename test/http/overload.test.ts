// Load shedding: excess requests get 503 and Retry-After before any work.
import { spawnSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { operatorKey } from '../../src/access/credentials/api-key.ts'
import { Overload } from '../../src/http/server/load/overload.ts'
import { MAX_RUNNING, PendingRequests } from '../../src/http/server/load/pending-requests.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

const limits = { maxPending: 10, maxDelayMs: 100 }
const NOTHING_PENDING = { count: 0, secondsUntilRoom: () => 0 }

function countAdmitted(overload: Overload, requests: number, retryAfterSeconds = 2): number {
  let admitted = 0
  for (let i = 0; i < requests; i++)
    try {
      overload.enter(NOTHING_PENDING)
      admitted++
    } catch (error) {
      expect(error).toMatchObject({ code: 'overloaded', options: { retryAfterSeconds } })
    }
  return admitted
}

describe('a lagging event loop', () => {
  it('admits every request up to the delay limit, and a proportional share above it', () => {
    let delayMs = 100
    const overload = new Overload(limits, () => delayMs)
    expect(countAdmitted(overload, 1000)).toBe(1000)
    delayMs = 400
    expect(countAdmitted(overload, 1000, 8)).toBe(250)
    expect(overload.refused).toBe(750)
    delayMs = 20
    expect(countAdmitted(overload, 1000)).toBe(1000)
  })

  it('asks refused callers to wait longer the more of them there are, at most 30 s', () => {
    let delayMs = 101
    const overload = new Overload(limits, () => delayMs)
    countAdmitted(overload, 10, 3)
    delayMs = 10_000
    countAdmitted(overload, 10, 30)
  })
})

describe('a route with pending requests', () => {
  it.each([
    [0, 2],
    [8100, 9],
    [90_000, 30],
  ])('that take %i ms each asks refused callers to wait %i s', (expectedMs, retryAfterSeconds) => {
    let nowMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    const overload = new Overload(limits, () => 0)
    const pending = new PendingRequests()
    for (let i = 0; i < 9; i++) pending.start()
    nowMs = expectedMs
    expect(() => overload.enter(pending)).not.toThrow()
    pending.start()
    const refusal = { code: 'overloaded', options: expect.objectContaining({ retryAfterSeconds }) }
    expect(() => overload.enter(pending)).toThrow(expect.objectContaining(refusal))
  })

  it('refuses those that entered in the same turn as the last one with room', () => {
    const overload = new Overload(limits, () => 0)
    const pending = new PendingRequests()
    for (let i = 0; i < 12; i++) expect(() => overload.enter(pending)).not.toThrow()
    for (let i = 0; i < 10; i++) {
      expect(() => overload.requireRoom(pending)).not.toThrow()
      pending.start()
    }
    expect(() => overload.requireRoom(pending)).toThrow(expect.objectContaining({ code: 'overloaded' }))
    expect(overload.refused).toBe(1)
  })

  it('asks fewer refused callers to come back at a time than fit', () => {
    let nowMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    const pending = new PendingRequests()
    pending.start()
    nowMs = 5000
    const seconds = Array.from({ length: 25 }, () => pending.secondsUntilRoom(10))
    expect(seconds.filter((each) => each <= 5)).toHaveLength(1)
    expect(seconds.filter((each) => each <= 10)).toHaveLength(6)
    expect(seconds.at(-1)).toBe(29)
  })

  it('expects what the oldest one and the average took', () => {
    let nowMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    const pending = new PendingRequests()
    expect(pending.expectedMs).toBe(0)
    const end = pending.start()
    nowMs = 3000
    const endSecond = pending.start()
    expect([pending.count, pending.expectedMs]).toEqual([2, 3000])
    end()
    endSecond()
    expect(pending.count).toBe(0)
    expect(pending.expectedMs).toBeGreaterThan(2000)
    expect(pending.expectedMs).toBeLessThan(3000)
  })

  it('runs a few at a time, the others in order, and none whose client has left', async () => {
    const pending = new PendingRequests()
    const slowUpload = pending.start(false)
    const ends = Array.from({ length: MAX_RUNNING }, () => {
      expect(pending.isBusy).toBe(false)
      return pending.start()
    })
    expect(pending.isBusy).toBe(true)
    slowUpload()
    expect([pending.count, pending.isBusy]).toEqual([MAX_RUNNING, true])
    const begun: number[] = []
    const clients = Array.from({ length: 4 }, () => new EventEmitter())
    const responses = clients.map((client, i) =>
      pending.startInTurn(client, async () => {
        begun.push(i)
        if (i === 3) throw new Error('broken')
        return `response ${i}`
      }),
    )
    clients[1]!.emit('close')
    expect(pending.count).toBe(MAX_RUNNING + 3)
    await Promise.resolve()
    expect(begun).toEqual([])
    ends.pop()!()
    expect(await responses[0]).toBe('response 0')
    expect(await responses[2]).toBe('response 2')
    await expect(responses[3]).rejects.toThrow('broken')
    expect(begun).toEqual([0, 2, 3])
    expect([pending.count, pending.isBusy]).toEqual([MAX_RUNNING - 1, false])
    // Leaving later changes nothing.
    clients[0]!.emit('close')
    expect(pending.count).toBe(MAX_RUNNING - 1)
  })

  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ MAX_WAITING: '1' })
  })
  afterAll(() => server.stop())

  it('rejects a request over the limit before checking its credentials, and serves other routes', async () => {
    const { secrets } = server.app.foundation
    const { access } = server.app.services
    const flush = access.usage.flush.bind(access.usage)
    let release = () => {}
    const entered = new Promise<void>((resolve) => {
      access.usage.flush = () => {
        resolve()
        return new Promise<void>((resolveFlush) => {
          release = resolveFlush
        })
      }
    })
    const first = server.get('/api/v1/usage', server.keys.pro)
    await entered
    access.usage.flush = flush

    const refused = await server.get('/api/v1/usage', 'pl_live_nobody')
    expect(refused.status).toBe(503)
    expect(refused.body.code).toBe('overloaded')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(2)
    expect((await server.get('/healthz')).status).toBe(200)
    expect((await server.get('/readyz')).status).toBe(200)
    expect((await server.get('/api/v1/projects', server.keys.pro)).status).toBe(200)
    const metrics = await server.get('/metrics', operatorKey(secrets.derive('operator', 32)))
    expect(metrics.text).toContain('plinth_http_shed_total 1')
    expect(server.log()).not.toContain('The server is overloaded')

    release()
    expect((await first).status).toBe(200)
    expect((await server.get('/api/v1/usage', server.keys.pro)).status).toBe(200)
  })
})

describe('a server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  describe('requests that wait for the database', () => {
    it('are answered in order, and those whose clients have left are never run', async () => {
      const { usage } = server.app.services.access
      const days = usage.days.bind(usage)
      const releases: (() => void)[] = []
      usage.days = async (...period) => {
        await new Promise<void>((resolve) => releases.push(resolve))
        return days(...period)
      }
      const leave = new AbortController()
      const ask = (signal?: AbortSignal) =>
        fetch(`${server.url}/api/v1/usage`, {
          headers: { authorization: `Bearer ${server.keys.pro}` },
          signal: signal ?? null,
        }).then(async (response) => {
          await response.text()
          return response.status
        })
      const first = Array.from({ length: MAX_RUNNING }, () => ask())
      await vi.waitFor(() => expect(releases).toHaveLength(MAX_RUNNING))
      const gone = Array.from({ length: 5 }, () => ask(leave.signal).catch(() => 'gone'))
      const last = ask()
      await sleep(200)
      leave.abort()
      expect(await Promise.all(gone)).toEqual(Array(5).fill('gone'))
      await sleep(200)
      expect(releases).toHaveLength(MAX_RUNNING)
      let later = 0
      usage.days = (...period) => {
        later += 1
        return days(...period)
      }
      for (const release of releases) release()
      expect(await Promise.all([...first, last])).toEqual(Array(MAX_RUNNING + 1).fill(200))
      expect(later).toBe(1)
    })
  })

  describe('imports', () => {
    it('of one node run one after the other; the 22nd gets 503, and the others finish', async () => {
      const { db, secrets } = server.app.foundation
      const importOne = () =>
        fetch(`${server.url}/api/v1/operator/imports`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${operatorKey(secrets.derive('operator', 32))}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ file: '/no/such/file.ndjson', source: 'builders', dry_run: true }),
        })
      let release = () => {}
      const locked = new Promise<void>((entered) => {
        void db.tx(
          () =>
            new Promise<void>((resolve) => {
              release = resolve
              entered()
            }),
        )
      })
      await locked
      const accepted = await Promise.all(Array.from({ length: 21 }, importOne))
      expect(accepted.map(({ status }) => status)).toEqual(Array(21).fill(200))
      const refused = await importOne()
      expect(refused.status).toBe(503)
      expect(await refused.json()).toMatchObject({ code: 'overloaded' })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(5)
      release()
      for (const response of accepted) expect(await response.text()).toMatch(/"(data|error)"/)
      const next = await importOne()
      expect(next.status).toBe(200)
      await next.text()
    })
  })

  describe('a burst of connections', () => {
    it('is completed by the system while the event loop is busy', () => {
      const somaxconn = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
      const connections = Math.min(1000, somaxconn)
      const script = `
        let connected = 0
        const end = () => { console.log(connected); process.exit() }
        setTimeout(end, 10_000)
        for (let i = 0; i < ${connections}; i++)
          require('node:net').connect(${new URL(server.url).port}, '127.0.0.1', () => ++connected === ${connections} && end())`
      // The server is in this process, which waits: it accepts nothing.
      const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
      expect(Number(stdout)).toBe(connections)
    })
  })

  describe('large bodies', () => {
    it('of one account that are still arriving are limited; further ones get 503, and other accounts are served', async () => {
      const { port } = new URL(server.url)
      const key = await server.newKey('elite')
      const head = `POST /api/v1/building-links/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${4 * 1024 * 1024}\r\n\r\n`
      const slow: Socket[] = []
      const openSlow = () => {
        const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
        // Refused, because another body was there for a moment.
        socket.on('data', openSlow)
        socket.write(head)
        slow.push(socket)
      }
      for (let i = 0; i < 4; i++) openSlow()
      const body = { queries: [{ address: '1480 howe', city: 'a'.repeat(100_000) }] }
      const send = (each: string) => server.send('POST', '/api/v1/building-links/batch', body, each)
      // The slow ones may not have been accepted yet; the pause leaves them room.
      let refused = await send(key)
      while (refused.status !== 503) {
        await sleep(20)
        refused = await send(key)
      }
      expect(refused.body.code).toBe('overloaded')
      expect(refused.headers.get('retry-after')).toBe('2')
      expect((await send(server.keys.elite)).status).toBe(200)
      for (const socket of slow) socket.off('data', openSlow).destroy()
      while (refused.status === 503) refused = await send(key)
      expect(refused.status).toBe(200)
    })
  })
})
