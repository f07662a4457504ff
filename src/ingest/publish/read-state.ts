// Reads the current data for a publish.
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type {
  Bundle,
  MediaRecord,
  PlanRecord,
  ProjectRecord,
  RecordKind,
  UnitRecord,
} from '../../catalog/records/record-types.ts'
import type { Tables } from '../../db/database-tables.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { Identity, IdKind } from '../record/identity.ts'
import { ID_KINDS } from '../record/identity.ts'
import { factKey } from './field-changes.ts'

type Tx = Transaction<Tables>

export interface DatasetHead {
  readonly number: number
  readonly version: string | null
  /** Rows of the next version were written, and it was not finished (publishInSlices). */
  readonly hasUnfinished: boolean
}

/** Waits for other publishes of this dataset to finish, then returns its newest version. */
export async function lockDataset(tx: Tx, dataset: Dataset): Promise<DatasetHead> {
  const lock = await sql<{ value: number }>`
    select value from counters where name = ${`publish.${dataset}`} for update`.execute(tx)
  const hasUnfinished = lock.rows[0]!.value > 0
  const head = await tx
    .selectFrom('dataset_versions')
    .select(['number', 'version'])
    .where('dataset', '=', dataset)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ...(head ?? { number: 0, version: null }), hasUnfinished }
}

export async function readCounters(tx: Tx, dataset: Dataset): Promise<Record<IdKind, number>> {
  const names = ID_KINDS.map((kind) => `${dataset}.${kind}`)
  const rows = await tx.selectFrom('counters').selectAll().where('name', 'in', names).execute()
  const values = new Map(rows.map((row) => [row.name, row.value]))
  return Object.fromEntries(ID_KINDS.map((kind) => [kind, values.get(`${dataset}.${kind}`) ?? 0])) as Record<
    IdKind,
    number
  >
}

export interface PresentKey {
  readonly project_id: number | null
  readonly is_anchor: boolean
  readonly row_hash: string
}

/** Reads all present keys of a source. */
export async function readPresentKeys(tx: Tx, dataset: Dataset, source: string): Promise<Map<string, PresentKey>> {
  const rows = await tx
    .selectFrom('identities')
    .select(['key', 'project_id', 'is_anchor', 'row_hash'])
    .where('dataset', '=', dataset)
    .where('source', '=', source)
    .where('present', '=', true)
    .orderBy('key')
    .execute()
  return new Map(rows.map(({ key, ...row }) => [key, row]))
}

/** Includes keys that are absent from the source now. */
export async function readIdentities(tx: Tx, dataset: Dataset, source: string, keys: readonly string[]) {
  const rows = await identityQuery(tx, dataset).where('source', '=', source).where('key', 'in', keys).execute()
  return new Map(rows.map((row) => [row.key, row as Identity]))
}

/** All rows that were ever linked to these projects. */
export async function readAllIdentities(tx: Tx, dataset: Dataset, projectIds: readonly number[]): Promise<Identity[]> {
  const query = identityQuery(tx, dataset).where('project_id', 'in', projectIds)
  return (await query.orderBy('source').orderBy('key').execute()) as Identity[]
}

function identityQuery(tx: Tx, dataset: Dataset) {
  return tx
    .selectFrom('identities')
    .select(['source', 'key', 'project_id', 'present', 'is_anchor', 'children'])
    .where('dataset', '=', dataset)
}

/** Reads whole projects, as they are now or as they were in a version. */
export async function readBundles(
  db: Kysely<Tables>,
  dataset: Dataset,
  projectIds: readonly number[],
  version: number | null = null,
): Promise<Map<number, Bundle>> {
  if (projectIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('records')
    .select(['kind', 'project_id', 'body'])
    .where('dataset', '=', dataset)
    .where('project_id', 'in', projectIds)
    .$if(version === null, (query) => query.where('until', 'is', null))
    .$if(version !== null, (query) =>
      query.where('since', '<=', version!).where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', version!)])),
    )
    .orderBy('project_id')
    .orderBy('kind')
    .orderBy('id')
    .execute()
  return groupBundles(rows as { kind: RecordKind; project_id: number; body: unknown }[])
}

export interface LastProject {
  readonly body: ProjectRecord
  /** Null for one that exists, or that the running publish removed. */
  readonly removed_at: string | null
}

/** The last record of each project, also of removed ones. */
export async function readLastProjects(tx: Tx, dataset: Dataset, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, LastProject>()
  const { rows } = await sql<LastProject & { id: number }>`
    select distinct on (r.id) r.id, r.body, coalesce(r.removed_at, v.published_at) as removed_at
    from records r left join dataset_versions v on v.dataset = r.dataset and v.number = r.until
    where r.dataset = ${dataset} and r.project_id = any(${ids}::int[]) and r.kind = 'project'
    order by r.id, r.since desc`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

interface OpenBundle {
  project: ProjectRecord | null
  floor_plans: PlanRecord[]
  units: UnitRecord[]
  media: MediaRecord[]
}

function groupBundles(rows: readonly { kind: RecordKind; project_id: number; body: unknown }[]): Map<number, Bundle> {
  const bundles = new Map<number, OpenBundle>()
  for (const { kind, project_id, body } of rows) {
    const bundle = bundles.get(project_id) ?? { project: null, floor_plans: [], units: [], media: [] }
    bundles.set(project_id, bundle)
    if (kind === 'project') bundle.project = body as ProjectRecord
    else if (kind === 'floor_plan') bundle.floor_plans.push(body as PlanRecord)
    else if (kind === 'unit') bundle.units.push(body as UnitRecord)
    else bundle.media.push(body as MediaRecord)
  }
  const whole = new Map<number, Bundle>()
  for (const [id, bundle] of bundles) if (bundle.project) whole.set(id, bundle as Bundle)
  return whole
}

/** `factKey`s of the stored history. */
async function readKnownFacts(
  tx: Tx,
  dataset: Dataset,
  projectIds: readonly number[],
): Promise<Map<number, Set<string>>> {
  const known = new Map<number, Set<string>>()
  if (projectIds.length === 0) return known
  const rows = await tx
    .selectFrom('history')
    .select(['project_id', 'kind', 'record_id', 'field', 'to_value', 'effective_at'])
    .where('dataset', '=', dataset)
    .where('project_id', 'in', projectIds)
    .where('until', 'is', null)
    .execute()
  for (const { project_id, kind, to_value: to, ...row } of rows) {
    const set = known.get(project_id) ?? new Set()
    known.set(project_id, set.add(factKey({ ...row, kind: kind as 'project' | 'floor_plan', to })))
  }
  return known
}

export interface ProjectState {
  /** Null for a project that does not exist yet. */
  readonly bundle: Bundle | null
  /** `factKey`s of the stored history; empty unless requested. */
  readonly knownFacts: ReadonlySet<string>
}

/** Reads all that a publish compares a project with. Existing projects come first, by id. */
export async function readProjects(
  tx: Tx,
  dataset: Dataset,
  projectIds: readonly number[],
  { history = false } = {},
): Promise<Map<number, ProjectState>> {
  const bundles = await readBundles(tx, dataset, projectIds)
  const known = history ? await readKnownFacts(tx, dataset, projectIds) : new Map<number, Set<string>>()
  return new Map(
    [...new Set([...bundles.keys(), ...projectIds])].map((id) => [
      id,
      { bundle: bundles.get(id) ?? null, knownFacts: known.get(id) ?? new Set() },
    ]),
  )
}
