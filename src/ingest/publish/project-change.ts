// Summarises what a publish changes in a project, for operators. Pure.
import type { Bundle, PlanRecord, ProjectRecord, RecordKind } from '../../catalog/records/record-types.ts'
import type { FieldChange } from '../../events/event-types.ts'
import { sameValue } from '../record/same-value.ts'
import { BOOKKEEPING_FIELDS, pair } from './diff.ts'
import { changesBetween } from './field-changes.ts'

export type ChangeKind = 'created' | 'changed' | 'gone'

type Part = Exclude<RecordKind, 'project'>

interface PartChange {
  readonly added: number
  readonly removed: number
  readonly changed: number
}

interface PlanPrices {
  readonly raised: number
  readonly lowered: number
  /** The largest relative change. */
  readonly largest: { readonly plan: string; readonly from: number; readonly to: number }
}

export interface ProjectChange {
  readonly change: ChangeKind
  /** Null for a new project in a run that published nothing: it has no id yet. */
  readonly project_id: number | null
  readonly name: string
  readonly address: string
  readonly fields: readonly FieldChange[]
  /** Only parts with changes. */
  readonly parts: Readonly<Partial<Record<Part, PartChange>>>
  readonly plan_prices: PlanPrices | null
}

export type ChangeCounts = Readonly<Record<ChangeKind, number>>

/** Returns null when the two states are equal. */
export function projectChange(before: Bundle | null, after: Bundle | null): ProjectChange | null {
  const bundle = after ?? before
  if (bundle === null) return null
  const { id, name, address } = bundle.project
  const facts = { project_id: id, name, address }
  if (before === null || after === null) {
    const change = before === null ? 'created' : 'gone'
    return { change, ...facts, fields: [], parts: allParts(bundle, change), plan_prices: null }
  }
  const fields = fieldChanges(before.project, after.project)
  const parts = changedParts(before, after)
  if (fields.length === 0 && Object.keys(parts).length === 0) return null
  return { change: 'changed', ...facts, fields, parts, plan_prices: planPrices(before.floor_plans, after.floor_plans) }
}

function fieldChanges(before: ProjectRecord, after: ProjectRecord): FieldChange[] {
  const fields = changesBetween(comparable(before), comparable(after), BOOKKEEPING_FIELDS.project)
  return [...fields, ...buildingChanges(before, after, fields)].map(shorten)
}

/** A new observation date is not a change; a new source is. Buildings are compared one by one. */
function comparable(project: ProjectRecord): Readonly<Record<string, unknown>> {
  return { ...project, sources: project.sources.map(({ kind }) => kind), buildings: project.buildings.length }
}

/** Skips building changes that repeat a project change. */
function buildingChanges(
  before: ProjectRecord,
  after: ProjectRecord,
  projectChanges: readonly FieldChange[],
): FieldChange[] {
  return pair(before.buildings, after.buildings).both.flatMap(([was, is]) =>
    changesBetween(was, is, new Set())
      .filter((change) => !projectChanges.some((one) => sameValue(one, change)))
      .map((change) => ({ ...change, field: `buildings[${is.name ?? is.id}].${change.field}` })),
  )
}

const MAX_VALUE_LENGTH = 400

/** Truncates long values. */
function shorten({ field, from, to }: FieldChange): FieldChange {
  const cut = (value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text.length <= MAX_VALUE_LENGTH ? value : `${text.slice(0, MAX_VALUE_LENGTH)}…`.toWellFormed()
  }
  return { field, from: cut(from), to: cut(to) }
}

const PARTS = {
  floor_plan: (bundle: Bundle) => bundle.floor_plans,
  unit: (bundle: Bundle) => bundle.units,
  media: (bundle: Bundle) => bundle.media,
} as const satisfies Record<Part, (bundle: Bundle) => readonly { readonly id: number }[]>

function partsOf(count: (part: Part) => PartChange): ProjectChange['parts'] {
  const counted = (Object.keys(PARTS) as Part[]).map((part) => [part, count(part)] as const)
  return Object.fromEntries(counted.filter(([, { added, removed, changed }]) => added + removed + changed > 0))
}

function allParts(bundle: Bundle, change: 'created' | 'gone'): ProjectChange['parts'] {
  return partsOf((part) => {
    const all = PARTS[part](bundle).length
    return change === 'created' ? { added: all, removed: 0, changed: 0 } : { added: 0, removed: all, changed: 0 }
  })
}

function changedParts(before: Bundle, after: Bundle): ProjectChange['parts'] {
  return partsOf((part) => {
    const { added, removed, both } = pair<{ readonly id: number }>(PARTS[part](before), PARTS[part](after))
    const changed = both.filter(
      ([was, is]) => changesBetween({ ...was }, { ...is }, BOOKKEEPING_FIELDS[part]).length > 0,
    )
    return { added: added.length, removed: removed.length, changed: changed.length }
  })
}

function planPrices(before: readonly PlanRecord[], after: readonly PlanRecord[]): PlanPrices | null {
  const moves = pair(before, after).both.flatMap(([was, is]) =>
    was.price === null || is.price === null || was.price === is.price
      ? []
      : [{ plan: is.name, from: was.price, to: is.price }],
  )
  if (moves.length === 0) return null
  const share = ({ from, to }: (typeof moves)[number]) => Math.abs(to - from) / Math.max(1, from)
  const largest = moves.reduce((most, move) => (share(move) > share(most) ? move : most))
  const raised = moves.filter(({ from, to }) => to > from).length
  return { raised, lowered: moves.length - raised, largest }
}

/** Stored changes per kind. All changes are counted. */
const MAX_PER_KIND = 1000

/** Collects the project changes of a running publish. */
export class ChangeList {
  readonly counts: Record<ChangeKind, number> = { created: 0, changed: 0, gone: 0 }
  readonly changes: ProjectChange[] = []

  add(before: Bundle | null, after: Bundle | null): void {
    const change = projectChange(before, after)
    if (!change) return
    this.counts[change.change]++
    if (this.counts[change.change] <= MAX_PER_KIND) this.changes.push(change)
  }
}
