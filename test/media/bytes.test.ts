// Media files over HTTP: signed URLs, caching, ranges and errors.

import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import type { MediaRecord } from '../../src/catalog/records/record-types.ts'
import { DAY_MS } from '../../src/kernel/time.ts'
import type { SignableMedia } from '../../src/media/media-urls.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
afterAll(() => server.stop())

const signed = (media: SignableMedia, nowMs = Date.now()) => server.app.services.mediaUrls.urlsOf(media, nowMs)
const record = server.app.services.catalog.snapshot('sandbox').media.all.toArray()[0]!
const urls = signed(record)

interface Got {
  readonly status: number
  readonly bytes: Buffer
  header(name: string): string | null
  // biome-ignore lint/suspicious/noExplicitAny: problem documents have no static type
  readonly problem: any
}

async function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const answer = await fetch(url, { method, headers: { accept: '*/*', ...headers } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const isProblem = answer.headers.get('content-type')?.includes('problem') && bytes.length > 0
  return {
    status: answer.status,
    bytes,
    header: (name) => answer.headers.get(name),
    problem: isProblem ? JSON.parse(bytes.toString()) : undefined,
  }
}
const refusal = ({ status, problem }: Got) => [status, problem?.code]

describe('a signed URL', () => {
  it('points to this server on any port', () => {
    expect(urls.url.startsWith(`${server.url}/media/${record.sha256}/original?`)).toBe(true)
  })

  it('returns every variant as PNG or WebP in the listed size', async () => {
    for (const { url, width, height } of Object.values(urls.variants!))
      for (const format of ['png', 'webp']) {
        const { status, bytes, header } = await get(url, { accept: `image/${format},*/*;q=0.1` })
        expect([status, header('content-type'), header('content-length')]).toEqual([
          200,
          `image/${format}`,
          String(bytes.length),
        ])
        expect(await sharp(bytes).metadata()).toMatchObject({ format, width, height })
      }
  })

  it('returns the original with the hash, length and type of the record and safe headers', async () => {
    const { status, bytes, header } = await get(urls.url)
    expect(status).toBe(200)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(record.sha256)
    expect(bytes.length).toBe(record.bytes)
    expect(header('content-type')).toBe('image/svg+xml')
    expect(header('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  })

  it('returns cache, file name and Vary headers', async () => {
    const { header } = await get(urls.variants!.medium.url, { accept: 'image/webp' })
    expect(header('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(header('vary')).toBe('Accept')
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('accept-ranges')).toBe('bytes')
    expect(header('etag')).toBe(`"${record.sha256}-medium-webp"`)
    expect(header('content-disposition')).toMatch(/^inline; filename="[a-z-]+-[0-9a-f]{12}-medium\.webp"$/)
    expect(header('set-cookie')).toBeNull()
  })

  it('works for every kind of media in both datasets', async () => {
    const { catalog } = server.app.services
    const kinds = new Map<string, MediaRecord>()
    for (const dataset of ['sandbox', 'production'] as const)
      for (const one of catalog.snapshot(dataset).media.all.toArray()) kinds.set(`${dataset} ${one.kind}`, one)
    expect([...kinds.keys()].filter((name) => name.endsWith('brochure'))).not.toEqual([])
    for (const [name, one] of kinds) {
      const { status } = await get(signed(one).variants!.thumbnail.url)
      expect([name, status]).toEqual([name, 200])
    }
  })

  it('is rendered once for fifty concurrent requests', async () => {
    const other = server.app.services.catalog.snapshot('production').media.all.toArray().at(-1)!
    const { url } = signed(other).variants!.full
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(url)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ bytes }) => bytes.length)).size).toBe(1)
    const shelf = readdirSync(join(server.dataDir, 'media', other.sha256.slice(0, 2)))
    expect(shelf.filter((name) => name.startsWith(other.sha256) && name.includes('full'))).toHaveLength(1)
  })

  it('works with and without a key', async () => {
    const { status } = await get(urls.variants!.thumbnail.url, { authorization: `Bearer ${server.keys.pro}` })
    expect(status).toBe(200)
  })
})

describe('conditional requests', () => {
  it('return 304 for a matching ETag', async () => {
    const { url } = urls.variants!.thumbnail
    const etag = (await get(url)).header('etag')!
    const again = await get(url, { 'if-none-match': etag })
    expect([again.status, again.bytes.length, again.header('etag')]).toEqual([304, 0, etag])
    expect(again.header('cache-control')).toContain('immutable')
    expect(again.header('vary')).toBe('Accept')
    // PNG and WebP have different ETags.
    expect((await get(url, { 'if-none-match': etag, accept: 'image/webp' })).status).toBe(200)
  })

  it('return all headers without a body for HEAD', async () => {
    const { url } = urls.variants!.thumbnail
    const [head, whole] = [await get(url, { range: 'bytes=0-9' }, 'HEAD'), await get(url)]
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'accept-ranges'])
      expect([name, head.header(name)]).toEqual([name, whole.header(name)])
  })
})

