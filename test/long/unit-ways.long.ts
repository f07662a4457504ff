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
let server: TestServer

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-unit-ways-'))
  await fillFolder({ DATA_DIR: dataDir, DEMO_PROJECTS, SECRET_KEY: TEST_SECRET })
  server = await startServer({ DATA_DIR: dataDir, DEMO_PROJECTS })
}, 1_800_000)
afterAll(() => server?.stop())

it('reads the unit and finds the building in all of them, and groups no two homes', async () => {
  const homes = writtenHomes(server.app.services.catalog.snapshot('production'))
  expect(homes.length).toBeGreaterThan(6500 * WAYS)
  expect(await wrongAnswers(server, homes)).toEqual({ units: [], places: [] })
  const groups = await duplicateGroups(server, homes)
  expect(groups.filter((group) => homesIn(group).length > 1)).toEqual([])
  expect(groups.length).toBeGreaterThan(2 * 6500)
})
