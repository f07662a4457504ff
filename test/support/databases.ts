// Runs one suite on both engines, each test on a database of its own.

import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, inject } from 'vitest'
import type { Database, DatabaseOptions } from '../../src/db/database.ts'
import { defaultMigrationsDir, openDatabase } from '../../src/db/database.ts'
import { ENGINE_VERSION } from '../../src/db/embedded/cluster.ts'
import { readMigrations } from '../../src/db/migration-files.ts'
import { createDatabase, dropDatabase } from './postgres.ts'

export type Kind = Database['kind']
type Content = 'migrated' | 'empty'

/** PostgreSQL only where it is installed; CI installs it. */
export const kinds: readonly Kind[] = inject('postgresUrl') ? ['embedded', 'postgres'] : ['embedded']

const cleanups: (() => Promise<void>)[] = []

/** Runs after the current test, last registered first. */
export function cleanUp(work: () => Promise<void>): void {
  cleanups.push(work)
}

export async function runCleanups(): Promise<void> {
  for (const work of cleanups.splice(0).reverse()) await work()
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-test-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Options for a database of the test's own, not opened yet. Call within a test. */
export async function databaseOptions(kind: Kind, content: Content = 'migrated'): Promise<DatabaseOptions> {
  const dataDir = await temporaryFolder()
  if (kind === 'embedded') {
    if (content === 'migrated') await cp(await migratedFolder(), dataDir, { recursive: true })
    return { dataDir }
  }
  const url = await createDatabase(inject('postgresUrl'), content)
  cleanUp(() => dropDatabase(inject('postgresUrl'), url))
  return { dataDir, url }
}

/** Opens one and closes it after the test. */
export async function openFor(options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase({ ...options, strict: true })
  cleanUp(() => database.close())
  return database
}

/**
 * The same tests on both engines: `open` gives each test a freshly migrated database. Booting the embedded engine
 * takes a second or more, so the tests of one suite share one and reset it; a second `open` in a test gives a new one.
 */
export function forEachDatabase(title: string, suite: (open: () => Promise<Database>, kind: Kind) => void): void {
  describe.each(kinds)(`${title} (%s)`, (kind) => {
    const shared = kind === 'embedded' ? new SharedDatabase() : undefined
    afterEach(runCleanups)
    afterAll(() => shared?.close())
    suite(async () => (await shared?.borrow()) ?? openFor(await databaseOptions(kind)), kind)
  })
}

class SharedDatabase {
  #database: Database | undefined
  #migrated: MigratedRows = new Map()
  #folder = ''
  #lent = false

  async borrow(): Promise<Database | undefined> {
    if (this.#lent) return undefined
    this.#lent = true
    if (this.#database) await resetTables(this.#database, this.#migrated)
    else {
      this.#folder = await mkdtemp(join(tmpdir(), 'plinth-test-'))
      await cp(await migratedFolder(), this.#folder, { recursive: true })
      this.#database = await openDatabase({ dataDir: this.#folder, strict: true })
      this.#migrated = await migratedRows(this.#database)
    }
    cleanUp(async () => {
      this.#lent = false
    })
    return { ...this.#database, close: async () => {} }
  }

  async close(): Promise<void> {
    await this.#database?.close()
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true })
  }
}

/** Table → the rows its migration brought, as JSON; '[]' for most. */
type MigratedRows = ReadonlyMap<string, string>

async function migratedRows(database: Database): Promise<MigratedRows> {
  const tables = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename <> 'schema_migrations'`.execute(database.query)
  const rows = new Map<string, string>()
  for (const { name } of tables.rows) {
    const result = await sql<{ rows: string }>`
      select coalesce(json_agg(t), '[]')::text as rows from ${sql.raw(name)} t`.execute(database.query)
    rows.set(name, result.rows[0]!.rows)
  }
  return rows
}

/** As if just migrated. */
async function resetTables(database: Database, migrated: MigratedRows): Promise<void> {
  await database.tx(async (tx) => {
    await sql`truncate ${sql.raw([...migrated.keys()].join(', '))} restart identity cascade`.execute(tx)
    for (const [name, rows] of migrated) {
      if (rows === '[]') continue
      await sql`insert into ${sql.raw(name)} overriding system value
        select * from json_populate_recordset(null::${sql.raw(name)}, ${rows}::json)`.execute(tx)
    }
  })
}

/** A closed, migrated embedded database to copy, kept between runs under the hash of what made it. */
async function migratedFolder(): Promise<string> {
  const hash = createHash('sha256').update(ENGINE_VERSION)
  for (const migration of await readMigrations(defaultMigrationsDir)) hash.update(migration.checksum)
  const cache = join(tmpdir(), `plinth-test-templates-${process.getuid?.() ?? 0}`)
  const template = join(cache, hash.digest('hex').slice(0, 16))
  if (await stat(template).catch(() => undefined)) return template
  await mkdir(cache, { recursive: true, mode: 0o700 })
  const aside = await mkdtemp(join(cache, 'new-'))
  const database = await openDatabase({ dataDir: aside })
  await database.close()
  // Two test files may make it at once: the first rename wins, the second finds a folder in its way.
  await rename(aside, template).catch(() => rm(aside, { recursive: true, force: true }))
  return template
}
