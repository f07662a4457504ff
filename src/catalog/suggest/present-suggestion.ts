// Turns a hit into a suggestion with its label, place and ids.
import type { Building } from '../records/record-schemas.ts'
import type { ProjectRecord } from '../records/record-types.ts'
import { isInvented } from '../records/record-types.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { Highlight } from './highlights.ts'
import { highlightsOf } from './highlights.ts'
import type { PlaceIndex } from './place-index.ts'
import type { QueryWord } from './query-words.ts'
import type { SuggestIndex } from './suggest-index.ts'
import type { SuggestionKind } from './suggestion-kinds.ts'
import type { Hit } from './top-hits.ts'

export interface Suggestion {
  readonly kind: SuggestionKind
  readonly id: string
  readonly label: string
  readonly detail: string | null
  readonly building_id: number | null
  readonly project_id: number | null
  readonly latitude: number | null
  readonly longitude: number | null
  /** Null for developers and neighbourhoods. */
  readonly invented: boolean | null
  readonly highlights: readonly Highlight[]
}

export interface SuggestSource {
  readonly snapshot: Snapshot
  readonly index: SuggestIndex
  readonly places: PlaceIndex
}

/** Null if the record is gone. */
export function presentHit(
  { snapshot, index, places }: SuggestSource,
  hit: Hit,
  words: readonly QueryWord[],
): Suggestion | null {
  if (hit.kind === 'developer' || hit.kind === 'neighbourhood') {
    const { count: _, ...place } = places.places[hit.row]!
    return {
      ...place,
      building_id: null,
      project_id: null,
      invented: null,
      highlights: highlightsOf(place.label, words),
    }
  }
  const { addresses } = index
  const buildingId = Number(addresses.keys.get(hit.row))
  const project = snapshot.projects.get(Number(addresses.groups.get(addresses.group[hit.row]!)))
  const building = project?.buildings.find(({ id }) => id === buildingId)
  if (!project || !building) return null
  const { id, label, isProject } = describe(hit, project, building, words)
  const place = `${project.city_name}, ${project.province}`
  const line = isProject ? project.address : (building.addresses[0]?.line ?? project.address)
  return {
    kind: hit.kind,
    id,
    label,
    detail: hit.kind === 'address' || line === label ? place : `${withoutPlace(line, project)}, ${place}`,
    building_id: isProject && project.buildings.length > 1 ? null : building.id,
    project_id: project.id,
    latitude: (isProject ? null : building.latitude) ?? project.latitude,
    longitude: (isProject ? null : building.longitude) ?? project.longitude,
    invented: isInvented(project),
    highlights: highlightsOf(label, words),
  }
}

/** Some sources write the city into the line. */
function withoutPlace(line: string, { city_name }: ProjectRecord): string {
  const at = line.indexOf(`, ${city_name}`)
  return at > 0 ? line.slice(0, at) : line
}

interface Description {
  readonly id: string
  readonly label: string
  /** It is about the project as a whole. */
  readonly isProject: boolean
}

function describe(hit: Hit, project: ProjectRecord, building: Building, words: readonly QueryWord[]): Description {
  if (hit.kind === 'condo_corp') {
    const { registry, number } = project.condo_corp ?? { registry: '', number: 0 }
    const label = `${registry} ${number}`
    return { id: label, label, isProject: true }
  }
  if (hit.kind === 'project') {
    const names = [project.name, ...(project.name_fr === null ? [] : [project.name_fr]), ...project.aliases]
    return { id: String(project.id), label: closest(names, words), isProject: true }
  }
  if (hit.kind === 'building')
    return { id: String(building.id), label: `${project.name}, ${building.name}`, isProject: false }
  const lines = building.addresses.map(({ line }) => line)
  return { id: String(building.id), label: closest(lines, words) || project.address, isProject: hit.isShared }
}

/** The text that has most of what was typed; the first of several. */
function closest(texts: readonly string[], words: readonly QueryWord[]): string {
  let [best, most] = ['', -1]
  for (const text of texts) {
    const marked = highlightsOf(text, words).reduce((sum, [start, end]) => sum + end - start, 0)
    if (marked > most) [best, most] = [text, marked]
  }
  return best
}
