// Tells the past of projects again, from all releases of the source that they are made from.
import type { Bundle, ProjectRecord } from '../../catalog/records/record-types.ts'
import { REMOVED_AT } from '../../catalog/records/record-types.ts'
import type { FieldChange } from '../../events/event-types.ts'
import { compose } from '../join/compose.ts'
import { refKey } from '../join/decisions.ts'
import { TrustOrder } from '../join/trust-order.ts'
import type { ChildIds } from '../record/identity.ts'
import { NO_CHILD_IDS } from '../record/identity.ts'
import { sameValue } from '../record/same-value.ts'
import type { ChangedKeys, SaidRow } from '../rows/releases.ts'
import { readChangedKeys, readSaidRows } from '../rows/releases.ts'
import type { RowContent } from '../rows/stored-rows.ts'
import { readRowContents, readTrust } from '../rows/stored-rows.ts'
import type { OwnProject, ToldFact } from '../rows/told-history.ts'
import { endHistory, readToldHistory, writeOwnProjects } from '../rows/told-history.ts'
import { assemble } from './assemble.ts'
import { rowsAbout } from './compose-projects.ts'
import type { ProjectDiff } from './diff.ts'
import { BOOKKEEPING_FIELDS, historyChanges, withoutDates } from './diff.ts'
import type { HistoryFact } from './field-changes.ts'
import { changesBetween, isCorrection } from './field-changes.ts'
import type { Publication } from './publication.ts'
import type { LastProject } from './read-state.ts'
import { readBundles, readIdentities, readLastProjects } from './read-state.ts'
import { assignChildIds } from './row-identity.ts'

/** A row and the project that is made from it, or was. */
interface ToldRow {
  readonly key: string
  /** Empty when a rollback took away all releases that had it. */
  readonly said: readonly SaidRow[]
  readonly children: ChildIds
  /** Null when the project does not exist now. */
  readonly bundle: Bundle | null
  /** Of a project that was removed; null when there never was one. */
  readonly last: LastProject | null
}

/** For the rows in `changed_keys`. Present values stay as they are. */
export async function restateProjects(publication: Publication): Promise<void> {
  const trust = await readTrust(publication.tx)
  const order = new TrustOrder(
    trust,
    trust.map(({ name }) => name),
  )
  for await (const changed of readChangedKeys(publication.tx)) {
    const rows = await readToldRows(publication, changed, order)
    await restateRows(publication, changed.source, rows, order)
  }
}

async function readToldRows(
  { tx, options: { dataset }, registry }: Publication,
  { source, keys }: ChangedKeys,
  order: TrustOrder,
): Promise<ToldRow[]> {
  const said = await readSaidRows(tx, { source, keys })
  const identities = await readIdentities(tx, dataset, source, keys)
  const ids = [...identities.values()].flatMap(({ project_id, is_anchor }) => (is_anchor ? (project_id ?? []) : []))
  const bundles = await readBundles(tx, dataset, ids)
  const ended = await readLastProjects(
    tx,
    dataset,
    ids.filter((id) => !bundles.has(id)),
  )
  await registry.knowAddresses(
    tx,
    [...said.values()].map((rows) => rows.at(-1)!.row.address),
  )
  const holders = await readBundles(
    tx,
    dataset,
    [...said.values()].flatMap((rows) => registry.projectAt(rows.at(-1)!.row.address) ?? []),
  )
  return keys.flatMap((key): ToldRow[] => {
    const identity = identities.get(key)
    const told = { key, said: said.get(key) ?? [], children: identity?.children ?? NO_CHILD_IDS }
    // A source that reports its own history is believed.
    if (told.said.some(({ row }) => row.history.length > 0)) return []
    const id = identity?.project_id ?? null
    const bundle = (id !== null && identity!.is_anchor && bundles.get(id)) || null
    const last = (id !== null && identity!.is_anchor && ended.get(id)) || null
    const record = bundle?.project ?? last?.body
    if (record) {
      const anchor = record.rows?.[0]
      return anchor?.source === source && anchor.key === key && record.merged_into === null
        ? [{ ...told, bundle, last }]
        : []
    }
    // A row that joined another project, that waits, or whose address another source tells about.
    const address = told.said.at(-1)?.row.address
    const holder = address === undefined ? undefined : holders.get(registry.projectAt(address) ?? 0)
    const isOthers = holder !== undefined && holder.project.rows?.[0]?.source !== source
    const makesProject = address !== undefined && order.createsProjects(source) && !identity?.present
    return id !== null || isOthers || !makesProject ? [] : [{ ...told, bundle: null, last: null }]
  })
}

