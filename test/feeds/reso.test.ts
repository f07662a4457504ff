// Feeds of a RESO server on both databases: changes, faults, sweeps, limits and credentials.
import { expect, it } from 'vitest'
import { SYSTEM } from '../../src/events/audit-log.ts'
import { openAuth } from '../../src/feeds/feed-auth.ts'
import { DAY_MS } from '../../src/kernel/time.ts'
import { fromCases } from '../support/cases.ts'
import { forEachDatabase } from '../support/databases.ts'
import { keyOf } from '../support/reso-rows.ts'
import type { ResoFault } from '../support/reso-server.ts'
import { ENDED, EVERY_MS, feedsStage, resoFeed, resoServer, secrets } from './feeds-stage.ts'

const MINUTE = 60_000

forEachDatabase('a RESO feed', (open) => {
  it('stores every row with its link, and afterwards only what changed', async () => {
    const stage = await feedsStage(await open())
    const server = await resoServer({ rows: 250, fieldsOf: () => ({ UnparsedAddress: stage.address }) })
    server.rows.clock = () => stage.clock.ms
    const id = await stage.add({ url: server.url, key_prefix: 'x:' })
    expect(await stage.pass(id)).toMatchObject({ status: 'active', problem: null, failures: 0 })
    const stored = await stage.stored()
    expect(stored.map(({ key }) => key)).toEqual(server.rows.keys().map((key) => `x:${key}`))
    expect(new Set(stored.map(({ outcome, feed_id }) => `${outcome} ${feed_id}`))).toEqual(new Set([`matched ${id}`]))
    expect(await stage.runs(id)).toMatchObject([{ outcome: 'done', counts: { read: 250, created: 250, lookups: 0 } }])
    server.rows.change(7)
    const added = server.rows.add()
    await stage.pass(id)
    await stage.pass(id)
    expect((await stage.stored()).map(({ key }) => key)).toContain(`x:${keyOf(added)}`)
    expect(await stage.runs(id)).toMatchObject([{}, { outcome: 'done', counts: { created: 1, updated: 0 } }])
  })

  it('asks for the mapped fields only, and joins the filter of the customer', async () => {
    const stage = await feedsStage(await open())
    const server = await resoServer({ rows: 20 })
    for (const i of [3, 5]) server.rows.change(i)
    const id = await stage.add({ url: server.url, filter: "StandardStatus eq 'Pending'" })
    await stage.pass(id)
    expect((await stage.stored()).map(({ key }) => key)).toEqual([keyOf(3), keyOf(5)])
    const select = server.requests
      .find(({ path }) => path === '/odata/Property')!
      .query.get('$select')!
      .split(',')
    expect(select).toContain('UnparsedAddress')
    expect(select).not.toContain('*')
    expect(server.requests.every(({ query }) => query.has('$top') && query.has('$select'))).toBe(true)
  })

  it('reads three thousand rows with one timestamp', async () => {
    const stage = await feedsStage(await open())
    const server = await resoServer({ rows: 3000, rowsPerTime: 3000 })
    const id = await stage.add({ url: server.url, page_size: 300 })
    await stage.pass(id)
    expect(await stage.stored()).toHaveLength(3000)
    expect(await stage.runs(id)).toMatchObject([{ counts: { read: 3000, created: 3000, unchanged: 0 } }])
  })

  it('follows the links of a server that decides the size of pages', async () => {
    const stage = await feedsStage(await open())
    const server = await resoServer({ rows: 95, rowsPerTime: 30 })
    server.pageCap = 20
    const id = await stage.add({ url: server.url })
    await stage.pass(id)
    expect((await stage.stored()).map(({ key }) => key)).toEqual(server.rows.keys())
    expect(server.requests.some(({ query }) => query.has('$skiptoken'))).toBe(true)
  })

  it('waits as long as the server asks for, and longer after every other failure', async () => {
    const stage = await feedsStage(await open())
    const server = await resoServer({ rows: 1 })
    server.retryAfter = '1800'
    const id = await stage.add({ url: server.url })
    server.faults.push('429')
    const limited = await stage.pass(id)
    expect(limited.problem).toMatchObject({ code: 'rate_limited' })
    expect(Date.parse(limited.next_run_at!) - stage.clock.ms).toBe(1_800_000)
    stage.clock.ms += 1_800_000
    const waits: number[] = []
    server.randomFault = () => '500'
    for (let i = 0; i < 9; i++) {
      const feed = await stage.pass(id, 0)
      waits.push((Date.parse(feed.next_run_at!) - stage.clock.ms) / EVERY_MS)
      stage.clock.ms = Date.parse(feed.next_run_at!)
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 120, 120, 120])
  })

  it.each(fromCases<[ResoFault, string][]>('feeds/reso', 'states of faults'))(
    'gives %s a state of its own: %s',
    async (fault, code) => {
      const { stage, server, id } = await resoFeed(await open(), { rows: 1 })
      server.randomFault = () => fault
      const { problem } = await stage.pass(id)
      expect(problem).toMatchObject({ code, since: new Date(stage.clock.ms).toISOString() })
    },
  )

  it('stops at a server that ignores the order or the filter, instead of skipping rows', async () => {
    const stage = await feedsStage(await open())
    const unordered = await resoServer({ rows: 250 })
    unordered.ignoresOrder = true
    const first = await stage.add({ url: unordered.url })
    expect(await stage.pass(first)).toMatchObject({ problem: { code: 'unexpected_rows' } })
    const unfiltered = await resoServer({ rows: 250 })
    unfiltered.ignoresFilter = true
    const second = await stage.add({ url: unfiltered.url, key_prefix: 'b:' })
    expect(await stage.pass(second)).toMatchObject({ problem: { code: 'unexpected_rows' } })
  })

  it('gets a new token when one expires in the middle of a run, once', async () => {
    const stage = await feedsStage(await open())
    const client = { id: 'me', secret: 's3cret' }
    const server = await resoServer({ rows: 450, client })
    server.tokenUses = 2
    const auth = { kind: 'client_credentials', token_url: server.tokenUrl, client_id: 'me', scope: null } as const
    const id = await stage.add({ url: server.url, auth: { ...auth, client_secret: 's3cret' } })
    expect(await stage.pass(id)).toMatchObject({ status: 'active' })
    expect(await stage.stored()).toHaveLength(450)
    expect(server.tokensIssued).toBeGreaterThan(1)
    server.faults.push('401', '401', '401', '401')
    const refused = await stage.pass(id)
    expect(refused.problem).toMatchObject({ code: 'credentials_refused', detail: expect.stringContaining('401') })
    const wrong = await stage.add({ url: server.url, key_prefix: 'w:', auth: { ...auth, client_secret: 'no' } })
    expect((await stage.pass(wrong)).problem).toMatchObject({ code: 'credentials_refused' })
  })

  it('sends a static token and stores it encrypted', async () => {
    const stage = await feedsStage(await open())
    const server = await resoServer({ rows: 3, bearer: 'a-static-token' })
    const id = await stage.add({ url: server.url, auth: { kind: 'bearer', token: 'a-static-token' } })
    const feed = await stage.pass(id)
    expect(feed).toMatchObject({ status: 'active', auth: { kind: 'bearer' } })
    expect(JSON.stringify(feed)).not.toContain('a-static-token')
    expect(openAuth(secrets, feed.sealed_auth)).toEqual({ kind: 'bearer', token: 'a-static-token' })
    await stage.feeds.update(stage.owner, id, undefined, { auth: { kind: 'bearer', token: 'wrong' } }, SYSTEM)
    expect((await stage.pass(id)).problem).toMatchObject({ code: 'credentials_refused' })
  })

  it('asks again without the fields that the server does not have', async () => {
    const stage = await feedsStage(await open())
    const server = await resoServer({ rows: 150 })
    server.missingFields = ['ApartmentNumber', 'AssociationName']
    const id = await stage.add({ url: server.url })
    const feed = await stage.pass(id)
    expect(feed).toMatchObject({
      status: 'active',
      progress: { unknownFields: ['ApartmentNumber', 'AssociationName'] },
    })
    expect(await stage.stored()).toHaveLength(150)
    const asked = server.requests.length
    await stage.pass(id)
    expect(
      server.requests.slice(asked).some(({ query }) => query.get('$select')!.split(',').includes('ApartmentNumber')),
    ).toBe(false)
  })

  it('reads everything once more after a new version that reads more fields, at no cost', async () => {
    let address = 'Nowhere 1'
    const { stage, server, id } = await resoFeed(await open(), {
      rows: 250,
      fieldsOf: () => ({ UnparsedAddress: address }),
    })
    const { progress } = await stage.pass(id)
    const older = JSON.stringify({ ...progress, mapping: undefined })
    await stage.db.query.updateTable('feeds').set({ progress: older }).where('id', '=', id).execute()
    address = stage.address
    stage.allowance.lookups = 0
    const asked = server.requests.length
    server.faults.push(...ENDED)
    expect(await stage.pass(id)).toMatchObject({ status: 'failing', progress: { pass: { isRepeat: true } } })
    expect(await stage.pass(id, 60 * MINUTE)).toMatchObject({ status: 'active', progress: { pass: null } })
    expect(server.requests.slice(asked).filter(({ query }) => !query.has('$filter'))).toHaveLength(1)
    expect(new Set((await stage.stored()).map(({ outcome }) => outcome))).toEqual(new Set(['matched']))
    expect(stage.billed()).toBe(0)
    server.rows.clock = () => stage.clock.ms
    server.rows.change(0)
    address = `${stage.address} unit 5`
    expect(await stage.pass(id)).toMatchObject({ problem: { code: 'quota_exceeded' } })
  })

  it('finds rows that a clock which jumped back put behind the newest', async () => {
    const stage = await feedsStage(await open())
    const server = await resoServer({ rows: 5, rowsPerTime: 5 })
    let skewMs = 0
    server.rows.clock = () => stage.clock.ms + skewMs
    server.rows.change(0)
    const id = await stage.add({ url: server.url })
    await stage.pass(id)
    skewMs = -9 * MINUTE
    server.rows.change(1)
    const late = server.rows.add()
    await stage.pass(id)
    const stored = new Map((await stage.stored()).map((listing) => [listing.key, listing.status]))
    expect(stored.get(keyOf(1))).toBe('Pending')
    expect(stored.has(keyOf(late))).toBe(true)
  })

  it('reads nothing twice once ten minutes are quiet', async () => {
    const stage = await feedsStage(await open())
    const server = await resoServer({ rows: 10, rowsPerTime: 10 })
    server.rows.clock = () => stage.clock.ms
    server.rows.change(0)
    const id = await stage.add({ url: server.url })
    for (let i = 0; i < 25; i++) await stage.pass(id)
    const asked = server.requests.length
    await stage.pass(id)
    expect(server.requests.slice(asked).map(({ query }) => query.get('$filter'))).toEqual([
      expect.stringContaining(`ListingKey gt '${keyOf(0)}'`),
    ])
  })
})

