// Compares two states of a record field by field, and derives history. Pure.
import { CONSTRUCTION_MOVES, SALES_MOVES } from '../../catalog/records/status.ts'
import type { FieldChange } from '../../events/event-types.ts'
import type { HistoryRow } from '../record/row.ts'
import { sameValue } from '../record/same-value.ts'

type Fields = Readonly<Record<string, unknown>>

export function changesBetween(before: Fields, after: Fields, ignore: ReadonlySet<string>): FieldChange[] {
  const changes: FieldChange[] = []
  for (const field of new Set([...Object.keys(after), ...Object.keys(before)])) {
    if (ignore.has(field)) continue
    const from = before[field] ?? null
    const to = after[field] ?? null
    if (!sameValue(from, to)) changes.push({ field, from, to })
  }
  return changes
}

/** One stored change of one field. */
export interface HistoryFact extends FieldChange {
  readonly kind: 'project' | 'floor_plan'
  readonly record_id: number
  readonly effective_at: string
  readonly is_correction: boolean
  readonly reason: string | null
}

const isStatus = (field: string): boolean => field === 'sales_status' || field === 'construction_status'

/** A status move outside the tables means that the earlier status was wrong. */
export function isCorrection({ field, from, to }: FieldChange): boolean {
  const moves: Readonly<Record<string, readonly string[]>> | null =
    field === 'sales_status' ? SALES_MOVES : field === 'construction_status' ? CONSTRUCTION_MOVES : null
  if (moves === null || from === null || from === to) return false
  return !(moves[String(from)] ?? []).includes(String(to))
}

export function factKey(fact: Pick<HistoryFact, 'kind' | 'record_id' | 'field' | 'effective_at' | 'to'>): string {
  return `${fact.kind} ${fact.record_id} ${fact.field} ${Date.parse(fact.effective_at)} ${JSON.stringify(fact.to)}`
}

/** The history that a source reports, with our ids. */
export function reportedHistory(
  history: readonly HistoryRow[],
  projectId: number,
  planIds: Readonly<Record<string, number>>,
): HistoryFact[] {
  return history.map(({ floor_plan_key, field, from, to, effective_at }) => {
    const change = { field, from: from ?? null, to: to ?? null }
    return {
      kind: floor_plan_key === null ? 'project' : 'floor_plan',
      record_id: floor_plan_key === null ? projectId : planIds[floor_plan_key]!,
      ...change,
      effective_at,
      is_correction: isCorrection(change),
      reason: null,
    }
  })
}

/** Returns the history to store: reported facts not stored yet, and changes without a reported date. */
export function historyOf(
  changes: readonly (FieldChange & Pick<HistoryFact, 'kind' | 'record_id'>)[],
  reported: readonly HistoryFact[],
  known: ReadonlySet<string>,
  at: string,
  reason: string | null,
  isManual = false,
): { facts: HistoryFact[]; effectiveAt: (recordId: number, field: string) => string } {
  const facts = reported.filter((fact) => !known.has(factKey(fact)))
  const effective = new Map<string, string>()
  for (const change of changes) {
    const { kind, record_id, field, from, to } = change
    const reportedFact = facts.findLast(
      (fact) => fact.record_id === record_id && fact.field === field && sameValue(fact.to, to),
    )
    effective.set(`${record_id} ${field}`, reportedFact?.effective_at ?? at)
    if (reportedFact) continue
    const correction = isCorrection(change) || (isManual && !isStatus(field))
    facts.push({
      kind,
      record_id,
      field,
      from,
      to,
      effective_at: at,
      is_correction: correction,
      reason: correction ? reason : null,
    })
  }
  return { facts, effectiveAt: (recordId, field) => effective.get(`${recordId} ${field}`) ?? at }
}
