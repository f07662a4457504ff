// Drawings: every origin can be drawn, files are small, and rooms add up.

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readSandbox } from '../../src/app/sandbox.ts'
import { drawMedia } from '../../src/demo/drawings/draw.ts'
import { planSpecOf } from '../../src/demo/drawings/floor-plan.ts'
import { drawingOrigin, readOrigin } from '../../src/demo/drawings/origin.ts'
import { layoutPlan } from '../../src/demo/drawings/plan-layout.ts'
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
      if (/NaN|undefined/.test(svg)) complain(`${one.origin}: a missing number`)
    }
  })
  expect(wrong).toEqual([])
  expect(new Set(media.map(({ kind }) => kind)).size).toBe(10)
})

test('the rooms of a plan add up to its size, are wide enough and do not overlap', () => {
  const plans = rows.flatMap((row) => row.media.filter(({ kind }) => kind === 'floor_plan'))
  const wrong = complaints((complain) => {
    for (const { origin } of plans) {
      const spec = planSpecOf(readOrigin(origin).input)
      const levels = layoutPlan(spec)
      const rooms = levels.flatMap((level) => level.rooms)
      for (const level of levels) checkLevel(level, (problem) => complain(`${origin}: ${problem}`))
      const areaSqft = rooms.reduce((sum, room) => sum + room.w * room.h, 0)
      if (Math.abs(areaSqft - spec.areaSqft) / spec.areaSqft >= 0.01) complain(`${origin}: ${areaSqft} sqft`)
      const bedrooms = rooms.filter(({ kind }) => kind === 'bedroom').length
      if (bedrooms !== spec.bedrooms) complain(`${origin}: ${bedrooms} bedrooms`)
    }
  })
  expect([plans.length > 500, wrong]).toEqual([true, []])
})

function checkLevel({ rooms, width, depth }: ReturnType<typeof layoutPlan>[number], complain: (text: string) => void) {
  for (const room of rooms) {
    const narrow = Math.min(room.w, room.h)
    if (narrow <= (room.kind === 'bedroom' ? 6.5 : 0.15)) complain(`${room.kind} is ${narrow} wide`)
    const isInside =
      room.x >= -0.01 && room.y >= -0.01 && room.x + room.w <= width + 0.01 && room.y + room.h <= depth + 0.01
    if (!isInside) complain(`${room.kind} is outside`)
    for (const other of rooms) {
      if (other === room) continue
      const wide = Math.min(room.x + room.w, other.x + other.w) - Math.max(room.x, other.x)
      const deep = Math.min(room.y + room.h, other.y + other.h) - Math.max(room.y, other.y)
      if (wide > 0.05 && deep > 0.05) complain(`${room.kind} on ${other.kind}`)
    }
  }
}

test('an origin can contain any text, and other text is refused', () => {
  const odd = 'L’Érable & <Co> = 50% "x" #1?'
  const { kind, input } = readOrigin(drawingOrigin('logo', { p: odd, s: 3 }))
  expect([kind, input.text('p'), input.number('s')]).toEqual(['logo', odd, 3])
  expect(drawMedia(drawingOrigin('logo', { p: odd, s: 3, tone: 0 })).svg).not.toContain('<Co>')
  expect(() => drawMedia('file:logo.svg')).toThrow(TypeError)
})
