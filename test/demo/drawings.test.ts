// Drawings: every origin can be drawn, files are small, and rooms add up.

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readSandbox } from '../../src/app/sandbox.ts'
import { drawMedia } from '../../src/demo/drawings/draw.ts'
import { planSpecOf } from '../../src/demo/drawings/floor-plan.ts'
import { drawingOrigin, readOrigin } from '../../src/demo/drawings/origin.ts'
import { layoutPlan } from '../../src/demo/drawings/plan-layout.ts'
import { demoProjects } from '../../src/demo/generate.ts'

const SANDBOX_PROJECTS = await readSandbox()

const rows = [...SANDBOX_PROJECTS, ...demoProjects({ count: 300 })]

test('each drawing matches the hash of its row, is well formed and small', () => {
  const kinds = new Set<string>()
  for (const row of rows) {
    for (const one of row.media) {
      const { svg, width, height } = drawMedia(one.origin)
      expect([createHash('sha256').update(svg).digest('hex'), Buffer.byteLength(svg), width, height]).toEqual([
        one.sha256,
        one.bytes,
        one.width,
        one.height,
      ])
      expect(one.bytes, one.origin).toBeLessThan(12_000)
      expect(svg.includes('NaN') || svg.includes('undefined'), one.origin).toBe(false)
      kinds.add(one.kind)
    }
  }
  expect(kinds.size).toBe(10)
})

test('the rooms of a plan add up to its size, are wide enough and do not overlap', () => {
  for (const row of rows) {
    for (const one of row.media) {
      if (one.kind !== 'floor_plan') continue
      const spec = planSpecOf(readOrigin(one.origin).input)
      let areaSqft = 0
      for (const level of layoutPlan(spec)) {
        for (const room of level.rooms) {
          areaSqft += room.w * room.h
          expect(Math.min(room.w, room.h), `${one.origin} ${room.kind}`).toBeGreaterThan(0.15)
          if (room.kind === 'bedroom') expect(Math.min(room.w, room.h), one.origin).toBeGreaterThan(6.5)
          expect(
            room.x >= -0.01 &&
              room.y >= -0.01 &&
              room.x + room.w <= level.width + 0.01 &&
              room.y + room.h <= level.depth + 0.01,
          ).toBe(true)
          for (const other of level.rooms) {
            if (other === room) continue
            const wide = Math.min(room.x + room.w, other.x + other.w) - Math.max(room.x, other.x)
            const deep = Math.min(room.y + room.h, other.y + other.h) - Math.max(room.y, other.y)
            expect(wide > 0.05 && deep > 0.05, `${one.origin}: ${room.kind} on ${other.kind}`).toBe(false)
          }
        }
      }
      expect(Math.abs(areaSqft - spec.areaSqft) / spec.areaSqft, one.origin).toBeLessThan(0.01)
      const bedrooms = layoutPlan(spec).flatMap((level) => level.rooms.filter((room) => room.kind === 'bedroom'))
      expect(bedrooms.length, one.origin).toBe(spec.bedrooms)
    }
  }
})

test('an origin can contain any text, and other text is refused', () => {
  const odd = 'L’Érable & <Co> = 50% "x" #1?'
  const { kind, input } = readOrigin(drawingOrigin('logo', { p: odd, s: 3 }))
  expect([kind, input.text('p'), input.number('s')]).toEqual(['logo', odd, 3])
  expect(drawMedia(drawingOrigin('logo', { p: odd, s: 3, tone: 0 })).svg).not.toContain('<Co>')
  expect(() => drawMedia('file:logo.svg')).toThrow(TypeError)
})
