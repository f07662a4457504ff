// The immutable snapshot of one dataset that all reads come from: built whole, swapped by one assignment, never changed.
import { createMatcherInSteps } from '../../matcher/matcher.ts'
import type { MatchBuilding, Matcher } from '../../matcher/types.ts'
import type { HistoryIndex } from '../history/history-index.ts'
import type { Building } from '../record-schemas.ts'
import type { MediaRecord, PlanRecord, ProjectRecord, UnitRecord } from '../records.ts'
import type { SortValue } from './collection.ts'
import { Collection } from './collection.ts'
import { foldText } from './fold-name.ts'
import { groupBy } from './group-by.ts'
import type { DatasetVersion, Loaded } from './loaded-dataset.ts'
import type { ProjectIndex } from './project-index.ts'
import { buildProjectIndex } from './project-index.ts'

type Dataset = Loaded['dataset']
type SortKeys<T> = Readonly<Record<string, (record: T) => SortValue>>

const PROJECT_SORT_KEYS: SortKeys<ProjectRecord> = {
  id: (project) => project.id,
  name: (project) => foldText(project.name),
  price_from: (project) => project.price_from ?? project.price_to,
  occupancy_date: (project) => project.occupancy_date?.date ?? null,
  launch_date: (project) => project.launch_date?.date ?? null,
  updated_at: (project) => project.updated_at,
}
const PLAN_SORT_KEYS: SortKeys<PlanRecord> = {
  id: (plan) => plan.id,
  price: (plan) => plan.price,
  psf: (plan) => plan.psf,
  interior_sqft: (plan) => plan.interior_sqft,
  bedrooms: (plan) => plan.bedrooms,
  updated_at: (plan) => plan.updated_at,
}
const UNIT_SORT_KEYS: SortKeys<UnitRecord> = {
  id: (unit) => unit.id,
  price: (unit) => unit.price,
  interior_sqft: (unit) => unit.interior_sqft,
  floor: (unit) => unit.floor,
  // 9 comes before 10, and PH1 before PH10.
  unit_number: (unit) => unit.unit_number.replace(/\d+/g, (digits) => digits.padStart(6, '0')),
}
const MEDIA_SORT_KEYS: SortKeys<MediaRecord> = {
  id: (item) => item.id,
  position: (item) => item.position,
  created_at: (item) => item.created_at,
}

/** Records of one kind with those of each project at hand. */
export interface Shelf<T extends { readonly id: number; readonly project_id: number }> {
  readonly all: Collection<T>
  readonly ofProject: ReadonlyMap<number, readonly T[]>
}

export interface Snapshot {
  readonly dataset: Dataset
  /** Null while nothing was ever published. */
  readonly version: DatasetVersion | null
  readonly projects: Collection<ProjectRecord>
  readonly index: ProjectIndex
  readonly bySlug: ReadonlyMap<string, ProjectRecord>
  readonly buildings: ReadonlyMap<number, Readonly<Building>>
  readonly floorPlans: Shelf<PlanRecord>
  readonly units: Shelf<UnitRecord>
  readonly media: Shelf<MediaRecord>
  readonly history: HistoryIndex
  readonly removed: Loaded['removed']
  readonly versions: ReadonlyMap<number, DatasetVersion>
  /** Over all towers: key is the building's id, group the project's. */
  readonly matcher: Matcher
  /** What it was built from; the next one is built from it and the changes. */
  readonly loaded: Loaded
}

function shelve<T extends { readonly id: number; readonly project_id: number }>(
  records: readonly T[],
  sortKeys: SortKeys<T>,
  before: Shelf<T> | undefined,
): Shelf<T> {
  if (before?.all.records === records) return before
  return { all: new Collection(records, sortKeys), ofProject: groupBy(records, (record) => record.project_id) }
}

/** Parts that did not change since `before` are taken from it, caches included. */
export function buildSnapshot(loaded: Loaded, before?: Snapshot): Snapshot {
  const steps = buildInSteps(loaded, before)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same, with pauses in which a server can answer requests. */
export function* buildInSteps(loaded: Loaded, before?: Snapshot): Generator<void, Snapshot> {
  const list = loaded.records.project
  const kept = before?.projects.records === list ? before : undefined
  const projects = kept?.projects ?? new Collection(list, PROJECT_SORT_KEYS)
  const towers = (project: ProjectRecord) => project.buildings.map((building) => [building.id, building] as const)
  yield
  const index = kept?.index ?? (yield* buildProjectIndex(list))
  yield
  const floorPlans = shelve(loaded.records.floor_plan, PLAN_SORT_KEYS, before?.floorPlans)
  yield
  const units = shelve(loaded.records.unit, UNIT_SORT_KEYS, before?.units)
  yield
  const media = shelve(loaded.records.media, MEDIA_SORT_KEYS, before?.media)
  yield
  const same = before !== undefined && sameTowers(before.projects.records, list)
  const matcher = same ? before.matcher : yield* createMatcherInSteps(towersOf(list))
  yield
  return Object.freeze({
    dataset: loaded.dataset,
    version: loaded.versions.at(-1) ?? null,
    projects,
    index,
    bySlug: kept?.bySlug ?? new Map(list.map((project) => [project.slug, project])),
    buildings: kept?.buildings ?? new Map(list.flatMap(towers)),
    floorPlans,
    units,
    media,
    history: loaded.history,
    removed: loaded.removed,
    versions: new Map(loaded.versions.map((version) => [version.number, version])),
    matcher,
    loaded,
  })
}

/** Most versions change prices and statuses: then the matcher, the dearest part, stays. */
function sameTowers(before: readonly ProjectRecord[], after: readonly ProjectRecord[]): boolean {
  if (before === after) return true
  if (before.length !== after.length) return false
  return after.every((project, row) => {
    const was = before[row]!
    return was === project || JSON.stringify([...towersOf([was])]) === JSON.stringify([...towersOf([project])])
  })
}

export function* towersOf(projects: Iterable<ProjectRecord>): Generator<MatchBuilding> {
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
