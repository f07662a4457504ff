// Generates small sources that describe the same buildings in different ways, with the truth.
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import type { SeededRandom } from './random.ts'
import { projectRow } from './rows.ts'

export interface GeneratedSource {
  readonly name: string
  readonly trust: number
  readonly creates_projects: boolean
}

export const SOURCES: readonly GeneratedSource[] = [
  { name: 'own', trust: 100, creates_projects: true },
  { name: 'roll', trust: 300, creates_projects: true },
  { name: 'database', trust: 400, creates_projects: false },
  { name: 'register', trust: 500, creates_projects: true },
]

interface TrueBuilding {
  readonly line: string
  readonly alias: string
  readonly name: string
  readonly corporation: number
  readonly latitude: number
  readonly longitude: number
  readonly postal: string
}

const STREETS = ['Marlow St', 'Tallow Rd', 'Osprey Cres', 'King St W', 'King St E', 'Hyssop Ave']

/** Some share a street and lie near each other; some have the same number on different streets. */
export function trueBuildings(random: SeededRandom, count: number): TrueBuilding[] {
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, at) => {
    let line = ''
    do line = `${10 + 2 * random.below(8)} ${random.pick(STREETS)}`
    while (taken.has(line))
    taken.add(line)
    return {
      line,
      alias: `${200 + at * 2} Cloister Lane`,
      name: `The ${['Marten', 'Larch', 'Heron', 'Quill', 'Amber', 'Slate', 'Dune', 'Fjord', 'Glade', 'Ivory'][at % 10]}`,
      corporation: 1000 + at,
      latitude: 43.65 + random.below(40) / 1000,
      longitude: -79.4 + random.below(40) / 1000,
      postal: random.pick(['M5V 1A1', 'M5V 2B2', 'M6K 3C3']),
    }
  })
}

/** Metres → degrees of latitude. */
const DEGREES = 1 / 111_320

/** What one source says about a building: some of the facts, some of them wrong. `t` marks the building in the key. */
export function rowAbout(random: SeededRandom, building: TrueBuilding, truth: number, key: string): ProjectRow {
  const isNamed = random.chance(0.5)
  const point = random.chance(0.7)
    ? { latitude: building.latitude + random.below(60) * DEGREES, longitude: building.longitude }
    : { latitude: null, longitude: null }
  const isFar = point.latitude !== null && random.chance(0.1)
  if (isFar) point.latitude = point.latitude! + 400 * DEGREES
  const usesAlias = random.chance(0.15)
  const line = usesAlias ? building.alias : building.line
  const lines = random.chance(0.3) ? [building.line, building.alias] : [line]
  const known = <T>(value: T): T | null => (random.chance(0.5) ? value : null)
  const storeys = known(3 + random.below(40))
  const units_total = known(10 + random.below(300))
  return projectRow(key, {
    name: isNamed ? building.name : line,
    aliases: random.chance(0.2) ? [`${building.name} ${key}`] : [],
    address: `${lines[0]}, Toronto, ON`,
    neighbourhood_name: known(`Area ${truth}`),
    postal_code: known(building.postal),
    ...point,
    location_accuracy: point.latitude === null ? null : 'rooftop',
    developers: random.chance(0.3) ? [{ name: `Builder ${random.below(5)}`, role: 'developer' }] : [],
    storeys,
    units_total,
    year_built: known(1950 + random.below(70)),
    ...(random.chance(0.3)
      ? { planning: { step: 'applied', decision: `Step ${key}`, reference: null, date: null } }
      : {}),
    condo_corp: random.chance(0.3) ? { registry: 'TSCC', number: building.corporation } : null,
    price_from: known(500_000 + random.below(9) * 1000),
    price_to: null,
    amenities: random.chance(0.5) ? [random.pick(['Gym', 'Pool', 'Sauna'])] : [],
    buildings: [
      {
        key: 'tower',
        name: null,
        storeys,
        units: units_total,
        ...point,
        year_built: null,
        addresses: lines.map((one) => ({ line: one, kind: 'municipal', valid_from: null, valid_to: null })),
      },
    ],
    floor_plans: [],
    units: [],
    media: [],
    history: [],
  })
}

/** The rows of each source by its name. */
export type Content = Readonly<Record<string, readonly ProjectRow[]>>

export function generateContent(random: SeededRandom, buildings: readonly TrueBuilding[]): Content {
  return Object.fromEntries(
    SOURCES.map(({ name }) => {
      const rows = buildings.flatMap((building, truth) => {
        if (random.chance(0.35)) return []
        const row = rowAbout(random, building, truth, `${name}-${truth}`)
        // Now and then a source has a building twice.
        return random.chance(0.08) ? [row, rowAbout(random, building, truth, `${name}-${truth}-b`)] : [row]
      })
      return [name, random.shuffle(rows)]
    }),
  )
}

/** The building that a generated row is about. */
export const truthOf = (key: string): number => Number(key.split('-')[1])
