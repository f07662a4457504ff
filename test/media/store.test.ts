// The media store: renders once, checks cached files and stays in its folder.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '../../src/kernel/log.ts'
import { RenderedFiles } from '../../src/media/rendered-files.ts'
import type { StoredMedia } from '../../src/media/store.ts'
import { MediaStore } from '../../src/media/store.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 400"><circle cx="320" cy="200" r="150"/></svg>'
const media: StoredMedia = {
  sha256: createHash('sha256').update(svg).digest('hex'),
  width: 640,
  height: 400,
  mime_type: 'image/svg+xml',
  kind: 'photo',
  origin: 'drawing:photo?s=1',
}

let root: string
let folder: string
let drawn: number
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plinth-media-'))
  folder = join(root, 'media')
  drawn = 0
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const open = () =>
  new MediaStore({
    folder,
    draw: () => {
      drawn++
      return { svg, width: 640, height: 400 }
    },
    find: () => media,
    log: silentLog,
  })
const shelf = () => join(folder, media.sha256.slice(0, 2))
const fileOf = (name: string) => join(shelf(), `${media.sha256}-${name}`)

describe('a rendered image', () => {
  it('is rendered once and read from disk by later processes', async () => {
    const first = await open().rendered(media, 'thumbnail', 'webp')
    const second = await open().rendered(media, 'thumbnail', 'webp')
    expect(drawn).toBe(1)
    expect(second.equals(first)).toBe(true)
    expect(readFileSync(fileOf('thumbnail.webp')).equals(first)).toBe(true)
  })

  it('is rendered once for ten concurrent requests', async () => {
    const store = open()
    const all = await Promise.all(Array.from({ length: 10 }, () => store.rendered(media, 'medium', 'png')))
    expect(drawn).toBe(1)
    expect(new Set(all).size).toBe(1)
  })

  it('is stored in private folders without temporary files', async () => {
    await open().rendered(media, 'full', 'png')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(shelf()).mode & 0o777).toBe(0o700)
    expect(statSync(fileOf('full.png')).mode & 0o777).toBe(0o600)
    expect(readdirSync(shelf())).toEqual([`${media.sha256}-full.png`])
  })

  it.each([
    ['empty', (bytes: Buffer) => bytes.subarray(0, 0)],
    ['cut in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['one byte short', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['one byte long', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
    ['zeros of the same length', (bytes: Buffer) => Buffer.alloc(bytes.length)],
  ])('whose file is %s is rendered again in both formats', async (_, damage) => {
    for (const format of ['png', 'webp'] as const) {
      const good = await open().rendered(media, 'thumbnail', format)
      writeFileSync(fileOf(`thumbnail.${format}`), damage(good))
      expect((await open().rendered(media, 'thumbnail', format)).equals(good)).toBe(true)
      expect(readFileSync(fileOf(`thumbnail.${format}`)).equals(good)).toBe(true)
    }
    expect(drawn).toBe(4)
  })

  it('is returned even when it cannot be stored', async () => {
    mkdirSync(folder)
    writeFileSync(shelf(), 'a file where the folder should be')
    expect((await open().rendered(media, 'thumbnail', 'png')).length).toBeGreaterThan(100)
  })

  it('that fails is retried by the next request', async () => {
    let broken = true
    const store = new MediaStore({
      folder,
      draw: () => ({ svg: broken ? '<svg' : svg, width: 640, height: 400 }),
      find: () => media,
      log: silentLog,
    })
    await expect(store.rendered(media, 'thumbnail', 'png')).rejects.toThrow()
    broken = false
    expect((await store.rendered(media, 'thumbnail', 'png')).length).toBeGreaterThan(100)
  })

  it('of a video or an unknown origin is not found', async () => {
    const store = open()
    expect(() => store.rendered({ ...media, kind: 'video' }, 'full', 'png')).toThrow('This file does not exist')
    const elsewhere = { ...media, sha256: 'e'.repeat(64), origin: 'file:../../../etc/passwd' }
    await expect(store.rendered(elsewhere, 'full', 'png')).rejects.toMatchObject({ code: 'media_not_found' })
    expect(() => store.original(elsewhere)).toThrow('has the record but not the file')
  })
})

describe('the original', () => {
  it('matches its hash', () => {
    const bytes = open().original(media)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(media.sha256)
  })
})

describe('a release that draws differently than the published one', () => {
  it('still returns images and logs one warning', async () => {
    const warnings: string[] = []
    const log = { warn: (_: object, text: string) => warnings.push(text) } as unknown as typeof silentLog
    const draw = () => ({ svg: svg.replace('150', '100'), width: 640, height: 400 })
    const store = new MediaStore({ folder, draw, find: () => media, log })
    expect((await store.rendered(media, 'full', 'png')).length).toBeGreaterThan(100)
    expect(store.original(media).toString()).toContain('r="100"')
    expect(warnings).toEqual(['image differs from the published hash'])
  })
})

describe('the folder', () => {
  it.each(['../../secret-key', '..', '', 'A'.repeat(64), `${'a'.repeat(63)}/`, `${'a'.repeat(64)}\n`, 'a'.repeat(65)])(
    'is not left for %j',
    async (sha256) => {
      const files = new RenderedFiles(folder)
      await expect(files.read(sha256, 'full', 'png')).rejects.toThrow('not a sha256')
      await expect(files.write(sha256, 'full', 'png', Buffer.from('x'))).rejects.toThrow('not a sha256')
    },
  )

  it('is limited in size: deletes the oldest files and abandoned temporary files', async () => {
    const files = new RenderedFiles(folder)
    const nowMs = Date.now()
    const names = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(64))
    for (const [age, sha256] of names.entries()) {
      await files.write(sha256, 'full', 'png', Buffer.alloc(1000))
      const seconds = nowMs / 1000 - 100 + age
      utimesSync(join(folder, sha256.slice(0, 2), `${sha256}-full.png`), seconds, seconds)
    }
    const draft = join(folder, 'aa', 'x.tmp')
    writeFileSync(draft, 'left by a crash')
    utimesSync(draft, nowMs / 1000 - 7200, nowMs / 1000 - 7200)
    writeFileSync(join(folder, 'fonts.conf'), 'x')
    await files.deleteOldest(3000, nowMs)
    const left = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))
    expect(left.sort()).toEqual([`cc/${names[2]}-full.png`, `dd/${names[3]}-full.png`, 'fonts.conf'])
  })

  it('may be missing', async () => {
    await new RenderedFiles(join(root, 'nowhere')).deleteOldest(1, Date.now())
  })
})
