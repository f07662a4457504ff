// Rolls with one row per unit of evaluation: the units at one civic address form a building.
import { fixCapitals } from '../../addresses/street-name.ts'
import { parcelList } from '../../catalog/records/parcel-ids.ts'
import { packLabels, unitLabel } from '../../catalog/records/unit-labels.ts'
import { at } from '../../kernel/at.ts'
import type { Draft } from '../record/draft.ts'
import { byFrequency, mostFrequent } from '../rolls/group-values.ts'
import type { RollRecord } from '../rolls/roll-table.ts'
import { builtFields, numberAt, textAt, wholeNumber } from '../rolls/roll-values.ts'

export interface AssessmentUnit {
  /** The code or name of its municipality, which is part of the key. Empty: the roll is that of one city. */
  readonly place: string
  /** Different for all units at an address. */
  readonly id: string
  /** Not empty. */
  readonly lines: readonly string[]
  readonly city: string
  readonly borough: string | null
  readonly isCondo?: boolean
  /** None in parking, storage, shops and land. */
  readonly dwellings: number
  /** Of the building. The storeys of a condominium unit are its own. */
  readonly storeys?: number | null
  readonly yearBuilt: number | null
  readonly rollNumber: string
  readonly suite: string
  /** Of the roll. The newest year of a unit counts. */
  readonly year?: number | null
  readonly latitude?: number | null
  readonly longitude?: number | null
}

const [YEAR, ID, LINES, CITY, BOROUGH, IS_CONDO] = [0, 1, 2, 3, 4, 5] as const
const [DWELLINGS, STOREYS, BUILT, ROLL, SUITE, POINT] = [6, 7, 8, 9, 10, 11] as const

export function assessmentRecord(unit: AssessmentUnit, line: number): RollRecord {
  const {
    place,
    lines,
    dwellings,
    isCondo = false,
    storeys = null,
    yearBuilt,
    latitude = null,
    longitude = null,
  } = unit
  const values = [
    ...[unit.year ?? null, unit.id, lines.join('|'), unit.city, unit.borough || null, isCondo ? 1 : 0, dwellings],
    ...[isCondo ? null : storeys, yearBuilt, unit.rollNumber || null, unitLabel(unit.suite) || null],
    latitude === null || longitude === null ? null : `${latitude.toFixed(6)} ${longitude.toFixed(6)}`,
  ]
  const first = at(lines, 0)
  return { key: place === '' ? first : `${place}/${first.replace(/^(\w+)-\w+ /, '$1 ')}`, line, values }
}

/** Null when the address has fewer dwellings than `minUnits`. */
export function assessmentDraft(
  key: string,
  all: readonly RollRecord[],
  minUnits: number,
  province: string,
  columns: Readonly<Record<string, string>>,
): Draft | null {
  const records = distinctUnits(all)
  const units = records.reduce((sum, record) => sum + (numberAt(record, DWELLINGS) ?? 0), 0)
  if (units < minUnits) return null
  const homes = records.filter((record) => numberAt(record, DWELLINGS) !== 0)
  const texts = (at: number) => homes.map((record) => textAt(record, at))
  const numbers = (at: number) => homes.map((record) => numberAt(record, at))
  const borough = mostFrequent(texts(BOROUGH))
  const [latitude, longitude] = (mostFrequent(texts(POINT)) ?? '').split(' ')
  const suites = texts(SUITE).filter((label) => label !== null)
  const fields = {
    key,
    address: [...new Set(byFrequency(texts(LINES)).flatMap((lines) => lines.split('|')))],
    city_name: mostFrequent(texts(CITY)),
    province,
    neighbourhood_name: borough && fixCapitals(borough),
    ...(longitude ? { latitude: Number(latitude), longitude: Number(longitude), location_accuracy: 'parcel' } : {}),
    units_total: units,
    ...(suites.length > 0 ? { unit_labels: packLabels(suites) } : {}),
    storeys: mostFrequent(numbers(STOREYS)),
    parcels: parcelList({ roll: texts(ROLL) }),
    building_type: 'multi_unit',
    ...(numbers(IS_CONDO).every((isCondo) => isCondo === 1) ? { tenure: 'condo' } : {}),
    ...builtFields(mostFrequent(numbers(BUILT))),
  }
  return { line: at(homes, 0).line, fields, columns }
}

/** Equal for all units at an address. */
export const civicKey = (address: string): string => address.toUpperCase().replace(/\s+/g, ' ')

/** `12`, `12A`, `12 1/2`; empty without a number. */
export function civicOf(number: string, suffix: string): string {
  const civic = wholeNumber(number)
  if (civic === null || civic === 0) return ''
  return /^[A-Za-z]$/.test(suffix)
    ? `${civic}${suffix.toUpperCase()}`
    : /^1\/2$/.test(suffix)
      ? `${civic} 1/2`
      : `${civic}`
}

/** Two files can have the same unit, of two years. */
function distinctUnits(records: readonly RollRecord[]): RollRecord[] {
  const byId = new Map<string, RollRecord>()
  const rank = ({ values }: RollRecord) => `${9999 - Number(values[YEAR])} ${JSON.stringify(values)}`
  for (const record of records) {
    const id = textAt(record, ID)!
    const known = byId.get(id)
    if (!known || rank(record) < rank(known)) byId.set(id, record)
  }
  return [...byId.values()]
}
