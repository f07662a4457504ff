// From a city's file to a linked listing: import, link, import again, roll back; by the command and over HTTP, beside a running server.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadDataset } from '../../src/catalog/snapshot/load-dataset.ts'
import { buildSnapshot } from '../../src/catalog/snapshot/snapshot.ts'
import { demoCommand, refreshCommand, rollbackCommand } from '../../src/cli/operate/data-commands.ts'
import { importCommand } from '../../src/cli/operate/import-command.ts'
import { addSourceCommand, listSourcesCommand, removeSourceCommand } from '../../src/cli/operate/sources-command.ts'
import { importFile } from '../../src/ingest/import/import-file.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { forEachDatabase, runCleanups } from '../support/databases.ts'
import { fileOf, torontoFile, torontoRow } from '../support/import-files.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

describe('an operator brings in a city’s file', () => {
  let server: TestServer
  let said: string[] = []
  const log = console.log
  beforeAll(async () => {
    server = await startServer()
    console.log = (line: string) => said.push(line)
  })
  afterAll(async () => {
    console.log = log
    await server.stop()
  })
  afterEach(runCleanups)

  const config = () => readConfig({ DATA_DIR: server.dataDir, DEMO_PROJECTS: '30' })
  const operator = () => readFileSync(join(server.dataDir, 'operator-key'), 'utf8').trim()
  const link = async (address: string) =>
    (await server.get(`/api/v1/building-links?address=${encodeURIComponent(address)}`, server.keys.pro)).body
  const told = async (work: Promise<number>) => {
    said = []
    return { code: await work, said: said.join('\n') }
  }

  it('imports, links a listing, imports again, is refused, rolls back', async () => {
    const file = await fileOf('registration.csv', torontoFile(60))
    const dry = await told(importCommand(config(), file, { source: 'city', dryRun: true }))
    expect([dry.code, dry.said]).toEqual([0, expect.stringContaining('a dry run, nothing was changed')])
    expect((await server.get('/api/v1/dataset', server.keys.pro)).body.data.is_demonstration).toBe(true)

    const first = await told(importCommand(config(), file, { source: 'city' }))
    expect([first.code, first.said]).toEqual([0, expect.stringContaining('published as')])
    const dataset = (await server.get('/api/v1/dataset', server.keys.pro)).body.data
    expect(dataset).toMatchObject({ is_demonstration: false, counts: { projects: 60, buildings: 60 } })

    expect((await link('19 Osprey Crescent, Toronto, ON')).data).toEqual([])
    const linked = await link('#1203 - 5 osprey crescent, toronto')
    expect(linked.data[0]).toMatchObject({ canonical_mls_address: '5 Osprey Cres, Toronto, ON', unit: '1203' })
    const saint = await link('11 St. Hyssop Avenue, Toronto')
    expect(saint.data[0]?.canonical_mls_address).toBe('11 St Hyssop Ave, Toronto, ON')

    expect((await told(importCommand(config(), file, { source: 'city' }))).said).toContain('nothing changed')
    writeFileSync(
      file,
      torontoFile(60, (n) => torontoRow(n, n === 2 ? { storeys: 44 } : {})),
    )
    expect((await told(importCommand(config(), file, { source: 'city' }))).said).toContain('1 changed')
    const { project_id } = linked.data[0]
    expect((await server.get(`/api/v1/projects/${project_id}`, server.keys.pro)).body.data.storeys).toBe(44)

    writeFileSync(file, torontoFile(30))
    const half = await told(importCommand(config(), file, { source: 'city' }))
    expect([half.code, half.said]).toEqual([1, expect.stringContaining('30 of 60 projects of the source disappearing')])

    expect((await told(rollbackCommand(config(), dataset.version))).said).toContain('is in force again')
    expect((await server.get(`/api/v1/projects/${project_id}`, server.keys.pro)).body.data.storeys).toBe(5)
    await expect(told(rollbackCommand(config(), '1999-01-01.1'))).rejects.toThrow('There is no version 1999-01-01.1')
    await expect(told(demoCommand(config()))).rejects.toThrow('invented buildings do not belong among real ones')
  })

  it('has the source read again by the refresh, and sees the runs', async () => {
    const file = await fileOf('registration.csv', torontoFile(61))
    await told(addSourceCommand(config(), 'city', file, {}))
    expect((await told(listSourcesCommand(config(), {}))).said).toContain(file)
    expect((await told(refreshCommand(config()))).said).toContain('city: published as')
    const runs = await server.get('/api/v1/operator/imports', operator())
    expect(runs.body.data[0]).toMatchObject({ source: 'city', actor: 'refresh', outcome: 'published' })
    const run = await server.get(`/api/v1/operator/imports/${runs.body.data[0].id}`, operator())
    expect(run.body.data).toMatchObject({ rejected: [], counts: { rows: 61 } })
    await told(removeSourceCommand(config(), 'city'))
    expect((await server.get('/api/v1/operator/sources', operator())).body.data).toEqual([])
  })

  it('tells rejected rows with file, line and column, and a file that is not there', async () => {
    const file = await fileOf(
      'registration.csv',
      torontoFile(61, (n) => torontoRow(n, n === 4 ? { storeys: 999 } : {})),
    )
    const { code, said: lines } = await told(importCommand(config(), file, { source: 'city' }))
    expect([code, lines]).toEqual([0, expect.stringContaining(`${file}:5:CONFIRMED_STOREYS: 999 is out of range`)])
    await expect(told(importCommand(config(), '/nowhere.csv', { source: 'city' }))).rejects.toThrow('cannot be read')
    const relative = await server.send(
      'POST',
      '/api/v1/operator/imports',
      { file: 'a.csv', source: 'city' },
      operator(),
    )
    expect(relative.status).toBe(400)
    expect((await server.send('POST', '/api/v1/operator/imports', {}, server.keys.elite)).status).toBe(401)
  })
})

const REAL = fileURLToPath(new URL('../../../shared/data/sources/toronto-apartment-registration.csv', import.meta.url))

describe.skipIf(!existsSync(REAL))('the registration as the city publishes it', () => {
  forEachDatabase('3,479 buildings', (open) => {
    it('are imported to the last, and a second time change nothing', async () => {
      const db = await open()
      const order = { file: REAL, source: 'toronto', actor: 'test', now: () => new Date('2026-11-14T06:00:00Z') }
      const snapshot = async () => buildSnapshot(await loadDataset(db, 'production'))
      const run = await importFile(db, { ...order, snapshot })
      const { rows, rejected, remarks, seconds } = run.counts
      console.info(`registration: ${rows} projects, ${rejected} rejected, ${JSON.stringify(remarks)}, ${seconds} s`)
      const projects = (await loadDataset(db, 'production')).records.project
      const buildings = projects.reduce((sum, project) => sum + project.buildings.length, 0)
      expect(buildings + rejected).toBe(3479)
      expect(run.rejected).toHaveLength(rejected)
      expect(await importFile(db, { ...order, snapshot })).toMatchObject({ outcome: 'unchanged' })
    })
  })
})
