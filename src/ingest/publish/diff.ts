// Computes the records, history and events that change a project's state. Pure.
import type { Bundle, PlanRecord, ProjectRecord, RecordKind, UnitRecord } from '../../catalog/records/record-types.ts'
import { groupBy } from '../../catalog/snapshot/group-by.ts'
import type { EventDraft, FieldChange } from '../../events/event-types.ts'
import { sameValue } from '../record/same-value.ts'
import { buildingEvents } from './building-events.ts'
import { eventMaker, planEvents, projectEvents } from './change-events.ts'
import type { HistoryFact } from './field-changes.ts'
import { changesBetween, historyOf } from './field-changes.ts'

export interface RecordWrite {
  readonly kind: RecordKind
  readonly id: number
  readonly body: object
}

export interface RecordClose {
  readonly kind: RecordKind
  readonly id: number
}

export interface ProjectDiff {
  readonly projectId: number
  readonly writes: readonly RecordWrite[]
  /** Records that end without a replacement. */
  readonly removed: readonly RecordClose[]
  readonly replaced: readonly RecordClose[]
  readonly history: readonly HistoryFact[]
  readonly events: readonly EventDraft[]
  readonly pricesJumped: number
  /** The final state of a project that another has joined, or that only older releases of its source had. */
  readonly finalRecord?: RecordWrite & { readonly removed_at?: string }
  readonly before: Bundle | null
  readonly after: Bundle | null
}

type Difference = Omit<ProjectDiff, 'before' | 'after'>

export interface DiffContext {
  readonly at: string
  /** Stored with corrections. */
  readonly reason: string | null
  readonly reported: readonly HistoryFact[]
  /** `factKey`s of the stored history. */
  readonly known: ReadonlySet<string>
  /** True when a person overrides the source. */
  readonly isManual?: boolean | undefined
  /** The survivor, when the project was merged. */
  readonly mergedInto?: number
}

/** A difference in these fields alone is not a change. */
export const BOOKKEEPING_FIELDS: Readonly<Record<RecordKind, ReadonlySet<string>>> = {
  project: new Set([
    'created_at',
    'updated_at',
    'status_changed_at',
    'slug',
    'rows',
    'row_of',
    'corrected',
    'filled',
    'unit_labels',
    'unit_label_rows',
  ]),
  floor_plan: new Set(['created_at', 'updated_at', 'price_changed_at']),
  unit: new Set(['status_changed_at']),
  media: new Set(['created_at']),
}

/** Derived from other fields or records, so their history is not stored. */
const DERIVED = new Set([
  ...['status', 'psf_from', 'psf_to', 'psf', 'developer', 'cover_media_id', 'media_count', 'media_ids'],
  ...['buildings_count', 'floor_plans_count', 'available_floor_plans_count', 'sources'],
])

/** Price changes above this share count for the price gate. */
const PRICE_JUMP = 0.4

function countPriceJumps(changes: readonly FieldChange[]): number {
  return changes.filter(
    ({ field, from, to }) =>
      (field === 'price' || field === 'price_from') &&
      typeof from === 'number' &&
      typeof to === 'number' &&
      Math.abs(to - from) > from * PRICE_JUMP,
  ).length
}

export function diffBundle(before: Bundle | null, after: Bundle | null, context: DiffContext): ProjectDiff {
  if (before === null && after === null) throw new TypeError('diffBundle needs a state before or after; got neither')
  return { ...difference(before, after, context), before, after }
}

function difference(before: Bundle | null, after: Bundle | null, context: DiffContext): Difference {
  if (before === null) return creation(after!, context)
  return after === null ? removal(before, context.mergedInto ?? null) : change(before, after, context)
}

const recordsOf = (bundle: Bundle): RecordWrite[] => [
  { kind: 'project', id: bundle.project.id, body: bundle.project },
  ...bundle.floor_plans.map((body) => ({ kind: 'floor_plan' as const, id: body.id, body })),
  ...bundle.units.map((body) => ({ kind: 'unit' as const, id: body.id, body })),
  ...bundle.media.map((body) => ({ kind: 'media' as const, id: body.id, body })),
]

