// Generates a project's stage and the dated status moves that led to it.
import type { ConstructionStatus, SalesStatus } from '../catalog/records/status.ts'
import { addDays, addMonths, yearOf } from './calendar.ts'
import type { Random } from './drawings/random.ts'

type Move<T> = readonly [day: string, to: T]
export type Life = {
  stage: Stage
  /** Oldest first; the last of each is the current value. */
  sales: readonly Move<SalesStatus>[]
  construction: readonly Move<ConstructionStatus>[]
  /** First day of sales; null before sales start. */
  launch: string | null
  /** Expected first day of sales, before sales start. */
  plannedLaunch: string | null
  /** The day the builder sold the last unit. */
  soldOut: string | null
  occupancy: string
  completion: string
  /** The year that decides style and sizes. */
  designYear: number
}

export type Stage =
  | 'completed'
  | 'occupancy'
  | 'under_construction'
  | 'selling_early'
  | 'selling_late'
  | 'temporarily_sold_out'
  | 'sold_out'
  | 'pre_launch'
  | 'registration'
  | 'planning'
  | 'on_hold'
  | 'cancelled'
  | 'converted_to_rental'

const STAGES: readonly (readonly [Stage, number])[] = [
  ['completed', 775],
  ['occupancy', 18],
  ['under_construction', 32],
  ['selling_early', 42],
  ['selling_late', 41],
  ['temporarily_sold_out', 7],
  ['sold_out', 8],
  ['pre_launch', 12],
  ['registration', 18],
  ['planning', 22],
  ['on_hold', 9],
  ['cancelled', 9],
  ['converted_to_rental', 5],
]
/** Completion decades with weights: booms in the 1970s, late 1980s and since 2000. */
const DECADES: readonly (readonly [number, number])[] = [
  [1960, 3],
  [1970, 10],
  [1980, 12],
  [1990, 11],
  [2000, 21],
  [2010, 30],
  [2020, 13],
]

/** `buildMonths` is the construction time. */
export function lifeOf(random: Random, asOf: string, buildMonths: number, fixedStage?: Stage): Life {
  const stage = fixedStage ?? random.weighted(STAGES)
  return stage === 'completed'
    ? completedLife(random, asOf, buildMonths)
    : currentLife(stage, random, asOf, buildMonths)
}

function completedLife(random: Random, asOf: string, buildMonths: number): Life {
  const decade = random.weighted(DECADES)
  const lastYear = yearOf(asOf)
  const year = decade === 2020 ? random.int(2020, lastYear) : decade + random.int(decade === 1960 ? 3 : 0, 9)
  let completion = `${year}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`
  if (completion > addMonths(asOf, -2)) completion = addMonths(asOf, -random.int(2, 9))
  const start = addMonths(completion, -buildMonths)
  const launch = addMonths(start, -random.int(6, 16))
  const slow = completion > addMonths(asOf, -20) && random.chance(0.25)
  const soldOut = slow ? null : earlier(addMonths(launch, random.int(5, 30)), addMonths(completion, -1))
  const occupancy = addDays(completion, -random.int(50, 210))
  const sales: Move<SalesStatus>[] = [
    [addMonths(launch, -random.int(3, 7)), 'registration'],
    [launch, 'selling'],
  ]
  if (soldOut) sales.push([soldOut, 'sold_out'])
  const resale = addDays(completion, random.int(20, 90))
  if (soldOut && resale < asOf) sales.push([resale, 'resale'])
  return {
    stage: 'completed',
    sales,
    construction: [
      [sales[0]![0], 'pre_construction'],
      [start, 'under_construction'],
      [occupancy, 'occupancy'],
      [completion, 'completed'],
    ],
    launch,
    plannedLaunch: null,
    soldOut,
    occupancy,
    completion,
    designYear: yearOf(completion) - 1,
  }
}

