// Feeds of files, and runs that lose their feed or lease, on both databases.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { SYSTEM } from '../../src/events/audit-log.ts'
import { HOUR_MS } from '../../src/kernel/time.ts'
import { fromCases } from '../support/cases.ts'
import { cleanUp, forEachDatabase } from '../support/databases.ts'
import { feedsStage, resoServer } from './feeds-stage.ts'

interface FileServer {
  readonly url: string
  text: string
  /** Answers instead of the file. */
  act: ((response: ServerResponse) => void) | null
  readonly statuses: number[]
}

async function fileServer(text: string): Promise<FileServer> {
  const files: { text: string; act: FileServer['act']; statuses: number[] } = { text, act: null, statuses: [] }
  const server = createServer((request, response) => {
    response.on('close', () => files.statuses.push(response.statusCode))
    const etag = `"${Buffer.from(files.text).toString('base64url').slice(-40)}"`
    if (files.act) files.act(response)
    else if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { etag, 'content-length': Buffer.byteLength(files.text) }).end(files.text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(async () => {
    server.closeAllConnections()
    server.close()
  })
  return Object.assign(files, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/all` })
}

const FILE = { kind: 'csv', every_seconds: 3600 } as const
const csv = (from: number, to: number) =>
  `Listing Key,Full Address,Unit\n${Array.from({ length: to - from }, (_, i) => `k${from + i},${100 + i} Main St,${i}\n`).join('')}`

forEachDatabase('a feed of a file', (open) => {
  it('stores every row, reads an unchanged file only once, and marks gone what is no longer in it', async () => {
    const stage = await feedsStage(await open())
    const files = await fileServer(csv(0, 1200))
    const id = await stage.add({ ...FILE, url: files.url, key_prefix: 'f:' })
    expect(await stage.pass(id)).toMatchObject({ status: 'active', problem: null })
    expect(await stage.stored()).toHaveLength(1200)
    await stage.pass(id, HOUR_MS)
    expect(files.statuses).toEqual([200, 304])
    files.text = csv(10, 1210)
    await stage.pass(id, HOUR_MS)
    const stored = await stage.stored()
    expect(stored).toHaveLength(1210)
    expect(stored.filter(({ gone_at }) => gone_at !== null)).toHaveLength(10)
    expect((await stage.runs(id)).at(-1)).toMatchObject({ outcome: 'done', counts: { created: 10, gone: 10 } })
  })

  it('reads an unchanged file once more after a new version that reads more fields', async () => {
    const stage = await feedsStage(await open())
    const files = await fileServer(csv(0, 3))
    const id = await stage.add({ ...FILE, url: files.url })
    const { progress } = await stage.pass(id)
    const older = JSON.stringify({ ...progress, mapping: undefined })
    await stage.db.query.updateTable('feeds').set({ progress: older }).where('id', '=', id).execute()
    expect(await stage.pass(id, HOUR_MS)).toMatchObject({ status: 'active', progress: { pass: null } })
    await stage.pass(id, HOUR_MS)
    expect(files.statuses).toEqual([200, 200, 304])
  })

  it('takes a home off the market when its listing leaves the feed, and back when it returns', async () => {
    const stage = await feedsStage(await open())
    const rows = (count: number) =>
      `key,address,city,unit\n${Array.from({ length: count }, (_, i) => `k${i},10 Bloor St W,Toronto,${1200 + i}\n`).join('')}`
    const files = await fileServer(rows(10))
    const id = await stage.add({ ...FILE, url: files.url })
    await stage.pass(id)
    for (const count of [9, 10]) {
      files.text = rows(count)
      await stage.pass(id, HOUR_MS)
    }
    const { homes } = await stage.listings.homes(stage.owner, { unit: '1209' }, { limit: 10 })
    expect(homes).toMatchObject([{ home: { status: 'active', last_seen: null, listings: 1 } }])
    const events = await stage.db.query.selectFrom('events').select('body').where('type', 'like', 'home.%').execute()
    expect(events.map(({ body }) => (body as { changes: unknown }).changes)).toEqual([
      [{ field: 'status', from: 'active', to: 'off_market' }],
      [{ field: 'status', from: 'off_market', to: 'active' }],
    ])
  })

  it.each([
    [
      'half a file',
      'unreachable',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': 1_000_000 })
        response.write(csv(0, 5), () => response.socket!.destroy())
      },
    ],
    ['a page of HTML', 'invalid_file', (response: ServerResponse) => response.end('<!doctype html><p>Sign in</p>')],
    ['a file with other columns', 'invalid_file', (response: ServerResponse) => response.end('a,b\n1,2\n')],
    ['other columns and no row', 'invalid_file', (response: ServerResponse) => response.end('{"error":"expired"}')],
    ['rows without an address', 'invalid_file', (response: ServerResponse) => response.end('key,address\na,\nb,\n')],
    ['a picture', 'invalid_file', (response: ServerResponse) => response.end(Buffer.from('89504e470d0a1a0a', 'hex'))],
    ['a redirect', 'redirected', (response: ServerResponse) => response.writeHead(302, { location: '/other' }).end()],
    ['an error', 'server_error', (response: ServerResponse) => response.writeHead(502).end()],
  ] as const)('marks nothing gone after %s: %s', async (_, code, act) => {
    const stage = await feedsStage(await open())
    const files = await fileServer(csv(0, 20))
    const id = await stage.add({ ...FILE, url: files.url })
    await stage.pass(id)
    files.act = act as FileServer['act']
    expect((await stage.pass(id, HOUR_MS)).problem).toMatchObject({ code })
    expect(await stage.goneKeys()).toEqual([])
    files.act = null
    files.text = csv(1, 20)
    expect(await stage.pass(id, 2 * HOUR_MS)).toMatchObject({ status: 'active', problem: null })
    expect(await stage.goneKeys()).toHaveLength(1)
  })

  it('holds an empty file for approval', async () => {
    const stage = await feedsStage(await open())
    const files = await fileServer(csv(0, 20))
    const id = await stage.add({ ...FILE, url: files.url })
    await stage.pass(id)
    files.text = csv(0, 0)
    expect(await stage.pass(id, HOUR_MS)).toMatchObject({ held_sweep: { stored: 20, missing: 20 } })
  })

  it('reads NDJSON with the names of a listing or of RESO, and counts what it rejects', async () => {
    const stage = await feedsStage(await open())
    const lines = [
      { key: 'a', address: stage.address },
      { ListingKey: 'b', UnparsedAddress: stage.address },
      { key: 'c' },
    ]
    const files = await fileServer(`${lines.map((line) => JSON.stringify(line)).join('\n')}\nnot json\n`)
    const id = await stage.add({ kind: 'ndjson', every_seconds: 3600, url: files.url })
    await stage.pass(id)
    expect((await stage.stored()).map(({ key, outcome }) => `${key} ${outcome}`)).toEqual(['a matched', 'b matched'])
    expect(await stage.runs(id)).toMatchObject(fromCases<object[]>('feeds/files', 'first run'))
  })
})

forEachDatabase('a run that loses its feed', (open) => {
  it.each(['pause', 'change', 'remove', 'lease'] as const)('writes nothing more: %s', async (what) => {
    const db = await open()
    let pages = 0
    let interrupt = async () => {}
    const onCrashPoint = (point: string) => {
      if (point === 'page stored') pages += 1
    }
    const stage = await feedsStage(db, { onCrashPoint })
    const server = await resoServer({ rows: 500 })
    const id = await stage.add({ url: server.url })
    const { owner, feeds } = stage
    if (what === 'pause') interrupt = async () => void (await feeds.pause(owner, id, SYSTEM))
    if (what === 'change')
      interrupt = async () => void (await feeds.update(owner, id, undefined, { name: 'x' }, SYSTEM))
    if (what === 'remove') interrupt = () => feeds.remove(owner, id, SYSTEM)
    if (what === 'lease')
      interrupt = async () => void (await db.query.updateTable('leases').set({ holder: 'other' }).execute())
    // The third page is answered only after the interruption.
    let asked = 0
    let answer = () => {}
    const isInterrupted = new Promise<void>((resolve) => {
      answer = resolve
    })
    const isAsked = new Promise<void>((resolve) => {
      server.beforePage = () => {
        asked += 1
        if (asked !== 3) return undefined
        resolve()
        return isInterrupted
      }
    })
    stage.clock.ms += 60_000
    await feeds.worker.tick()
    await isAsked
    await interrupt()
    answer()
    await feeds.worker.settle()
    const stored = await stage.stored()
    if (what === 'remove') {
      expect(stored).toEqual([])
      expect(await db.query.selectFrom('feeds').select('id').execute()).toEqual([])
      expect(await db.query.selectFrom('feed_runs').select('id').execute()).toEqual([])
      return
    }
    expect(stored.length).toBeLessThan(500)
    expect(stored).toHaveLength(pages * 100)
    expect((await stage.runs(id)).at(-1)).toMatchObject({ outcome: 'interrupted' })
    await db.query.deleteFrom('leases').execute()
    if (what === 'pause') await feeds.resume(owner, id, SYSTEM)
    await stage.pass(id, 60_000)
    expect((await stage.stored()).map(({ key }) => key)).toEqual(server.rows.keys())
  })

  it('is finished by the next process when a deletion was interrupted', async () => {
    const stage = await feedsStage(await open())
    const server = await resoServer({ rows: 20 })
    const id = await stage.add({ url: server.url })
    await stage.pass(id)
    await stage.db.query.updateTable('feeds').set({ status: 'removed' }).execute()
    stage.clock.ms += 60_000
    await stage.feeds.worker.tick()
    await stage.feeds.worker.settle()
    expect(await stage.stored()).toEqual([])
    await expect(stage.feeds.get(stage.owner, id)).rejects.toMatchObject({ code: 'feed_not_found' })
  })
})
