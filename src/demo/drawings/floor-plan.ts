// Draws floor plans with walls, fixtures, labels, dimensions and a title block.

import { fixturesOf } from './fixtures.ts'
import type { Drawing, DrawingInput } from './origin.ts'
import type { Door, Level, PlanSpec, Room, Window } from './plan-layout.ts'
import { cornerWindow, layoutPlan } from './plan-layout.ts'
import { planSummary, planWord } from './plan-words.ts'
import { hashText } from './random.ts'
import { escapeText } from './svg-text.ts'

const SIZE = 1000
const TOP = 60
const FOOT = 150
const CLOSED = new Set(['bedroom', 'bath', 'ensuite', 'powder', 'den', 'closet', 'laundry', 'stair'])
const FILLS: Readonly<Record<string, string>> = {
  bath: '#e6edf0',
  ensuite: '#e6edf0',
  powder: '#e6edf0',
  kitchen: '#f3efe6',
  closet: '#ece9e2',
  laundry: '#ece9e2',
  stair: '#f1eee8',
}
const n = (value: number) => Math.round(value * 10) / 10
const f = (feet: number) => Math.round(feet * 100) / 100

export function planSpecOf(input: DrawingInput): PlanSpec {
  return {
    bedrooms: input.number('b'),
    dens: input.number('d'),
    full: input.number('f'),
    half: input.number('h'),
    areaSqft: input.number('a'),
    isTown: input.number('l') > 1,
  }
}

/** The drawn rooms of a plan, without balcony, names and north arrow, which differ between plans. */
type PlanBody = { svg: string; width: number; depth: number; scale: number; main: Level }
/** Cache of drawn rooms: thousands of plans share the same rooms. */
export type PlanMemo = Map<string, PlanBody>

const LEVEL_GAP = 4
const BALCONY_ROOM = 7

export function drawFloorPlan(input: DrawingInput, memo?: PlanMemo): Drawing {
  const spec = planSpecOf(input)
  const isFlipped = hashText(input.text('p') + input.text('n')) % 2 === 1 && !spec.isTown
  const isFrench = input.text('g') === 'fr'
  const name = `${spec.bedrooms}/${spec.dens}/${spec.full}/${spec.half}/${spec.areaSqft}/${spec.isTown}/${isFlipped}/${isFrench}`
  let body = memo?.get(name)
  if (!body) {
    body = drawBody(spec, isFlipped, isFrench)
    memo?.set(name, body)
  }
  const { scale } = body
  const balcony = balconyOf(body.main, input.number('x'))
  const left = (SIZE - body.width * scale) / 2
  const top = TOP + (SIZE - TOP - FOOT - (body.depth + balcony.depth) * scale) / 2 + balcony.depth * scale
  const porch = balcony.depth > 0 ? drawBalcony({ ...balcony, name: planWord(balcony.name, isFrench) }, scale) : ''
  const corner = isCorner(input.list('e')) ? cornerWindow(body.main, isFlipped) : null
  const side = corner ? `<g transform="scale(${scale})">${drawWindows([corner])}</g>` : ''
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" font-family="DejaVu Sans" fill="#2b2f36"><rect width="${SIZE}" height="${SIZE}" fill="#fff"/><g transform="translate(${n(left)} ${n(top)})">${porch}${body.svg}${side}</g>${titleBlock(input)}</svg>`,
    width: SIZE,
    height: SIZE,
  }
}

/** Two exposures: a corner unit, or one that runs through the building. */
function isCorner(exposure: readonly string[]): boolean {
  return exposure.length === 1 && exposure[0]!.length === 2
}

