// The matcher of a snapshot: stored with it, and reused when no building changed.
import type { IndexSections, MatchBuilding, Matcher, StreetIndex, StreetLexicon } from '../../matcher/matcher.ts'
import { buildIndexInSteps, createMatcherFromIndex, indexFromSections, indexToSections } from '../../matcher/matcher.ts'
import type { ProjectRecord } from '../records/record-types.ts'
import type { Collection } from './collection.ts'
import { hashText } from './id-lookup.ts'
import type { SnapshotOptions } from './snapshot.ts'
import { loadStreets } from './street-files.ts'

export interface SnapshotMatcher {
  readonly matcher: Matcher
  /** Its index, to be stored. */
  readonly sections: IndexSections
}

/** From the stored index, from the previous snapshot, or from the projects. */
export function* matcherOf(
  projects: Collection<ProjectRecord>,
  stored: IndexSections | null,
  { previous, model, streetsFolder }: SnapshotOptions,
): Generator<void, SnapshotMatcher> {
  const streets = loadStreets(streetsFolder)
  // Most versions change only prices and statuses; then the matcher, the most expensive part, is reused.
  if (previous?.data.matcher && !buildingsDiffer(previous.projects, projects))
    return { matcher: previous.matcher, sections: previous.data.matcher }
  const opened = stored && openStored(stored, streets)
  const index = opened ?? (yield* buildIndexInSteps(matchBuildings(projects), streets))
  return { matcher: createMatcherFromIndex(index, model), sections: indexToSections(index) }
}

/** Null if another version of the matcher wrote it. */
function openStored(sections: IndexSections, streets: StreetLexicon): StreetIndex | null {
  try {
    return indexFromSections(sections, streets)
  } catch {
    return null
  }
}

/** The index of a snapshot that is being written. */
export function* indexOf(projects: Iterable<ProjectRecord>): Generator<void, IndexSections> {
  return indexToSections(yield* buildIndexInSteps(matchBuildings(projects), []))
}

function buildingsDiffer(before: Collection<ProjectRecord>, after: Collection<ProjectRecord>): boolean {
  if (before === after) return false
  if (before.size !== after.size) return true
  const [old, now] = [before.numbers('matcher_input'), after.numbers('matcher_input')]
  for (let row = 0; row < after.size; row++)
    if (before.ids[row] !== after.ids[row] || old[row] !== now[row]) return true
  return false
}

/** A hash of everything that the matcher reads of a project. */
export function matcherInput(project: ProjectRecord): number {
  const text = JSON.stringify([...matchBuildings([project])])
  return (hashText(text) & 0x1fffff) * 2 ** 32 + hashText(`${text.length}${text}`)
}

export function* matchBuildings(projects: Iterable<ProjectRecord>): Generator<MatchBuilding> {
  for (const project of projects) {
    const names = [project.name, ...(project.name_fr === null ? [] : [project.name_fr]), ...project.aliases]
    for (const building of project.buildings) {
      yield {
        key: String(building.id),
        group: String(project.id),
        name: building.name,
        aliases: names,
        addresses: building.addresses,
        city: project.city_name,
        province: project.province,
        postal: project.postal_code,
        lat: building.latitude ?? project.latitude,
        lng: building.longitude ?? project.longitude,
        storeys: building.storeys ?? project.storeys,
        condo_corp: project.condo_corp,
      }
    }
  }
}
