// Generates floor plans with the mix and sizes of their decade.
import type { FloorPlanRow } from '../ingest/record/row.ts'
import type { Random } from './drawings/random.ts'
import type { Form } from './form.ts'
import { planNames } from './plan-names.ts'
import type { Site } from './sites.ts'

/** The position of a unit in a building: plan, floor label, position on the floor. */
export type Slot = { tower: number; plan: number; floor: number; position: number }
export type PlanSet = { plans: FloorPlanRow[]; slots: Slot[] }

type Mix = readonly (readonly [rooms: string, weight: number, minSqft: number, maxSqft: number])[]
const MIXES: readonly (readonly [untilYear: number, Mix])[] = [
  [
    1984,
    [
      ['1', 30, 620, 790],
      ['2', 46, 860, 1120],
      ['3', 20, 1120, 1420],
      ['0', 4, 430, 520],
    ],
  ],
  [
    1999,
    [
      ['1', 24, 600, 760],
      ['1+1', 12, 680, 840],
      ['2', 42, 860, 1180],
      ['2+1', 10, 1000, 1300],
      ['3', 12, 1200, 1650],
    ],
  ],
  [
    2011,
    [
      ['0', 7, 380, 470],
      ['1', 28, 520, 680],
      ['1+1', 26, 600, 760],
      ['2', 27, 760, 1020],
      ['2+1', 7, 900, 1150],
      ['3', 5, 1100, 1500],
    ],
  ],
  [
    2099,
    [
      ['0', 10, 330, 430],
      ['1', 26, 445, 590],
      ['1+1', 25, 525, 680],
      ['2', 23, 640, 890],
      ['2+1', 8, 740, 990],
      ['3', 8, 850, 1220],
    ],
  ],
]
const TOWN_MIX: Mix = [
  ['2', 34, 950, 1200],
  ['2+1', 20, 1080, 1300],
  ['3', 36, 1250, 1700],
  ['4', 10, 1650, 2100],
]
const PENTHOUSE_MIX: Mix = [
  ['2+1', 40, 1250, 1650],
  ['3', 40, 1500, 2300],
  ['3+1', 20, 1750, 2900],
]
const SIDES = ['N', 'E', 'S', 'W'] as const
const CORNERS = ['NE', 'SE', 'SW', 'NW'] as const

export function planSetOf(random: Random, site: Site, form: Form, count: number, habits: FloorHabits): PlanSet {
  const isTown = form.kind === 'condo_townhouse'
  const year = form.look.year
  const mix = isTown ? TOWN_MIX : MIXES.find(([until]) => year <= until)![1]
  const highest = form.towers[0]!
  const penthouses = !isTown && count >= 7 && highest >= 9 ? (count >= 14 ? 2 : 1) : 0
  const french = site.city.province === 'QC'
  const drafts = Array.from({ length: count }, (_, at) => {
    const isPenthouse = at >= count - penthouses
    const draw = isPenthouse ? PENTHOUSE_MIX : mix
    const [rooms, , low, high] = random.weighted(draw.map((row) => [row, row[1]] as const))
    return { rooms, areaSqft: random.int(low, high), isPenthouse }
  }).sort((a, b) => Number(a.isPenthouse) - Number(b.isPenthouse) || a.areaSqft - b.areaSqft)
  const names = planNames(random, drafts, french, isTown)
  const plans = drafts.map((draft, at): FloorPlanRow => {
    const [bedrooms = 0, dens = 0] = draft.rooms.split('+').map(Number)
    const [full, half] = bathrooms(random, bedrooms, draft.areaSqft, isTown, year)
    const corner = bedrooms >= 2 && random.chance(0.5)
    const exposure = isTown
      ? [
          ...random.pick([
            ['E', 'W'],
            ['N', 'S'],
          ] as const),
        ]
      : [corner ? random.pick(CORNERS) : random.pick(SIDES)]
    return {
      key: `p${at + 1}`,
      building_key: form.towers.length > 1 ? towerKey(at % form.towers.length) : null,
      name: names[at]!,
      bedrooms,
      dens,
      bedrooms_label: bedrooms === 0 ? 'Studio' : draft.rooms,
      bathrooms_full: full,
      bathrooms_half: half,
      interior_sqft: draft.areaSqft,
      exterior_sqft: outdoorSqft(random, year, draft.isPenthouse, isTown),
      exposure,
      floor_min: null,
      floor_max: null,
      is_penthouse: draft.isPenthouse,
      units_count: null,
      availability: 'sold_out',
      price: null,
      launch_price: null,
    }
  })
  return withoutEmpty(plans, stack(plans, form, habits))
}

