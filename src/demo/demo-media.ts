// Chooses a project's images and documents, with titles and alternative text.
import type { FloorPlanRow, MediaRow, ProjectRow } from '../ingest/record/row.ts'
import type { PlanMemo } from './drawings/floor-plan.ts'
import type { MediaSpec } from './media-row.ts'
import { drawnMedia } from './media-row.ts'

/** The look of the building, the same in all its images. */
export type Look = {
  seed: number
  /** Decides the style. */
  year: number
  material: 'brick' | 'concrete' | 'precast' | 'glass' | 'metal' | 'stone'
  tone: number
}
/** `launch`: all sales documents; `recent`: images and plans; `photos`: only photos; `sketch`: one rendering. */
export type MediaSet = { set: 'launch' | 'recent' | 'photos' | 'sketch'; photos: number }

export type UnpicturedRow = Omit<ProjectRow, 'media'>

const ROOMS: readonly (readonly [string, string])[] = [
  ['living', 'Living room'],
  ['kitchen', 'Kitchen'],
  ['bedroom', 'Principal bedroom'],
]
const AMENITY_SCENES: readonly (readonly [RegExp, string])[] = [
  [/pool|piscine/i, 'pool'],
  [/gym|fitness|yoga|entraînement/i, 'gym'],
  [/terrace|rooftop|garden|courtyard|bbq|barbecue|terrasse|jardin/i, 'terrace'],
  [/lobby|concierge|accueil/i, 'lobby'],
]

export function projectMedia(row: UnpicturedRow, look: Look, wanted: MediaSet, memo?: PlanMemo): MediaRow[] {
  const specs: MediaSpec[] = []
  const add = (spec: MediaSpec) => specs.push(spec)
  const where = `${row.name}, ${row.city_name}`
  if (wanted.set === 'photos') {
    for (let at = 0; at < wanted.photos; at++) add(photo(row, look, at))
    return drawAll(specs, memo)
  }
  add({
    key: 'exterior-1',
    kind: 'rendering_exterior',
    title: 'Exterior',
    alt: `${where}: ${facadeWords(row, look)}, seen from the street`,
    drawing: 'exterior',
    values: { ...shape(row, look), sky: look.seed % 2 ? 'dusk' : 'day' },
  })
  if (wanted.set === 'sketch') return drawAll(specs, memo)
  const [room, roomTitle] = ROOMS[look.seed % ROOMS.length]!
  add({
    key: 'interior-1',
    kind: 'rendering_interior',
    title: roomTitle,
    alt: `${roomTitle} of a suite at ${where}`,
    drawing: 'interior',
    values: { s: look.seed, room, tone: look.tone },
  })
  const amenity = amenityScene(row.amenities)
  if (amenity) {
    add({
      key: 'amenity-1',
      kind: 'amenity',
      title: amenity.title,
      alt: `${amenity.title} at ${where}`,
      drawing: 'amenity',
      values: { s: look.seed, scene: amenity.scene, tone: look.tone },
    })
  }
  for (const plan of row.floor_plans) add(planImage(row, plan))
  if (wanted.set === 'recent') return drawAll(specs, memo)
  for (const spec of launchDocuments(row, look)) add(spec)
  return drawAll(specs, memo)
}

function drawAll(specs: readonly MediaSpec[], memo: PlanMemo | undefined): MediaRow[] {
  return specs.map((spec, position) => drawnMedia(spec, position, memo))
}

function shape(row: UnpicturedRow, look: Look) {
  return {
    s: look.seed,
    y: look.year,
    m: look.material,
    n: row.building_type === 'condo_townhouse' ? 3 : (row.storeys ?? 10),
    t: row.building_type === 'condo_townhouse' ? 0 : Math.min(row.buildings.length, 3),
  }
}

function facadeWords(row: UnpicturedRow, look: Look): string {
  if (row.building_type === 'condo_townhouse') return `a row of ${look.material} townhouses`
  const towers = row.buildings.length > 1 ? `${row.buildings.length} towers` : 'a building'
  return row.storeys === null ? towers : `${towers} of ${row.storeys} storeys in ${look.material}`
}

