// Downloads of open data from a server that fails in many ways.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DownloadOptions, RemoteFile } from '../../src/ingest/open-sources/download-file.ts'
import { downloadFile } from '../../src/ingest/open-sources/download-file.ts'
import { createGuardedSender } from '../../src/webhooks/sender/guarded-sender.ts'
import { runCleanups, temporaryFolder } from '../support/databases.ts'
import { FileServer } from '../support/file-server.ts'

const BODY = Buffer.from(Array.from({ length: 20_000 }, (_, n) => `${n},${(n * 7919) % 104_729}\n`).join(''))
/** For conditions that a slow machine reaches late. */
const PATIENT = { timeout: 60_000, interval: 10 }
const HALF = Math.floor(BODY.length / 2)
const HUGE = { 'content-length': String(1e15) }
const sha256 = (body: Buffer | string) => createHash('sha256').update(body).digest('hex')

let server: FileServer
let folder: string
let path: string
const waits: number[] = []
beforeEach(async () => {
  server = await FileServer.start()
  folder = await temporaryFolder()
  path = join(folder, 'data.csv')
  waits.length = 0
  server.serve('/data.csv', BODY)
})
afterEach(runCleanups)

const reader = createGuardedSender({ allowPrivate: true })
const options: DownloadOptions = {
  reader,
  userAgent: 'test',
  now: () => new Date('2026-11-14T06:00:00Z'),
  wait: async (ms) => void waits.push(ms),
}
const download = (file: Partial<RemoteFile> = {}, more: Partial<DownloadOptions> = {}) =>
  downloadFile(
    { address: `${server.url}/data.csv`, path, maxBytes: 100 * BODY.length, onlyIfChanged: false, ...file },
    { ...options, ...more },
  )
const sent = () => server.sent.get('/data.csv')

it('stores the file with its state, and reports the bytes', async () => {
  const seen: [number, number][] = []
  const state = await download({}, { onBytes: (done, total) => void seen.push([done, total]) })
  expect(readFileSync(path).equals(BODY)).toBe(true)
  expect(state).toMatchObject({ bytes: BODY.length, sha256: sha256(BODY), downloaded_at: '2026-11-14T06:00:00.000Z' })
  expect(seen[0]).toEqual([0, BODY.length])
  expect(seen.at(-1)).toEqual([BODY.length, BODY.length])
  expect(readdirSync(folder).sort()).toEqual(['data.csv', 'data.csv.json'])
})

it('continues where the server cut the connection, and downloads no byte twice', async () => {
  const arrived = (bytes: number) => vi.waitFor(() => expect(statSync(`${path}.part`).size).toBe(bytes), PATIENT)
  server.failNext('/data.csv', { cut: HALF, when: arrived(HALF) }, { cut: 1000, when: arrived(HALF + 1000) })
  await download()
  expect(readFileSync(path).equals(BODY)).toBe(true)
  expect(server.requests.map(({ range, status }) => [range, status])).toEqual([
    [undefined, 200],
    [`bytes=${HALF}-`, 206],
    [`bytes=${HALF + 1000}-`, 206],
  ])
  expect([sent(), waits]).toEqual([BODY.length, []])
})

const abort = async (fault: { cut: number }) => {
  server.failNext('/data.csv', fault, ...Array.from({ length: 5 }, () => ({ status: 503 })))
  await expect(download()).rejects.toThrow('is busy or out of order (503)')
}

it('starts over when the file changed in between, or when the server has no ranges', async () => {
  await abort({ cut: HALF })
  const other = Buffer.from(BODY.toString().replaceAll(',', ';'))
  server.serve('/data.csv', other)
  await download()
  expect(readFileSync(path).equals(other)).toBe(true)

  await abort({ cut: HALF })
  server.serve('/data.csv', BODY, { ranges: false })
  await download()
  expect(readFileSync(path).equals(BODY)).toBe(true)
})

it('finishes a file that had arrived completely when the process was killed', async () => {
  await download()
  renameSync(path, `${path}.part`)
  renameSync(`${path}.json`, `${path}.part.json`)
  await download()
  expect(server.requests.at(-1)).toMatchObject({ range: `bytes=${BODY.length}-`, status: 416 })
  expect([readFileSync(path).equals(BODY), sent()]).toEqual([true, BODY.length])
})

