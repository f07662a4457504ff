// Simulates one market day: returns a project's new row, or null without changes.
import type { ConstructionStatus, SalesStatus } from '../catalog/records/status.ts'
import type { FloorPlanRow, ProjectRow } from '../ingest/record/row.ts'
import { announced, happened } from './approximate-date.ts'
import { addMonths, dayNumber, dayText, instantOf } from './calendar.ts'
import { priceList } from './demo-media.ts'
import type { Random } from './drawings/random.ts'
import { randomStream } from './drawings/random.ts'
import { DEMO_AS_OF, DEMO_COUNT, DEMO_SEED, demoProjects, demoProjectsFrom } from './generate.ts'
import { drawnMedia } from './media-row.ts'
import { printed } from './pricing.ts'
import { newIncentive } from './terms.ts'

const ON_SALE = new Set<FloorPlanRow['availability']>(['available', 'limited'])

/** Possible changes of a project on sale, with their weights. */
const SALE_EVENTS: readonly (readonly [(row: ProjectRow, day: string, random: Random) => ProjectRow | null, number])[] =
  [
    [unitsSold, 46],
    [pricesMoved, 24],
    [planChanged, 14],
    [incentiveChanged, 16],
  ]
/** Daily chance that a project on sale changes. Other projects only change their status. */
const SALE_CHANCE = 0.085
const MOVE_CHANCE = 0.0025

export function demoDay(row: ProjectRow, date: string, seed = DEMO_SEED): ProjectRow | null {
  const random = randomStream(seed, `day/${date}/${row.key}`)
  if (random.chance(MOVE_CHANCE)) {
    const moved = statusMoved(row, date, random)
    if (moved) return moved
  }
  if (row.sales_status !== 'selling' || !random.chance(SALE_CHANCE)) return null
  return random.weighted(SALE_EVENTS)(row, date, random)
}

/** The dataset at the end of a day, with a new project from time to time. */
export function* demoDayRows(rows: Iterable<ProjectRow>, date: string, seed = DEMO_SEED): Generator<ProjectRow> {
  for (const row of rows) yield demoDay(row, date, seed) ?? row
  yield* demoNewProjects(date, seed)
}

/** The whole dataset at the end of a day, including new projects. Deterministic. */
export function* demoRowsAt(day: string, count = DEMO_COUNT, seed = DEMO_SEED): Generator<ProjectRow> {
  const days = daysAfter(DEMO_AS_OF, day)
  for (const row of demoProjects({ count, seed })) yield afterDays(row, days, seed)
  for (const [i, row] of newProjects(days.length, seed).entries())
    yield afterDays(row, days.slice((i + 1) * NEW_PROJECT_DAYS), seed)
}

function afterDays(row: ProjectRow, days: readonly string[], seed: number): ProjectRow {
  return days.reduce((before, day) => demoDay(before, day, seed) ?? before, row)
}

function daysAfter(first: string, last: string): string[] {
  const days: string[] = []
  for (let number = dayNumber(first) + 1; number <= dayNumber(last); number++) days.push(dayText(number))
  return days
}

/** Sites skipped between the dataset and new projects: more than corner lots can use up. */
const SITES_BETWEEN = 1000

/** A new project every so many days, on an unused site. */
const NEW_PROJECT_DAYS = 3

/** New projects of the first `days` days, in one pass over the sites. */
function newProjects(days: number, seed: number): ProjectRow[] {
  const wanted = Math.floor(days / NEW_PROJECT_DAYS)
  const first = dayNumber(DEMO_AS_OF)
  const rows: ProjectRow[] = []
  if (wanted <= 0) return rows
  for (const row of demoProjectsFrom({
    seed,
    skip: DEMO_COUNT + SITES_BETWEEN,
    asOf: (index) => dayText(first + (index + 1) * NEW_PROJECT_DAYS),
    stage: 'registration',
  })) {
    rows.push(row)
    if (rows.length === wanted) break
  }
  return rows
}

/** The new project of this day, if any. */
export function demoNewProjects(date: string, seed = DEMO_SEED): ProjectRow[] {
  const days = dayNumber(date) - dayNumber(DEMO_AS_OF)
  return days > 0 && days % NEW_PROJECT_DAYS === 0 ? newProjects(days, seed).slice(-1) : []
}

