// Generates the demonstration dataset. The same seed gives the same projects.
import type { ProjectRow } from '../ingest/record/row.ts'
import { chronicleOf } from './chronicle.ts'
import { condoCorpOf } from './condo-corp.ts'
import { addressesOf } from './demo-addresses.ts'
import type { MediaSet } from './demo-media.ts'
import { projectMedia } from './demo-media.ts'
import { peopleOf } from './demo-people.ts'
import { unitsOf } from './demo-units.ts'
import type { PlanMemo } from './drawings/floor-plan.ts'
import type { Random } from './drawings/random.ts'
import { randomStream } from './drawings/random.ts'
import { planSetOf } from './floor-plans.ts'
import type { Form } from './form.ts'
import { buildMonthsOf, formOf, kindOf } from './form.ts'
import type { Life, Stage } from './life.ts'
import { lifeOf } from './life.ts'
import { namesOf } from './names.ts'
import type { Site } from './sites.ts'
import { sitesInOrder } from './sites.ts'
import { termsOf } from './terms.ts'
import { describe } from './wording.ts'

export type DemoOptions = { seed?: number; count?: number; asOf?: string }
/** Names and addresses in use, and drawn plans, of one run. */
type Register = { lines: Set<string>; names: Set<string>; corporations: Set<string>; drawn: PlanMemo }

export const DEMO_SEED = 20261101
export const DEMO_COUNT = 6200
export const DEMO_AS_OF = '2026-11-01'

export function* demoProjects(options: DemoOptions = {}): Generator<ProjectRow> {
  const { count = DEMO_COUNT, ...rest } = options
  let left = count
  if (left <= 0) return
  for (const row of demoProjectsFrom(rest)) {
    yield row
    left -= 1
    if (left <= 0) return
  }
}

/** Endless. Skips the first `skip` sites, whose addresses stay in use. `stage` fixes the stage of all projects. */
export function* demoProjectsFrom(options: {
  seed?: number
  /** The date of the data, or a function of the project's index. */
  asOf?: string | ((index: number) => string)
  skip?: number
  stage?: Stage
}): Generator<ProjectRow> {
  const { seed = DEMO_SEED, asOf = DEMO_AS_OF, skip = 0, stage } = options
  const register: Register = { lines: new Set(), names: new Set(), corporations: new Set(), drawn: new Map() }
  let made = 0
  for (const site of sitesInOrder(seed)) {
    if (site.civics.some((civic) => register.lines.has(lineKey(site, `${civic} ${site.street.line}`)))) continue
    made += 1
    if (made <= skip) {
      for (const civic of site.civics) register.lines.add(lineKey(site, `${civic} ${site.street.line}`))
      continue
    }
    const seen = typeof asOf === 'string' ? asOf : asOf(made - skip - 1)
    yield demoProject(made, site, seed, seen, register, stage)
  }
}

function lineKey(site: Site, line: string): string {
  return `${site.city.city}/${line}`
}

