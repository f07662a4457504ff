// Generates a project's sales history: launch, price changes, delays, end of sales.
import type { FloorPlanRow, HistoryRow, ProjectRow } from '../ingest/record/row.ts'
import type { FuzzyDate } from './approximate-date.ts'
import { announced, happened } from './approximate-date.ts'
import { addDays, addMonths, dayNumber, dayText } from './calendar.ts'
import type { Random } from './drawings/random.ts'
import type { Life } from './life.ts'
import { priceLevel, priceOf, printed } from './pricing.ts'
import type { Recorder } from './recorder.ts'
import { createRecorder } from './recorder.ts'

export type Commerce = Pick<
  ProjectRow,
  | 'sales_status'
  | 'construction_status'
  | 'price_from'
  | 'price_to'
  | 'launch_date'
  | 'occupancy_date'
  | 'completion_date'
  | 'year_built'
>
type Setting = { random: Random; life: Life; asOf: string; market: number; finish: number; plans: FloorPlanRow[] }

const HISTORY_MONTHS = 120
const ON_SALE = new Set(['available', 'limited'])

export function chronicleOf(setting: Setting): { commerce: Commerce; history: HistoryRow[] } {
  const { life, plans, asOf } = setting
  const recorder = createRecorder(addMonths(asOf, -HISTORY_MONTHS))
  for (const [day, to] of life.sales) recorder.at(day, () => recorder.set(null, 'sales_status', to))
  for (const [day, to] of life.construction) recorder.at(day, () => recorder.set(null, 'construction_status', to))
  // Price lists of launches before the history begins are unknown.
  const priced = life.launch !== null && life.launch >= addMonths(asOf, -HISTORY_MONTHS)
  if (priced) planSales(recorder, setting, life.launch!)
  planDates(recorder, setting)
  if (!life.launch) recorder.at(life.sales[0]![0], () => setAll(recorder, plans, 'availability', 'coming_soon'))
  const history = recorder.play(() => priced && repriceProject(recorder, plans))
  for (const plan of plans) {
    plan.price = recorder.get(plan.key, 'price') as number | null
    plan.availability = (recorder.get(plan.key, 'availability') as FloorPlanRow['availability'] | null) ?? 'sold_out'
  }
  return { commerce: present(recorder, setting), history }
}

function planSales(recorder: Recorder, { random, life, asOf, market, finish, plans }: Setting, launch: string): void {
  const end = endOfSales(life, asOf)
  recorder.at(launch, () => {
    for (const plan of plans) {
      const floor = plan.floor_min ?? 2
      const price = priceOf({
        market,
        day: launch,
        areaSqft: plan.interior_sqft,
        floor,
        finish,
        isPenthouse: plan.is_penthouse,
      })
      plan.launch_price = price
      recorder.set(plan.key, 'price', price)
      recorder.set(plan.key, 'availability', plan.is_penthouse && random.chance(0.4) ? 'coming_soon' : 'available')
    }
  })
  let last = launch
  for (let day = addMonths(launch, random.int(4, 9)); day < end; day = addMonths(day, random.int(6, 13))) {
    const from = last
    const drift = (priceLevel(day) / priceLevel(from)) ** 0.5 * (1 + 0.008 * random.gauss())
    recorder.at(day, () => reprice(recorder, plans, drift))
    last = day
  }
  for (const plan of plans) planExit(recorder, plan, random, life, launch, end)
  closeSales(recorder, life, plans)
}

function reprice(recorder: Recorder, plans: readonly FloorPlanRow[], drift: number): void {
  for (const plan of plans) {
    if (recorder.get(plan.key, 'availability') === 'sold_out') continue
    recorder.set(plan.key, 'price', printed((recorder.get(plan.key, 'price') as number) * drift))
  }
}

/** A plan sells out with the project or before it, often after "limited". */
function planExit(
  recorder: Recorder,
  plan: FloorPlanRow,
  random: Random,
  life: Life,
  launch: string,
  end: string,
): void {
  const within = (share: number) =>
    dayText(dayNumber(launch) + Math.max(1, Math.floor((dayNumber(end) - dayNumber(launch)) * share)))
  const finishing = life.soldOut !== null || life.stage === 'temporarily_sold_out'
  const soldEarly = random.chance(finishing ? 0.5 : 0.22)
  const share = 0.35 + random.next() * 0.6
  const isShort = random.chance(0.3)
  if (isShort || (soldEarly && random.chance(0.4)))
    recorder.at(within(share * 0.8), () => recorder.set(plan.key, 'availability', 'limited'))
  if (soldEarly) recorder.at(within(share), () => recorder.set(plan.key, 'availability', 'sold_out'))
  else if (!isShort && plan.is_penthouse)
    recorder.at(within(0.3), () => recorder.set(plan.key, 'availability', 'available'))
}