function unitsSold(row: ProjectRow, _day: string, random: Random): ProjectRow | null {
  const open = row.units.filter((unit) => unit.status === 'available')
  if (open.length === 0) return null
  const chosen = new Set(random.sample(open, Math.min(open.length, random.int(1, 4))).map((unit) => unit.key))
  const units = row.units.map((unit) =>
    chosen.has(unit.key) ? { ...unit, status: random.chance(0.7) ? ('sold' as const) : ('reserved' as const) } : unit,
  )
  return { ...row, units }
}

function pricesMoved(row: ProjectRow, day: string, random: Random): ProjectRow | null {
  const factor = random.chance(0.6) ? 1 + random.int(5, 25) / 1000 : 1 - random.int(5, 30) / 1000
  const moved = new Map<string, number>()
  const floor_plans = row.floor_plans.map((plan) => {
    if (plan.price === null || !ON_SALE.has(plan.availability)) return plan
    const price = printed(plan.price * factor)
    if (price === plan.price) return plan
    moved.set(plan.key, price)
    return { ...plan, price }
  })
  if (moved.size === 0) return null
  const units = row.units.map((unit) => {
    const isOpen = unit.status !== 'sold' && unit.price !== null && moved.has(unit.floor_plan_key)
    return isOpen ? { ...unit, price: printed(unit.price! * factor) } : unit
  })
  return repriced(row, { ...row, floor_plans, units }, day)
}

/** A plan becomes limited, sells out or becomes available again. */
function planChanged(row: ProjectRow, day: string, random: Random): ProjectRow | null {
  const plan = random.pick(row.floor_plans)
  if (!plan || plan.price === null) return null
  const next: Partial<Record<FloorPlanRow['availability'], FloorPlanRow['availability']>> = {
    coming_soon: 'available',
    available: 'limited',
    limited: 'sold_out',
    on_hold: 'available',
  }
  const availability = next[plan.availability]
  if (!availability) return null
  const floor_plans = row.floor_plans.map((one) => (one === plan ? { ...one, availability } : one))
  // Selling the last plan changes the status of the whole project, which is not handled here.
  if (!floor_plans.some((one) => ON_SALE.has(one.availability))) return null
  const units =
    availability === 'sold_out'
      ? row.units.map((unit) =>
          unit.floor_plan_key === plan.key && unit.status !== 'sold' ? { ...unit, status: 'sold' as const } : unit,
        )
      : availability === 'available'
        ? row.units.map((unit) =>
            unit.floor_plan_key === plan.key && unit.status === 'unreleased'
              ? { ...unit, status: 'available' as const }
              : unit,
          )
        : row.units
  return repriced(row, { ...row, floor_plans, units }, day)
}

function incentiveChanged(row: ProjectRow, day: string, random: Random): ProjectRow | null {
  const running = row.incentives.filter((incentive) => incentive.valid_to === null || incentive.valid_to >= day)
  if (running.length < row.incentives.length) return { ...row, incentives: running }
  if (running.length > 1 && random.chance(0.5)) return { ...row, incentives: running.slice(1) }
  const incentive = newIncentive(random, row.province === 'QC', day)
  if (running.some((one) => one.title === incentive.title)) return null
  return { ...row, incentives: [...running, incentive] }
}

/** Updates the price range, the history and the price list to match the plans. */
function repriced(before: ProjectRow, after: ProjectRow, day: string): ProjectRow {
  const history = [...before.history]
  const note = (planKey: string | null, field: string, from: unknown, to: unknown) => {
    if (from !== to) history.push({ floor_plan_key: planKey, field, from, to, effective_at: instantOf(day) })
  }
  after.floor_plans.forEach((plan, at) => {
    note(plan.key, 'price', before.floor_plans[at]!.price, plan.price)
    note(plan.key, 'availability', before.floor_plans[at]!.availability, plan.availability)
  })
  const prices = after.floor_plans
    .filter((plan) => plan.price !== null && ON_SALE.has(plan.availability))
    .map((plan) => plan.price!)
  const price_from = prices.length > 0 ? Math.min(...prices) : after.price_from
  const price_to = prices.length > 0 ? Math.max(...prices) : after.price_to
  note(null, 'price_from', before.price_from, price_from)
  note(null, 'price_to', before.price_to, price_to)
  const row = { ...after, price_from, price_to, history }
  const media = row.media.map((one) => (one.kind === 'price_list' ? drawnMedia(priceList(row), one.position) : one))
  return { ...row, media }
}