function creation(after: Bundle, { reported, known, at }: DiffContext): Difference {
  const makeEvent = eventMaker(after.project)
  const events = [
    makeEvent('project.created', 'project', after.project.id),
    ...buildingEvents(makeEvent, { before: null, after: after.project }),
    ...after.floor_plans.map((plan) => makeEvent('floor_plan.created', 'floor_plan', plan.id)),
    ...after.media.map((item) => makeEvent('media.added', 'media', item.id, [], item.kind)),
  ]
  const { facts } = historyOf([], reported, known, at, null)
  const nothing = { removed: [], replaced: [], pricesJumped: 0 }
  return { projectId: after.project.id, writes: recordsOf(after), history: facts, events, ...nothing }
}

function removal(before: Bundle, mergedInto: number | null): Difference {
  const makeEvent = eventMaker(before.project)
  const becomes = mergedInto === null ? [] : [{ field: 'merged_into', from: null, to: mergedInto }]
  const events = [
    ...before.media.map((item) => makeEvent('media.removed', 'media', item.id, [], item.kind)),
    ...before.floor_plans.map((plan) => makeEvent('floor_plan.removed', 'floor_plan', plan.id)),
    ...buildingEvents(makeEvent, { before: before.project, after: null }),
    makeEvent('project.removed', 'project', before.project.id, becomes),
  ]
  const removed = recordsOf(before).map(({ kind, id }) => ({ kind, id }))
  const { id } = before.project
  const gone: Difference = { projectId: id, writes: [], removed, replaced: [], history: [], events, pricesJumped: 0 }
  if (mergedInto === null) return gone
  return { ...gone, finalRecord: { kind: 'project', id, body: { ...before.project, merged_into: mergedInto } } }
}

/** Pairs records of one kind by id. */
export function pair<T extends { readonly id: number }>(before: readonly T[], after: readonly T[]) {
  const old = new Map(before.map((item) => [item.id, item]))
  const remaining = new Set(after.map((item) => item.id))
  return {
    added: after.filter((item) => !old.has(item.id)),
    removed: before.filter((item) => !remaining.has(item.id)),
    both: after.flatMap((item): [T, T][] => {
      const was = old.get(item.id)
      return was ? [[was, item]] : []
    }),
  }
}

function change(before: Bundle, after: Bundle, context: DiffContext): Difference {
  const { at, reason, reported, known } = context
  const id = before.project.id
  const makeEvent = eventMaker(after.project)
  const writes: RecordWrite[] = []
  const removed: RecordClose[] = []
  const replaced: RecordClose[] = []
  const events: EventDraft[] = []
  const rewrite = (kind: RecordKind, body: { id: number }) => {
    writes.push({ kind, id: body.id, body })
    replaced.push({ kind, id: body.id })
  }

  const { project } = after
  const projectChanges = changesBetween(withoutDates(before.project), withoutDates(project), BOOKKEEPING_FIELDS.project)
  const plans = pair(before.floor_plans, after.floor_plans)
  const planChanges = plans.both.map(([was, is]) => ({
    was,
    is,
    changes: changesBetween(was, is, BOOKKEEPING_FIELDS.floor_plan),
  }))
  const { facts, effectiveAt } = historyOf(
    [
      ...historyChanges('project', id, projectChanges),
      ...planChanges.flatMap(({ is, changes }) => historyChanges('floor_plan', is.id, changes)),
    ],
    reported,
    known,
    at,
    reason,
    context.isManual,
  )

  if (projectChanges.length > 0) {
    rewrite('project', changedProject(before.project, project, projectChanges, effectiveAt, at))
    events.push(...projectEvents(makeEvent, before.project, project, projectChanges))
    events.push(...buildingEvents(makeEvent, { before: before.project, after: project }))
  } else if (!sameValue(provenance(before.project), provenance(project))) {
    // The values are the same, but they come from other rows, or the lists of units differ. That is stored, and nobody
    // needs to be told.
    const { created_at, updated_at, status_changed_at, slug, sources } = before.project
    rewrite('project', { ...project, created_at, updated_at, status_changed_at, slug, sources } as { id: number })
  }

  const units = pair(before.units, after.units)
  const unitsChangedIn = changeUnits(units, writes, removed, rewrite, events, makeEvent, at)
  for (const plan of plans.added) {
    writes.push({ kind: 'floor_plan', id: plan.id, body: plan })
    events.push(makeEvent('floor_plan.created', 'floor_plan', plan.id))
  }
  for (const plan of plans.removed) {
    removed.push({ kind: 'floor_plan', id: plan.id })
    events.push(makeEvent('floor_plan.removed', 'floor_plan', plan.id))
  }
  for (const { was, is, changes } of planChanges) {
    const all = unitsChangedIn.has(is.id) ? [...changes, { field: 'units', from: null, to: null }] : changes
    if (all.length === 0) continue
    rewrite('floor_plan', changedPlan(was, is, changes, effectiveAt, at))
    events.push(...planEvents(makeEvent, is.id, all))
  }

  const media = pair(before.media, after.media)
  for (const item of media.added) {
    writes.push({ kind: 'media', id: item.id, body: item })
    events.push(makeEvent('media.added', 'media', item.id, [], item.kind))
  }
  for (const item of media.removed) {
    removed.push({ kind: 'media', id: item.id })
    events.push(makeEvent('media.removed', 'media', item.id, [], item.kind))
  }
  for (const [was, is] of media.both) {
    const changes = changesBetween(was, is, BOOKKEEPING_FIELDS.media)
    if (changes.length === 0) continue
    rewrite('media', { ...is, created_at: was.created_at } as { id: number })
    // A replaced image is announced as a new one, with the same id.
    events.push(makeEvent('media.added', 'media', is.id, changes, is.kind))
  }

  const pricesJumped =
    countPriceJumps(projectChanges) + planChanges.reduce((sum, { changes }) => sum + countPriceJumps(changes), 0)
  return { projectId: id, writes, removed, replaced, history: facts, events, pricesJumped }
}

