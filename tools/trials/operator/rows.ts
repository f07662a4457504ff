// The rows that the operator imports: projects with floor plans, units, media and history.
import common from './rows.json' with { type: 'json' }

const STREETS = [
  ['Marlow St', 'Toronto', 'ON', 43.651, -79.381],
  ['Granville St', 'Vancouver', 'BC', 49.279, -123.121],
  ['Rue Sherbrooke O', 'Montréal', 'QC', 45.503, -73.577],
  ['Tallow Rd', 'Ottawa', 'ON', 45.421, -75.697],
] as const
const PROJECTS = 24

interface Version {
  /** Added to the price of every fifth project. */
  readonly raise: number
  readonly withoutLast: boolean
}

const row = (number: number, { raise }: Version) => {
  const [street, city, province, latitude, longitude] = STREETS[number % STREETS.length]!
  const price = 500_000 + number * 10_000 + (number % 5 === 0 ? raise : 0)
  const line = `${100 + number * 6} ${street}`
  return {
    ...common.project,
    key: `p${number}`,
    name: `${['Maple', 'Cedar', 'Birch', 'Aspen', 'Elm', 'Oak'][number % 6]} House ${number}`,
    aliases: number % 3 === 0 ? [`The ${number} Residences`] : [],
    city,
    province,
    address: line,
    latitude: latitude + number / 1000,
    longitude: longitude + number / 1000,
    developers: [{ name: `Developer ${number % 4}`, role: 'developer' }],
    storeys: 10 + number,
    units_total: 100 + number,
    price_from: price,
    price_to: price + 200_000,
    description: `Description of project ${number}.`,
    buildings: [{ key: 'a', name: number % 2 === 0 ? 'Tower A' : null, addresses: [line] }],
    floor_plans: [{ ...common.floor_plan, price }],
    units: [{ ...common.unit, price }],
    media: [{ ...common.media, sha256: number.toString(16).padStart(64, '0'), origin: `drawing:front-${number}` }],
    history: [
      { floor_plan_key: '1a', field: 'price', from: price - 9000, to: price, effective_at: '2026-01-15T00:00:00Z' },
    ],
  }
}

/** Outside Canada. */
const REJECTED = { key: 'rejected', name: 'Rejected', city: 'Toronto', province: 'ON', latitude: 12, longitude: 12 }

function file(version: Version): string {
  const count = version.withoutLast ? PROJECTS - 1 : PROJECTS
  const rows = Array.from({ length: count }, (_, number) => row(number, version))
  return [...rows, REJECTED].map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** The files in the order of their imports. */
export const IMPORTS = {
  first: file({ raise: 0, withoutLast: false }),
  /** Other prices, and one project less. */
  second: file({ raise: 20_000, withoutLast: true }),
  /** The operator rolls it back. */
  wrong: file({ raise: 90_000, withoutLast: true }),
  /** Imported by the new version. */
  afterUpgrade: file({ raise: 40_000, withoutLast: true }),
}

/** The project that only the first file has. */
export const REMOVED_PROJECT = row(PROJECTS - 1, { raise: 0, withoutLast: false }).name

/** Addresses that customers look up, as they are typed. */
export const ADDRESSES = common.addresses