forEachDatabase('the sweep of a RESO feed', (open) => {
  it('marks what left the feed gone, once a day, and brings back what returns', async () => {
    const { stage, server, id } = await resoFeed(await open(), { rows: 205 })
    server.rows.clock = () => stage.clock.ms
    await stage.pass(id)
    for (const i of [0, 100, 204]) server.rows.delete(i)
    await stage.pass(id)
    expect(await stage.goneKeys()).toEqual([])
    await stage.pass(id, DAY_MS)
    expect(await stage.goneKeys()).toEqual([0, 100, 204].map(keyOf))
    expect((await stage.runs(id)).at(-1)).toMatchObject({ outcome: 'done', counts: { gone: 3 } })
    expect(Date.parse((await stage.feed(id)).next_sweep_at!) - stage.clock.ms).toBe(DAY_MS)
    server.rows.change(100)
    await stage.pass(id)
    expect(await stage.goneKeys()).toEqual([0, 204].map(keyOf))
  })

  it.each([
    ['an empty answer', 100],
    ['more than 30 % missing', 31],
  ])('is held for approval at %s', async (_, missing) => {
    const { stage, server, id } = await resoFeed(await open(), { rows: 100 })
    server.rows.clock = () => stage.clock.ms
    await stage.pass(id)
    for (let i = 0; i < missing; i++) server.rows.delete(i)
    const held = await stage.pass(id, DAY_MS)
    expect(held).toMatchObject({ status: 'active', held_sweep: { stored: 100, missing } })
    expect(await stage.goneKeys()).toEqual([])
    expect((await stage.runs(id)).at(-1)).toMatchObject({ outcome: 'held' })
    // What comes back before the approval is not gone.
    server.rows.change(0)
    await stage.pass(id)
    await stage.feeds.approve(stage.owner, id, SYSTEM)
    expect(await stage.goneKeys()).toHaveLength(missing - 1)
    await expect(stage.feeds.approve(stage.owner, id, SYSTEM)).rejects.toMatchObject({ code: 'state_conflict' })
  })

  it('is done after the run in which it was requested', async () => {
    let duringRun = async () => {}
    const allowance = async () => {
      await duringRun()
      return { storedLimit: 100, lookups: 100 }
    }
    const stage = await feedsStage(await open(), { billing: { allowance, countLookups: () => {} } })
    const server = await resoServer({ rows: 10 })
    const id = await stage.add({ url: server.url })
    await stage.pass(id)
    for (let i = 0; i < 5; i++) server.rows.delete(i)
    duringRun = async () => {
      duringRun = async () => {}
      stage.clock.ms += 1000
      await stage.feeds.runNow(stage.owner, id, true)
    }
    expect(await stage.pass(id)).toMatchObject({ held_sweep: null })
    expect(await stage.pass(id, 0)).toMatchObject({ held_sweep: { stored: 10, missing: 5 } })
  })

  it('is released by itself when the next sweep finds the listings again', async () => {
    const { stage, server, id } = await resoFeed(await open(), { rows: 10 })
    await stage.pass(id)
    for (let i = 0; i < 5; i++) server.rows.delete(i)
    expect((await stage.pass(id, DAY_MS)).held_sweep).not.toBeNull()
    for (let i = 0; i < 5; i++) server.rows.change(i)
    expect((await stage.pass(id, DAY_MS)).held_sweep).toBeNull()
    expect(await stage.goneKeys()).toEqual([])
  })

  it('goes on after a fault in the middle, and changes are read meanwhile', async () => {
    const { stage, server, id } = await resoFeed(await open(), { rows: 450 })
    server.rows.clock = () => stage.clock.ms
    await stage.pass(id)
    await stage.pass(id, 15 * MINUTE)
    server.rows.delete(3)
    // One page of changes, two pages of keys, then the fault.
    server.faults.push(undefined as never, ...ENDED)
    expect(await stage.pass(id, DAY_MS)).toMatchObject({
      status: 'failing',
      progress: { sweep: { after: keyOf(200) } },
    })
    const added = server.rows.add()
    await stage.pass(id, 60 * MINUTE)
    const stored = await stage.stored()
    expect(stored.filter(({ gone_at }) => gone_at !== null).map(({ key }) => key)).toEqual([keyOf(3)])
    expect(stored.map(({ key }) => key)).toContain(keyOf(added))
  })
})

