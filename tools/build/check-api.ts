// Part of `npm run check`: fails on a change that breaks callers and that the CHANGELOG does not declare.
import { readFileSync, writeFileSync } from 'node:fs'
import { openApiDocument } from '../../src/http/reference/openapi.ts'
import { routes } from '../../src/http/routes.ts'
import { breakingChanges, undeclared } from './api/compare-openapi.ts'
import type { OpenApi } from './api/json-schema.ts'
import { withoutWords } from './api/json-schema.ts'

const RELEASED = 'docs/releases/openapi.json'
const read = (file: string): OpenApi => JSON.parse(readFileSync(file, 'utf8'))

// Complete: what is published has each part once.
const current = openApiDocument(routes) as unknown as OpenApi
if (process.argv.includes('--release')) {
  writeFileSync(RELEASED, `${JSON.stringify(withoutWords(current))}\n`)
  console.log(`${RELEASED} is the API of ${current.info.version}.`)
} else {
  const released = read(RELEASED)
  const changes = breakingChanges(released, current)
  const missing = undeclared(changes, readFileSync('CHANGELOG.md', 'utf8'))
  for (const { operation, at, what } of missing) console.error(`${operation}: ${at} ${what}`)
  if (missing.length > 0) {
    console.error(
      `\n${missing.length} changes since ${released.info.version} break callers. Undo them, or name the operation or the ` +
        'field in backticks under "### Breaking" in the newest section of CHANGELOG.md (see docs/versioning.md).',
    )
    process.exitCode = 1
  } else console.log(`${changes.length} breaking changes since ${released.info.version}, all declared.`)
}
