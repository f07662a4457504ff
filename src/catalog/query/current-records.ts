// Reads current records from the database, for callers that cannot wait for the snapshot.
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../db/database-tables.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { MediaRecord, RecordKind, RecordOf } from '../records/record-types.ts'
import { isInvented } from '../records/record-types.ts'
import type { View } from './catalog-query.ts'
import type { BuildingView } from './list-buildings.ts'
import { composeBuilding } from './list-buildings.ts'
import type { ProjectView } from './list-projects.ts'
import { dataAsOf } from './list-projects.ts'
import { nameSource } from './name-source.ts'

export class CurrentRecords {
  readonly #bodies: ReadonlyMap<string, unknown>
  readonly #mediaCounts: ReadonlyMap<number, number>
  readonly #partCounts: readonly PartCount[]

  private constructor(
    bodies: ReadonlyMap<string, unknown>,
    counts: ReadonlyMap<number, number>,
    partCounts: readonly PartCount[],
  ) {
    this.#bodies = bodies
    this.#mediaCounts = counts
    this.#partCounts = partCounts
  }

  /** Also reads the cover media of the projects, and counts the plans and units of the buildings of some projects. */
  static async read(
    tx: Transaction<Tables>,
    dataset: Dataset,
    ids: Readonly<Partial<Record<RecordKind, readonly number[]>>>,
    withBuildings: readonly number[] = [],
  ): Promise<CurrentRecords> {
    const bodies = new Map<string, unknown>()
    const add = async (kind: RecordKind, wanted: readonly number[]) => {
      for (const { id, body } of await readBodies(tx, dataset, kind, wanted)) bodies.set(`${kind} ${id}`, body)
    }
    for (const kind of ['project', 'floor_plan', 'unit'] as const) await add(kind, ids[kind] ?? [])
    const covers = (ids.project ?? []).flatMap((id) => {
      const cover = (bodies.get(`project ${id}`) as RecordOf['project'] | undefined)?.cover_media_id
      return cover === null || cover === undefined ? [] : [cover]
    })
    await add('media', [...(ids.media ?? []), ...covers])
    const mediaCounts = await countMedia(tx, dataset, ids.project ?? [])
    const parts = await countParts(tx, dataset, withBuildings)
    return new CurrentRecords(bodies, mediaCounts, parts)
  }

  get<K extends RecordKind>(kind: K, id: number): RecordOf[K] | undefined {
    return this.#bodies.get(`${kind} ${id}`) as RecordOf[K] | undefined
  }

  projectView(id: number, view: View): ProjectView | undefined {
    const project = this.get('project', id)
    if (!project) return undefined
    const cover = project.cover_media_id
    return {
      project,
      name_source: nameSource(project),
      invented: isInvented(project),
      cover_media: cover === null ? null : ((this.get('media', cover) as MediaRecord | undefined) ?? null),
      media_count: view.paidMedia ? (this.#mediaCounts.get(id) ?? 0) : project.media_count,
      data_as_of: dataAsOf(project),
    }
  }

  buildingView(projectId: number, buildingId: number, view: View): BuildingView | undefined {
    const project = this.get('project', projectId)
    const building = project?.buildings.find(({ id }) => id === buildingId)
    if (!project || !building) return undefined
    const isOnly = project.buildings.length === 1
    const countOf = (kind: PartCount['kind']) =>
      this.#partCounts
        .filter((part) => part.kind === kind && part.project_id === projectId)
        .filter(({ building_id }) => isOnly || building_id === buildingId)
        .reduce((sum, { count }) => sum + count, 0)
    const counts = {
      floor_plans_count: countOf('floor_plan'),
      units_count: view.unitRows ? countOf('unit') : null,
      media_count: view.paidMedia ? (this.#mediaCounts.get(projectId) ?? 0) : project.media_count,
    }
    return composeBuilding({ project, building }, counts)
  }
}

interface PartCount {
  readonly project_id: number
  readonly kind: 'floor_plan' | 'unit'
  readonly building_id: number | null
  readonly count: number
}

async function countParts(tx: Transaction<Tables>, dataset: Dataset, projects: readonly number[]) {
  if (projects.length === 0) return []
  const { rows } = await sql<PartCount>`
    select project_id, kind, (body ->> 'building_id')::int as building_id, count(*)::int as count
    from records
    where dataset = ${dataset} and kind in ('floor_plan', 'unit') and until is null
      and project_id = any (${[...new Set(projects)]}::int[])
    group by 1, 2, 3`.execute(tx)
  return rows
}

async function readBodies(tx: Transaction<Tables>, dataset: Dataset, kind: RecordKind, ids: readonly number[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('records')
    .select(['id', 'body'])
    .where('dataset', '=', dataset)
    .where('kind', '=', kind)
    .where('until', 'is', null)
    .where('id', '=', sql<number>`any (${[...new Set(ids)]}::int[])`)
    .execute()
}

async function countMedia(tx: Transaction<Tables>, dataset: Dataset, projects: readonly number[]) {
  if (projects.length === 0) return new Map<number, number>()
  const rows = await tx
    .selectFrom('records')
    .select((eb) => ['project_id', eb.fn.countAll<number>().as('count')])
    .where('dataset', '=', dataset)
    .where('kind', '=', 'media')
    .where('until', 'is', null)
    .where('project_id', '=', sql<number>`any (${[...projects]}::int[])`)
    .groupBy('project_id')
    .execute()
  return new Map(rows.map(({ project_id, count }) => [project_id, count]))
}
