// Migrations apply once, completely, and only to a known schema.
import { EventEmitter, once } from 'node:events'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { connectDatabase, defaultMigrationsDir, openDatabase } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { readMigrations } from '../../src/db/migration-files.ts'
import { restore } from '../../src/db/restore.ts'
import { backupBeforeUpgrade } from '../../src/db/upgrade-backup.ts'
import {
  bothKinds,
  cleanUp,
  databaseOptions,
  kinds,
  openFor,
  runCleanups,
  temporaryFolder,
} from '../support/databases.ts'
import { DatabaseProcess } from '../support/processes.ts'

/** The product's migrations and one more. */
async function withOneMore(text: string): Promise<{ folder: string; name: string }> {
  const folder = await temporaryFolder()
  await cp(defaultMigrationsDir, folder, { recursive: true })
  const next = (await readMigrations(folder)).length + 1
  const name = `${String(next).padStart(4, '0')}-one-more`
  await writeFile(join(folder, `${name}.sql`), text)
  return { folder, name }
}

const versions = sql<{ name: string }>`select name from schema_migrations order by version`

afterEach(runCleanups)

describe.each(bothKinds)('migrations (%s)', (kind) => {
  it('are applied once and in order to an empty database', async () => {
    const options = await databaseOptions(kind, 'empty')
    const known = await readMigrations(defaultMigrationsDir)
    for (const _start of [1, 2]) {
      const db = await openDatabase(options)
      const rows = (await versions.execute(db.query)).rows
      await db.close()
      expect(rows.map((row) => row.name)).toEqual(known.map((migration) => migration.name))
    }
  })

  it('that fail leave the previous schema', async () => {
    const options = await databaseOptions(kind)
    const { folder } = await withOneMore('create table half_done (a int); select 1 / 0;')
    await expect(openDatabase({ ...options, migrationsDir: folder })).rejects.toMatchObject({ code: '22012' })
    const db = await openFor(options)
    await expect(sql`select * from half_done`.execute(db.query)).rejects.toMatchObject({ code: '42P01' })
  })
})

// What does not depend on the engine.
describe.each(kinds)('migrations (%s)', (kind) => {
  // A migration is one transaction: `flows/embedded-crash.test.ts` kills the embedded engine in the middle of some.
  it.each(['statement', 'ledger'] as const)('killed after the %s leave the old or the new schema', async (point) => {
    const options = await databaseOptions(kind)
    const { folder, name } = await withOneMore('create table one_more (a int); create index on one_more (a);')
    const order = { do: 'migrate and die', options: { ...options, migrationsDir: folder }, point } as const
    const starter = await DatabaseProcess.start()
    starter.child.send(order)
    await starter.died()

    const db = await openFor({ ...options, migrationsDir: folder })
    const rows = (await versions.execute(db.query)).rows
    expect(rows.filter((row) => row.name === name)).toHaveLength(1)
    await sql`insert into one_more values (1)`.execute(db.query)
  })

  it('of a database with data start after a backup of the old schema', async () => {
    const options = await databaseOptions(kind)
    const before = (await readMigrations(defaultMigrationsDir)).at(-1)!.name
    const { folder } = await withOneMore('create table one_more (a int)')
    const files: string[] = []
    const upgrade = { ...options, migrationsDir: folder, beforeUpgrade: backUp }
    async function backUp(db: Database, schema: string) {
      expect(schema).toBe(before)
      files.push(await backupBeforeUpgrade(db, options.dataDir, schema, () => {}))
    }
    for (const _start of [1, 2]) await (await openDatabase(upgrade)).close()
    expect(files).toHaveLength(1)

    // The version before can restore it.
    const restored = await databaseOptions(kind, 'empty')
    await restore(restored, files[0]!)
    const rows = (await versions.execute((await openFor(restored)).query)).rows
    expect(rows.at(-1)!.name).toBe(before)
  })

  it('do not start if the backup fails', async () => {
    const options = await databaseOptions(kind)
    const { folder } = await withOneMore('create table one_more (a int)')
    const beforeUpgrade = () => Promise.reject(new Error('the disk is full'))
    await expect(openDatabase({ ...options, migrationsDir: folder, beforeUpgrade })).rejects.toThrow('the disk is full')
    const db = await openFor(options)
    await expect(sql`select * from one_more`.execute(db.query)).rejects.toMatchObject({ code: '42P01' })
  })

  it('of an empty database need no backup', async () => {
    const options = await databaseOptions(kind, 'empty')
    const beforeUpgrade = () => Promise.reject(new Error('not expected'))
    await (await openDatabase({ ...options, beforeUpgrade })).close()
  })

  it('newer than the program are refused with both names', async () => {
    const options = await databaseOptions(kind)
    const { folder, name } = await withOneMore('create table one_more (a int)')
    await (await openDatabase({ ...options, migrationsDir: folder })).close()
    const newest = (await readMigrations(defaultMigrationsDir)).at(-1)!.name
    const refused = openDatabase(options)
    await expect(refused).rejects.toMatchObject({ exitCode: 4, message: expect.stringContaining(name) })
    await expect(refused).rejects.toThrow(newest)
  })

  it('changed after they were applied are refused by name', async () => {
    const options = await databaseOptions(kind)
    const { folder } = await withOneMore('')
    await writeFile(join(folder, '0001-infrastructure.sql'), 'create table something_else (a int)')
    const refused = openDatabase({ ...options, migrationsDir: folder })
    await expect(refused).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringContaining('0001-infrastructure'),
    })
  })
})

