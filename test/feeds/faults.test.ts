// Faults of a RESO server, on both databases: retries inside a run, bad rows, and what the account is told.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { SYSTEM } from '../../src/events/audit-log.ts'
import { FeedProblem } from '../../src/feeds/read/feed-problem.ts'
import { MAX_WAIT_MS, withRetries } from '../../src/feeds/read/retries.ts'
import { pause } from '../../src/kernel/settled.ts'
import { DAY_MS } from '../../src/kernel/time.ts'
import { cleanUp, forEachDatabase } from '../support/databases.ts'
import { keyOf } from '../support/reso-rows.ts'
import type { ResoFault } from '../support/reso-server.ts'
import { RESO_FAULTS } from '../support/reso-server.ts'
import { ENDED, EVERY_MS, feedsStage, RESO, resoFeed, resoServer } from './feeds-stage.ts'

const HOUR = 60 * 60_000

forEachDatabase('a fault that passes', (open) => {
  it.each([...RESO_FAULTS, 'replay', '401'] as const)('is retried inside the run: %s', async (fault) => {
    const stage = await feedsStage(await open())
    const server = await resoServer({ rows: 300, client: { id: 'me', secret: 's' } })
    const auth = { kind: 'client_credentials', token_url: server.tokenUrl, client_id: 'me', scope: null } as const
    const id = await stage.add({ url: server.url, auth: { ...auth, client_secret: 's' } })
    // A reset of a reused connection is tried again on a new one.
    server.faults.push(...([undefined, undefined, fault, ...(fault === 'reset' ? [fault] : [])] as ResoFault[]))
    expect(await stage.pass(id)).toMatchObject({ status: 'active', problem: null, failures: 0 })
    expect((await stage.stored()).map(({ key }) => key)).toEqual(server.rows.keys())
    expect(await stage.runs(id)).toMatchObject([{ outcome: 'done', counts: { read: 300, created: 300 } }])
    expect(stage.pauses).toHaveLength(fault === '401' ? 0 : 1)
    if (fault === '429' || fault === '503') expect(stage.pauses).toEqual([7000])
    expect(await stage.told()).toEqual([])
  })

  it('fails the run when the retries of one page are used up, and the pause begins anew after progress', async () => {
    const { stage, server, id } = await resoFeed(await open(), { rows: 1000 })
    for (const stored of [200, 400]) {
      server.faults.push(...ENDED)
      const feed = await stage.pass(id, HOUR)
      expect(feed).toMatchObject({ status: 'failing', failures: 1, problem: { code: 'server_error' } })
      expect(Date.parse(feed.next_run_at!) - stage.clock.ms).toBe(EVERY_MS)
      expect(await stage.stored()).toHaveLength(stored)
    }
    expect(await stage.pass(id)).toMatchObject({ status: 'active' })
    expect((await stage.stored()).map(({ key }) => key)).toEqual(server.rows.keys())
    expect((await stage.told()).map(({ type }) => type)).toEqual(['feed.failing', 'feed.recovered'])
  })

  it('is no failure where the server asks for a long pause after progress', async () => {
    const { stage, server, id } = await resoFeed(await open(), { rows: 300 })
    server.retryAfter = '3600'
    server.faults.push(...([undefined, undefined, '429'] as ResoFault[]))
    const feed = await stage.pass(id)
    expect(feed).toMatchObject({ status: 'active', problem: null, failures: 0 })
    expect(Date.parse(feed.next_run_at!) - stage.clock.ms).toBe(HOUR)
    expect(await stage.runs(id)).toMatchObject([{ outcome: 'interrupted', problem: { code: 'rate_limited' } }])
    await stage.pass(id, HOUR)
    expect(await stage.stored()).toHaveLength(300)
    expect(await stage.told()).toEqual([])
  })

  it('lets the run end at a shutdown while it waits', async () => {
    let isWaiting = () => {}
    const waits = new Promise<void>((resolve) => {
      isWaiting = resolve
    })
    const stage = await feedsStage(await open(), {
      pause: (ms, signal) => {
        isWaiting()
        return pause(ms, signal)
      },
    })
    const server = await resoServer({ rows: 10 })
    server.retryAfter = '60'
    server.faults.push('429')
    const id = await stage.add({ url: server.url })
    stage.clock.ms += EVERY_MS
    await stage.feeds.worker.tick()
    await waits
    await stage.feeds.worker.stop()
    expect(await stage.runs(id)).toMatchObject([{ outcome: 'interrupted', problem: null }])
    expect(await stage.feed(id)).toMatchObject({ status: 'active', failures: 0 })
  })
})