function setAll(recorder: Recorder, plans: readonly FloorPlanRow[], field: string, value: unknown): void {
  for (const plan of plans) recorder.set(plan.key, field, value)
}

function closeSales(recorder: Recorder, life: Life, plans: readonly FloorPlanRow[]): void {
  const all = (field: string, value: unknown) => setAll(recorder, plans, field, value)
  for (const [day, status] of life.sales) {
    if (status === 'sold_out') recorder.at(day, () => all('availability', 'sold_out'))
    if (status === 'temporarily_sold_out' && life.stage === status)
      recorder.at(day, () => all('availability', 'sold_out'))
    if (status === 'resale') recorder.at(day, () => all('price', null))
    if (status === 'sales_on_hold') recorder.at(day, () => all('availability', 'on_hold'))
    if (status === 'cancelled' || status === 'converted_to_rental') {
      recorder.at(day, () => {
        all('availability', 'withdrawn')
        all('price', null)
      })
    }
  }
}

/** The price range of the plans on sale; when none are, of all plans with a price. */
function repriceProject(recorder: Recorder, plans: readonly FloorPlanRow[]): void {
  let [low, high, lowAny, highAny] = [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY, 0]
  for (const plan of plans) {
    const price = recorder.get(plan.key, 'price') as number | null
    if (price === null) continue
    lowAny = Math.min(lowAny, price)
    highAny = Math.max(highAny, price)
    if (!ON_SALE.has(recorder.get(plan.key, 'availability') as string)) continue
    low = Math.min(low, price)
    high = Math.max(high, price)
  }
  const known = highAny > 0
  recorder.set(null, 'price_from', known ? (high > 0 ? low : lowAny) : null)
  recorder.set(null, 'price_to', known ? (high > 0 ? high : highAny) : null)
}

function endOfSales(life: Life, asOf: string): string {
  if (life.soldOut) return life.soldOut
  const [day, status] = life.sales.at(-1)!
  return status === 'selling' ? asOf : day
}

function planDates(recorder: Recorder, { random, life, asOf }: Setting): void {
  const set = (value: FuzzyDate) => recorder.set(null, 'occupancy_date', value)
  const reached = life.construction.some(([, status]) => status === 'occupancy')
  const first = life.launch ?? life.sales[0]![0]
  if (first < '1998') return
  const slips = life.launch ? random.int(0, 2) : 0
  let expected = addMonths(life.occupancy, -slips * random.int(4, 9))
  const until = reached ? life.occupancy : asOf
  for (let slip = 0; slip <= slips; slip++) {
    const announcedOn = dayText(
      dayNumber(first) + Math.floor(((dayNumber(until) - dayNumber(first)) * slip) / (slips + 1)),
    )
    if (slip === slips) expected = life.occupancy
    if (expected <= announcedOn) expected = addMonths(announcedOn, 6)
    const value = announced(expected, announcedOn, random)
    recorder.at(announcedOn, () => set(value))
    expected = addMonths(expected, random.int(4, 9))
  }
  if (reached) recorder.at(life.occupancy, () => set(happened(life.occupancy, 'month')))
}

function present(recorder: Recorder, { random, life, asOf }: Setting): Commerce {
  const construction = recorder.get(null, 'construction_status') as Commerce['construction_status']
  const done = construction === 'completed'
  const dead = construction === 'cancelled'
  const year = Number(life.completion.slice(0, 4))
  const launchDay = life.launch ?? life.plannedLaunch
  return {
    sales_status: recorder.get(null, 'sales_status') as Commerce['sales_status'],
    construction_status: construction,
    price_from: recorder.get(null, 'price_from') as number | null,
    price_to: recorder.get(null, 'price_to') as number | null,
    launch_date:
      !launchDay || launchDay < '1998'
        ? null
        : life.launch
          ? happened(launchDay, launchDay > '2015' ? 'day' : 'month')
          : announced(addDays(launchDay, 0), asOf, random),
    occupancy_date: recorder.get(null, 'occupancy_date') as FuzzyDate | null,
    completion_date: done
      ? happened(life.completion, year < 1995 ? 'year' : year < 2010 ? 'month' : 'day')
      : dead || !life.launch
        ? null
        : announced(life.completion, asOf, random),
    year_built: done ? year : construction === 'occupancy' ? Number(life.occupancy.slice(0, 4)) : null,
  }
}
