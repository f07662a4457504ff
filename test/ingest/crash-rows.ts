// Projects for several batches, each marked with its run.
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { planRow, projectRow } from '../support/rows.ts'

export const CRASH_PROJECTS = 250

export function* crashRows(run: number): Generator<ProjectRow> {
  for (let n = 1; n <= CRASH_PROJECTS; n++) {
    const plan = planRow('a', { price: 500_000 + run, units_count: run })
    yield projectRow(String(n), { storeys: run, floor_plans: [plan], units: [], media: [], history: [] })
  }
}