function drawBody(spec: PlanSpec, isFlipped: boolean, isFrench: boolean): PlanBody {
  const levels = layoutPlan(spec).map((level) => (isFlipped ? mirror(level) : level))
  const width = levels.reduce((sum, level) => sum + level.width, 0) + LEVEL_GAP * (levels.length - 1)
  const { depth } = levels[0]!
  const scale = f(Math.min((SIZE - 140) / width, (SIZE - TOP - FOOT - 40) / (depth + BALCONY_ROOM)))
  let shapes = ''
  let words = ''
  let left = 0
  for (const level of levels) {
    shapes += `<g transform="translate(${n(left)}) scale(${scale})">${drawLevel(level)}</g>`
    words += labels(level, left, scale, isFrench)
    if (level.title)
      words += label(planWord(level.title, isFrench), left + (level.width * scale) / 2, level.depth * scale + 30, 17)
    left += (level.width + LEVEL_GAP) * scale
  }
  // Joined, not concatenated: V8 stores concatenations as trees, and this text is read again for every similar plan.
  const svg = [shapes, '<g text-anchor="middle">', words, '</g>'].join('')
  return { svg, width, depth, scale, main: levels[0]! }
}

function drawBalcony({ x, width, depth, name }: Balcony, scale: number): string {
  return (
    `<path d="M${n(x * scale)} 0v${n(-depth * scale)}h${n(width * scale)}V0" fill="#f0f3ee" stroke="#8a8f96" stroke-width="4"/>` +
    `<g text-anchor="middle">${label(name, (x + width / 2) * scale, (-depth * scale) / 2 + 5, 15)}</g>`
  )
}

type Balcony = { x: number; width: number; depth: number; name: string }

function balconyOf(level: Level, outdoorSqft: number): Balcony {
  if (!outdoorSqft) return { x: 0, width: 0, depth: 0, name: '' }
  const living = level.rooms.find((room) => room.kind === 'living')!
  const width = outdoorSqft > 140 ? level.width : Math.min(level.width, Math.max(living.w * 0.8, outdoorSqft / 6))
  const x = Math.max(0, Math.min(level.width - width, living.x + living.w / 2 - width / 2))
  return { x, width, depth: Math.min(13, outdoorSqft / width), name: outdoorSqft > 140 ? 'Terrace' : 'Balcony' }
}

function mirror(level: Level): Level {
  const { width } = level
  return {
    ...level,
    rooms: level.rooms.map((room) => ({ ...room, x: width - room.x - room.w })),
    doors: level.doors.map((door) =>
      door.along === 'x'
        ? { ...door, x: width - door.x - door.width }
        : { ...door, x: width - door.x, swing: door.swing === 1 ? -1 : 1 },
    ),
    windows: level.windows.map((window) =>
      window.along === 'x' ? { ...window, x: width - window.x - window.length } : { ...window, x: width - window.x },
    ),
  }
}

function drawLevel(level: Level): string {
  const { width, depth, rooms } = level
  const rect = (room: { x: number; y: number; w: number; h: number }) =>
    `M${f(room.x)} ${f(room.y)}h${f(room.w)}v${f(room.h)}h${f(-room.w)}z`
  let svg = `<path d="M0 0h${f(width)}v${f(depth)}H0z" fill="#faf8f3"/>`
  const byFill = new Map<string, string>()
  for (const room of rooms) {
    const fill = FILLS[room.kind]
    if (fill) byFill.set(fill, (byFill.get(fill) ?? '') + rect(room))
  }
  for (const [fill, path] of byFill) svg += `<path d="${path}" fill="${fill}"/>`
  svg += `<path d="${rooms.map(fixturesOf).join('')}" fill="#fff" fill-opacity=".7" stroke="#9aa0a8" stroke-width=".09"/>`
  svg += `<path d="${rooms
    .filter((room) => CLOSED.has(room.kind))
    .map(rect)
    .join('')}" fill="none" stroke="#3a3f47" stroke-width=".34"/>`
  svg += `<path d="M0 0h${f(width)}v${f(depth)}H0z" fill="none" stroke="#23272d" stroke-width=".7" stroke-linejoin="miter"/>`
  return svg + drawWindows(level.windows) + drawDoors(level.doors)
}

function drawWindows(windows: readonly Window[]): string {
  const path = windows
    .map(({ x, y, length, along }) => `M${f(x)} ${f(y)}${along === 'x' ? 'h' : 'v'}${f(length)}`)
    .join('')
  return `<path d="${path}" stroke="#fff" stroke-width=".5"/><path d="${path}" stroke="#6fa3bd" stroke-width=".2"/>`
}

