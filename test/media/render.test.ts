// Rendering: correct size, fonts, errors and the queue.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { drawMedia } from '../../src/demo/drawings.ts'
import { WorkQueue } from '../../src/kernel/work-queue.ts'
import { formatFor, Renderer } from '../../src/media/render.ts'
import { sizeOf } from '../../src/media/variants.ts'
import { fromCases } from '../support/cases.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const folder = suiteFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const renderer = new Renderer(folder)

const page = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"><rect width="300" height="200" fill="#fff"/>${inside}</svg>`
const say = (words: string, family: string) =>
  page(`<text x="20" y="120" font-family="${family}" font-size="60">${words}</text>`)
const pixelsOf = async (svg: string) => {
  const png = await renderer.render(() => svg, { width: 300, height: 200 }, 'png')
  return sharp(png).greyscale().raw().toBuffer()
}
const darkPixels = (pixels: Buffer) => pixels.reduce((sum, value) => sum + (value < 128 ? 1 : 0), 0)

describe('rendered images', () => {
  it.each(['png', 'webp'] as const)('are valid %s images of the requested size', async (format) => {
    const { svg } = drawMedia('drawing:exterior?s=1&y=2024&m=glass&n=30&t=1&sky=day')
    const bytes = await renderer.render(() => svg, { width: 320, height: 213 }, format)
    const magic = format === 'png' ? bytes.toString('latin1', 1, 4) : bytes.toString('latin1', 8, 12)
    expect(magic).toBe(format === 'png' ? 'PNG' : 'WEBP')
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 320, height: 213, hasAlpha: false })
  })

  it.each([
    'exterior',
    'photo',
    'interior',
    'amenity',
    'floor_plan',
    'key_plate',
    'site_plan',
    'logo',
    'brochure',
    'price_list',
  ])('of kind %s work in every size', async (kind) => {
    const { svg, ...size } = drawMedia(`drawing:${kind}?s=7&p=The+Plinth`)
    for (const variant of ['thumbnail', 'full'] as const) {
      const wanted = sizeOf(variant, size)
      const bytes = await renderer.render(() => svg, wanted, 'webp')
      expect(await sharp(bytes).metadata()).toMatchObject(wanted)
    }
  })

  it.each(['DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Mono', 'sans-serif', 'serif', 'monospace', 'Helvetica'])(
    'has its text, set in %s',
    async (family) => {
      const [empty, one, other] = await Promise.all([
        pixelsOf(page('')),
        pixelsOf(say('illi', family)),
        pixelsOf(say('MWMW', family)),
      ])
      expect(darkPixels(empty)).toBe(0)
      expect(darkPixels(one)).toBeGreaterThan(200)
      // Boxes for missing glyphs would be equally dark in both.
      expect(darkPixels(other)).toBeGreaterThan(darkPixels(one) * 1.5)
    },
  )

  it('include French characters', async () => {
    const [plain, accented] = await Promise.all([
      pixelsOf(say('eaco', 'DejaVu Sans')),
      pixelsOf(say('éàçô', 'DejaVu Sans')),
    ])
    expect(darkPixels(accented)).toBeGreaterThan(darkPixels(plain))
  })

  it('never include external files or URLs', async () => {
    const evil = page(
      '<image href="file:///etc/passwd" width="300" height="200"/><image href="http://127.0.0.1:1/x.png" width="300" height="200"/>',
    )
    expect(darkPixels(await pixelsOf(evil))).toBe(0)
  })

  it.each([
    ['broken', '<svg xmlns="http://www.w3.org/2000/svg"'],
    ['empty', ''],
    ['of five megabytes', page(`<!--${'x'.repeat(5_000_000)}-->`)],
  ])('of an SVG that is %s fail, and the next one works', async (_, svg) => {
    await expect(renderer.render(() => svg, { width: 10, height: 10 }, 'png')).rejects.toThrow()
    expect((await renderer.render(() => page(''), { width: 10, height: 10 }, 'png')).length).toBeGreaterThan(50)
  })
})

describe('a renderer that fails to start', () => {
  it('is retried with the next image', async () => {
    // A new instance of the module, which has not loaded sharp yet.
    const another = '../../src/media/render.ts?another'
    const fresh: typeof import('../../src/media/render.ts') = await import(another)
    const blocked = join(folder, 'blocked')
    writeFileSync(blocked, 'a file where the folder should be')
    const late = new fresh.Renderer(blocked)
    const draw = () => late.render(() => page(''), { width: 10, height: 10 }, 'png')
    await expect(draw()).rejects.toThrow()
    rmSync(blocked)
    expect((await draw()).length).toBeGreaterThan(50)
  })
})

describe('the format', () => {
  it.each([...fromCases<[string, string][]>('media/render', 'formats'), [undefined, 'png']])(
    'for Accept %s is %s',
    (accept, format) => expect(formatFor(accept)).toBe(format),
  )
})

describe('the queue', () => {
  it('runs two at once, the others in order, and refuses more than its limit', async () => {
    const queue = new WorkQueue({ concurrency: 2, maxWaiting: 3, fullMessage: 'Full.', maxRetryAfterSeconds: 60 })
    const started: number[] = []
    const finish: (() => void)[] = []
    const job = (name: number) =>
      queue.run(() => {
        started.push(name)
        return new Promise<number>((resolve) => finish.push(() => resolve(name)))
      })
    const jobs = [1, 2, 3, 4, 5].map(job)
    expect(started).toEqual([1, 2])
    await expect(job(6)).rejects.toMatchObject({ code: 'overloaded', options: { retryAfterSeconds: 5 } })
    finish[0]!()
    await jobs[0]
    expect(started).toEqual([1, 2, 3])
    for (let i = 1; i < 5; i++) {
      finish[i]!()
      await jobs[i]
    }
    expect(await Promise.all(jobs)).toEqual([1, 2, 3, 4, 5])
    expect(await queue.run(async () => 'free again')).toBe('free again')
  })

  it('continues after a failed job', async () => {
    const queue = new WorkQueue({ concurrency: 1, maxWaiting: 1, fullMessage: 'Full.', maxRetryAfterSeconds: 60 })
    const failing = queue.run(() => Promise.reject(new Error('no')))
    const next = queue.run(async () => 'yes')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })
})
