// Generates rows of three sources about invented buildings, with the building that each row is about.

import { Random } from '../../shared/random.ts'
import { inventedStreets } from '../invented-streets.ts'
import REGISTER from './register-places.json' with { type: 'json' }

export interface TruthRow {
  readonly source: string
  readonly building: number
  /** How the row differs from the building's usual address. */
  readonly variant: string
  readonly row: { readonly key: string; readonly address: string; readonly [field: string]: unknown }
}

interface Place {
  readonly city: string
  readonly province: string
  readonly prefixes: readonly string[]
  readonly latitude: number
  readonly longitude: number
}

interface Building {
  readonly id: number
  readonly place: Place
  readonly civic: number
  readonly name: string
  readonly english: string
  readonly french: string
  /** Some streets have an eastern and a western half with the same numbers. */
  readonly direction: string
  readonly corner: string | null
  readonly postal: string
  readonly latitude: number
  readonly longitude: number
  readonly corporation: string | null
  readonly storeys: number
}

const METRE = 1 / 111_200

/** About 0.45 buildings per row: most are in two or three sources, a fifth in one. */
export function truthSources(rows: number, seed = 7): ReadonlyMap<string, readonly TruthRow[]> {
  const random = new Random(seed)
  const sources = new Map<string, TruthRow[]>([
    ['city-roll', []],
    ['register', []],
    ['survey', []],
  ])
  const streets = inventedStreets()
  let count = 0
  for (let id = 0; count < rows; id++) {
    const building = buildingOf(id, streets, random)
    const chosen = [...sources.keys()].filter(() => random.chance(0.72))
    for (const source of chosen.length > 0 ? chosen : ['city-roll']) {
      sources.get(source)!.push(rowOf(building, source, random))
      count++
    }
  }
  return sources
}

function buildingOf(id: number, streets: ReturnType<typeof inventedStreets>, random: Random): Building {
  const place = REGISTER.truth[id % REGISTER.truth.length]!
  const nth = Math.floor(id / REGISTER.truth.length)
  // Neighbours on one street, so that a wrong join is possible.
  const street = streets[Math.floor(nth / 12) % streets.length]!
  const half = nth % 12
  const hasHalves = Math.floor(nth / 12) % 4 === 0
  const direction = hasHalves ? (half % 2 === 0 ? 'E' : place.province === 'QC' ? 'O' : 'W') : ''
  // Four apart, so that a range of two numbers is one building.
  const civic = 10 + 4 * (hasHalves ? half >> 1 : half) + 60 * Math.floor(nth / 12 / streets.length)
  const corner = random.chance(0.1) ? streets[random.below(streets.length)]! : null
  return {
    id,
    place,
    civic,
    ...street,
    direction,
    corner: corner && `${1 + 2 * random.below(4000)} ${corner.name} ${corner.english}`,
    postal: `${place.prefixes[half % place.prefixes.length]}${random.below(10)}${'ABCEGH'[random.below(6)]}${random.below(10)}`,
    latitude: place.latitude + (Math.floor(nth / 12) % 200) * 0.0005 + (hasHalves && direction !== 'E' ? 0.02 : 0),
    longitude: place.longitude + half * 40 * METRE,
    corporation:
      place.province === 'QC'
        ? null
        : random.chance(0.4)
          ? `${place.province === 'BC' ? 'EPS' : 'TSCC'} ${id + 1}`
          : null,
    storeys: 4 + random.below(40),
  }
}

type Variant = readonly [name: string, share: number, write: (building: Building) => string | null]

const plain = ({ civic, name, english, french, direction, place }: Building): string =>
  place.province === 'QC'
    ? `${civic} ${french} ${name} ${direction}`.trim()
    : `${civic} ${name} ${english} ${direction}`.trim()

const VARIANTS: readonly Variant[] = [
  ['in capitals', 0.25, (building) => plain(building).toUpperCase()],
  [
    'written out',
    0.25,
    ({ civic, name, english, direction, place }) =>
      place.province === 'QC'
        ? null
        : `${civic} ${name} ${(REGISTER.longTypes as Record<string, string>)[english]} ${(REGISTER.directions as Record<string, string>)[direction]}`.trim(),
  ],
  ['a range of numbers', 0.03, (building) => plain(building).replace(/^\d+/, (n) => `${n}-${Number(n) + 2}`)],
  ['the other street of a corner', 0.05, ({ corner }) => corner],
  ['misspelt by a letter', 0.004, (building) => plain(building).replace(/([a-z])([a-z])(?= )/, '$2$1')],
]

function rowOf(building: Building, source: string, random: Random): TruthRow {
  const { place, corporation, corner, storeys } = building
  let variant = 'the same'
  let address = plain(building)
  // The city's roll is the most trusted, because equal trust goes by name. It writes each address the usual way, with all of its addresses.
  if (source === 'city-roll') address = corner === null ? address : `${address} | ${corner}`
  else
    for (const [name, share, write] of VARIANTS) {
      if (!random.chance(share)) continue
      const text = write(building)
      if (text === null) continue
      variant = name
      address = text
      break
    }
  const hasPoint = random.chance(0.8)
  const shift = () => (random.next() - 0.5) * 80 * METRE
  return {
    source,
    building: building.id,
    variant,
    row: {
      key: `${source}-${building.id}`,
      address,
      city: place.city,
      province: place.province,
      ...(random.chance(0.7) ? { postal_code: building.postal } : {}),
      ...(hasPoint ? { latitude: building.latitude + shift(), longitude: building.longitude + shift() } : {}),
      ...(source !== 'survey' && corporation && random.chance(0.6) ? { condo_corp: corporation } : {}),
      ...(source === 'survey' ? { storeys } : {}),
    },
  }
}