describe.runIf(bothKinds.includes('postgres'))('migrations (postgres, several nodes)', () => {
  it('run once when four processes start on an empty database together', async () => {
    const options = await databaseOptions('postgres', 'empty')
    const nodes = await Promise.all([1, 2, 3, 4].map(() => DatabaseProcess.start()))
    const answers = await Promise.all(nodes.map((node) => node.ask({ do: 'open', options })))
    expect(answers).toEqual(nodes.map(() => ({ reply: 'done' })))
  })

  it('wait for the node that makes the backup, and need no second one', async () => {
    const options = await databaseOptions('postgres')
    const { folder, name } = await withOneMore('create table one_more (a int)')
    const lines: string[] = []
    const start = (beforeUpgrade: () => Promise<void>) =>
      openDatabase({ ...options, migrationsDir: folder, beforeUpgrade, log: (line) => lines.push(line) })
    const backup = new EventEmitter()
    const begun = once(backup, 'begin')
    const first = start(async () => {
      backup.emit('begin')
      await once(backup, 'end')
    })
    await begun
    const second = start(() => Promise.reject(new Error('a second backup')))
    await vi.waitFor(() => expect(lines).toEqual([expect.stringContaining('waiting for another process')]), 10_000)
    backup.emit('end')
    for (const db of await Promise.all([first, second])) await db.close()
    expect(lines.filter((line) => line.includes(name))).toHaveLength(1)
  })

  it('try again after a deadlock with a node of the version before', async () => {
    const options = await databaseOptions('postgres')
    const { pool, close } = await connectDatabase(options)
    cleanUp(close)
    const node = await pool.connect()
    // Only the migration looks for deadlocks, so it is the one to fail.
    await node.query("set deadlock_timeout = '10min'")
    await node.query('begin')
    await node.query('select from accounts')
    const { folder } = await withOneMore(`lock table instance; lock table accounts; create table one_more (a int)`)
    const opened = openDatabase({ ...options, migrationsDir: folder })
    const isWaiting = async () =>
      (await pool.query("select from pg_locks where not granted and relation = 'accounts'::regclass")).rowCount === 1
    await vi.waitFor(async () => expect(await isWaiting()).toBe(true), 10_000)
    await node.query('select from instance')
    await node.query('commit')
    node.release()
    const db = await opened
    cleanUp(() => db.close())
    expect((await sql`select from one_more`.execute(db.query)).rows).toEqual([])
  })
})

describe.runIf(bothKinds.includes('postgres'))('the table of applied migrations', () => {
  /** PostgreSQL's answer to about one in a thousand simultaneous creations of a table. */
  const typeExists = Object.assign(new Error('type "schema_migrations" already exists'), { code: '42710' })

  async function emptyPool(): Promise<pg.Pool> {
    const { pool, close } = await connectDatabase(await databaseOptions('postgres', 'empty'))
    cleanUp(close)
    return pool
  }

  it('may be created by another process at the same moment', async () => {
    const pool = await emptyPool()
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
    vi.spyOn(pool, 'query').mockImplementationOnce(async (text: unknown) => {
      await query(text)
      throw typeExists
    })
    expect(await migrate(pool, defaultMigrationsDir, { upTo: 1 })).toBe(1)
  })

  it('must exist after that', async () => {
    const pool = await emptyPool()
    vi.spyOn(pool, 'query').mockImplementationOnce(() => Promise.reject(typeExists))
    await expect(migrate(pool, defaultMigrationsDir)).rejects.toBe(typeExists)
  })
})

describe('migration files', () => {
  it('are numbered without gaps', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, '0002-late.sql'), 'select 1')
    await expect(readMigrations(folder)).rejects.toThrow('the name must start with 0001-')
  })

  it('must not end their transaction', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, '0001-sly.sql'), 'create table a (b int);\nCOMMIT;\nselect 1')
    await expect(readMigrations(folder)).rejects.toThrow('must not begin or end a transaction')
  })
})
