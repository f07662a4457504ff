// A temporary folder for the tests of one file, which is deleted after them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Call at the top of a test file or of a suite. */
export function suiteFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