function currentLife(stage: Stage, random: Random, asOf: string, buildMonths: number): Life {
  const ago = (least: number, most: number) =>
    addDays(asOf, -Math.round(30.4 * (least + random.next() * (most - least))))
  const sales: Move<SalesStatus>[] = []
  const construction: Move<ConstructionStatus>[] = []
  const waiting = { planning: [2, 20], registration: [1, 8], pre_launch: [0.2, 3] } as const
  if (stage in waiting) {
    const [least, most] = waiting[stage as keyof typeof waiting]
    const since = ago(least, most)
    const planned = addMonths(since, -random.int(4, 12))
    if (stage !== 'planning') sales.push([planned, 'planning'])
    if (stage === 'pre_launch') sales.push([addMonths(since, -random.int(1, 3)), 'registration'])
    sales.push([since, stage as SalesStatus])
    construction.push([sales[0]![0], 'pre_construction'])
    const monthsAhead = stage === 'planning' ? random.int(9, 24) : stage === 'registration' ? random.int(3, 9) : 1
    const plannedLaunch = addMonths(asOf, monthsAhead)
    const occupancy = addMonths(plannedLaunch, random.int(8, 16) + buildMonths)
    return ending(stage, sales, construction, null, plannedLaunch, null, occupancy, addMonths(occupancy, 4))
  }
  const wait = random.int(8, 15)
  const launchAges: Partial<Record<Stage, readonly [number, number]>> = {
    selling_early: [0.3, 15],
    selling_late: [wait + 1, wait + Math.min(26, buildMonths)],
    temporarily_sold_out: [8, 26],
    sold_out: [5, 14],
    under_construction: [wait + 1, wait + buildMonths],
    occupancy: [wait + buildMonths + 1, wait + buildMonths + 7],
    on_hold: [16, 48],
    cancelled: [24, 84],
    converted_to_rental: [20, 60],
  }
  const [youngest, oldest] = launchAges[stage]!
  const launch = ago(youngest, oldest)
  const monthsSince = Math.max(1, Math.round((Date.parse(asOf) - Date.parse(launch)) / (30.4 * 86_400_000)))
  const planned = addMonths(launch, -random.int(6, 14))
  sales.push([planned, 'planning'], [addMonths(launch, -random.int(2, 5)), 'registration'], [launch, 'selling'])
  construction.push([planned, 'pre_construction'])
  const startDay = addMonths(launch, wait)
  let soldOut: string | null = null
  const within = (low: number, high: number) =>
    addMonths(launch, Math.max(1, Math.round(monthsSince * (low + random.next() * (high - low)))))
  const building = startDay < asOf && !['sold_out', 'selling_early', 'cancelled'].includes(stage)
  if (building) construction.push([startDay, 'under_construction'])
  if (stage === 'selling_late' && random.chance(0.2)) {
    const pause = within(0.3, 0.5)
    sales.push([pause, 'temporarily_sold_out'], [addMonths(pause, 1), 'selling'])
  }
  if (stage === 'temporarily_sold_out') sales.push([before(within(0.7, 0.95), asOf), 'temporarily_sold_out'])
  if (stage === 'sold_out' || stage === 'under_construction' || (stage === 'occupancy' && random.chance(0.75))) {
    soldOut = before(stage === 'sold_out' ? within(0.7, 0.95) : within(0.25, 0.8), asOf)
    sales.push([soldOut, 'sold_out'])
  }
  if (stage === 'on_hold') {
    const halt = before(within(0.5, 0.9), asOf)
    sales.push([halt, 'sales_on_hold'])
    const stopped = construction.at(-1)!
    if (stopped[1] === 'under_construction' && stopped[0] < halt) construction.push([halt, 'construction_on_hold'])
    else if (stopped[1] === 'under_construction') construction.pop()
  }
  if (stage === 'cancelled') {
    const end = before(within(0.35, 0.9), asOf)
    sales.push([end, 'cancelled'])
    construction.push([end, 'cancelled'])
  }
  if (stage === 'converted_to_rental') {
    sales.push([before(within(0.3, 0.8), asOf), 'converted_to_rental'])
  }
  let occupancy = addMonths(startDay, buildMonths)
  if (stage === 'occupancy') {
    if (occupancy >= asOf) occupancy = addDays(asOf, -random.int(5, 60))
    construction.push([occupancy, 'occupancy'])
  } else if (occupancy <= addMonths(asOf, 1)) {
    occupancy = addMonths(asOf, random.int(2, 14))
  }
  return ending(stage, sales, construction, launch, null, soldOut, occupancy, addMonths(occupancy, random.int(3, 7)))
}

function ending(
  stage: Stage,
  sales: Life['sales'],
  construction: Life['construction'],
  launch: string | null,
  plannedLaunch: string | null,
  soldOut: string | null,
  occupancy: string,
  completion: string,
): Life {
  const designYear = yearOf(launch ?? plannedLaunch ?? occupancy)
  return { stage, sales, construction, launch, plannedLaunch, soldOut, occupancy, completion, designYear }
}

function earlier(a: string, b: string): string {
  return a < b ? a : b
}

function before(day: string, limit: string): string {
  return day < limit ? day : addDays(limit, -3)
}
