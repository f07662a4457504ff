// Runs dated steps in order and records every field change as history.
import { isDeepStrictEqual } from 'node:util'
import type { HistoryRow } from '../ingest/record/row.ts'
import { instantOf } from './calendar.ts'

export type Recorder = {
  at(day: string, step: () => void): void
  set(planKey: string | null, field: string, value: unknown): void
  get(planKey: string | null, field: string): unknown
  /** Runs all steps, oldest first; steps of one day in the order they were added. Calls `afterPlans` after each day that changed a plan. */
  play(afterPlans: () => void): HistoryRow[]
}

/** Changes before `since` apply but leave no history row. */
export function createRecorder(since: string): Recorder {
  const steps: { day: string; step: () => void }[] = []
  const values = new Map<string | null, Map<string, unknown>>()
  const rows: HistoryRow[] = []
  let today = ''
  let touched = false
  const recorder: Recorder = {
    at: (day, step) => {
      steps.push({ day, step })
    },
    get: (planKey, field) => values.get(planKey)?.get(field) ?? null,
    set: (planKey, field, value) => {
      let fields = values.get(planKey)
      if (!fields) {
        fields = new Map()
        values.set(planKey, fields)
      }
      const before = fields.get(field) ?? null
      if (before === value || (typeof value === 'object' && isDeepStrictEqual(before, value))) return
      fields.set(field, value)
      if (planKey !== null) touched = true
      if (today >= since) {
        rows.push({ floor_plan_key: planKey, field, from: before, to: value, effective_at: instantOf(today) })
      }
    },
    play: (afterPlans) => {
      steps.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
      steps.forEach(({ day, step }, at) => {
        today = day
        step()
        if (!touched || steps[at + 1]?.day === day) return
        touched = false
        afterPlans()
      })
      return rows
    },
  }
  return recorder
}
