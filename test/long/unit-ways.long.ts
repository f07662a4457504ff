// Every building of the demonstration, its address written in eight ways with a unit.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillFolder } from '../support/filled-folder.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { TEST_SECRET } from '../support/test-settings.ts'
import { duplicateGroups, homesIn, WAYS, writtenHomes, wrongAnswers } from '../support/unit-ways.ts'

const DEMO_PROJECTS = '6200'
/** Could also be unit 7E of 1003 Richmond Hill: there is no answer rather than a wrong one. */
const UNANSWERED = /^\d+ Highway 7 E \d+, Richmond Hill: undefined$/
let server: TestServer

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-unit-ways-'))
  await fillFolder({ DATA_DIR: dataDir, DEMONSTRATION: 'invented', DEMO_PROJECTS, SECRET_KEY: TEST_SECRET })
  server = await startServer({ DATA_DIR: dataDir, DEMO_PROJECTS })
}, 1_800_000)
afterAll(() => server?.stop())

it('reads the unit and finds the building in all but four of them, and groups no two homes', async () => {
  const homes = writtenHomes(server.app.services.catalog.snapshot('production'))
  expect(homes.length).toBeGreaterThan(6500 * WAYS)
  const { units, places } = await wrongAnswers(server, homes)
  expect([units.length, places.length]).toEqual([4, 4])
  expect([...units, ...places].filter((answer) => !UNANSWERED.test(answer))).toEqual([])
  const groups = await duplicateGroups(server, homes)
  expect(groups.filter((group) => homesIn(group).length > 1)).toEqual([])
  expect(groups.length).toBeGreaterThan(2 * 6500)
})
