// The matcher of a snapshot: stored with it, and reused when no building changed.

import type { IndexSections, MatchBuilding, Matcher, StreetIndex, StreetLexicon } from '@plinth/matcher'
import {
  buildIndexInSteps,
  createMatcherFromIndex,
  indexFromSections,
  indexToSections,
  patchIndexInSteps,
} from '@plinth/matcher'
import type { Model } from '@plinth/matcher/internal/decide/model-shape'
import { lexiconOf } from '@plinth/matcher/internal/index/index-builder'
import type { ProjectRecord } from '../records/record-types.ts'
import type { Collection } from './collection.ts'
import { hashText } from './id-lookup.ts'
import type { SnapshotOptions } from './snapshot.ts'
import { loadStreets, streetsVersion } from './street-files.ts'

export interface SnapshotMatcher {
  readonly matcher: Matcher
  /** Its index, to be stored. */
  readonly sections: IndexSections
}

/** From the stored index, from the previous snapshot, or from the projects. */
export function* matcherOf(
  projects: Collection<ProjectRecord>,
  stored: IndexSections | null,
  options: SnapshotOptions,
): Generator<void, SnapshotMatcher> {
  const { previous, model, streetsFolder, installedStreets } = options
  // A city's own list replaces an imported one.
  const streets = [...(installedStreets?.lexicon ?? []), ...loadStreets(streetsFolder)]
  const changes = previous ? diffProjects(previous.projects, projects) : null
  // Most versions change only prices and statuses.
  if (previous?.data.matcher && changes && changes.before.length + changes.after.length === 0) {
    const { matcher, data } = previous
    if (previous.streetsVersion === versionOfStreets(options)) return { matcher, sections: data.matcher! }
    const index = addressIndexOf(matcher)
    const again = Object.freeze({ ...index, lexicon: lexiconOf(streets, index.directory) })
    return { matcher: remember(again, model), sections: data.matcher! }
  }
  const opened = stored && openStored(stored, streets)
  const old = previous && indexes.get(previous.matcher)
  const index =
    opened ??
    (old && changes
      ? yield* patchIndexInSteps(old, keysOf(changes.before), matchBuildings(changes.after), streets)
      : yield* buildIndexInSteps(matchBuildings(projects), streets))
  return { matcher: remember(index, model), sections: indexToSections(index) }
}

function remember(index: StreetIndex, model: Model | undefined): Matcher {
  const matcher = createMatcherFromIndex(index, model)
  indexes.set(matcher, index)
  return matcher
}

/** Other lists give other answers, and have another version. */
export const versionOfStreets = ({ streetsFolder, installedStreets }: SnapshotOptions): string =>
  [streetsVersion(streetsFolder), ...(installedStreets ? [installedStreets.version] : [])].join('-')

/** Beyond this share of changed projects, a new index is as fast. */
const MAX_PATCHED_SHARE = 0.2
const indexes = new WeakMap<Matcher, StreetIndex>()

/** The address index of a snapshot's matcher. */
export function addressIndexOf(matcher: Matcher): StreetIndex {
  const index = indexes.get(matcher)
  if (!index) throw new TypeError('the matcher does not belong to a snapshot')
  return index
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

/** Projects that the matcher reads differently. */
interface ProjectChanges {
  /** As they were. */
  readonly before: readonly ProjectRecord[]
  /** As they are. */
  readonly after: readonly ProjectRecord[]
}

/** Null if so many changed that a new index is as fast. */
function diffProjects(before: Collection<ProjectRecord>, after: Collection<ProjectRecord>): ProjectChanges | null {
  const changed = { before: [] as number[], after: [] as number[] }
  const limit = after.size * MAX_PATCHED_SHARE
  const [old, now] = before === after ? [] : [before.numbers('matcher_input'), after.numbers('matcher_input')]
  for (let i = 0, j = 0; old && now && (i < before.size || j < after.size); ) {
    const [oldId, newId] = [before.ids[i] ?? Infinity, after.ids[j] ?? Infinity]
    const [isOld, isNew] = [oldId <= newId, newId <= oldId]
    if (!isOld || !isNew || old[i] !== now[j]) {
      if (isOld) changed.before.push(i)
      if (isNew) changed.after.push(j)
      if (changed.before.length + changed.after.length > limit) return null
    }
    if (isOld) i++
    if (isNew) j++
  }
  return {
    before: changed.before.map((row) => before.at(row)),
    after: changed.after.map((row) => after.at(row)),
  }
}

const keysOf = (projects: readonly ProjectRecord[]) =>
  projects.flatMap(({ buildings }) => buildings.map(({ id }) => String(id)))

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
