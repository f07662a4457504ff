// Snapshot files: a second start opens the file; damage, deletion and restores cost only time.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { Catalog } from '../../src/catalog/catalog.ts'
import { SnapshotFolder } from '../../src/catalog/files/snapshot-folder.ts'
import { SnapshotSource } from '../../src/catalog/files/snapshot-source.ts'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import * as reading from '../../src/catalog/snapshot/read-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { cleanUp, forEachDatabase, temporaryFolder } from '../support/databases.ts'
import { planRow, projectRow } from '../support/rows.ts'
import { contentOf } from '../support/snapshots.ts'

const secret = Buffer.from('secret of this installation')

const publish = (db: Database, rows: readonly ProjectRow[], day: number) =>
  publishRows(db, { dataset: 'production', source: 'builder', rows, at: new Date(Date.UTC(2026, 10, day)) })

const rows = (storeys: number) => [1, 2, 3].map((n) => projectRow(String(n), { storeys: storeys + n }))

/** A database with a first version, and a folder for its files. */
async function published(db: Database) {
  await publish(db, rows(10), 14)
  return { db, folder: await temporaryFolder() }
}

/** A node that starts now. `log` has what it reported. */
async function start(db: Database, folder: string, key = secret) {
  const log: string[] = []
  const catalog = new Catalog({
    db,
    files: { folder, secret: key },
    pollMs: 20,
    log: (message, details) => log.push(`${message} ${JSON.stringify(details)}`),
  })
  await catalog.start()
  cleanUp(() => catalog.stop())
  return { catalog, log, content: () => contentOf(catalog.snapshot('production')) }
}

const filesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.snapshot'))

