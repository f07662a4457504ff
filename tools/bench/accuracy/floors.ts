// Floors and goals of the figures: checks them, and raises the floors.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FigureName, Figures } from './figures.ts'
import { isCount, isLowerBetter } from './figures.ts'
import type { StratumFigures } from './reliability.ts'

/** A missed floor fails the run; a missed goal prints a line. */
interface Bound {
  floor?: number
  goal?: number
}

type Bounds = Record<string, Record<string, Bound>>

export interface Floors {
  sets: Bounds
  strata: Bounds
}

const FILE = fileURLToPath(new URL('../floors.json', import.meta.url))

export const readFloors = (): Floors =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Floors) : { sets: {}, strata: {} }

const FIGURES: readonly FigureName[] = [
  'r995',
  'r999',
  'r99',
  'p95',
  'r95',
  'r80',
  'wrong95',
  'wrong50',
  'ece',
  'low',
  'shown',
  'reason',
  'unit',
]

/** A small set says little about calibration, and `r80`, `r999` and `p95` follow from the others. */
function hasFloor(m: Measured): boolean {
  if (m.figure === 'ece') return m.n >= 1000
  // one wrong answer decides it in a set with few positives
  if (m.figure === 'r995') return m.positives >= 400
  if (m.figure === 'wrong50') return m.positives === 0 && !m.isTie
  return ['r95', 'r99', 'wrong95', 'low', 'shown', 'reason', 'unit', 'off'].includes(m.figure) && !(m.isTie && m.count)
}

interface Measured {
  readonly group: 'sets' | 'strata'
  readonly name: string
  readonly figure: string
  readonly value: number
  readonly n: number
  readonly positives: number
  readonly isTie: boolean
  readonly lower: boolean
  readonly count: boolean
}

function measuredValues(sets: ReadonlyMap<string, Figures>, strata: readonly StratumFigures[]): Measured[] {
  const out: Measured[] = []
  for (const [name, figures] of sets)
    for (const figure of FIGURES) {
      const value = figures[figure]
      if (value !== undefined)
        out.push({
          group: 'sets',
          name,
          figure,
          value,
          n: figures.n,
          positives: figures.positives,
          isTie: figures.low !== undefined,
          lower: isLowerBetter(figure),
          count: isCount(figure),
        })
    }
  for (const { stratum, n, off, wrong95 } of strata) {
    const base = { group: 'strata', name: stratum, n, positives: n, isTie: false, lower: true } as const
    out.push({ ...base, figure: 'off', value: off, count: false })
    out.push({ ...base, figure: 'wrong95', value: wrong95, count: true })
  }
  return out
}

const isMissed = (m: Measured, bound: number): boolean => (m.lower ? m.value > bound : m.value < bound)
const show = (m: Measured, value: number): string => (m.count ? String(value) : value.toFixed(4))

export interface BoundReport {
  readonly missedFloors: readonly string[]
  readonly missedGoals: readonly string[]
}

export function checkBounds(
  floors: Floors,
  sets: ReadonlyMap<string, Figures>,
  strata: readonly StratumFigures[],
): BoundReport {
  const missedFloors: string[] = []
  const missedGoals: string[] = []
  for (const m of measuredValues(sets, strata)) {
    const { floor, goal } = floors[m.group][m.name]?.[m.figure] ?? {}
    const text = (kind: string, bound: number) =>
      `${m.name}: ${m.figure} is ${show(m, m.value)}, the ${kind} is ${show(m, bound)}`
    if (floor !== undefined && isMissed(m, floor)) missedFloors.push(text('floor', floor))
    if (goal !== undefined && isMissed(m, goal)) missedGoals.push(text('goal', goal))
  }
  return { missedFloors, missedGoals }
}

/** A little worse than measured: two answers of a small set, 0.3 points of a large one. */
function floorFor(m: Measured): number {
  if (m.count) return m.value + Math.max(1, Math.ceil(m.value * 0.15))
  const slack = Math.max(0.003, m.figure === 'off' || m.figure === 'ece' ? 0.005 : 2 / Math.max(1, m.n))
  const value = m.lower ? m.value + slack : m.value - slack
  return Math.max(0, Math.round(value * 1000) / 1000)
}

/** One line per figure. */
const formatFloors = (floors: Floors): string =>
  `${JSON.stringify(floors, null, 2).replace(/\{\s+("floor"|"goal")([^{}]*?)\s+\}/g, (_, first, rest) => `{ ${first}${rest.replace(/\s+/g, ' ')} }`)}\n`

/** Floors a little below the measured values. Without `lower`, an existing floor only gets stricter. */
export function raiseFloors(
  floors: Floors,
  sets: ReadonlyMap<string, Figures>,
  strata: readonly StratumFigures[],
  lower: boolean,
): { floors: Floors; changed: number } {
  const out = structuredClone(floors)
  let changed = 0
  for (const m of measuredValues(sets, strata)) {
    if (!hasFloor(m)) continue
    const named = out[m.group][m.name] ?? {}
    out[m.group][m.name] = named
    const bound = named[m.figure] ?? {}
    const next = floorFor(m)
    const isStricter = bound.floor === undefined || (m.lower ? next < bound.floor : next > bound.floor)
    if (!isStricter && !lower) continue
    if (bound.floor !== next) changed++
    named[m.figure] = { floor: next, ...(bound.goal !== undefined && { goal: bound.goal }) }
  }
  return { floors: out, changed }
}

export const writeFloors = (floors: Floors): void => writeFileSync(FILE, formatFloors(floors))
