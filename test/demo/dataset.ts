// The demonstration dataset, generated once per worker.
import { inject } from 'vitest'
import { DEMO_COUNT, demoProjects } from '../../src/demo/generate.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'

/** Generating all takes seconds; a shorter run equals the start of a longer one. */
const USUAL_COUNT = inject('thorough') ? DEMO_COUNT : 1200
const made: ProjectRow[] = []
const source = demoProjects({ count: DEMO_COUNT })[Symbol.iterator]()

/** The first `count` projects. */
export function dataset(count = USUAL_COUNT): readonly ProjectRow[] {
  while (made.length < count) made.push(source.next().value)
  return made.slice(0, count)
}

/** The first few problems of a check: one comparison instead of a hundred thousand. */
export function complaints(check: (complain: (text: string) => void) => void): string[] {
  const found: string[] = []
  check((text) => {
    if (found.length < 5) found.push(text)
  })
  return found
}