/** A white gap in the wall, then the door and its swing arc. */
function drawDoors(doors: readonly Door[]): string {
  let gaps = ''
  let leaves = ''
  for (const { x, y, along, swing, width } of doors) {
    const w = f(width)
    const s = f(width * swing)
    if (along === 'x') {
      gaps += `M${f(x)} ${f(y)}h${w}`
      leaves += `M${f(x)} ${f(y)}v${s}A${w} ${w} 0 0 ${swing === 1 ? 0 : 1} ${f(x + width)} ${f(y)}`
    } else {
      gaps += `M${f(x)} ${f(y)}v${w}`
      leaves += `M${f(x)} ${f(y)}h${s}A${w} ${w} 0 0 ${swing === 1 ? 1 : 0} ${f(x)} ${f(y + width)}`
    }
  }
  return `<path d="${gaps}" stroke="#faf8f3" stroke-width=".8"/><path d="${leaves}" fill="none" stroke="#5d636b" stroke-width=".1"/>`
}

function labels(level: Level, left: number, scale: number, isFrench: boolean): string {
  let svg = ''
  for (const room of level.rooms) {
    if (!room.label) continue
    const wide = room.w * scale
    const word = planWord(room.label, isFrench)
    const size = Math.min(16, (wide * 1.35) / word.replace(/&#\d+;/g, 'e').length, room.h * scale * 0.4)
    if (size < 7) continue
    const x = left + labelCentre(room) * scale
    const y = labelHeight(room) * scale
    svg += label(word, x, y, size)
    if (['bedroom', 'living', 'kitchen', 'den'].includes(room.kind) && wide > 80) {
      svg += label(
        `${feetInches(room.w)} &#215; ${feetInches(room.h)}`,
        x,
        y + size + 3,
        Math.min(12.5, (wide * 1.5) / 13),
      )
    }
  }
  return svg
}

/** Next to the counter in a kitchen, or next to the island in a large one. */
function labelCentre(room: Room): number {
  if (room.kind !== 'kitchen') return room.x + room.w / 2
  const taken = room.w > 12.5 ? 8.2 : 2.1
  return room.x + (taken + room.w) / 2
}

/** Labels avoid furniture. */
function labelHeight(room: Room): number {
  if (room.kind === 'bedroom') return room.y > 0 ? room.y + room.h - 2.4 : room.y + 1.5
  if (room.kind === 'living') return room.label.startsWith('Living / S') ? room.y + room.h * 0.58 : room.y + 4
  if (room.kind === 'kitchen') return room.y + room.h * 0.5
  if (room.kind === 'den') return room.y + room.h * 0.34
  if (room.kind === 'bath' || room.kind === 'ensuite' || room.kind === 'powder')
    return room.y + Math.min(room.h * 0.32, 2.4)
  return room.y + room.h * 0.5
}

function label(text: string, x: number, y: number, size: number): string {
  return `<text x="${n(x)}" y="${n(y)}" font-size="${n(size)}">${text}</text>`
}

function feetInches(feet: number): string {
  const inches = Math.round(feet * 12)
  return `${Math.floor(inches / 12)}'${inches % 12}"`
}

const ARROWS: Readonly<Record<string, number>> = { N: 0, NE: 45, E: 90, SE: 135, S: 180, SW: 225, W: 270, NW: 315 }

function titleBlock(input: DrawingInput): string {
  // The window wall faces the exposure, so north is rotated left by that angle.
  const turn = -(ARROWS[input.list('e')[0] ?? 'N'] ?? 0)
  return (
    `<path d="M60 ${SIZE - 112}h880" stroke="#c9c4b8"/><text x="60" y="${SIZE - 68}" font-size="30" font-weight="bold">${escapeText(input.text('n'))}</text>` +
    `<text x="60" y="${SIZE - 36}" font-size="18">${planSummary(input)}</text>` +
    `<text x="860" y="${SIZE - 74}" font-size="16" text-anchor="end" fill="#6b7078">${escapeText(input.text('p'))}</text>` +
    `<g transform="translate(908 ${SIZE - 58}) rotate(${turn})"><circle r="26" fill="none" stroke="#8a8f96"/><path d="M0-20l7 26-7-6-7 6z"/></g>`
  )
}