async function restateRows(
  publication: Publication,
  source: string,
  rows: readonly ToldRow[],
  order: TrustOrder,
): Promise<void> {
  const { tx, options, registry, number } = publication
  const { dataset } = options
  const records = rows.flatMap(({ bundle, last }) => bundle?.project ?? last?.body ?? [])
  const ids = records.map(({ id }) => id)
  const contents = await readRowContents(
    tx,
    dataset,
    records.flatMap(({ rows: refs = [] }) => refs),
  )
  const developers = [...rows.flatMap(({ said }) => said), ...contents.values()].flatMap(
    ({ row }) => row?.developers ?? [],
  )
  await registry.knowDevelopers(
    tx,
    developers.map(({ name }) => name),
  )
  await registry.knowProjects(tx, ids)
  await registry.knowSlugs(
    tx,
    rows.flatMap(({ said }) => said.slice(-1).map(({ row }) => [0, row] as const)),
  )
  const stored = await readToldHistory(tx, dataset, source, ids)
  const own: OwnProject[] = []
  const diffs: ProjectDiff[] = []
  const ended: ToldFact[] = []
  for (const row of rows) {
    const record = row.bundle?.project ?? row.last?.body ?? null
    const id = record?.id ?? registry.nextId('project')
    const children = row.said.reduce((known, one) => assignChildIds(one.row, known, registry.nextId), row.children)
    const stays = staysOf(publication, { source, key: row.key, id, children }, row, contents, order)
    own.push({ key: row.key, project_id: id, children, observed_at: stays.at(-1)?.from ?? null })
    const facts = historyOfStays(stays).filter(({ field }) => record === null || isOwnField(record, field))
    const before = stored.filter((fact) => fact.project_id === id && isOwnField(record!, fact.field))
    const [known, told] = [new Set(before.map(factText)), new Set(facts.map(factText))]
    ended.push(...before.filter((fact) => !told.has(factText(fact))))
    const history = facts.filter((fact) => !known.has(factText(fact)))
    const write = row.bundle ? currentWrite(row.bundle, stays, facts) : finalWrite(row, stays, publication.now)
    diffs.push({ projectId: id, ...NOTHING, ...write, history })
  }
  if (ended.length > 0) await endHistory(tx, number, ended)
  await publication.write(diffs)
  await writeOwnProjects(tx, dataset, source, own)
}

const NOTHING = { writes: [], removed: [], replaced: [], events: [], pricesJumped: 0, before: null, after: null }

const factText = ({ field, from, to, effective_at }: Pick<HistoryFact, 'field' | 'from' | 'to' | 'effective_at'>) =>
  JSON.stringify([field, from, to, Date.parse(effective_at)])

/** What other sources say now counts for all times. */
function staysOf(
  { registry }: Publication,
  { source, key, id, children }: { source: string; key: string; id: number; children: ChildIds },
  { said, bundle, last }: ToldRow,
  contents: ReadonlyMap<string, RowContent>,
  order: TrustOrder,
): Stay[] {
  const refs = bundle?.project.rows ?? []
  const others = refs.flatMap((ref) => contents.get(refKey(ref)) ?? []).filter((row) => row.source !== source)
  const slug = bundle?.project.slug ?? last?.body.slug
  return said.map(({ row, from, until }) => {
    const developerIds = row.developers.map(({ name }) => registry.developerId(name))
    const assigned = { id, slug: slug ?? registry.assignSlug(id, row), developerIds, children, source }
    const { project } = assemble(row, assigned, from)
    const anchor = { source, key, observed_at: from }
    const about = rowsAbout(others, anchor, order, from)
    return { project: compose(project, anchor, about, (name) => registry.developerId(name)), from, until }
  })
}

/** Only the dates of a project that exists change. */
function currentWrite(bundle: Bundle, stays: readonly Stay[], facts: readonly HistoryFact[]): Partial<ProjectDiff> {
  const { project } = bundle
  const [first, now] = [stays[0]!.from, stays.at(-1)!]
  const [own, ...others] = project.rows!
  const rows = [{ ...own!, observed_at: now.from }, ...others]
  const sources = project.sources.map((one) => (one.kind === own!.source ? { ...one, observed_at: now.from } : one))
  const created_at = others.length > 0 && project.created_at < first ? project.created_at : first
  const status = facts.findLast(({ field }) => field === 'sales_status' || field === 'construction_status')
  const status_changed_at = status?.effective_at ?? project.status_changed_at
  const body: ProjectRecord = { ...project, rows, sources, created_at, status_changed_at }
  if (sameValue(body, project)) return {}
  const record = { kind: 'project', id: project.id } as const
  return { writes: [{ ...record, body }], replaced: [record], before: bundle, after: bundle }
}

/** A project that only older releases had. Without any release it was never there. */
function finalWrite({ last }: ToldRow, stays: readonly Stay[], now: string): Partial<ProjectDiff> {
  const end = stays.at(-1)
  const created_at = stays[0]?.from ?? last!.body.created_at
  const removed_at = end ? end.until! : created_at
  const { updated_at, status_changed_at } = last?.body ?? end!.project
  const body = { ...(end?.project ?? last!.body), created_at, updated_at, status_changed_at }
  if (last && (last.removed_at ?? now) === removed_at && sameValue({ ...last.body, ...body }, last.body)) return {}
  return { finalRecord: { kind: 'project', id: body.id, body, removed_at } }
}

/** A time in which the releases said the same about a project. */
interface Stay {
  readonly project: ProjectRecord
  readonly from: string
  /** Null for the newest release. */
  readonly until: string | null
}

/** `stays` are in the order of time. Between two of them, the source may not have had the project. */
function historyOfStays(stays: readonly Stay[]): HistoryFact[] {
  return stays.slice(1).flatMap(({ project, from }, at) => {
    const before = stays[at]!
    const gone = before.until!
    const absence =
      gone === from
        ? []
        : [
            factOf(project.id, { field: REMOVED_AT, from: null, to: gone }, gone),
            factOf(project.id, { field: REMOVED_AT, from: gone, to: null }, from),
          ]
    const [was, is] = [withoutDates(before.project), withoutDates(project)]
    const changes = historyChanges('project', project.id, changesBetween(was, is, BOOKKEEPING_FIELDS.project)).map(
      (change) => factOf(project.id, change, from),
    )
    return [...absence, ...changes]
  })
}

function factOf(record_id: number, change: FieldChange, effective_at: string): HistoryFact {
  return { kind: 'project', record_id, ...change, effective_at, is_correction: isCorrection(change), reason: null }
}

/** Whether the history of a field is that of the project's own source: no person and no other source supplies it. */
function isOwnField({ row_of = {}, corrected = [] }: ProjectRecord, field: string): boolean {
  const isCorrected = corrected.some((path) => path === field || path.startsWith(`${field}.`))
  return !isCorrected && !(field in row_of)
}