it('asks only for a file that differs from the last one', async () => {
  const first = await download()
  expect(await download({ onlyIfChanged: true })).toEqual(first)
  expect(server.requests.map(({ status }) => status)).toEqual([200, 304])
  server.serve('/data.csv', 'a,b\n')
  expect((await download({ onlyIfChanged: true })).sha256).toBe(sha256('a,b\n'))
})

it('waits as a busy server asks, with growing pauses otherwise, and not for long', async () => {
  server.failNext('/data.csv', { status: 503, headers: { 'retry-after': '7' } }, { status: 500 }, { status: 429 })
  await download()
  expect(waits).toEqual([7000, 2000, 4000])
  server.failNext('/data.csv', { status: 503, headers: { 'retry-after': '3600' } })
  await expect(download()).rejects.toThrow('Run the command again later')
  expect(waits).toHaveLength(3)
})

it.each([
  ['a page', () => server.serve('/data.csv', '\n<!DOCTYPE html><title>Moved</title>'), 'sent a web page, not the file'],
  ['an empty file', () => server.serve('/data.csv', ''), 'is empty'],
  ['a missing file', () => server.files.clear(), 'no longer has the file (404). Download the file yourself'],
  ['a refusal', () => server.failNext('/data.csv', { status: 403 }), 'refused the request (403)'],
  [
    'a compressed file',
    () => server.serve('/data.csv', BODY, { headers: { 'content-encoding': 'gzip' } }),
    'The server compressed the file',
  ],
  [
    'another checksum than the server states',
    () => server.serve('/data.csv', BODY, { headers: { 'repr-digest': `sha-256=:${'A'.repeat(43)}=:` } }),
    'but it should be 000000',
  ],
  [
    'a file that the disk has no room for',
    () => server.serve('/data.csv', BODY, { headers: HUGE }),
    'and the disk has',
  ],
  ['to write where it cannot', () => mkdirSync(`${path}.part.json.new`), 'it is a folder. Run the command again'],
])('refuses %s and leaves nothing behind that looks like the file', async (_, prepare, message) => {
  prepare()
  await expect(download({ maxBytes: 1e16 })).rejects.toThrow(message)
  expect(existsSync(path)).toBe(false)
})

it('accepts the checksum that the server or the table states', async () => {
  const digest = createHash('sha256').update(BODY).digest('base64')
  server.serve('/data.csv', BODY, { headers: { digest: `SHA-256=${digest}` } })
  await download({ sha256: sha256(BODY) })
  await expect(download({ sha256: sha256('other') })).rejects.toThrow('The checksum of')
})

describe('a hostile server', () => {
  it('cannot send more than the limit', async () => {
    server.failNext('/data.csv', { endless: true })
    await expect(download({ maxBytes: 3 * BODY.length })).rejects.toThrow(`larger than ${3 * BODY.length} bytes`)
    await expect(download({ maxBytes: HALF })).rejects.toThrow(`larger than ${HALF} bytes`)
    expect(existsSync(`${path}.part`)).toBe(false)
  })

  it('is given up when it states a length and never sends so much', async () => {
    server.failNext('/data.csv', ...Array.from({ length: 6 }, () => ({ cut: 0 })))
    await expect(download()).rejects.toThrow('before the file was complete')
    expect(waits).toEqual([1000, 2000, 4000, 8000])
  })

  it.each([
    ['http://10.0.0.1/data.csv', 'is not allowed'],
    ['https://169.254.169.254/latest/meta-data', 'is not allowed'],
    ['file:///etc/passwd', 'is not allowed'],
    ['/data.csv', 'redirects too often'],
  ])('cannot lead to %s', async (location, message) => {
    server.failNext('/data.csv', ...Array.from({ length: 6 }, () => ({ status: 302, headers: { location } })))
    await expect(download()).rejects.toThrow(message)
  })

  it('cannot choose where the file goes', async () => {
    const name = '/../../escaped.csv'
    server.serve('/escaped.csv', BODY, { headers: { 'content-disposition': `attachment; filename="${name}"` } })
    server.failNext('/data.csv', { status: 302, headers: { location: name } })
    await download()
    expect(readdirSync(folder).sort()).toEqual(['data.csv', 'data.csv.json'])
  })

  it('on this machine is refused unless development allows it', async () => {
    const guarded = createGuardedSender({ allowPrivate: false })
    await expect(download({}, { reader: guarded })).rejects.toThrow('127.0.0.1')
    expect(server.requests).toEqual([])
  })
})