it('is retried with growing pauses, as often as its kind of problem deserves', async () => {
  const asked = async (problem: FeedProblem) => {
    const waits: number[] = []
    const fail = () => Promise.reject(problem)
    await expect(withRetries(fail, async (ms) => void waits.push(ms))).rejects.toBe(problem)
    return waits
  }
  const waits = await asked(new FeedProblem('unreachable', ''))
  expect(waits).toEqual([...waits].sort((one, other) => one - other))
  expect(waits[0]).toBeLessThanOrEqual(200)
  expect(waits).toHaveLength(7)
  expect(await asked(new FeedProblem('timeout', ''))).toHaveLength(2)
  expect(await asked(new FeedProblem('not_found', ''))).toEqual([])
  expect(await asked(new FeedProblem('rate_limited', '', MAX_WAIT_MS + 1))).toEqual([])
  expect(new Set(await asked(new FeedProblem('rate_limited', '', MAX_WAIT_MS)))).toEqual(new Set([MAX_WAIT_MS]))
})

forEachDatabase('a bad row', (open) => {
  const setAside = async (stage: Awaited<ReturnType<typeof feedsStage>>, id: string) =>
    (await stage.feeds.get(stage.owner, id)).set_aside

  it('is set aside with its key and reason, and read when it changes', async () => {
    const { stage, server, id } = await resoFeed(await open(), { rows: 250 })
    server.rows.clock = () => stage.clock.ms
    // The first, one in a page, one at its end, and the last of all.
    const bad = [0, 42, 99, 249]
    for (const i of bad) server.rows.badTimes.add(i)
    expect(await stage.pass(id)).toMatchObject({ status: 'active', problem: null })
    const good = server.rows.keys().filter((_, i) => !bad.includes(i))
    expect((await stage.stored()).map(({ key }) => key)).toEqual(good)
    const [run] = await stage.runs(id)
    expect(run).toMatchObject({ outcome: 'done', counts: { created: 246, rejected: 4 } })
    expect(run!.rejected.map(({ key }) => key)).toEqual(bad.map(keyOf))
    expect(run!.rejected[0]!.reason).toMatch(/^ModificationTimestamp must be a time with an offset.*got "2026-/)
    expect(JSON.stringify(run!.rejected)).not.toContain('Main Street')
    expect(await setAside(stage, id)).toMatchObject({ count: 4, rows: bad.map((i) => ({ key: keyOf(i) })) })
    // The last one is behind the position, so every run reads it. It is reported once.
    await stage.pass(id)
    expect(await stage.runs(id)).toHaveLength(1)
    for (const i of bad) server.rows.change(i)
    await stage.pass(id)
    expect((await stage.stored()).map(({ key }) => key)).toEqual(server.rows.keys())
    expect(await setAside(stage, id)).toEqual({ count: 0, rows: [] })
  })

  it('is read after the next sweep if only its time is mended, and forgotten if it leaves the feed', async () => {
    const { stage, server, id } = await resoFeed(await open(), { rows: 150 })
    // Ten months after the others, which are therefore not read again.
    server.rows.clock = () => stage.clock.ms
    server.rows.change(149)
    for (const i of [3, 4]) server.rows.badTimes.add(i)
    await stage.pass(id)
    server.rows.badTimes.clear()
    server.rows.delete(4)
    await stage.pass(id)
    expect((await setAside(stage, id)).count).toBe(2)
    await stage.pass(id, DAY_MS)
    expect(await setAside(stage, id)).toEqual({ count: 0, rows: [] })
    expect((await stage.stored()).map(({ key }) => key)).toEqual(server.rows.keys())
  })

  it('is not alone if a whole page is bad: that is a problem of the feed, which names the first row', async () => {
    const { stage, server, id } = await resoFeed(await open(), { rows: 200 })
    for (let i = 0; i < 200; i++) server.rows.badTimes.add(i)
    const { problem } = await stage.pass(id)
    expect(problem).toMatchObject({ code: 'invalid_page', detail: expect.stringMatching(/^No row of a page.*offset/) })
  })
})

forEachDatabase('the account', (open) => {
  it('is told once that a feed fails, and once that it recovered', async () => {
    const { stage, server, id } = await resoFeed(await open(), { rows: 10 })
    server.randomFault = () => '404'
    for (let i = 0; i < 3; i++) await stage.pass(id, HOUR)
    // A person looks at it: that is no news.
    await stage.feeds.pause(stage.owner, id, SYSTEM)
    await stage.feeds.resume(stage.owner, id, SYSTEM)
    await stage.pass(id)
    server.randomFault = () => undefined
    for (let i = 0; i < 3; i++) await stage.pass(id, HOUR)
    const told = await stage.told()
    expect(told.map(({ type }) => type)).toEqual(['feed.failing', 'feed.recovered'])
    expect(told[0]).toMatchObject({
      resource_id: id,
      body: { details: { id, name: RESO.name, kind: 'reso', problem: { code: 'not_found' }, held: null } },
    })
    expect(JSON.stringify(told)).not.toContain('127.0.0.1')
  })

  it('is not told of a fault of Plinth that lasts one run', async () => {
    let isBroken = true
    const allowance = async () => {
      if (isBroken) throw new Error('the database went away')
      return { storedLimit: 100, lookups: 100 }
    }
    const stage = await feedsStage(await open(), { billing: { allowance, countLookups: () => {} } })
    const server = await resoServer({ rows: 10 })
    const id = await stage.add({ url: server.url })
    expect(await stage.pass(id)).toMatchObject({ status: 'failing', problem: { code: 'internal_error' } })
    isBroken = false
    expect(await stage.pass(id, HOUR)).toMatchObject({ status: 'active' })
    expect(await stage.told()).toEqual([])
    isBroken = true
    for (let i = 0; i < 2; i++) await stage.pass(id, HOUR)
    expect((await stage.told()).map(({ type }) => type)).toEqual(['feed.failing'])
  })

  it('is told once that a sweep is held, and of every listing that left', async () => {
    const { stage, server, id } = await resoFeed(await open(), { rows: 100 })
    server.rows.clock = () => stage.clock.ms
    await stage.pass(id)
    server.rows.delete(7)
    await stage.pass(id, DAY_MS)
    for (let i = 50; i < 100; i++) server.rows.delete(i)
    for (let i = 0; i < 2; i++) await stage.pass(id, DAY_MS)
    expect((await stage.told()).map(({ type, resource_id }) => `${type} ${resource_id}`)).toEqual([
      `listing.gone ${keyOf(7)}`,
      `feed.held ${id}`,
    ])
    await stage.feeds.approve(stage.owner, id, SYSTEM)
    await stage.pass(id, DAY_MS)
    const told = await stage.told()
    expect(told[1]!.body.details).toMatchObject({ problem: { code: 'sweep_held' }, held: { stored: 99, missing: 50 } })
    const last = told.find(({ resource_id }) => resource_id === keyOf(99))
    expect(last!.body.details).toMatchObject({ key: keyOf(99), feed: { id, name: RESO.name } })
    expect(new Set(told.map(({ resource_id }) => resource_id)).size).toBe(told.length)
    expect(told).toHaveLength(52)
  })
})

forEachDatabase('a trial', (open) => {
  it.each(['reso', 'csv'] as const)('ends in time while the server sends a byte now and then: %s', async (kind) => {
    const stage = await feedsStage(await open())
    const server = createServer((_, response) => {
      response.writeHead(200).write('a')
      const dripping = setInterval(() => response.write('a'), 20)
      response.on('close', () => clearInterval(dripping))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanUp(async () => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/odata`
    const { problem } = await stage.feeds.try({ ...RESO, kind, url }, 300)
    expect(problem).toEqual({ code: 'timeout', detail: 'The server did not send the first rows within 20 seconds.' })
  })
})
