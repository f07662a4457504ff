// Replays the history of a row and lists fields that do not end at their current value.
import { isDeepStrictEqual } from 'node:util'
import type { ProjectRow } from '../../src/ingest/record/row.ts'

export function unfoldedFields(row: ProjectRow): string[] {
  const last = new Map<string, unknown>()
  const wrong: string[] = []
  let before = ''
  for (const change of row.history) {
    const name = `${change.floor_plan_key ?? ''}/${change.field}`
    if (change.effective_at < before) wrong.push(`${name} out of order`)
    before = change.effective_at
    if (last.has(name) && !isDeepStrictEqual(last.get(name), change.from)) wrong.push(`${name} broken chain`)
    if (isDeepStrictEqual(change.from, change.to)) wrong.push(`${name} no change`)
    last.set(name, change.to)
  }
  for (const [name, value] of last) {
    const [planKey, field] = name.split('/') as [string, string]
    const subject = planKey ? row.floor_plans.find((plan) => plan.key === planKey) : row
    const current = (subject as Record<string, unknown> | undefined)?.[field]
    if (!isDeepStrictEqual(current, value))
      wrong.push(`${name}: history ${JSON.stringify(value)}, row ${JSON.stringify(current)}`)
  }
  return wrong
}
