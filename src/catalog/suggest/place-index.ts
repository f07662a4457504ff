// The words of developers and neighbourhoods of a snapshot.
import { listDevelopers } from '../query/reference-lists.ts'
import type { ProjectRecord } from '../records/record-types.ts'
import type { Collection } from '../snapshot/collection.ts'
import { slugify } from '../snapshot/fold-name.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { wordsOfName } from './suggest-index.ts'
import { WordIndexBuilder } from './word-index.ts'
import { WordMatches } from './word-matches.ts'

interface Place {
  readonly kind: 'developer' | 'neighbourhood'
  readonly id: string
  readonly label: string
  /** The city of a neighbourhood; of a developer, the city of most projects. */
  readonly detail: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  /** Projects. */
  readonly count: number
}

export interface PlaceIndex {
  readonly places: readonly Place[]
  /** Entries are positions in `places`. */
  readonly matches: WordMatches
}

/** From columns, without decoding records. */
export function* buildPlaceIndex(snapshot: Snapshot): Generator<void, PlaceIndex> {
  const places = [...developersOf(snapshot), ...neighbourhoodsOf(snapshot.projects)]
  yield
  const builder = new WordIndexBuilder()
  for (const { label } of places) {
    const { words, others } = wordsOfName(label)
    builder.add(words, others)
  }
  return { places, matches: new WordMatches(yield* builder.freeze()) }
}

function developersOf(snapshot: Snapshot): Place[] {
  const { projects } = snapshot
  const { starts, codes, dictionary } = projects.lists('developer_ids')
  const cities = projects.lists('city_names')
  const provinces = projects.lists('province')
  /** Developer → city → projects. */
  const counts = new Map<number, Map<string, number>>()
  const ids = Array.from({ length: dictionary.size }, (_, code) => Number.parseInt(dictionary.at(code), 10))
  for (let row = 0; row < projects.size; row++) {
    const city = `${cities.firstOf(row)}, ${provinces.firstOf(row)}`
    for (let i = starts[row]!; i < starts[row + 1]!; i++) {
      const id = ids[codes[i]!]!
      const own = counts.get(id) ?? new Map<string, number>()
      counts.set(id, own.set(city, (own.get(city) ?? 0) + 1))
    }
  }
  return listDevelopers(snapshot).map(({ id, name, projects_count }) => ({
    kind: 'developer',
    id: String(id),
    label: name,
    detail: mostFrequent(counts.get(id)),
    latitude: null,
    longitude: null,
    count: projects_count,
  }))
}

function mostFrequent(counts: ReadonlyMap<string, number> | undefined): string | null {
  let best: string | null = null
  for (const [value, count] of counts ?? []) if (best === null || count > counts!.get(best)!) best = value
  return best
}

function neighbourhoodsOf(projects: Collection<ProjectRecord>): Place[] {
  const names = projects.lists('neighbourhood_names')
  const cities = projects.lists('city_names')
  const provinces = projects.lists('province')
  const [latitude, longitude] = [projects.numbers('latitude'), projects.numbers('longitude')]
  const groups = new Map<string, { label: string; detail: string; rows: number[] }>()
  for (let row = 0; row < projects.size; row++) {
    const label = names.firstOf(row)
    if (!label) continue
    const detail = `${cities.firstOf(row)}, ${provinces.firstOf(row)}`
    const key = `${detail} ${label}`
    const group = groups.get(key)
    if (group) group.rows.push(row)
    else groups.set(key, { label, detail, rows: [row] })
  }
  return Array.from(groups, ([key, { label, detail, rows }]) => ({
    kind: 'neighbourhood',
    id: slugify(key) || key,
    label,
    detail,
    latitude: median(rows, latitude),
    longitude: median(rows, longitude),
    count: rows.length,
  }))
}

/** The median, because one wrong coordinate moves a mean far away. */
function median(rows: readonly number[], values: Float64Array): number | null {
  const sorted = rows
    .map((row) => values[row]!)
    .filter((value) => !Number.isNaN(value))
    .sort((a, b) => a - b)
  return sorted.length === 0 ? null : Math.round(sorted[sorted.length >> 1]! * 1e5) / 1e5
}
