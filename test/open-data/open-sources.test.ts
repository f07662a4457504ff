// Open data of the table: installed, kept up to date and removed, from a stand-in for the publishers.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createDataOperations } from '../../src/app/data-operations.ts'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { LOCAL_OPERATOR } from '../../src/events/audit-log.ts'
import { FORMATS } from '../../src/ingest/formats/formats.ts'
import { factsOfSource, isReadable, OPEN_SOURCES } from '../../src/ingest/open-sources/open-source-table.ts'
import type { InstallOptions } from '../../src/ingest/open-sources/open-sources.ts'
import { Attributions } from '../../src/ingest/sources/attributions.ts'
import { listSources } from '../../src/ingest/sources/source-registry.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { DAY_MS } from '../../src/kernel/time.ts'
import { createGuardedSender } from '../../src/webhooks/sender/guarded-sender.ts'
import { forEachDatabase, runCleanups, temporaryFolder } from '../support/databases.ts'
import { FileServer } from '../support/file-server.ts'
import { fileOf, ndjsonFile, torontoFile, torontoRow } from '../support/import-files.ts'

afterEach(runCleanups)

it('every row of the table has a format, a licence, an attribution, and safe names for its files', () => {
  const names = OPEN_SOURCES.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const source of OPEN_SOURCES) {
    const { name, format, files, page } = source
    expect(
      FORMATS.some((one) => one.name === format),
      format,
    ).toBe(true)
    expect(name).toMatch(/^[a-z0-9-]+$/)
    for (const [file, address] of Object.entries(files)) {
      expect(file).toMatch(/^\w[\w.-]*\.(csv|zip|xml)$/)
      if (address !== null) expect(new URL(address).protocol).toBe('https:')
    }
    expect(new URL(page).protocol).toBe('https:')
    const { licence, attribution } = factsOfSource(source)
    if (isReadable(source)) expect([typeof licence, typeof attribution], name).toEqual(['string', 'string'])
  }
})

const START = Date.parse('2026-11-14T06:00:00Z')
const TORONTO = '/toronto/toronto.csv'

async function stage(db: Database) {
  const server = await FileServer.start()
  server.serve(TORONTO, torontoFile(60))
  server.serve('/calgary/calgary.csv', readFileSync('test/open-data/files/calgary-assessment.csv'))
  const folder = await temporaryFolder()
  let now = START
  const operations = createDataOperations({
    db,
    clock: { now: () => now },
    demonstration: 'none',
    demoProjects: 1,
    refreshAt: '04:30',
    holder: 'test',
    snapshot: () => readSnapshot(db, 'production'),
    workFolder: join(folder, 'work'),
    openData: { folder, mirror: server.url, reader: createGuardedSender({ allowPrivate: true }) },
    published: async () => {},
  })
  return {
    ...{ server, folder, operations },
    install: (name: string, options: Partial<InstallOptions> = {}) =>
      operations.installSource(name, { actor: 'test', ...options }),
    stateOf: async (name: string) => (await operations.openSources()).find((one) => one.name === name)!,
    pass: (days: number) => {
      now += days * DAY_MS
    },
  }
}

const projectCount = async (db: Database) => (await readSnapshot(db, 'production')).projects.size
const sourceNamed = async (db: Database, name: string) => (await listSources(db)).find((one) => one.name === name)