function demoProject(
  number: number,
  site: Site,
  seed: number,
  asOf: string,
  register: Register,
  stage?: Stage,
): ProjectRow {
  const key = `demo-${String(number).padStart(5, '0')}`
  const stream = (facet: string) => randomStream(seed, `${key}/${facet}`)
  const draft = stream('life')
  const guess = draft.int(6, 40)
  const life = lifeOf(draft, asOf, buildMonthsOf(guess, 'condo_apartment'), stage)
  const shape = stream('form')
  const rental = life.stage === 'converted_to_rental'
  const form = formOf(shape, site, life.designYear, kindOf(shape, life.designYear), rental)
  const addressed = addressesOf(stream('addresses'), site, form, life, (line) =>
    register.lines.has(lineKey(site, line)),
  )
  for (const line of addressed.lines) register.lines.add(lineKey(site, line))
  for (const civic of site.civics) register.lines.add(lineKey(site, `${civic} ${site.street.line}`))

  const onSale = isOnSale(life)
  const skipped = new Set(shape.chance(0.75) ? (shape.chance(0.4) ? [4, 13, 14, 24, 34, 44, 54] : [13]) : [])
  const planned = stream('plans')
  const { plans, slots } = planSetOf(planned, site, form, planCount(planned, life, form.kind), { skipped })
  const { commerce, history } = chronicleOf({
    random: stream('chronicle'),
    life,
    asOf,
    market: marketOf(site),
    finish: form.finish,
    plans,
  })
  const unitsTotal = slots.length || form.towers.reduce((sum, _, tower) => sum + towerUnits(form, tower), 0)
  const names = namesOf(stream('names'), site, life.designYear, form.kind, register.names)
  const completed = commerce.construction_status === 'completed'
  const wording = describe(stream('wording'), {
    name: names.name,
    site,
    form,
    units: unitsTotal,
    phase: commerce.year_built === null ? 'planned' : 'standing',
    year: commerce.year_built,
  })
  for (const building of addressed.buildings) {
    const tower = addressed.buildings.indexOf(building)
    building.units = slots.length > 0 ? slots.filter((slot) => slot.tower === tower).length : towerUnits(form, tower)
  }
  const areas = plans.map((plan) => plan.interior_sqft)
  const bedrooms = plans.map((plan) => plan.bedrooms)
  const known = plans.length > 0
  const row = {
    key,
    name: names.name,
    name_fr: names.nameFr,
    aliases: names.aliases,
    city_name: site.city.city,
    province: site.city.province,
    neighbourhood_name: site.neighbourhood,
    postal_code: site.postalCode,
    address: addressed.canonical,
    latitude: site.latitude,
    longitude: site.longitude,
    location_accuracy: completed ? ('rooftop' as const) : ('parcel' as const),
    ...peopleOf(stream('people'), site.city.province, life.designYear),
    building_type: form.kind,
    tenure: form.tenure,
    storeys: form.towers[0]!,
    units_total: unitsTotal,
    ...commerce,
    size_min_sqft: known ? Math.min(...areas) : null,
    size_max_sqft: known ? Math.max(...areas) : null,
    bedrooms_min: known ? Math.min(...bedrooms) : null,
    bedrooms_max: known ? Math.max(...bedrooms) : null,
    condo_corp:
      completed && form.tenure !== 'co_op' && form.kind !== 'rental_apartment'
        ? condoCorpOf(stream('corp'), site, commerce.year_built!, register.corporations)
        : null,
    ...termsOf(stream('terms'), site, form, onSale, asOf),
    description: wording.english,
    description_fr: wording.french,
    website_url:
      onSale || life.stage === 'registration' || life.stage === 'pre_launch'
        ? `https://${slugOf(names.name)}.example`
        : null,
    buildings: addressed.buildings,
    floor_plans: plans,
    units: onSale
      ? unitsOf(
          stream('units'),
          plans,
          slots,
          form.towers.length,
          form.kind === 'condo_townhouse',
          life.stage === 'temporarily_sold_out',
        )
      : [],
    history,
  }
  return { ...row, media: projectMedia(row, form.look, mediaSetOf(life, onSale, stream('media')), register.drawn) }
}

/** The number of units before there are plans, as in a permit application. */
function towerUnits(form: Form, tower: number): number {
  return form.kind === 'condo_townhouse' ? form.perFloor * 2 : (form.towers[tower]! - 1) * form.perFloor
}

function isOnSale(life: Life): boolean {
  const status = life.sales.at(-1)![1]
  return status === 'selling' || status === 'temporarily_sold_out'
}

function planCount(random: Random, life: Life, kind: Form['kind']): number {
  if (life.stage === 'planning') return 0
  if (kind === 'condo_townhouse') return random.int(2, 6)
  if (life.stage === 'registration') return random.int(0, 8)
  if (isOnSale(life) || life.stage === 'pre_launch') return random.int(8, 22)
  return life.designYear >= 2012 ? random.int(8, 18) : random.int(3, 8)
}

function mediaSetOf(life: Life, onSale: boolean, random: Random): MediaSet {
  if (onSale) return { set: 'launch', photos: 0 }
  if (life.stage === 'planning' || life.stage === 'registration') return { set: 'sketch', photos: 0 }
  // Plan images stay online for some years after a launch, until the sales website closes.
  if (life.designYear >= 2020) return { set: 'recent', photos: 0 }
  return { set: 'photos', photos: random.int(1, 3) }
}

function marketOf(site: Site): number {
  return site.city.market
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
