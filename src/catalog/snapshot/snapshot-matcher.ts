// The matcher of a snapshot, reused when no building changed.
import { createMatcherInSteps } from '../../matcher/matcher.ts'
import type { MatchBuilding, Matcher } from '../../matcher/types.ts'
import type { ProjectRecord } from '../records/record-types.ts'
import type { Collection } from './collection.ts'
import type { SnapshotOptions } from './snapshot.ts'
import { loadStreets } from './street-files.ts'

export function* matcherOf(
  projects: Collection<ProjectRecord>,
  { previous, model, streetsFolder }: SnapshotOptions,
): Generator<void, Matcher> {
  // Most versions change only prices and statuses; then the matcher, the most expensive part, is reused.
  if (previous && !buildingsDiffer(previous.projects, projects)) return previous.matcher
  return yield* createMatcherInSteps(matchBuildings(projects), { streets: loadStreets(streetsFolder), model })
}

function buildingsDiffer(before: Collection<ProjectRecord>, after: Collection<ProjectRecord>): boolean {
  if (before === after) return false
  if (before.size !== after.size) return true
  const { offsets } = before.table
  for (let row = 0; row < after.size; row++) {
    if (before.ids[row] !== after.ids[row]) return true
    if (offsets[row] === after.table.offsets[row]) continue
    if (matcherInput(before.at(row)) !== matcherInput(after.at(row))) return true
  }
  return false
}

const matcherInput = (project: ProjectRecord) => JSON.stringify([...matchBuildings([project])])

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