forEachDatabase('open data', (open) => {
  it('is imported with its licence, and not again while it is the same', async () => {
    const db = await open()
    const { server, folder, install, stateOf, pass } = await stage(db)
    expect(await stateOf('toronto')).toMatchObject({ health: 'not_installed', rows: 0, fresh_at: null })
    expect(await install('toronto', { dryRun: true })).toMatchObject({ outcome: 'dry_run' })
    expect([await projectCount(db), (await sourceNamed(db, 'toronto'))?.kind]).toEqual([0, 'file'])
    pass(0.01)
    const { outcome, run } = await install('toronto')
    expect([outcome, run?.counts.rows, await projectCount(db)]).toEqual(['published', 60, 60])
    expect(await stateOf('toronto')).toMatchObject({ health: 'fresh', rows: 60, version: run!.version, age_seconds: 0 })
    const attributions = new Attributions(db, systemClock)
    const credits = await attributions.of(await readSnapshot(db, 'production'))
    expect(JSON.stringify(credits)).toContain('Open Government Licence – Toronto')
    // The file may name people; its state is enough to ask whether it changed.
    expect(readdirSync(join(folder, 'toronto')).filter((name) => !name.startsWith('lock'))).toEqual([
      'toronto.csv.json',
    ])
    expect(await install('toronto')).toMatchObject({ outcome: 'unchanged', run: null })
    expect(server.requests.map(({ status }) => status)).toEqual([200, 304, 304])
  })

  it('that changed passes the gates or waits for an approval', async () => {
    const db = await open()
    const { server, install, stateOf, pass } = await stage(db)
    const files = [torontoFile(60), torontoFile(60, (n) => torontoRow(n, { storeys: 40 })), torontoFile(20)]
    const results: unknown[] = []
    for (const [i, file] of [...files, files[2]!].entries()) {
      server.serve(TORONTO, file)
      const { outcome, problem } = await install('toronto', { approve: i === 3 })
      results.push([outcome, problem, await projectCount(db), (await stateOf('toronto')).health])
      // The last run is the one that started last.
      pass(0.1)
    }
    expect(results).toEqual([
      ['published', null, 60, 'fresh'],
      ['published', null, 60, 'fresh'],
      ['refused', null, 60, 'refused'],
      ['published', null, 20, 'fresh'],
    ])
    // The approval reads the file that was refused.
    expect(server.sent.get(TORONTO)).toBe(files.join('').length)
  })

  it('whose download fails says why, until one works', async () => {
    const db = await open()
    const { server, install, stateOf } = await stage(db)
    server.failNext(TORONTO, { status: 404 })
    const { outcome, problem } = await install('toronto')
    expect([outcome, problem]).toEqual(['failed', expect.stringContaining('no longer has the file (404)')])
    expect(await stateOf('toronto')).toMatchObject({ health: 'failed', problem })
    await install('toronto')
    expect(await stateOf('toronto')).toMatchObject({ health: 'fresh', problem: null })
  })

  it('is checked by the refresh as often as it changes, and is late after twice that time', async () => {
    const db = await open()
    const { server, operations, install, stateOf, pass } = await stage(db)
    await install('toronto')
    const asked = () => server.requests.filter(({ path }) => path === TORONTO).length
    pass(29)
    expect((await operations.refresh())?.sources).toEqual([])
    pass(1)
    expect((await operations.refresh())?.sources).toMatchObject([{ source: 'toronto', outcome: 'unchanged' }])
    expect([asked(), (await stateOf('toronto')).age_seconds]).toEqual([2, 0])
    pass(61)
    expect((await stateOf('toronto')).health).toBe('late')
    server.serve(TORONTO, torontoFile(61))
    expect((await operations.refresh())?.sources).toMatchObject([{ source: 'toronto', outcome: 'published' }])
    server.failNext(TORONTO, { status: 403 })
    pass(30)
    expect((await operations.refresh(() => {}))?.sources).toMatchObject([{ source: 'toronto', outcome: 'failed' }])
    expect((await operations.freshness()).sources).toMatchObject([{ source: 'toronto', refreshed: 'scheduled' }])
  })

  it('is removed with its rows, its files and its schedule, and other sources stay', async () => {
    const db = await open()
    const { folder, operations, install, stateOf } = await stage(db)
    await install('toronto')
    await install('calgary')
    const both = await projectCount(db)
    const order = { confirm: undefined, actor: 'test', cause: LOCAL_OPERATOR }
    expect(await operations.removeOpenSource('toronto', order)).toMatchObject({ removed: true, projects: 60 })
    expect([await projectCount(db), existsSync(join(folder, 'toronto'))]).toEqual([both - 60, false])
    expect(await stateOf('toronto')).toMatchObject({ health: 'not_installed', rows: 0 })
    const log = await db.query.selectFrom('audit_log').select(['action', 'target']).execute()
    expect(log).toContainEqual({ action: 'data.source_removed', target: 'toronto' })
    expect(await install('toronto')).toMatchObject({ outcome: 'published' })
  })

  it('with 1,000 projects or more is removed only with its name', async () => {
    const db = await open()
    const { server, operations, install } = await stage(db)
    server.serve(TORONTO, torontoFile(1000))
    await install('toronto')
    const order = { actor: 'test', cause: LOCAL_OPERATOR }
    const refused = await operations.removeOpenSource('toronto', { ...order, confirm: 'calgary' })
    expect(refused).toMatchObject({ removed: false, refusals: [expect.stringContaining('--confirm toronto')] })
    expect(await projectCount(db)).toBe(1000)
    expect(await operations.removeOpenSource('toronto', { ...order, confirm: 'toronto' })).toMatchObject({
      removed: true,
    })
    expect(await projectCount(db)).toBe(0)
  })

  it('comes from a folder without a network, and is then not asked for by the refresh', async () => {
    const db = await open()
    const { server, operations, install, pass } = await stage(db)
    const from = await temporaryFolder()
    writeFileSync(join(from, 'toronto.csv'), torontoFile(60))
    mkdirSync(join(from, 'calgary'))
    cpSync('test/open-data/files/calgary-assessment.csv', join(from, 'calgary', 'part-1.csv'))
    for (const name of ['toronto', 'calgary']) {
      expect(await install(name, { from })).toMatchObject({ outcome: 'published' })
      expect(await install(name, { from })).toMatchObject({ outcome: 'unchanged', run: null })
    }
    await expect(install('nar', { from })).rejects.toThrow('has neither files in nar/ nor a file nar.*')
    pass(400)
    expect((await operations.refresh())?.sources).toEqual([])
    expect([server.requests, existsSync(join(from, 'toronto.csv'))]).toEqual([[], true])
  })

  it('does not replace an own source of the same name, and is installed by one process at a time', async () => {
    const db = await open()
    const { server, operations, install } = await stage(db)
    const file = await fileOf('own.ndjson', ndjsonFile(3))
    await operations.importFile({ file, source: 'toronto', actor: 'test' })
    await expect(install('toronto')).rejects.toThrow('Your source "toronto" has data in the format ndjson, not toronto')
    await expect(install('nrm')).rejects.toThrow('Did you mean nrn?')
    let end = () => {}
    server.failNext('/calgary/calgary.csv', { cut: 10, when: new Promise<void>((done) => (end = done)) })
    let first: Promise<unknown> = Promise.resolve()
    await new Promise<void>((started) => {
      first = install('calgary', { onProgress: () => started() })
    })
    await expect(install('calgary')).rejects.toThrow('Another process is installing or removing calgary')
    end()
    expect(await first).toMatchObject({ outcome: 'published' })
  })
})