forEachDatabase('a snapshot file', (open) => {
  it('is written at the first start and opened at the second, with the same content', async () => {
    const { db, folder } = await published(await open())
    const first = await start(db, folder)
    expect(first.content()).toEqual(contentOf(await readSnapshot(db, 'production')))
    expect(filesIn(folder)).toEqual([expect.stringMatching(/^production-s\d+-1-[0-9a-f]{16}\.snapshot$/)])
    const readTables = vi.spyOn(reading, 'readTables')
    const second = await start(db, folder)
    expect(second.content()).toEqual(first.content())
    expect(filesIn(folder)).toHaveLength(1)
    expect(readTables).not.toHaveBeenCalled()
    expect(second.catalog.snapshot('production').matcher.match({ address: '1 Bloor St W, Toronto' }).outcome).toBe(
      first.catalog.snapshot('production').matcher.match({ address: '1 Bloor St W, Toronto' }).outcome,
    )
  })

  it('serves later versions from the file and the changes since', async () => {
    const { db, folder } = await published(await open())
    const running = await start(db, folder)
    await publish(db, [...rows(20), projectRow('9')], 15)
    await publish(db, rows(30).slice(1), 16)
    await vi.waitFor(() => expect(running.catalog.freshness('production').version).toBe('2026-11-16.1'), 10_000)
    const expected = contentOf(await readSnapshot(db, 'production'))
    expect(running.content()).toEqual(expected)
    const restarted = await start(db, folder)
    expect(restarted.content()).toEqual(expected)
    expect(filesIn(folder)).toHaveLength(1)
  })

  it('is right when versions are published while it is written', async () => {
    const { db, folder } = await published(await open())
    const plans = { floor_plans: [planRow('A'), planRow('B')] }
    await publish(db, [projectRow('1', plans), projectRow('2', plans), projectRow('3', plans)], 15)
    const { readTables } = reading
    vi.spyOn(reading, 'readTables').mockImplementationOnce(async (...args) => {
      await publish(db, [projectRow('1', { storeys: 99 }), projectRow('3', plans), projectRow('4')], 16)
      return readTables(...args)
    })
    const { content } = await start(db, folder)
    expect(content()).toEqual(contentOf(await readSnapshot(db, 'production')))
  })

  it('is written again when the dataset has outgrown it', async () => {
    const { db, folder } = await published(await open())
    const { catalog } = await start(db, folder)
    const readChanges = vi.spyOn(reading, 'readChanges')
    const many = Array.from({ length: 2100 }, (_, i) => projectRow(String(i)))
    await publish(db, many, 15)
    await vi.waitFor(() => expect(catalog.snapshot('production').projects.size).toBe(2100), 20_000)
    expect(readChanges).not.toHaveBeenCalled()
    expect(filesIn(folder).at(-1)).toMatch(/^production-s\d+-2-/)
  })

  it('is refused and built again when it was altered or cut off', async () => {
    const { db, folder } = await published(await open())
    const { content } = await start(db, folder)
    const path = join(folder, filesIn(folder)[0]!)
    const whole = readFileSync(path)
    const middle = Buffer.from(whole)
    middle[middle.indexOf('"littleEndian"') - 64]! ^= 1
    for (const damaged of [middle, whole.subarray(0, whole.length / 2), Buffer.alloc(0)]) {
      writeFileSync(path, damaged)
      const again = await start(db, folder)
      expect(again.log.join()).toContain('snapshot file refused and deleted')
      expect(again.content()).toEqual(content())
      expect(readFileSync(path)).toHaveLength(whole.length)
    }
  })

  it('of another installation is refused', async () => {
    const { db, folder } = await published(await open())
    await start(db, folder)
    const other = await start(db, folder, Buffer.from('another secret'))
    expect(other.log.join()).toContain('written with another key')
    expect(other.catalog.snapshot('production').projects.size).toBe(3)
  })

  it('of a history that the database does not have is not used', async () => {
    const [before, restored] = [await open(), await open()]
    const folder = await temporaryFolder()
    await publish(before, rows(10), 14)
    await start(before, folder)
    await publish(restored, rows(50), 15)
    const { catalog } = await start(restored, folder)
    expect(catalog.snapshot('production').projects.get(1000)?.storeys).toBe(51)
  })

  it('can be deleted at any time: a running node serves on, and the next start writes it again', async () => {
    const { db, folder } = await published(await open())
    const running = await start(db, folder)
    for (const name of filesIn(folder)) rmSync(join(folder, name))
    expect(running.content().records.project).toHaveLength(3)
    await publish(db, rows(20), 15)
    await vi.waitFor(() => expect(running.catalog.snapshot('production').projects.get(1000)?.storeys).toBe(21), 10_000)
    const restarted = await start(db, folder)
    expect(restarted.content()).toEqual(running.content())
    expect(filesIn(folder)).toHaveLength(1)
  })

  it('is built once when several nodes of a machine start together', async () => {
    const { db, folder } = await published(await open())
    const readTables = vi.spyOn(reading, 'readTables')
    const nodes = await Promise.all([1, 2, 3].map(() => start(db, folder)))
    for (const { content } of nodes) expect(content().records.project).toHaveLength(3)
    expect(readTables).toHaveBeenCalledTimes(1)
    expect(readdirSync(folder)).toEqual(filesIn(folder))
  })

  it('that damages later is replaced while the node runs', async () => {
    const { db, folder } = await published(await open())
    const source = new SnapshotSource({ db, files: { folder, secret }, verifyAfterMs: 1 })
    cleanUp(() => source.stop())
    const empty = await readSnapshot(db, 'sandbox')
    const built = await source.read('production', empty)
    const path = join(folder, filesIn(folder)[0]!)
    const bytes = readFileSync(path)
    bytes[bytes.indexOf('"unit_number"')]! ^= 1
    writeFileSync(path, bytes)
    const opened = await source.read('production', empty)
    await vi.waitFor(() => expect(source.isDamaged(opened)).toBe(true), 10_000)
    const replaced = await source.read('production', opened)
    expect(source.isDamaged(replaced)).toBe(false)
    expect(contentOf(replaced)).toEqual(contentOf(await readSnapshot(db, 'production')))
    expect(built.version).toEqual(replaced.version)
  })

  it('is written anew when much changed since, and the last three are kept', async () => {
    const db = await open()
    const folder = await temporaryFolder()
    const source = new SnapshotSource({ db, files: { folder, secret }, maxAdded: 3 })
    cleanUp(() => source.stop())
    await publish(db, rows(10), 10)
    let snapshot = await source.read('production', await readSnapshot(db, 'sandbox'))
    for (let day = 11; day < 17; day++) {
      await publish(db, rows(day), day)
      snapshot = await source.read('production', snapshot)
      await source.settled()
      expect(contentOf(snapshot)).toEqual(contentOf(await readSnapshot(db, 'production')))
    }
    expect(filesIn(folder).map((name) => Number(name.split('-')[2]))).toEqual([5, 6, 7])
    const restarted = await start(db, folder)
    expect(restarted.content()).toEqual(contentOf(snapshot))
  })

  it('is not needed: without a writable folder snapshots are in memory', async () => {
    const { db, folder } = await published(await open())
    vi.spyOn(SnapshotFolder.prototype, 'tryLock').mockImplementation(() => {
      throw Object.assign(new Error('EROFS: read-only file system'), { syscall: 'open', code: 'EROFS' })
    })
    const { log, content } = await start(db, folder)
    expect(log.join()).toContain('using memory')
    expect(content().records.project).toHaveLength(3)
  })
})
