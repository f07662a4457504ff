// The demonstration dataset, made once for all tests of a file.
import { demoProjects } from '../../src/demo/generate.ts'
import type { ProjectRow } from '../../src/ingest/row.ts'

let made: readonly ProjectRow[] | undefined

export function wholeDataset(): readonly ProjectRow[] {
  made ??= [...demoProjects()]
  return made
}