describe('a range', () => {
  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, Number.POSITIVE_INFINITY],
    ['bytes=-7', -7, Number.POSITIVE_INFINITY],
    ['bytes=5-5', 5, 6],
    ['bytes=0-99999999999', 0, Number.POSITIVE_INFINITY],
    ['bytes=-99999999999', 0, Number.POSITIVE_INFINITY],
  ])('%s returns 206 with those bytes', async (range, from, to) => {
    const whole = (await get(urls.url)).bytes
    const part = await get(urls.url, { range })
    const wanted = whole.subarray(from, Math.min(to, whole.length))
    expect(part.status).toBe(206)
    expect(part.bytes.equals(wanted)).toBe(true)
    const first = from < 0 ? whole.length + from : from
    expect(part.header('content-range')).toBe(`bytes ${first}-${first + wanted.length - 1}/${whole.length}`)
    expect(part.header('content-length')).toBe(String(wanted.length))
  })

  it.each(['bytes=999999999-', 'bytes=999999999-9999999999', 'bytes=-0'])(
    '%s is beyond the end: 416',
    async (range) => {
      const answer = await get(urls.url, { range })
      expect(refusal(answer)).toEqual([416, 'range_not_satisfiable'])
      expect(answer.header('content-range')).toBe(`bytes */${record.bytes}`)
      expect(answer.header('cache-control')).toBe('no-store')
      expect(answer.header('etag')).toBeNull()
    },
  )

  it.each(['bytes=9-5', 'bytes=0-1,3-4', 'bytes=-', 'lines=1-2', 'bytes=a-b', 'bytes=1e1-', 'garbage'])(
    '%s is not one we know: the whole',
    async (range) => {
      const answer = await get(urls.url, { range })
      expect([answer.status, answer.bytes.length]).toEqual([200, record.bytes])
    },
  )

  it('with If-Range returns a part only for the same ETag', async () => {
    const etag = (await get(urls.url)).header('etag')!
    expect((await get(urls.url, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
    expect((await get(urls.url, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
    expect((await get(urls.url, { range: 'bytes=0-9', 'if-range': `W/${etag}` })).status).toBe(200)
  })
})

describe('403 signature_invalid', () => {
  it('for an expired URL', async () => {
    expect((await get(signed(record, Date.now() - DAY_MS).url)).status).toBe(200)
    const old = await get(signed(record, Date.now() - 2 * DAY_MS).url)
    expect(refusal(old)).toEqual([403, 'signature_invalid'])
    expect(old.header('cache-control')).toBe('no-store')
  })

  it.each(['..%2f..%2fsecret-key', '%2e%2e', '..%5c..%5csecret-key', 'a'.repeat(63), `${'a'.repeat(64)}.png`])(
    'for %s in place of the file',
    async (name) => {
      const { search } = new URL(urls.url)
      // fetch would normalize the path.
      const status = await new Promise((resolve, reject) => {
        const { port } = new URL(server.url)
        request({ port, path: `/media/${name}/original${search}` }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end()
      })
      expect([403, 404]).toContain(status)
    },
  )
})

describe('other errors', () => {
  it('returns 404 for a valid signature of a missing file', async () => {
    const ghost = signed({ ...record, sha256: '0'.repeat(64) })
    expect(refusal(await get(ghost.url))).toEqual([404, 'media_not_found'])
    expect(refusal(await get(ghost.variants!.full.url))).toEqual([404, 'media_not_found'])
  })

  it('returns 400 for an unknown parameter', async () => {
    expect(refusal(await get(`${urls.url}&w=100`))).toEqual([400, 'unknown_parameter'])
    expect(refusal(await get(`${urls.url}&expires=1`))).toEqual([400, 'invalid_parameter'])
  })

  it('returns 405 for another method', async () => {
    expect(refusal(await get(urls.url, {}, 'DELETE'))).toEqual([405, 'method_not_allowed'])
  })

  it('does not log signatures', async () => {
    await get(urls.url)
    expect(server.log()).not.toContain('signature=')
  })
})
