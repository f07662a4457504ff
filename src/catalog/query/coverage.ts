// Counts buildings and what is known about them, by province, city and source.
import { PROVINCES } from '@plinth/matcher/internal/gazetteer/place-tables'
import { gazetteerDirectory, placeKey } from '@plinth/matcher/internal/read/city-directory'
import type { Province } from '../records/record-schemas.ts'
import { isInventedSource } from '../records/record-types.ts'
import { foldCity } from '../snapshot/city-names.ts'
import { UNKNOWN } from '../snapshot/columns.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

export const COVERAGE_GROUPS = ['province', 'city', 'source'] as const
const KNOWN = ['with_units', 'with_year', 'with_corporation', 'with_point'] as const

/** Null where no building of the group has it: its sources may not be able to say. */
type Known = Readonly<Record<(typeof KNOWN)[number], number | null>>

export interface CoverageGroup extends Known {
  /** Null for all. */
  readonly province: Province | null
  readonly city: string | null
  readonly source: string | null
  readonly buildings: number
  /** How many of them are invented. */
  readonly invented: number
  /** The last day on which a source reported something new about one of them. */
  readonly newest_data_as_of: string | null
}

export interface CoverageQuery {
  readonly by: (typeof COVERAGE_GROUPS)[number]
  readonly province?: Province | undefined
  readonly city?: string | undefined
  readonly source?: string | undefined
}

interface Place {
  readonly province: Province | null
  readonly city: string | null
}

const groupsByBuildings = new WeakMap<object, readonly CoverageGroup[]>()

/** The groups of a query, those with the most buildings first. */
export function listCoverage(snapshot: Snapshot, query: CoverageQuery): readonly CoverageGroup[] {
  let all = groupsByBuildings.get(snapshot.buildings)
  if (!all) {
    all = countGroups(snapshot).sort((a, b) => b.buildings - a.buildings || (labelOf(a) < labelOf(b) ? -1 : 1))
    groupsByBuildings.set(snapshot.buildings, all)
  }
  const { by, province, city, source } = query
  const hasCity = by === 'city' || city !== undefined
  const hasProvince = hasCity || by === 'province' || province !== undefined
  const hasSource = by === 'source' || source !== undefined
  const folded = city === undefined ? undefined : foldCity(city)
  const found = all.filter(
    (group) =>
      (group.province !== null) === hasProvince &&
      (group.city !== null) === hasCity &&
      (group.source !== null) === hasSource &&
      (province === undefined || group.province === province) &&
      (folded === undefined || foldCity(group.city!) === folded) &&
      (source === undefined || group.source === source),
  )
  return found.length === 0 && city !== undefined ? emptyCities(city, query) : found
}

const labelOf = ({ province, city, source }: CoverageGroup) => `${city} ${province} ${source}`

interface Counting extends Place {
  readonly source: string | null
  buildings: number
  invented: number
  readonly known: number[]
  newest: string
}

/** A building counts for each of its sources, and one in North York for Toronto too, as in the list of cities. */
function countGroups({ projects, buildings }: Snapshot): CoverageGroup[] {
  const groups = new Map<string, Counting>()
  const columns = ['province', 'city_names', 'observed'].map((name) => projects.lists(name))
  // Most projects have the place and the sources of another one.
  const known = new Map<string, readonly Counting[]>()
  const groupsAt = (row: number) => {
    const key = columns.map(({ codes, starts }) => codes.subarray(starts[row], starts[row + 1]).join()).join(' ')
    let own = known.get(key)
    if (!own) {
      const [province = [], cities = [], observed = []] = columns.map((column) => column.textsOf(row))
      own = groupsOf(groups, province[0] as Province, cities, observed)
      known.set(key, own)
    }
    return own
  }
  const [corporations, sources] = [projects.lists('condo_corp'), projects.lists('source_kinds')]
  const [units, years] = [buildings.sorted('units').codes, buildings.sorted('year_built').codes]
  const projectIds = buildings.idsOf('project_id')
  for (let row = 0; row < buildings.size; row++) {
    const project = projects.row(projectIds[row]!)!
    const isInvented = isInventedSource(sources.firstOf(project))
    const has = [
      units[row] !== UNKNOWN,
      years[row] !== UNKNOWN,
      corporations.firstOf(project) !== undefined,
      !Number.isNaN(buildings.latitude[row]!),
    ]
    for (const group of groupsAt(project)) {
      group.buildings++
      if (isInvented) group.invented++
      for (let i = 0; i < has.length; i++) if (has[i]) group.known[i]!++
    }
  }
  return Array.from(groups.values(), ({ province, city, source, buildings, invented, known, newest }) => ({
    ...{ province, city, source, buildings, invented, ...knownOf(known) },
    newest_data_as_of: newest || null,
  }))
}

/** All groups that a project is part of. `observed` has entries such as `2026-11-14 nar`. */
function groupsOf(
  groups: Map<string, Counting>,
  province: Province,
  cities: readonly string[],
  observed: readonly string[],
): Counting[] {
  const names = new Map(cities.map((city) => [foldCity(city), city]))
  const places: readonly Place[] = [
    { province: null, city: null },
    { province, city: null },
    ...Array.from(names, ([, city]) => ({ province, city })),
  ]
  const days = new Map<string | null, string>()
  for (const text of observed)
    for (const source of [null, text.slice(11)])
      if (text.slice(0, 10) > (days.get(source) ?? '')) days.set(source, text.slice(0, 10))
  return places.flatMap((place) =>
    Array.from(days, ([source, day]) => {
      const key = `${place.province} ${place.city && foldCity(place.city)} ${source}`
      let group = groups.get(key)
      if (!group) {
        group = { ...place, source, buildings: 0, invented: 0, known: KNOWN.map(() => 0), newest: '' }
        groups.set(key, group)
      }
      if (day > group.newest) group.newest = day
      return group
    }),
  )
}

const knownOf = (counts: readonly number[]) =>
  Object.fromEntries(KNOWN.map((name, i) => [name, counts[i] || null])) as Known

/** A municipality without buildings: only the number of buildings is known. */
function emptyCities(name: string, { province, source }: CoverageQuery): CoverageGroup[] {
  const directory = gazetteerDirectory()
  const cities = directory.idsOf(placeKey(name)).map((id) => directory.cities[id]!)
  return cities
    .map((city) => ({ province: PROVINCES[city.province]!.code as Province, city: city.name }))
    .filter((city) => province === undefined || city.province === province)
    .map((city) => ({
      ...city,
      source: source ?? null,
      buildings: 0,
      invented: 0,
      ...knownOf([]),
      newest_data_as_of: null,
    }))
}
