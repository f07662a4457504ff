// Lists developers, cities and sources with counts; suggests names for unknown filter values.
import { editDistance } from '../../kernel/text.ts'
import type { Province } from '../records/record-schemas.ts'
import { isInventedSource } from '../records/record-types.ts'
import { CITY_PARTS, foldCity, parentCityByName } from '../snapshot/city-names.ts'
import { foldText } from '../snapshot/fold-name.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { ProjectFilters } from './catalog-query.ts'

export interface DeveloperEntry {
  readonly id: number
  readonly name: string
  readonly projects_count: number
  /** Projects with status `selling`. */
  readonly selling_count: number
}

export interface CityEntry {
  readonly name: string
  readonly province: Province
  readonly projects_count: number
  readonly selling_count: number
  /** The mean of its projects' coordinates. */
  readonly latitude: number | null
  readonly longitude: number | null
}

interface ReferenceLists {
  readonly developers: readonly DeveloperEntry[]
  readonly cities: readonly CityEntry[]
}

const listsByCollection = new WeakMap<object, ReferenceLists>()

function listsOf({ projects }: Snapshot): ReferenceLists {
  const cached = listsByCollection.get(projects)
  if (cached) return cached
  const lists = { developers: developersOf(projects), cities: citiesOf(projects) }
  listsByCollection.set(projects, lists)
  return lists
}

/** Sorted by name. */
export const listDevelopers = (snapshot: Snapshot): readonly DeveloperEntry[] => listsOf(snapshot).developers

/** Sorted by name, then province. */
export const listCities = (snapshot: Snapshot): readonly CityEntry[] => listsOf(snapshot).cities

const byName = (a: { name: string }, b: { name: string }) => {
  const [x, y] = [foldText(a.name), foldText(b.name)]
  return x < y ? -1 : x > y ? 1 : 0
}

type Projects = Snapshot['projects']

const isSelling = (projects: Projects) => projects.lists('status').any(['selling'])

function developersOf(projects: Projects): DeveloperEntry[] {
  const { starts, codes, dictionary } = projects.lists('developer_ids')
  const selling = isSelling(projects)
  const entries = new Map<number, { id: number; name: string; projects_count: number; selling_count: number }>()
  for (let row = 0; row < projects.size; row++) {
    for (let i = starts[row]!; i < starts[row + 1]!; i++) {
      const [id, name] = splitAt(dictionary.at(codes[i]!))
      const entry = entries.get(id) ?? { id, name, projects_count: 0, selling_count: 0 }
      entries.set(id, entry)
      entry.projects_count++
      if (selling.has(row)) entry.selling_count++
    }
  }
  return [...entries.values()].sort((a, b) => byName(a, b) || a.id - b.id)
}

/** "12 Great Gulf" → [12, "Great Gulf"] */
function splitAt(text: string): [id: number, name: string] {
  const space = text.indexOf(' ')
  return [Number(text.slice(0, space)), text.slice(space + 1)]
}

/** A North York project also counts for Toronto, because the Toronto filter finds it. */
function citiesOf(projects: Projects): CityEntry[] {
  const names = projects.lists('city_names')
  const provinces = projects.lists('province')
  const labels = Array.from({ length: names.dictionary.size }, (_, code) => names.dictionary.at(code))
  const folded = labels.map(foldCity)
  const groups = new Map<string, { name: string; province: Province; rows: number[] }>()
  for (let row = 0; row < projects.size; row++) {
    const province = provinces.firstOf(row) as Province
    for (let i = names.starts[row]!; i < names.starts[row + 1]!; i++) {
      const code = names.codes[i]!
      const key = `${province} ${folded[code]}`
      let group = groups.get(key)
      if (!group) {
        group = { name: labels[code]!, province, rows: [] }
        groups.set(key, group)
      }
      if (group.rows.at(-1) !== row) group.rows.push(row)
    }
  }
  const selling = isSelling(projects)
  const [latitude, longitude] = [projects.numbers('latitude'), projects.numbers('longitude')]
  const entries = Array.from(groups.values(), ({ name, province, rows }): CityEntry => {
    const located = rows.filter((row) => !Number.isNaN(latitude[row]!) && !Number.isNaN(longitude[row]!))
    const mean = (values: Float64Array) =>
      located.length === 0
        ? null
        : Math.round((located.reduce((sum, row) => sum + values[row]!, 0) / located.length) * 1e5) / 1e5
    return {
      name,
      province,
      projects_count: rows.length,
      selling_count: rows.filter((row) => selling.has(row)).length,
      latitude: mean(latitude),
      longitude: mean(longitude),
    }
  })
  return entries.sort((a, b) => byName(a, b) || (a.province < b.province ? -1 : 1))
}

