// Invented projects as open registers give them: a name that is the address, one building, a point, no plans.
import { PROVINCES } from '@plinth/matcher/internal/gazetteer/place-tables'
import { gazetteerDirectory } from '@plinth/matcher/internal/read/city-directory'
import type { City } from '@plinth/matcher/internal/read/gazetteer'
import type { ProjectRecord } from '../../../src/catalog/records/record-types.ts'
import { packLabels } from '../../../src/catalog/records/unit-labels.ts'
import { assemble } from '../../../src/ingest/publish/assemble.ts'
import { toRow } from '../../../src/ingest/read/to-row.ts'
import { NO_CHILD_IDS } from '../../../src/ingest/record/identity.ts'
import { Random } from '../../shared/random.ts'

/** The larger municipalities. The gazetteer lists those of large metropolitan areas first. */
const CITIES = 500
const BUILDINGS_PER_STREET = 12
const TYPES = ['St', 'Ave', 'Rd', 'Dr', 'Cres', 'Blvd', 'Crt', 'Way']
const SYLLABLES =
  'ash bel cor dun el fair glen hart iver kil lan mor nor oak pem ross stan thorn wick ford ley ton wood dale field brook mere hurst'
const POSTAL_LETTERS: Readonly<Record<string, string>> = { QC: 'H', ON: 'L', BC: 'V', AB: 'T', MB: 'R', SK: 'S' }
const AT = '2026-11-01T00:00:00.000Z'

interface Street {
  readonly city: City
  readonly name: string
  /** The next civic numbers of its even and odd side. */
  readonly next: [even: number, odd: number]
}

/** IDs follow `firstId`. Always the same projects. */
export function* registerProjects(count: number, firstId: number, firstBuildingId: number): Generator<ProjectRecord> {
  const random = new Random(7)
  const template = templateProject()
  const streets = streetsOf(Math.ceil(count / BUILDINGS_PER_STREET), random)
  for (let n = 0; n < count; n++) {
    // A few streets are long, and most are short.
    const street = streets[Math.floor(streets.length * random.next() ** 1.5)]!
    yield projectOn(street, template, { id: firstId + n, buildingId: firstBuildingId + n }, random)
  }
}

/** Large cities have more streets, and a few names are in hundreds of cities. */
function streetsOf(count: number, random: Random): Street[] {
  const cities = gazetteerDirectory()
    .cities.filter(({ isMunicipality, lat }) => isMunicipality && !Number.isNaN(lat))
    .slice(0, CITIES)
  const names = streetNames()
  const taken = new Set<string>()
  const streets: Street[] = []
  while (streets.length < count) {
    const city = cities[Math.floor(cities.length * random.next() ** 3)]!
    const name = `${names[Math.floor(names.length * random.next() ** 2)]} ${random.pick(TYPES)}`
    const key = `${name}, ${city.id}`
    if (taken.has(key)) continue
    taken.add(key)
    streets.push({ city, name, next: [2 * random.between(1, 400), 2 * random.between(1, 400) + 1] })
  }
  return streets
}

function streetNames(): string[] {
  const syllables = SYLLABLES.split(' ')
  const pairs = syllables.flatMap((first) => syllables.map((second) => first + second))
  const names = [...pairs, ...pairs.flatMap((pair) => syllables.map((third) => pair + third))]
  return names.map((name) => name[0]!.toUpperCase() + name.slice(1))
}

function projectOn(
  street: Street,
  template: ProjectRecord,
  { id, buildingId }: { id: number; buildingId: number },
  random: Random,
): ProjectRecord {
  const { city, name } = street
  const side = random.below(2) as 0 | 1
  const number = street.next[side]
  street.next[side] += 2 * random.between(1, 12)
  const line = `${number} ${name}`
  const province = PROVINCES[city.province]!.code as ProjectRecord['province']
  const [building] = template.buildings
  const units = random.between(5, 60)
  const point = { latitude: near(city.lat, random), longitude: near(city.lng, random) }
  return {
    ...template,
    id,
    slug: `${number}-${name.toLowerCase().replaceAll(' ', '-')}-${id}`,
    name: line,
    address: `${line}, ${city.name}, ${province}`,
    city_name: city.name,
    province,
    postal_code: postalCode(POSTAL_LETTERS[province] ?? 'E', random),
    ...point,
    units_total: units,
    buildings: [
      {
        ...building!,
        id: buildingId,
        project_id: id,
        ...point,
        units,
        addresses: [{ ...building!.addresses[0]!, line }],
      },
    ],
    unit_labels: { [buildingId]: packLabels(Array.from({ length: units }, labelAt))! },
  }
}

/** Eight units on each floor. */
const labelAt = (_: unknown, n: number) => String(101 + (n % 8) + 100 * Math.floor(n / 8))

const near = (centre: number, random: Random): number => Math.round((centre + (random.next() - 0.5) / 5) * 1e6) / 1e6

function postalCode(letter: string, random: Random): string {
  const text = (alphabet: string) => random.text(alphabet, 1)
  const [letters, digits] = ['ABCEGHJKLMNPRSTVWXYZ', '0123456789']
  return `${letter}${text(digits)}${text(letters)} ${text(digits)}${text(letters)}${text(digits)}`
}

/** As an import of a register makes it. */
function templateProject(): ProjectRecord {
  const fields = {
    key: 'register',
    address: ['10 Marlow St'],
    city_name: 'Toronto',
    province: 'ON',
    postal_code: 'M4B 1B3',
    latitude: 43.7,
    longitude: -79.4,
    location_accuracy: 'rooftop',
    building_type: 'multi_unit',
    tenure: 'unknown',
    units_total: 8,
    unit_labels: packLabels(['101']),
  }
  const { row, rejected } = toRow({ line: 1, fields }, 2026)
  if (!row) throw new Error(rejected.reason)
  const building = Object.fromEntries(row.buildings.map(({ key }) => [key, 1]))
  const children = { ...NO_CHILD_IDS, building }
  return assemble(row, { id: 1, slug: 'register', developerIds: [], children, source: 'nar' }, AT).project
}