function provenance({ rows = [], row_of = {}, unit_labels = {}, unit_label_rows = {} }: ProjectRecord) {
  return { rows: rows.map(({ source, key }) => [source, key]), row_of, unit_labels, unit_label_rows }
}

/** That a source was read again is not a change; a new source is. */
export function withoutDates(project: ProjectRecord) {
  return { ...project, sources: project.sources.map(({ kind }) => kind) }
}

export function historyChanges(kind: 'project' | 'floor_plan', record_id: number, changes: readonly FieldChange[]) {
  return changes.filter(({ field }) => !DERIVED.has(field)).map((change) => ({ ...change, kind, record_id }))
}

type EffectiveAt = (recordId: number, field: string) => string

function changedProject(
  was: ProjectRecord,
  is: ProjectRecord,
  changes: readonly FieldChange[],
  effectiveAt: EffectiveAt,
  at: string,
): ProjectRecord {
  const axis = changes.find(({ field }) => field === 'sales_status' || field === 'construction_status')
  const status_changed_at = axis ? effectiveAt(is.id, axis.field) : was.status_changed_at
  return { ...is, slug: was.slug, status_changed_at, created_at: was.created_at, updated_at: at }
}

function changedPlan(
  was: PlanRecord,
  is: PlanRecord,
  changes: readonly FieldChange[],
  effectiveAt: EffectiveAt,
  at: string,
): PlanRecord {
  const priced = changes.some(({ field }) => field === 'price')
  const price_changed_at = priced ? effectiveAt(is.id, 'price') : was.price_changed_at
  return { ...is, price_changed_at, updated_at: at, created_at: was.created_at }
}

/** Writes units. Returns the plans with unit changes other than status; a status change has its own event. */
function changeUnits(
  { added, removed: gone, both }: ReturnType<typeof pair<UnitRecord>>,
  writes: RecordWrite[],
  removed: RecordClose[],
  rewrite: (kind: RecordKind, body: { id: number }) => void,
  events: EventDraft[],
  makeEvent: ReturnType<typeof eventMaker>,
  at: string,
): Set<number> {
  const plans = new Set<number>([...added, ...gone].map((unit) => unit.floor_plan_id))
  for (const unit of added) writes.push({ kind: 'unit', id: unit.id, body: unit })
  for (const unit of gone) removed.push({ kind: 'unit', id: unit.id })
  for (const [was, is] of both) {
    const changes = changesBetween(was, is, BOOKKEEPING_FIELDS.unit)
    if (changes.length === 0) continue
    const byStatus = groupBy(changes, ({ field }) => field === 'status')
    const moved = !sameValue(was.status, is.status)
    rewrite('unit', { ...is, status_changed_at: moved ? at : was.status_changed_at } as { id: number })
    if (moved) events.push(makeEvent('unit.status_changed', 'unit', is.id, byStatus.get(true)))
    if (byStatus.has(false)) plans.add(is.floor_plan_id)
  }
  return plans
}
