// Drawings: every origin can be drawn, shows its values, and is small.

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readSandbox } from '../../src/app/sandbox.ts'
import { drawMedia, withValue } from '../../src/demo/drawings.ts'
import { complaints, dataset } from './dataset.ts'

const SANDBOX_PROJECTS = await readSandbox()

const rows = [...SANDBOX_PROJECTS, ...dataset(300)]

test('each drawing matches the hash of its row, is well formed and small', () => {
  const media = rows.flatMap((row) => row.media)
  const wrong = complaints((complain) => {
    for (const one of media) {
      const { svg, width, height } = drawMedia(one.origin)
      const drawn = [createHash('sha256').update(svg).digest('hex'), Buffer.byteLength(svg), width, height]
      const stored = [one.sha256, one.bytes, one.width, one.height]
      if (drawn.join() !== stored.join()) complain(`${one.origin}: ${drawn}, stored as ${stored}`)
      if (one.bytes >= 12_000) complain(`${one.origin}: ${one.bytes} bytes`)
      if (/NaN|undefined|[{}]/.test(svg)) complain(`${one.origin}: a missing number`)
    }
  })
  expect(wrong).toEqual([])
  expect(new Set(media.map(({ kind }) => kind)).size).toBe(10)
})

test('an origin can contain any text, and other text is refused', () => {
  const odd = 'L’Érable & <Co> = 50% "x" #1?'
  const origin = withValue('drawing:logo?s=3&p=Plinth&tone=0', 'p', odd)
  expect(origin).toBe('drawing:logo?s=3&p=L’Érable %26 %3CCo%3E %3D 50%25 %22x%22 %231%3F&tone=0')
  const { svg } = drawMedia(origin)
  expect([svg.includes('&#201;rable &#38;'), svg.includes('<Co>')]).toEqual([true, false])
  expect(() => drawMedia('file:logo.svg')).toThrow(TypeError)
})

test('a drawing shows the values of its origin', () => {
  const { svg } = drawMedia('drawing:price_list?p=Plinth&a=1 A St&r=Beacon;1+1;588;778900;sold_out&m=0.5')
  expect(svg).toContain('>Beacon</text>')
  expect(svg).toContain('>$778,900</text>')
  expect(svg).toContain('>Sold out</text>')
  const plan = (values: string) => drawMedia(`drawing:floor_plan?p=Plinth&n=A&${values}`).svg
  expect(plan('b=2&d=0&f=2&h=0&a=846&x=112&e=SW&l=1&g=fr')).toContain('846 pi&#178;')
  expect(plan('b=2&d=0&f=2&h=0&a=846&x=112&e=SW&l=1&g=en')).toContain('846 sq ft + 112 outdoor')
})
