// The immutable snapshot of a dataset that serves all reads.

import type { Model } from '@plinth/matcher/internal/decide/model-shape'
import type { Matcher } from '@plinth/matcher/internal/types/verdict'
import type { Dataset } from '../../events/event-types.ts'
import type { MediaRecord, PlanRecord, ProjectRecord, UnitRecord } from '../records/record-types.ts'
import { Collection } from './collection.ts'
import type { DatasetContent, DatasetVersion, Removed } from './dataset-content.ts'
import type { StoredHistory } from './history-table.ts'
import { History } from './history-table.ts'
import { Buildings, ChildCollection, ProjectGroups, RemovedBuildings, TextLookup } from './lookups.ts'
import { ProjectIndex } from './project-index.ts'
import { RecordTable } from './record-table.ts'
import type { SnapshotData } from './snapshot-data.ts'
import { dataOf } from './snapshot-data.ts'
import { matcherOf, versionOfStreets } from './snapshot-matcher.ts'
import type { InstalledStreets } from './street-files.ts'
import type { TableName } from './table-fields.ts'

export interface RemovedRecords {
  readonly project: RecordTable<Removed<ProjectRecord>>
  readonly projectBySlug: TextLookup<Removed<ProjectRecord>>
  readonly buildings: RemovedBuildings
  readonly floor_plan: RecordTable<Removed<PlanRecord>>
  readonly floorPlansByProject: ProjectGroups<Removed<PlanRecord>>
}

export interface Snapshot {
  readonly dataset: Dataset
  /** Null before the first publish. */
  readonly version: DatasetVersion | null
  readonly versions: ReadonlyMap<number, DatasetVersion>
  readonly projects: Collection<ProjectRecord>
  readonly index: ProjectIndex
  readonly bySlug: TextLookup<ProjectRecord>
  readonly buildings: Buildings
  readonly floorPlans: ChildCollection<PlanRecord>
  readonly units: ChildCollection<UnitRecord>
  readonly media: ChildCollection<MediaRecord>
  readonly mediaBySha256: TextLookup<MediaRecord>
  readonly history: History
  readonly removed: RemovedRecords
  /** Matches all buildings; `key` is the building's ID, `group` the project's. */
  readonly matcher: Matcher
  /** The version of the lists of real streets that it uses. */
  readonly streetsVersion: string
  /** Those of them that were imported. */
  readonly installedStreets: InstalledStreets | undefined
  /** The next snapshot applies changes to it. */
  readonly data: SnapshotData
}

export interface SnapshotOptions {
  /** Its unchanged parts are reused, including their caches. */
  readonly previous?: Snapshot | undefined
  /** Replaces the matcher's built-in model. */
  readonly model?: Model | undefined
  /** Folder with more lists of real streets. */
  readonly streetsFolder?: string | undefined
  readonly installedStreets?: InstalledStreets | undefined
}

/** Builds a snapshot in memory. */
export function buildSnapshot(content: DatasetContent, options: SnapshotOptions = {}): Snapshot {
  const steps = buildInSteps(content, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Yields between steps, so that the server can handle requests. */
export function* buildInSteps(content: DatasetContent, options: SnapshotOptions = {}): Generator<void, Snapshot> {
  return yield* openInSteps(yield* dataOf(content), options)
}

/** Makes data readable. Yields between steps. */
export function* openInSteps(data: SnapshotData, options: SnapshotOptions = {}): Generator<void, Snapshot> {
  const { dataset, versions, tables, bodies } = data
  const { previous } = options
  /** Reuses the parts that read only these tables. */
  const reuse = <T>(part: T | undefined, ...names: TableName[]): T | undefined =>
    names.every((name) => tables[name] === previous?.data.tables[name]) ? part : undefined
  const collection = <T extends { readonly id: number }>(name: TableName) =>
    new Collection<T>(name, tables[name], bodies)
  const projects = reuse(previous?.projects, 'project') ?? collection<ProjectRecord>('project')
  const media = reuse(previous?.media, 'media') ?? new ChildCollection(collection<MediaRecord>('media'))
  yield
  const parts = {
    dataset,
    version: versions.at(-1) ?? null,
    versions: new Map(versions.map((version) => [version.number, version])),
    projects,
    index: reuse(previous?.index, 'project') ?? new ProjectIndex(projects),
    bySlug: reuse(previous?.bySlug, 'project') ?? new TextLookup(projects, 'slug', ({ slug }) => slug),
    buildings: reuse(previous?.buildings, 'project', 'building') ?? new Buildings(tables.building, bodies, projects),
    floorPlans: reuse(previous?.floorPlans, 'floor_plan') ?? new ChildCollection(collection<PlanRecord>('floor_plan')),
    units: reuse(previous?.units, 'unit') ?? new ChildCollection(collection<UnitRecord>('unit')),
    media,
    mediaBySha256:
      reuse(previous?.mediaBySha256, 'media') ?? new TextLookup(media.all, 'sha256', ({ sha256 }) => sha256),
    history: reuse(previous?.history, 'history_project', 'history_floor_plan') ?? historyOf(data),
    removed: reuse(previous?.removed, 'removed_project', 'removed_floor_plan') ?? removedOf(data),
  }
  yield
  const { matcher, sections } = yield* matcherOf(projects, data.matcher, options)
  const streets = { streetsVersion: versionOfStreets(options), installedStreets: options.installedStreets }
  return Object.freeze({ ...parts, matcher, ...streets, data: { ...data, matcher: sections } })
}

function historyOf({ tables, bodies }: SnapshotData): History {
  const table = (name: 'history_project' | 'history_floor_plan') =>
    new RecordTable<StoredHistory>(name, tables[name], bodies)
  return new History(table('history_project'), table('history_floor_plan'))
}

function removedOf({ tables, bodies }: SnapshotData): RemovedRecords {
  const project = new RecordTable<Removed<ProjectRecord>>('removed_project', tables.removed_project, bodies)
  const plan = new RecordTable<Removed<PlanRecord>>('removed_floor_plan', tables.removed_floor_plan, bodies)
  return {
    project,
    projectBySlug: new TextLookup(project, 'slug', ({ body }) => body.slug),
    buildings: new RemovedBuildings(project),
    floor_plan: plan,
    floorPlansByProject: new ProjectGroups(plan),
  }
}
