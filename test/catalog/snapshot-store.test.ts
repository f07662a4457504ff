// Machines share snapshot files through a folder or a bucket; bad files are refused.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Catalog } from '../../src/catalog/catalog.ts'
import type { StoreOptions } from '../../src/catalog/files/snapshot-store.ts'
import { openStore } from '../../src/catalog/files/snapshot-store.ts'
import * as reading from '../../src/catalog/snapshot/read-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { databaseOptions } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'
import { contentOf } from '../support/snapshots.ts'

const root = mkdtempSync(join(tmpdir(), 'plinth-store-'))
const secret = Buffer.from('secret of this installation')
const bucket = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(root, 's3'),
  configureBuckets: [{ name: 'snapshots', configs: [] }],
})
const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
const stores: { folder: StoreOptions; bucket: StoreOptions } = {
  folder: { location: join(root, 'shared') },
  bucket: { location: '' },
}
let db: Database

beforeAll(async () => {
  Object.assign(process.env, credentials)
  const { port } = await bucket.run()
  stores.bucket = { location: 's3://snapshots/plinth/eu', endpoint: `http://127.0.0.1:${port}` }
  db = await openDatabase(await databaseOptions('embedded'))
  const rows = [1, 2, 3].map((n) => projectRow(String(n)))
  await publishRows(db, { dataset: 'production', source: 'builder', rows, at: new Date('2026-11-14T00:00:00Z') })
})
afterAll(async () => {
  for (const name of Object.keys(credentials)) delete process.env[name]
  await bucket.close()
  await db.close()
  rmSync(root, { recursive: true, force: true })
})

let machines = 0

/** Starts on a machine that has no files, then stops. */
async function startMachine(store: StoreOptions) {
  const folder = join(root, `machine-${machines++}`)
  const log: string[] = []
  const readTables = vi.spyOn(reading, 'readTables')
  const before = readTables.mock.calls.length
  const catalog = new Catalog({
    db,
    files: { folder, secret, store },
    log: (message, details) => log.push(`${message} ${JSON.stringify(details)}`),
  })
  await catalog.refresh()
  await catalog.stop()
  const builds = readTables.mock.calls.length - before
  return { folder, log: log.join('\n'), builds, content: contentOf(catalog.snapshot('production')) }
}

describe.each(['folder', 'bucket'] as const)('a shared %s', (kind) => {
  it('gets the file of the machine that built it, and gives it to the next', async () => {
    const first = await startMachine(stores[kind])
    expect(first.builds).toBe(1)
    const names = await openStore(stores[kind]).names()
    expect(names).toEqual(readdirSync(first.folder).filter((name) => name.endsWith('.snapshot')))
    const second = await startMachine(stores[kind])
    expect(second).toMatchObject({ builds: 0, content: first.content })
    expect(second.log).toContain('snapshot downloaded')
    expect(readdirSync(second.folder)).toEqual(names)
  })

  it('cannot make a machine use an altered or truncated file', async () => {
    const store = openStore(stores[kind])
    const [name] = await store.names()
    const path = join(root, 'damaged')
    await store.download(name!, path)
    const whole = readFileSync(path)
    const altered = Buffer.from(whole)
    altered[altered.indexOf('House 2')]! ^= 1
    for (const damaged of [altered, whole.subarray(0, whole.length - 100)]) {
      writeFileSync(path, damaged)
      await store.delete(name!)
      await store.upload(name!, path)
      const machine = await startMachine(stores[kind])
      expect(machine.log).toContain('snapshot in the store refused')
      expect(machine.builds).toBe(1)
      expect(machine.content.records.project.map((project) => project.name)).toContain('House 2')
      // The machine that refused it has replaced it.
      expect(await startMachine(stores[kind])).toMatchObject({ builds: 0, content: machine.content })
    }
  })
})

it('serves without the store when it cannot be reached', async () => {
  const machine = await startMachine({ location: 's3://snapshots', endpoint: 'http://127.0.0.1:9' })
  expect(machine.builds).toBe(1)
  expect(machine.log).toContain('cannot read the snapshot store')
})
