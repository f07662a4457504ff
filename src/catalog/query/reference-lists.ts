// Lists developers and cities with counts; suggests names for unknown filter values.
import { editDistance } from '../../kernel/text.ts'
import type { Province } from '../records/record-schemas.ts'
import type { ProjectRecord } from '../records/record-types.ts'
import { CITY_PARTS, foldCity, parentCity, parentCityByName } from '../snapshot/city-names.ts'
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
  const lists = { developers: developersOf(projects.records), cities: citiesOf(projects.records) }
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

function developersOf(projects: readonly ProjectRecord[]): DeveloperEntry[] {
  const entries = new Map<number, { id: number; name: string; projects_count: number; selling_count: number }>()
  for (const { developers, status } of projects) {
    for (const { id, name } of new Map(developers.map((developer) => [developer.id, developer])).values()) {
      const entry = entries.get(id) ?? { id, name, projects_count: 0, selling_count: 0 }
      entries.set(id, entry)
      entry.projects_count++
      if (status === 'selling') entry.selling_count++
    }
  }
  return [...entries.values()].sort((a, b) => byName(a, b) || a.id - b.id)
}

function citiesOf(projects: readonly ProjectRecord[]): CityEntry[] {
  const groups = new Map<string, { name: string; group: ProjectRecord[] }>()
  const count = (project: ProjectRecord, name: string) => {
    const key = `${project.province} ${foldCity(name)}`
    const { group } = groups.get(key) ?? groups.set(key, { name, group: [] }).get(key)!
    if (group.at(-1) !== project) group.push(project)
  }
  for (const project of projects) {
    count(project, project.city_name)
    // A North York project also counts for Toronto, because the Toronto filter finds it.
    const parent = parentCity(project)
    if (parent !== null) count(project, parent)
  }
  const entries = Array.from(groups.values(), ({ name, group }): CityEntry => {
    const located = group.filter(({ latitude, longitude }) => latitude !== null && longitude !== null)
    const mean = (read: (project: ProjectRecord) => number) =>
      located.length === 0
        ? null
        : Math.round((located.reduce((sum, project) => sum + read(project), 0) / located.length) * 1e5) / 1e5
    return {
      name,
      province: group[0]!.province,
      projects_count: group.length,
      selling_count: group.filter(({ status }) => status === 'selling').length,
      latitude: mean((project) => project.latitude!),
      longitude: mean((project) => project.longitude!),
    }
  })
  return entries.sort((a, b) => byName(a, b) || (a.province < b.province ? -1 : 1))
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
      .filter((value) => !index[parameter].has(fold(value)))
      .map((value): Warning => {
        // No record has the city Rexdale: suggest Toronto.
        const parent = parameter === 'city' ? parentCityByName(value) : null
        const known = parent !== null && index.city.has(foldCity(parent)) ? parent : null
        return { parameter, code: 'unknown_value', value, did_you_mean: known ?? nearestName(value, names()) }
      })
  const neighbourhoods = () => new Set(snapshot.projects.records.flatMap((project) => project.neighbourhood_name ?? []))
  return [
    ...unknown('city', foldCity, () => [...listCities(snapshot).map(({ name }) => name), ...CITY_PARTS]),
    ...unknown('neighbourhood', foldText, neighbourhoods),
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
