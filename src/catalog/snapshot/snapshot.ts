// The immutable in-memory snapshot of a dataset that serves all reads.
import type { Model } from '../../matcher/decide/model-shape.ts'
import { createMatcherInSteps } from '../../matcher/matcher.ts'
import type { MatchBuilding, Matcher } from '../../matcher/types.ts'
import type { Building } from '../records/record-schemas.ts'
import type { MediaRecord, PlanRecord, ProjectRecord, UnitRecord } from '../records/record-types.ts'
import type { SortValue } from './collection.ts'
import { Collection } from './collection.ts'
import { foldText } from './fold-name.ts'
import { groupBy } from './group-by.ts'
import type { HistoryIndex } from './history-index.ts'
import type { DatasetVersion, LoadedDataset } from './loaded-dataset.ts'
import type { ProjectIndex } from './project-index.ts'
import { buildProjectIndex } from './project-index.ts'
import { loadStreets } from './street-files.ts'

type Dataset = LoadedDataset['dataset']
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

/** Records of one kind, also grouped by project. */
export interface ChildCollection<T extends { readonly id: number; readonly project_id: number }> {
  readonly all: Collection<T>
  readonly byProject: ReadonlyMap<number, readonly T[]>
}

export interface Snapshot {
  readonly dataset: Dataset
  /** Null before the first publish. */
  readonly version: DatasetVersion | null
  readonly projects: Collection<ProjectRecord>
  readonly index: ProjectIndex
  readonly bySlug: ReadonlyMap<string, ProjectRecord>
  readonly buildings: ReadonlyMap<number, Readonly<Building>>
  readonly floorPlans: ChildCollection<PlanRecord>
  readonly units: ChildCollection<UnitRecord>
  readonly media: ChildCollection<MediaRecord>
  readonly history: HistoryIndex
  readonly removed: LoadedDataset['removed']
  readonly versions: ReadonlyMap<number, DatasetVersion>
  /** Matches all buildings; `key` is the building's ID, `group` the project's. */
  readonly matcher: Matcher
  /** The source data; the next snapshot applies changes to it. */
  readonly loaded: LoadedDataset
}

function childCollection<T extends { readonly id: number; readonly project_id: number }>(
  records: readonly T[],
  sortKeys: SortKeys<T>,
  previous: ChildCollection<T> | undefined,
): ChildCollection<T> {
  if (previous?.all.records === records) return previous
  return { all: new Collection(records, sortKeys), byProject: groupBy(records, (record) => record.project_id) }
}

export interface SnapshotOptions {
  /** Its unchanged parts are reused, including their caches. */
  readonly previous?: Snapshot | undefined
  /** Replaces the matcher's built-in model. */
  readonly model?: Model | undefined
  /** Folder with more lists of real streets. */
  readonly streetsFolder?: string | undefined
}

export function buildSnapshot(loaded: LoadedDataset, options: SnapshotOptions = {}): Snapshot {
  const steps = buildInSteps(loaded, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Yields between steps, so that the server can handle requests. */
export function* buildInSteps(
  loaded: LoadedDataset,
  { previous, model, streetsFolder }: SnapshotOptions = {},
): Generator<void, Snapshot> {
  const list = loaded.records.project
  const unchanged = previous?.projects.records === list ? previous : undefined
  const projects = unchanged?.projects ?? new Collection(list, PROJECT_SORT_KEYS)
  const buildingEntries = (project: ProjectRecord) =>
    project.buildings.map((building) => [building.id, building] as const)
  yield
  const index = unchanged?.index ?? (yield* buildProjectIndex(list))
  yield
  const floorPlans = childCollection(loaded.records.floor_plan, PLAN_SORT_KEYS, previous?.floorPlans)
  yield
  const units = childCollection(loaded.records.unit, UNIT_SORT_KEYS, previous?.units)
  yield
  const media = childCollection(loaded.records.media, MEDIA_SORT_KEYS, previous?.media)
  yield
  const same = previous !== undefined && sameBuildings(previous.projects.records, list)
  const matcher = same
    ? previous.matcher
    : yield* createMatcherInSteps(matchBuildings(list), { streets: loadStreets(streetsFolder), model })
  yield
  return Object.freeze({
    dataset: loaded.dataset,
    version: loaded.versions.at(-1) ?? null,
    projects,
    index,
    bySlug: unchanged?.bySlug ?? new Map(list.map((project) => [project.slug, project])),
    buildings: unchanged?.buildings ?? new Map(list.flatMap(buildingEntries)),
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

/** Most versions change only prices and statuses; then the matcher, the most expensive part, is reused. */
function sameBuildings(previous: readonly ProjectRecord[], after: readonly ProjectRecord[]): boolean {
  if (previous === after) return true
  if (previous.length !== after.length) return false
  return after.every((project, row) => {
    const old = previous[row]!
    return (
      old === project || JSON.stringify([...matchBuildings([old])]) === JSON.stringify([...matchBuildings([project])])
    )
  })
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
