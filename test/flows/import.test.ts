// An operator's day: import, link, import again and roll back, by command and over HTTP.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { demoCommand, refreshCommand, rollbackCommand } from '../../src/cli/operate/data-commands.ts'
import { importCommand } from '../../src/cli/operate/import-command.ts'
import { addSourceCommand, listSourcesCommand, removeSourceCommand } from '../../src/cli/operate/sources-command.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { runCleanups } from '../support/databases.ts'
import { fileOf, torontoFile, torontoRow } from '../support/import-files.ts'
import { floorLabels, narBuilding, narFile } from '../support/nar-files.ts'
import { operatorKeyOf } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { zipOf } from '../support/zip-files.ts'

describe('importing a city file next to a running server', () => {
  let server: TestServer
  let printed: string[] = []
  const log = console.log
  beforeAll(async () => {
    server = await startServer()
    console.log = (line: string) => printed.push(line)
  })
  afterAll(async () => {
    console.log = log
    await server.stop()
  })
  afterEach(runCleanups)

  const config = () => readConfig({ DATA_DIR: server.dataDir, DEMONSTRATION: 'invented', DEMO_PROJECTS: '30' })
  const operator = () => operatorKeyOf(server)
  const link = async (address: string) =>
    (await server.get(`/api/v1/building-links?address=${encodeURIComponent(address)}`, server.keys.pro)).body
  const run = async (command: Promise<number>) => {
    printed = []
    return { code: await command, output: printed.join('\n') }
  }

  it('imports, links a listing, imports again, stops at a gate and rolls back', async () => {
    const file = await fileOf('registration.csv', torontoFile(60))
    const dry = await run(importCommand(config(), [file], { source: 'city', dryRun: true }))
    expect([dry.code, dry.output]).toEqual([0, expect.stringContaining('dry run, nothing changed')])
    expect((await server.get('/api/v1/dataset', server.keys.pro)).body.data.is_demonstration).toBe(true)

    const first = await run(importCommand(config(), [file], { source: 'city' }))
    expect([first.code, first.output]).toEqual([0, expect.stringContaining('published as')])
    const dataset = (await server.get('/api/v1/dataset', server.keys.pro)).body.data
    expect(dataset).toMatchObject({ is_demonstration: false, counts: { projects: 60, buildings: 60 } })

    expect((await link('19 Osprey Crescent, Toronto, ON')).data).toEqual([])
    const linked = await link('#1203 - 5 osprey crescent, toronto')
    expect(linked.data[0]).toMatchObject({ canonical_mls_address: '5 Osprey Cres, Toronto, ON', unit: '1203' })
    const saint = await link('11 St. Hyssop Avenue, Toronto')
    expect(saint.data[0]?.canonical_mls_address).toBe('11 St Hyssop Ave, Toronto, ON')

    expect((await run(importCommand(config(), [file], { source: 'city' }))).output).toContain('no changes')
    writeFileSync(
      file,
      torontoFile(60, (n) => torontoRow(n, n === 2 ? { storeys: 44 } : {})),
    )
    expect((await run(importCommand(config(), [file], { source: 'city' }))).output).toContain('1 changed')
    const { project_id } = linked.data[0]
    expect((await server.get(`/api/v1/projects/${project_id}`, server.keys.pro)).body.data.storeys).toBe(44)

    writeFileSync(file, torontoFile(30))
    const half = await run(importCommand(config(), [file], { source: 'city' }))
    expect([half.code, half.output]).toEqual([
      1,
      expect.stringContaining('30 of 60 projects of the source would be removed'),
    ])

    expect((await run(rollbackCommand(config(), dataset.version))).output).toContain('is published again as')
    expect((await server.get(`/api/v1/projects/${project_id}`, server.keys.pro)).body.data.storeys).toBe(5)
    await expect(run(rollbackCommand(config(), '1999-01-01.1'))).rejects.toThrow('Version 1999-01-01.1 does not exist')
    await expect(run(demoCommand(config()))).rejects.toThrow('cannot be added to imported data')
  })

  it('imports several files of a register and an archive through the server', async () => {
    const building = (n: number) =>
      narBuilding(`{${n}}`, floorLabels(2, 3), { CIVIC_NO: n, MAIL_STREET_NAME: 'BAYLEAF' })
    const [a, b] = [narFile([5001, 5003].flatMap(building)), narFile([5005, 5007].flatMap(building))]
    const files = [await fileOf('Address_35.csv', a), await fileOf('Address_59.csv', b)]
    const both = await run(importCommand(config(), files, { source: 'nar', format: 'nar', minUnits: 6 }))
    expect([both.code, both.output]).toEqual([0, expect.stringContaining('projects: 4 new')])
    expect((await link('5005 Bayleaf Street, Toronto')).data[0]).toMatchObject({
      canonical_mls_address: '5005 Marlow St, Toronto, ON',
    })
    const archive = await fileOf(
      'nar.zip',
      zipOf([
        { name: 'a.csv', content: a },
        { name: 'b/b.csv', content: b },
      ]),
    )
    const again = await run(importCommand(config(), [archive], { source: 'nar', minUnits: 6 }))
    expect(again.output).toContain('no changes')
    const few = await run(
      importCommand(config(), [join(archive, 'b/b.csv')], { source: 'nar', minUnits: 7, approve: true }),
    )
    expect(few.output).toContain('the file has no rows')
  })

  it('reads the source again at a refresh and lists the runs', async () => {
    const file = await fileOf('registration.csv', torontoFile(61))
    await run(addSourceCommand(config(), 'city', file, {}))
    expect((await run(listSourcesCommand(config(), {}))).output).toContain(file)
    expect((await run(refreshCommand(config()))).output).toContain('city: published as')
    const runs = await server.get('/api/v1/operator/imports', operator())
    expect(runs.body.data[0]).toMatchObject({ source: 'city', actor: 'refresh', outcome: 'published' })
    const detail = await server.get(`/api/v1/operator/imports/${runs.body.data[0].id}`, operator())
    expect(detail.body.data).toMatchObject({ rejected: [], counts: { rows: 61 } })
    await run(removeSourceCommand(config(), 'city'))
    const [left] = (await server.get('/api/v1/operator/sources', operator())).body.data
    expect(left).toMatchObject({ name: 'city', location: null, rows: 61, licence: 'Open Government Licence – Toronto' })
  })

  it('reports rejected rows with file, line and column, and a missing file', async () => {
    const file = await fileOf(
      'registration.csv',
      torontoFile(61, (n) => torontoRow(n, n === 4 ? { storeys: 999 } : {})),
    )
    const { code, output } = await run(importCommand(config(), [file], { source: 'city' }))
    expect([code, output]).toEqual([0, expect.stringContaining(`${file}:5:CONFIRMED_STOREYS: 999 is out of range`)])
    await expect(run(importCommand(config(), ['/nowhere.csv'], { source: 'city' }))).rejects.toThrow('Cannot read')
    const relative = await server.send(
      'POST',
      '/api/v1/operator/imports',
      { file: 'a.csv', source: 'city' },
      operator(),
    )
    expect(relative.status).toBe(400)
    expect((await server.send('POST', '/api/v1/operator/imports', {}, server.keys.elite)).status).toBe(403)
  })
})