forEachDatabase('the limits of a feed', (open) => {
  it('pauses when the lookups of the month are used up, and continues next month', async () => {
    const stage = await feedsStage(await open())
    const server = await resoServer({
      rows: 5,
      fieldsOf: (_, version) => ({ UnparsedAddress: version === 0 ? 'Nowhere 1' : stage.address }),
    })
    server.rows.clock = () => stage.clock.ms
    const id = await stage.add({ url: server.url })
    await stage.pass(id)
    for (let i = 0; i < 5; i++) server.rows.change(i)
    stage.allowance.lookups = 2
    const paused = await stage.pass(id)
    expect(paused).toMatchObject({
      status: 'paused',
      problem: { code: 'quota_exceeded' },
      next_run_at: '2026-12-01T00:00:00.000Z',
    })
    expect(stage.billed()).toBe(2)
    stage.allowance.lookups = 100
    expect(await stage.pass(id, 20 * DAY_MS)).toMatchObject({ status: 'active', problem: null })
    expect(new Set((await stage.stored()).map(({ address }) => address))).toEqual(new Set([stage.address]))
    expect(stage.billed()).toBe(5)
  })

  it('stores up to the limit of the plan, and the rest when there is room', async () => {
    const { stage, server, id } = await resoFeed(await open(), { rows: 250 })
    stage.allowance.storedLimit = 120
    expect((await stage.pass(id)).problem).toMatchObject({ code: 'plan_limit' })
    expect(await stage.stored()).toHaveLength(120)
    stage.allowance.storedLimit = 1000
    expect(await stage.pass(id, 60 * MINUTE)).toMatchObject({ status: 'active' })
    expect((await stage.stored()).map(({ key }) => key)).toEqual(server.rows.keys())
  })
})
