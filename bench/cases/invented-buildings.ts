// Adds invented names, towers, corporations and twins to buildings, so that cases can use them.

import type { MatchBuilding } from '@plinth/matcher'
import { isNumbered, joinAddress } from '../address-parts.ts'
import { Random, share } from '../seeded-random.ts'
import type { Home } from './case-pool.ts'
import { toHome } from './case-pool.ts'

const STARTS = [
  'Au',
  'Bel',
  'Cas',
  'Dor',
  'El',
  'Fen',
  'Gal',
  'Hal',
  'Iv',
  'Jun',
  'Kel',
  'Lum',
  'Mar',
  'Nov',
  'Or',
  'Pem',
  'Quor',
  'Ros',
  'Syl',
  'Tam',
  'Ul',
  'Ver',
  'Wex',
  'Yar',
  'Zen',
]
const MIDDLES = ['a', 'e', 'i', 'o', 'an', 'en', 'or', 'ar', 'el', 'is']
const ENDS = [
  'dale',
  'mont',
  'wyn',
  'ria',
  'bury',
  'tine',
  'ford',
  'lis',
  'quay',
  'gate',
  'lia',
  'don',
  'vista',
  'court',
  'brook',
  'stone',
  'mere',
  'lux',
  'ton',
  'nova',
]
const WORDS = [
  'Harbour',
  'Maple',
  'Crown',
  'Summit',
  'Cedar',
  'Union',
  'Regent',
  'Beacon',
  'Cobalt',
  'Juniper',
  'Meridian',
  'Sterling',
  'Willow',
  'Onyx',
  'Garden',
  'Canal',
  'Foundry',
  'Mill',
  'Garrison',
  'Palette',
  'Signal',
  'Atlas',
  'Heron',
  'Copper',
  'Velvet',
  'Ivory',
  'Saffron',
  'Northern',
  'Compass',
  'Lantern',
]

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const coined = (r: Random): string => capital(`${r.pick(STARTS)}${r.pick(MIDDLES)}${r.pick(ENDS)}`)

const FORMS: readonly ((r: Random, home: Home) => string)[] = [
  (r) => coined(r),
  (r) => `The ${coined(r)}`,
  (r) => `${coined(r)} Residences`,
  (r) => `${coined(r)} Condos`,
  (r) => `${coined(r)} Lofts`,
  (r) => `${r.pick(WORDS)} ${r.pick(WORDS)}`,
  (r) => `${coined(r)} Towers`,
  (r) => `${r.pick(WORDS)} ${coined(r)}`,
  (r) => `One ${coined(r)}`,
  (r) => `${coined(r)} Place`,
  (r) => `The ${r.pick(WORDS)} ${r.pick(['House', 'Manor', 'Terraces', 'Yards', 'Works'])} at ${coined(r)}`,
  (r) => `${coined(r)} ${r.pick(['II', 'Phase 2', 'West', 'North'])}`,
  (r, home) => (home.province === 'QC' ? `Le ${coined(r)}` : `${coined(r)} Square`),
  (r, home) => (home.province === 'QC' ? `Condos ${coined(r)}` : `${coined(r)} Heights`),
]

export const inventName = (random: Random, home: Home): string => random.pick(FORMS)(random, home)

const REGISTRIES: Readonly<Record<string, readonly string[]>> = {
  Toronto: ['TSCC', 'MTCC', 'TSCP'],
  Mississauga: ['PSCC', 'PCC'],
  Ottawa: ['OCSCC'],
  Hamilton: ['WSCC'],
  BC: ['EPS', 'LMS', 'BCS', 'VR'],
  AB: ['Condo Plan'],
}

const OPPOSITE: Readonly<Record<string, string>> = {
  E: 'W',
  W: 'E',
  N: 'S',
  S: 'N',
  East: 'West',
  West: 'East',
  North: 'South',
  South: 'North',
  Est: 'Ouest',
  Ouest: 'Est',
  NW: 'SW',
  SW: 'NW',
  NE: 'SE',
  SE: 'NE',
}

const TOWER_NAMES: readonly (readonly [string, string])[] = [
  ['North Tower', 'South Tower'],
  ['East Tower', 'West Tower'],
  ['Tower A', 'Tower B'],
  ['Tower 1', 'Tower 2'],
  ['Building 1', 'Building 2'],
]

/** The same building across the street's dividing point: E for W. */
function twinOf(home: Home): MatchBuilding | null {
  const { parts, building } = home
  const other = OPPOSITE[parts.words[parts.direction] ?? '']
  // North in `North Park Rd` is part of the name.
  if (other === undefined || (parts.direction === 0 && other.length > 1)) return null
  const words = parts.words.map((w, i) => (i === parts.direction ? other : w))
  return {
    ...building,
    key: `${building.key}_twin`,
    name: null,
    addresses: [{ line: joinAddress(parts.number, words) }],
    postal: null,
  }
}

/**
 * Names a quarter of the buildings, turns some into projects of two towers, and adds twins.
 * The result is the same for the same seed.
 */
export function inventBuildings(buildings: readonly MatchBuilding[], seed: number): MatchBuilding[] {
  const used = new Set<string>()
  const lines = new Set(buildings.flatMap((b) => b.addresses.map((a) => `${a.line} ${b.city}`)))
  const out: MatchBuilding[] = []
  buildings.forEach((b, i) => {
    const home = b.group === undefined && !b.name ? toHome(b) : null
    const turn = share(`invented ${seed} ${b.key}`)
    const random = new Random(seed * 7919 + i)
    const registries = REGISTRIES[b.city] ?? REGISTRIES[b.province]
    const base: MatchBuilding = {
      ...b,
      storeys: b.storeys ?? 4 + random.below(45),
      ...(registries &&
        !b.condo_corp &&
        random.chance(0.3) && { condo_corp: { registry: random.pick(registries), number: 1000 + i } }),
    }
    let name = home && turn < 0.25 ? inventName(random, home) : null
    if (name !== null && used.has(name)) name = null
    if (!home || name === null) {
      const twin = home && turn > 0.97 && !isNumbered(home.parts) ? twinOf(home) : null
      out.push(base, ...(twin ? [twin] : []))
      return
    }
    used.add(name)
    if (turn < 0.2)
      out.push({
        ...base,
        ...(random.chance(0.5) ? { name } : { name, aliases: [`${name} by ${coined(random)} Homes`] }),
      })
    else out.push(...towersOf(home, base, name, random, lines))
  })
  return out
}

/** Two towers, at one address or at neighbouring ones. */
function towersOf(
  home: Home,
  base: MatchBuilding,
  name: string,
  random: Random,
  lines: ReadonlySet<string>,
): MatchBuilding[] {
  const [first, second] = random.pick(TOWER_NAMES)
  const number = Number.parseInt(home.number, 10)
  const isTaken = lines.has(`${number + 2} ${home.street} ${home.city}`)
  const other = isTaken || random.chance(0.5) ? home.number : String(number + 2)
  const group = `project_${base.key}`
  const { condo_corp: _, ...shared } = base
  return [
    { ...shared, group, name: first, aliases: [name] },
    {
      ...shared,
      key: `${base.key}_t2`,
      group,
      name: second,
      aliases: [name],
      addresses: [{ line: `${other} ${home.street}` }],
    },
  ]
}
