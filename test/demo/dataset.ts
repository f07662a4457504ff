// The demonstration dataset, read once per worker.
import { inject } from 'vitest'
import { DEMO_AS_OF, DEMO_COUNT, demoRowsAt } from '../../src/demo/prepared-rows.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'

/** Reading all takes a second; fewer projects are the first ones of the file. */
const USUAL_COUNT = inject('thorough') ? DEMO_COUNT : 1200
const ROWS = await rowsAt(DEMO_AS_OF, USUAL_COUNT)

/** The first `count` projects. */
export function dataset(count = USUAL_COUNT): readonly ProjectRow[] {
  return ROWS.slice(0, count)
}

export async function rowsAt(day: string, count: number): Promise<ProjectRow[]> {
  const rows: ProjectRow[] = []
  for await (const row of demoRowsAt(day, count)) rows.push(row)
  return rows
}

/** The first few problems of a check: one comparison instead of a hundred thousand. */
export function complaints(check: (complain: (text: string) => void) => void): string[] {
  const found: string[] = []
  check((text) => {
    if (found.length < 5) found.push(text)
  })
  return found
}
