// `plinth data install` on an empty embedded database: killed in the middle, run again, and without kills.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import { openDatabase } from '../../src/db/database.ts'
import { requireOpenSource } from '../../src/ingest/open-sources/open-source-table.ts'
import { endAll, liveKey, serve } from '../app/first-start-server.ts'
import { programOf, runPlinth, runProgram } from '../support/child.ts'
import { runCleanups, temporaryFolder } from '../support/databases.ts'
import { FileServer } from '../support/file-server.ts'
import { torontoFile } from '../support/import-files.ts'
import { floorLabels, narBuilding, narFile } from '../support/nar-files.ts'
import { dbfOf, ROADSEG, segment } from '../support/nrn-files.ts'
import { zipOf } from '../support/zip-files.ts'

afterEach(runCleanups)

const TIMEOUT_MS = 240_000
const NAMES = ['toronto', 'calgary', 'nar', 'nrn']
const PROVINCES = { ab: 'Alberta', on: 'Ontario' }
const CALGARY = '/calgary/calgary.csv'

async function publishers(): Promise<FileServer> {
  const server = await FileServer.start()
  const towers = Array.from({ length: 8 }, (_, n) =>
    narBuilding(`L${n}`, floorLabels(3, 4), { CIVIC_NO: 500 + 20 * n }),
  )
  server.serve('/toronto/toronto.csv', torontoFile(40))
  server.serve(CALGARY, readFileSync('test/open-data/files/calgary-assessment.csv'))
  server.serve('/nar/nar.zip', zipOf([{ name: 'Addresses/Address_35.csv', content: narFile(towers.flat()) }]))
  for (const file of Object.keys(requireOpenSource('nrn').files)) {
    const code = file.slice('nrn_rrn_'.length, 'nrn_rrn_'.length + 2) as keyof typeof PROVINCES
    const roads = [segment(['Elmwood', 'Marlow Street', 1, 99], undefined, { DATASETNAM: PROVINCES[code] ?? 'Yukon' })]
    server.serve(`/nrn/${file}`, zipOf([{ name: `NRN_${code}_ROADSEG.dbf`, content: dbfOf(ROADSEG, roads) }]))
  }
  return server
}

const install = (server: FileServer, dataDir: string, names: readonly string[]) => {
  const env = { DATA_DIR: dataDir, DEMONSTRATION: 'none', OPEN_DATA_MIRROR: server.url, ALLOW_PRIVATE_WEBHOOKS: '1' }
  return runPlinth(['data', 'install', ...names, '--json'], env)
}

const outcomes = (output: string) =>
  (JSON.parse(output.slice(output.indexOf('[{'))) as { name: string; outcome: string }[]).map(
    ({ name, outcome }) => `${name} ${outcome}`,
  )

async function catalogue(dataDir: string) {
  const db = await openDatabase({ dataDir })
  const { projects } = await readSnapshot(db, 'production')
  await db.close()
  return projects
    .toArray()
    .map(({ address, city_name, storeys, units_total, buildings }) => ({
      address,
      city_name,
      storeys,
      units_total,
      buildings: buildings.length,
    }))
    .sort((a, b) => (`${a.city_name} ${a.address}` < `${b.city_name} ${b.address}` ? -1 : 1))
}

it(
  'survives kills during a download and an import: nothing is lost, doubled or downloaded twice',
  async () => {
    const undisturbed = await publishers()
    const expected = await temporaryFolder()
    const whole = install(undisturbed, expected, NAMES)
    expect([await whole.exited, whole.output()]).toEqual([0, expect.stringContaining('published')])
    expect(outcomes(whole.output())).toEqual(NAMES.map((name) => `${name} published`))

    const server = await publishers()
    const dataDir = await temporaryFolder()
    const half = Math.floor(server.files.get(CALGARY)!.body.length / 2)
    server.failNext(CALGARY, { cut: half, when: new Promise(() => {}) })
    const first = install(server, dataDir, NAMES)
    const part = join(dataDir, 'open-data', 'calgary', 'calgary.csv.part')
    await vi.waitFor(() => expect(statSync(part).size).toBe(half), { timeout: TIMEOUT_MS, interval: 20 })
    first.child.kill('SIGKILL')
    await first.exited

    const order = JSON.stringify({ dataDir, mirror: server.url, name: 'calgary', point: 'publishing' })
    const second = runProgram(process.execPath, [...programOf('ingest/install-crash-child'), order], {})
    await second.exited
    expect([second.child.signalCode, second.output()]).toEqual(['SIGKILL', ''])

    const third = install(server, dataDir, NAMES)
    expect([await third.exited, third.output()]).toEqual([0, expect.stringContaining('published')])
    expect(outcomes(third.output())).toEqual([
      'toronto unchanged',
      'calgary published',
      'nar published',
      'nrn published',
    ])
    expect(await catalogue(dataDir)).toEqual(await catalogue(expected))
    expect((await catalogue(dataDir)).length).toBeGreaterThan(45)
    for (const [path, { body }] of server.files) expect(server.sent.get(path), path).toBe(body.length)
  },
  TIMEOUT_MS,
)

it(
  'imports the other sources when one fails, says which, and ends with an error',
  async () => {
    const server = await publishers()
    for (const path of server.files.keys()) if (path === CALGARY || path.startsWith('/nrn/')) server.files.delete(path)
    const dataDir = await temporaryFolder()
    const run = install(server, dataDir, ['calgary', 'toronto', 'nrn'])
    expect(await run.exited).toBe(1)
    expect(outcomes(run.output())).toEqual(['calgary failed', 'toronto published', 'nrn failed'])
    expect(run.output()).toContain('no longer has the file (404)')
    const unknown = install(server, dataDir, ['toronto', 'torronto'])
    expect([await unknown.exited, unknown.output()]).toEqual([2, expect.stringContaining('Did you mean toronto?')])
    const list = runPlinth(['data', 'list'], { DATA_DIR: dataDir })
    expect(await list.exited).toBe(0)
    expect(list.output()).toMatch(/toronto +City of Toronto.+2\.5 MB.+monthly.+up to date.+40 rows/)
    expect(list.output()).toMatch(/calgary .+FAILED/)
    expect(list.output()).toMatch(/nrn .+FAILED/)
  },
  TIMEOUT_MS,
)

it(
  'updates and removes through a running server, which then answers with the new data',
  async () => {
    const server = await publishers()
    const dataDir = await temporaryFolder()
    const env = { DEMONSTRATION: 'none', OPEN_DATA_MIRROR: server.url, ALLOW_PRIVATE_WEBHOOKS: '1' }
    const running = await serve(dataDir, env)
    try {
      const key = await liveKey(dataDir)
      const projects = async () => (await running.get('/api/v1/dataset', key)).body.data.counts.projects
      const data = async (...args: string[]) => {
        const command = runPlinth(['data', ...args, '--json'], { DATA_DIR: dataDir, ...env })
        expect(await command.exited, command.output()).toBe(0)
        return command.output()
      }
      expect(outcomes(await data('install', 'toronto'))).toEqual(['toronto published'])
      expect(await projects()).toBe(40)
      server.serve('/toronto/toronto.csv', torontoFile(42))
      expect(outcomes(await data('update'))).toEqual(['toronto published'])
      expect(await projects()).toBe(42)
      expect(await data('remove', 'toronto', '--confirm', 'toronto')).toContain('"removed":true')
      expect(await projects()).toBe(0)
    } finally {
      await endAll()
    }
  },
  TIMEOUT_MS,
)
