// Accuracy at 0.95 by province, language, size of the city and age of the building.

import { table } from '../../shared/tables.ts'
import type { Answered } from '../accuracy/answer-set.ts'
import { figuresOf } from '../accuracy/figures.ts'

export interface BuildingFacts {
  readonly city: string
  readonly province: string
  readonly year: number | null
  /** Buildings of the city in the index. */
  readonly citySize: number
}

/** Facts of buildings by key. */
export function factsOf(
  buildings: readonly { key: string; city: string; province: string; year?: number | null }[],
): Map<string, BuildingFacts> {
  const sizes = new Map<string, number>()
  for (const { city } of buildings) sizes.set(city, (sizes.get(city) ?? 0) + 1)
  return new Map(
    buildings.map(({ key, city, province, year }) => [
      key,
      { city, province, year: year ?? null, citySize: sizes.get(city) ?? 0 },
    ]),
  )
}

const AGES = [
  ['built before 1950', 0, 1950],
  ['built 1950–1979', 1950, 1980],
  ['built 1980–2009', 1980, 2010],
  ['built 2010 or later', 2010, 3000],
] as const

const SIZES = [
  ['city with more than 1,000 indexed buildings', 1000, Number.POSITIVE_INFINITY],
  ['city with 100 to 1,000', 100, 1000],
  ['city with fewer than 100', 0, 100],
] as const

function labelsOf({ province, year, citySize }: BuildingFacts): string[] {
  const age = year === null ? undefined : AGES.find(([, from, to]) => year >= from && year < to)
  const size = SIZES.find(([, from, to]) => citySize >= from && citySize < to)
  return [province, province === 'QC' ? 'French' : 'English', size?.[0] ?? '', age?.[0] ?? ''].filter(Boolean)
}

const ORDER = [
  'ON',
  'BC',
  'QC',
  'AB',
  'MB',
  'SK',
  'NS',
  'NB',
  'English',
  'French',
  ...SIZES.map(([s]) => s),
  ...AGES.map(([a]) => a),
]

/** Slices with fewer cases say little. */
const LEAST = 30

/** One row per slice: cases, share found at 0.95, and wrong links at 0.95. */
export function slicesTable(answers: readonly Answered[], facts: ReadonlyMap<string, BuildingFacts>): string {
  const slices = new Map<string, Answered[]>()
  const sizes = new Map([...facts.values()].map((f) => [f.city, f.citySize]))
  for (const a of answers) {
    const { source, city, province } = a.case
    // a listing without a building still names its city
    const own =
      facts.get(source) ?? (city && province ? { city, province, year: null, citySize: sizes.get(city) ?? 0 } : null)
    for (const label of own ? labelsOf(own) : []) slices.set(label, [...(slices.get(label) ?? []), a])
  }
  const rows = ORDER.flatMap((label) => {
    const own = slices.get(label) ?? []
    if (own.length < LEAST) return []
    const { positives, r95 = 0, wrong95 } = figuresOf('find', own)
    return [[label, own.length, positives, `${(100 * r95).toFixed(1)} %`, wrong95].map(String)]
  })
  return table(['', 'cases', 'with a building', 'found at 0.95', 'wrong at 0.95'], rows)
}
