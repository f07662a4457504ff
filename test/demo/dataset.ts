// The demonstration dataset, made once for all tests of a file.
import { demoProjects } from '../../src/demo/generate.ts'
import type { ProjectRow } from '../../src/ingest/row.ts'

const made = new Map<number | undefined, readonly ProjectRow[]>()

/** The first `count` projects; all of them when not said. */
export function dataset(count?: number): readonly ProjectRow[] {
  const rows = made.get(count) ?? [...demoProjects(count === undefined ? {} : { count })]
  made.set(count, rows)
  return rows
}

/** What a check found wrong, the first few; one comparison instead of a hundred thousand. */
export function complaints(check: (complain: (text: string) => void) => void): string[] {
  const found: string[] = []
  check((text) => {
    if (found.length < 5) found.push(text)
  })
  return found
}