function bathrooms(
  random: Random,
  bedrooms: number,
  areaSqft: number,
  isTown: boolean,
  year: number,
): [number, number] {
  if (bedrooms <= 1) return [areaSqft > 640 && year > 1990 && random.chance(0.3) ? 2 : 1, 0]
  if (isTown) return [2, 1]
  if (bedrooms === 2) return year < 1985 ? [1, random.chance(0.4) ? 1 : 0] : [2, 0]
  return areaSqft > 1400 ? [2, 1] : [2, 0]
}

function outdoorSqft(random: Random, year: number, isPenthouse: boolean, isTown: boolean): number | null {
  if (isTown) return random.int(110, 340)
  if (random.chance(year < 1975 ? 0.4 : 0.1)) return null
  return isPenthouse ? random.int(220, 900) : random.int(36, 120)
}

/** Removes plans that do not fit in a small building. */
function withoutEmpty(plans: FloorPlanRow[], slots: Slot[]): PlanSet {
  const used = plans.filter((plan) => plan.units_count !== 0)
  const indexes = plans.map((plan) => used.indexOf(plan))
  return { plans: used, slots: slots.map((slot) => ({ ...slot, plan: indexes[slot.plan]! })) }
}

export type FloorHabits = { skipped: ReadonlySet<number> }

/** Floor labels. Builders skip 13, and some skip every 4. */
function floorLabels(storeys: number, { skipped }: FloorHabits): number[] {
  const labels: number[] = []
  for (let label = 1; labels.length < storeys; label++) if (!skipped.has(label)) labels.push(label)
  return labels
}

export function towerKey(tower: number): string {
  return String.fromCharCode(97 + tower)
}

/** Fills the buildings floor by floor, with penthouses on top, and counts the units of each plan. */
function stack(plans: FloorPlanRow[], form: Form, habits: FloorHabits): Slot[] {
  const slots: Slot[] = []
  const counts = plans.map(() => 0)
  form.towers.forEach((storeys, tower) => {
    const here = plans
      .map((_, at) => at)
      .filter((at) => !plans[at]!.building_key || plans[at]!.building_key === towerKey(tower))
    const top = here.filter((at) => plans[at]!.is_penthouse)
    const usual = here.filter((at) => !plans[at]!.is_penthouse)
    const labels = form.kind === 'condo_townhouse' ? [1, 2] : floorLabels(storeys, habits).slice(1)
    const topFloors = top.length > 0 ? (storeys > 24 ? 2 : 1) : 0
    // With more plans than positions, plans alternate by floor.
    const bands = Math.ceil(usual.length / form.perFloor)
    labels.forEach((floor, index) => {
      const isTop = index >= labels.length - topFloors
      const available = isTop ? top : usual
      const perFloor = isTop ? Math.max(2, Math.floor(form.perFloor / 3)) : form.perFloor
      for (let position = 1; position <= perFloor; position++) {
        const band = isTop ? 0 : Math.floor((index * bands) / labels.length)
        const plan = available[(position - 1 + band * form.perFloor) % available.length]
        if (plan === undefined) break
        counts[plan]! += 1
        const row = plans[plan]!
        row.floor_min = Math.min(row.floor_min ?? floor, floor)
        row.floor_max = Math.max(row.floor_max ?? floor, floor)
        slots.push({ tower, plan, floor, position })
      }
    })
  })
  plans.forEach((row, at) => {
    row.units_count = counts[at]!
  })
  return slots
}
