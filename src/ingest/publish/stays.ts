// The history of a project from what the releases of a source said about it. Pure.
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import { REMOVED_AT } from '../../catalog/records/record-types.ts'
import type { FieldChange } from '../../events/event-types.ts'
import { projectHistoryChanges } from './diff.ts'
import type { HistoryFact } from './field-changes.ts'
import { isCorrection } from './field-changes.ts'

/** A time in which the releases said the same about a project. */
export interface Stay {
  readonly project: ProjectRecord
  readonly from: string
  /** Null for the newest release. */
  readonly until: string | null
}

/** `stays` are in the order of time. Between two of them, the source may not have had the project. */
export function historyOfStays(stays: readonly Stay[]): HistoryFact[] {
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
    const changes = projectHistoryChanges(before.project, project).map((change) => factOf(project.id, change, from))
    return [...absence, ...changes]
  })
}

function factOf(record_id: number, change: FieldChange, effective_at: string): HistoryFact {
  return { kind: 'project', record_id, ...change, effective_at, is_correction: isCorrection(change), reason: null }
}

/** Whether the history of a field is that of the project's own source: no person and no other source supplies it. */
export function isOwnField({ row_of = {}, corrected = [] }: ProjectRecord, field: string): boolean {
  const isCorrected = corrected.some((path) => path === field || path.startsWith(`${field}.`))
  return !isCorrected && !(field in row_of)
}
