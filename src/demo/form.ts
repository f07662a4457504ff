// Generates a project's shape: kind, storeys, material and tenure, by decade and location.
import type { Project } from '../catalog/records/record-schemas.ts'
import type { Look } from './demo-media.ts'
import type { Random } from './drawings/random.ts'
import type { Site } from './sites.ts'

export type Form = {
  kind: Project['building_type']
  tenure: Project['tenure']
  /** Storeys of each building, highest first. */
  towers: readonly number[]
  perFloor: number
  look: Look
  /** Finish, 0.88 plain to 1.22 luxurious. */
  finish: number
}

/** Postal prefixes of dense downtown areas. */
const CORES = new Set(
  (
    'M5V M5J M5E M5C M5B M5G M5H M5A M5S M5R M5T M4Y M4W M4P M2N M6K M8V L5B L4K L4J V6B V6C V6E V6Z V6G V5H V5C V3T V6X ' +
    'V3L V3M H3B H3G H3A H2Z H3H H3C H2L T2P T2R T2G T5J T5K K1P K2P K1N K1R N2G N2H L8P L8N R3C B3J B3K V8W V1Y G1R N6A'
  ).split(' '),
)

const HEIGHTS: readonly (readonly [
  untilYear: number,
  core: readonly [number, number],
  outer: readonly [number, number],
])[] = [
  [1969, [8, 24], [4, 14]],
  [1979, [10, 28], [4, 20]],
  [1989, [8, 28], [4, 18]],
  [1999, [8, 30], [4, 16]],
  [2009, [10, 42], [4, 24]],
  [2019, [10, 56], [4, 32]],
  [2099, [10, 62], [4, 36]],
]

const MATERIALS: readonly (readonly [untilYear: number, readonly Look['material'][]])[] = [
  [1972, ['brick', 'brick', 'concrete']],
  [1984, ['concrete', 'brick', 'precast']],
  [1998, ['precast', 'precast', 'brick', 'concrete']],
  [2009, ['glass', 'precast', 'brick', 'glass']],
  [2099, ['glass', 'glass', 'metal', 'brick', 'precast', 'stone']],
]

export function kindOf(random: Random, year: number): Form['kind'] {
  return random.weighted([
    ['condo_apartment', 80],
    ['condo_townhouse', year < 1968 ? 2 : 9],
    ['loft', year < 1985 ? 1 : 4],
    ['mixed', 7],
  ] as const)
}

export function formOf(random: Random, site: Site, year: number, kind: Form['kind'], rental: boolean): Form {
  const usual = random.pick(MATERIALS.find(([until]) => year <= until)![1])
  const look: Look = { seed: random.int(1, 99_999), year, material: usual, tone: random.int(0, 5) }
  const finish = 0.9 + random.next() * 0.28
  const tenure = tenureOf(random, site, year)
  const built = rental ? 'rental_apartment' : kind
  if (kind === 'condo_townhouse') {
    const brick = { ...look, material: usual === 'glass' || usual === 'concrete' ? ('brick' as const) : usual }
    return { kind: built, tenure, towers: [random.int(2, 4)], perFloor: random.int(5, 22), look: brick, finish }
  }
  const [, core, outer] = HEIGHTS.find(([until]) => year <= until)!
  const [low, high] = CORES.has(site.postalPrefix) ? core : outer
  const reach = smallCity(site) ? Math.min(high, 18) : high
  const storeys = kind === 'loft' ? random.int(4, 11) : Math.round(low + (reach - low) * random.next() ** 1.7)
  const count =
    kind === 'loft' || storeys < 9
      ? 1
      : random.weighted([
          [1, 84],
          [2, 11],
          [3, 4],
          [4, 1],
        ] as const)
  const towers = Array.from({ length: count }, (_, at) =>
    at === 0 ? storeys : Math.max(6, storeys - random.int(0, 12)),
  )
  towers.sort((a, b) => b - a)
  // High-rises do not have brick façades; lofts always do.
  const material = kind === 'loft' ? 'brick' : storeys > 22 && year >= 1998 && usual !== 'metal' ? 'glass' : usual
  const perFloor = random.int(storeys > 20 ? 7 : 6, storeys > 30 ? 11 : 12)
  return { kind: built, tenure, towers, perFloor, look: { ...look, material }, finish }
}

function smallCity(site: Site): boolean {
  return site.city.share < 32
}

function tenureOf(random: Random, site: Site, year: number): Form['tenure'] {
  if (year < 1976 && random.chance(0.12)) return 'co_op'
  if (site.city.province === 'BC') return random.chance(0.015) ? 'leasehold' : 'strata'
  return random.chance(0.004) ? 'freehold' : 'condo'
}

/** About half a month per storey after a year of excavation. */
export function buildMonthsOf(storeys: number, kind: Form['kind']): number {
  return kind === 'condo_townhouse' ? 14 : Math.round(15 + storeys * 0.5)
}