function photo(row: UnpicturedRow, look: Look, at: number): MediaSpec {
  const views = ['from the street', 'at dusk', 'the entrance side']
  return {
    key: `photo-${at + 1}`,
    kind: 'photo',
    title: null,
    alt: `${row.name}, ${row.city_name}: ${facadeWords(row, look)}, ${views[at % 3]}`,
    drawing: 'photo',
    values: {
      ...shape(row, { ...look, seed: look.seed + at * 7 }),
      sky: at === 1 ? 'dusk' : 'day',
      v: at,
    },
  }
}

function amenityScene(amenities: readonly string[]): { scene: string; title: string } | null {
  for (const [pattern, scene] of AMENITY_SCENES) {
    const title = amenities.find((amenity) => pattern.test(amenity))
    if (title) return { scene, title }
  }
  const title = amenities[0]
  return title ? { scene: 'lounge', title } : null
}

function planImage(row: Pick<ProjectRow, 'name' | 'building_type' | 'province'>, plan: FloorPlanRow): MediaSpec {
  const rooms = plan.bedrooms === 0 ? 'studio' : `${plan.bedrooms_label} bedroom`
  return {
    key: `plan-${plan.key}`,
    kind: 'floor_plan',
    title: plan.name,
    alt: `Floor plan ${plan.name}: ${rooms}, ${plan.bathrooms_full + plan.bathrooms_half * 0.5} bath, ${plan.interior_sqft} sq ft`,
    floor_plan_key: plan.key,
    drawing: 'floor_plan',
    values: {
      p: row.name,
      n: plan.name,
      b: plan.bedrooms,
      d: plan.dens,
      f: plan.bathrooms_full,
      h: plan.bathrooms_half,
      a: plan.interior_sqft,
      x: plan.exterior_sqft ?? 0,
      e: plan.exposure.join('|'),
      l: row.building_type === 'condo_townhouse' ? 2 : 1,
      g: row.province === 'QC' ? 'fr' : 'en',
    },
  }
}

function launchDocuments(row: UnpicturedRow, look: Look): MediaSpec[] {
  const developer = row.developers.map((one) => one.name).join(' & ')
  const street = row.address.split(',')[0] ?? ''
  const perFloor = Math.max(4, Math.min(12, row.floor_plans.length))
  return [
    {
      key: 'site-plan',
      kind: 'site_plan',
      title: 'Site plan',
      alt: `Site plan of ${row.name} on ${street.replace(/^[\d-]+ /, '')}`,
      drawing: 'site_plan',
      values: { s: look.seed, p: row.name, a: street, t: row.buildings.length },
    },
    {
      key: 'key-plate',
      kind: 'key_plate',
      title: 'Typical floor',
      alt: `Key plate of a typical floor at ${row.name}, ${perFloor} suites`,
      drawing: 'key_plate',
      values: {
        s: look.seed,
        p: row.name,
        u: row.floor_plans
          .slice(0, perFloor)
          .map((plan) => plan.name)
          .join('|'),
      },
    },
    {
      key: 'logo',
      kind: 'logo',
      title: null,
      alt: `Logo of ${row.name}`,
      drawing: 'logo',
      values: { s: look.seed, p: row.name, tone: look.tone },
    },
    {
      key: 'brochure',
      kind: 'brochure',
      title: 'Brochure',
      alt: `First page of the brochure of ${row.name}`,
      drawing: 'brochure',
      values: {
        ...shape(row, look),
        tone: look.tone,
        p: row.name,
        d: developer,
        a: row.address,
        u: row.units_total ?? 0,
        z: `${row.size_min_sqft ?? ''}-${row.size_max_sqft ?? ''}`,
      },
    },
    ...(row.price_from === null ? [] : [priceList(row)]),
  ]
}

export function priceList(row: UnpicturedRow): MediaSpec {
  const rows = row.floor_plans
    .filter((plan) => plan.price !== null)
    .slice(0, 16)
    .map((plan) => `${plan.name};${plan.bedrooms_label};${plan.interior_sqft};${plan.price};${plan.availability}`)
  return {
    key: 'price-list',
    kind: 'price_list',
    title: 'Price list',
    alt: `Price list of ${row.name}`,
    drawing: 'price_list',
    values: {
      p: row.name,
      a: row.address,
      r: rows.join('|'),
      m: row.maintenance_fee?.amount_per_sqft ?? '',
    },
  }
}