const NEXT_SALES: Partial<Record<SalesStatus, SalesStatus>> = {
  planning: 'registration',
  registration: 'pre_launch',
  temporarily_sold_out: 'selling',
  sales_on_hold: 'registration',
}
const NEXT_CONSTRUCTION: Partial<Record<ConstructionStatus, ConstructionStatus>> = {
  pre_construction: 'under_construction',
  under_construction: 'occupancy',
  occupancy: 'completed',
  construction_on_hold: 'under_construction',
}

/** One ordinary status move, with its dates. */
function statusMoved(row: ProjectRow, day: string, random: Random): ProjectRow | null {
  const sales = NEXT_SALES[row.sales_status]
  if (sales && random.chance(0.6)) return salesMoved(row, sales, day)
  if (row.sales_status === 'sold_out' && row.construction_status === 'completed') return salesMoved(row, 'resale', day)
  const open = row.units.filter((unit) => unit.status !== 'sold').length
  if (row.sales_status === 'selling' && open < row.units.length * 0.15) return soldOut(row, day)
  const isSold = row.sales_status === 'selling' || row.sales_status === 'sold_out'
  const construction = isSold ? NEXT_CONSTRUCTION[row.construction_status] : undefined
  if (!construction || !isDue(row, construction, day)) return null
  return constructionMoved(row, construction, day)
}

function salesMoved(row: ProjectRow, to: SalesStatus, day: string): ProjectRow {
  const moved = withChange(row, 'sales_status', row.sales_status, to, day)
  if (to === 'selling') {
    const released = new Set(
      row.units.filter((unit) => unit.status === 'unreleased').map((unit) => unit.floor_plan_key),
    )
    const floor_plans = row.floor_plans.map((plan) =>
      released.has(plan.key) && plan.price !== null ? { ...plan, availability: 'available' as const } : plan,
    )
    const units = row.units.map((unit) =>
      unit.status === 'unreleased' ? { ...unit, status: 'available' as const } : unit,
    )
    return repriced(moved, { ...moved, floor_plans, units, sales_status: to }, day)
  }
  if (to === 'resale') {
    const floor_plans = row.floor_plans.map((plan) => ({ ...plan, price: null }))
    const cleared = repriced(moved, { ...moved, floor_plans, sales_status: to }, day)
    return {
      ...withChange(
        withChange(cleared, 'price_from', cleared.price_from, null, day),
        'price_to',
        cleared.price_to,
        null,
        day,
      ),
      price_from: null,
      price_to: null,
    }
  }
  return { ...moved, sales_status: to }
}

function soldOut(row: ProjectRow, day: string): ProjectRow {
  const moved = withChange(row, 'sales_status', row.sales_status, 'sold_out', day)
  const floor_plans = row.floor_plans.map((plan) => ({ ...plan, availability: 'sold_out' as const }))
  const units = row.units.map((unit) => ({ ...unit, status: 'sold' as const }))
  return repriced(moved, { ...moved, floor_plans, units, sales_status: 'sold_out' }, day)
}

/** Occupancy never starts long before its announced date, nor construction within half a year of the launch. */
function isDue(row: ProjectRow, to: ConstructionStatus, day: string): boolean {
  if (to === 'under_construction') return row.launch_date !== null && addMonths(row.launch_date.date, 6) <= day
  if (to === 'occupancy') return row.occupancy_date !== null && row.occupancy_date.date <= addMonths(day, 3)
  return true
}

function constructionMoved(row: ProjectRow, to: ConstructionStatus, day: string): ProjectRow {
  const moved = { ...withChange(row, 'construction_status', row.construction_status, to, day), construction_status: to }
  if (to === 'occupancy') {
    const occupancy_date = happened(day, 'month')
    return {
      ...withChange(moved, 'occupancy_date', row.occupancy_date, occupancy_date, day),
      occupancy_date,
      year_built: Number(day.slice(0, 4)),
    }
  }
  if (to === 'completed')
    return { ...moved, completion_date: happened(day, 'day'), year_built: row.year_built ?? Number(day.slice(0, 4)) }
  const random = randomStream(DEMO_SEED, `${row.key}/${day}`)
  return row.occupancy_date ? moved : { ...moved, occupancy_date: announced(addMonths(day, 30), day, random) }
}

function withChange(row: ProjectRow, field: string, from: unknown, to: unknown, day: string): ProjectRow {
  if (from === to) return row
  return { ...row, history: [...row.history, { floor_plan_key: null, field, from, to, effective_at: instantOf(day) }] }
}
