// The demonstration dataset, generated once per worker.
import { DEMO_COUNT, demoProjects } from '../../src/demo/generate.ts'
import type { ProjectRow } from '../../src/ingest/row.ts'

let made: readonly ProjectRow[] = []

/** The first `count` projects. A shorter run equals the start of a longer one. */
export function dataset(count = DEMO_COUNT): readonly ProjectRow[] {
  if (made.length < count) made = [...demoProjects({ count })]
  return made.length === count ? made : made.slice(0, count)
}

/** The first few problems of a check: one comparison instead of a hundred thousand. */
export function complaints(check: (complain: (text: string) => void) => void): string[] {
  const found: string[] = []
  check((text) => {
    if (found.length < 5) found.push(text)
  })
  return found
}