/** The province of each city by folded name; null for names in several provinces. */
export function provincesByCity({ projects }: Snapshot): ReadonlyMap<string, Province | null> {
  const names = projects.lists('city_names')
  const provinces = projects.lists('province')
  const found = new Map<string, Province | null>()
  const folded = Array.from({ length: names.dictionary.size }, (_, code) => foldText(names.dictionary.at(code)))
  for (let row = 0; row < projects.size; row++) {
    const name = folded[names.codes[names.starts[row]!]!]!
    const province = provinces.firstOf(row) as Province
    const known = found.get(name)
    found.set(name, known === undefined || known === province ? province : null)
  }
  return found
}

const sourceCounts = new WeakMap<object, ReadonlyMap<string, number>>()

/** Source name → number of projects that it describes, alone or with other sources. */
export function projectsBySource({ projects }: Snapshot): ReadonlyMap<string, number> {
  const cached = sourceCounts.get(projects)
  if (cached) return cached
  const { starts, codes, dictionary } = projects.lists('source_kinds')
  const counts = new Map<string, number>()
  for (let row = 0; row < projects.size; row++) {
    // A project can have several rows of one source.
    const own = new Set(codes.subarray(starts[row]!, starts[row + 1]!))
    for (const code of own) {
      const name = dictionary.at(code)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  sourceCounts.set(projects, counts)
  return counts
}

/** In the order of their first project. */
function neighbourhoodsOf({ projects }: Snapshot): string[] {
  const { codes, dictionary } = projects.lists('neighbourhood_names')
  return Array.from(new Set(codes), (code) => dictionary.at(code))
}

export interface Warning {
  readonly parameter: 'city' | 'neighbourhood' | 'developer'
  readonly code: 'unknown_value'
  readonly value: string
  readonly did_you_mean: string | null
}

/** One warning for each unknown name. */
export function filterWarnings(snapshot: Snapshot, query: ProjectFilters): Warning[] {
  const { index } = snapshot
  const unknown = (parameter: Warning['parameter'], fold: (name: string) => string, names: () => Iterable<string>) =>
    (query[parameter] ?? [])
      .filter((value) => !index.list(parameter).has(fold(value)))
      .map((value): Warning => {
        // No record has the city Rexdale: suggest Toronto.
        const parent = parameter === 'city' ? parentCityByName(value) : null
        const known = parent !== null && index.list('city').has(foldCity(parent)) ? parent : null
        return { parameter, code: 'unknown_value', value, did_you_mean: known ?? nearestName(value, names()) }
      })
  return [
    ...unknown('city', foldCity, () => [...listCities(snapshot).map(({ name }) => name), ...CITY_PARTS]),
    ...unknown('neighbourhood', foldText, () => neighbourhoodsOf(snapshot)),
    ...unknown('developer', foldText, () => listDevelopers(snapshot).map(({ name }) => name)),
  ]
}

/** The closest name within an edit distance of a third of the text. A name with this prefix counts as close. */
export function nearestName(text: string, names: Iterable<string>): string | null {
  const wanted = foldText(text).slice(0, 80)
  if (wanted.length < 2) return null
  let best: string | null = null
  let least = Math.floor(wanted.length / 3) + 1
  for (const name of names) {
    const folded = foldText(name)
    const distance = folded.startsWith(wanted) ? 1 : editDistance(wanted, folded, least)
    if (distance < least) {
      best = name
      least = distance
    }
  }
  return best
}

/** They come from one source each. */
export function inventedProjects(snapshot: Snapshot): number {
  const counts = [...projectsBySource(snapshot)].filter(([source]) => isInventedSource(source))
  return counts.reduce((sum, [, count]) => sum + count, 0)
}
