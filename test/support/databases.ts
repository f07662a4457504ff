// Runs one suite on the databases of the run, with an empty database per test.

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, inject } from 'vitest'
import type { Database, DatabaseOptions } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import type { Content } from './postgres.ts'
import { createDatabase, dropDatabase } from './postgres.ts'

export type Kind = Database['kind']

/** PostgreSQL is tested only if installed; CI installs it. */
export const bothKinds: readonly Kind[] = inject('postgresUrl') ? ['embedded', 'postgres'] : ['embedded']

/**
 * Both only in a thorough run. The engines run the same SQL, `conformance` compares them in every run, and tests of the API
 * and the pages use the embedded one. So other suites need only PostgreSQL.
 */
export const kinds: readonly Kind[] = inject('thorough') ? bothKinds : bothKinds.slice(-1)

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

/** Options for a new database that is not open yet. Call inside a test. */
export async function databaseOptions(kind: Kind, content: Content = 'migrated'): Promise<DatabaseOptions> {
  const options = await newDatabase(kind, content)
  cleanUp(async () => {
    if (options.url) await dropDatabase(inject('postgresUrl'), options.url)
    await rm(options.dataDir, { recursive: true, force: true })
  })
  return options
}

async function newDatabase(kind: Kind, content: Content): Promise<DatabaseOptions> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plinth-test-'))
  if (kind === 'postgres') return { dataDir, url: await createDatabase(inject('postgresUrl'), content) }
  if (content === 'migrated') await cp(inject('migratedFolder'), dataDir, { recursive: true })
  return { dataDir }
}

/** Opens a database and closes it after the test. */
export async function openFor(options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase({ ...options, strict: true })
  cleanUp(() => database.close())
  return database
}

/**
 * Tests on the databases of this run. `open` returns a migrated database. Starting the embedded engine takes a second, copying a
 * PostgreSQL database half a second, so the tests share one of each and reset it. A second `open` in a test creates a new one.
 */
export function forEachDatabase(title: string, suite: DatabaseSuite): void {
  describe.each(kinds)(`${title} (%s)`, (kind) => runSuite(suite, kind))
}

/** For what the engines might do differently. */
export function forBothDatabases(title: string, suite: DatabaseSuite): void {
  describe.each(bothKinds)(`${title} (%s)`, (kind) => runSuite(suite, kind))
}

type DatabaseSuite = (open: () => Promise<Database>, kind: Kind) => void

function runSuite(suite: DatabaseSuite, kind: Kind): void {
  afterEach(runCleanups)
  suite(async () => (await shared[kind].borrow()) ?? openFor(await databaseOptions(kind)), kind)
}

/**
 * For tests that kill processes: PostgreSQL, or the embedded engine where it is not installed. The embedded engine takes
 * seconds per kill; the long tests kill it many times, and `flows/embedded-crash.test.ts` a few.
 */
export function forOneDatabase(title: string, suite: (kind: Kind) => void): void {
  const kind = bothKinds.at(-1)!
  describe(`${title} (${kind})`, () => {
    afterEach(runCleanups)
    suite(kind)
  })
}

/** Stays open until the process ends; the run deletes its files. */
class SharedDatabase {
  readonly #kind: Kind
  #database: Database | undefined
  #migrated: MigratedRows = new Map()
  #lent = false

  constructor(kind: Kind) {
    this.#kind = kind
  }

  async borrow(): Promise<Database | undefined> {
    if (this.#lent) return undefined
    this.#lent = true
    cleanUp(async () => {
      this.#lent = false
    })
    if (this.#database) await resetTables(this.#database, this.#migrated)
    else {
      this.#database = await openDatabase({ ...(await newDatabase(this.#kind, 'migrated')), strict: true })
      this.#migrated = await migratedRows(this.#database)
    }
    return { ...this.#database, close: async () => {} }
  }
}

const shared: Readonly<Record<Kind, SharedDatabase>> = {
  embedded: new SharedDatabase('embedded'),
  postgres: new SharedDatabase('postgres'),
}

/** Table → rows inserted by migrations, as JSON; '[]' for most. */
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

/**
 * Restores the state after migrations. Deletes rows, because truncate would create new files for every table and index. In
 * the replica role triggers and foreign keys are off, so the order of tables does not matter.
 */
async function resetTables(database: Database, migrated: MigratedRows): Promise<void> {
  const names = [...migrated.keys()]
  await database.tx(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const filled = names.map((name) => `select '${name}' as name where exists (select from ${name})`)
    for (const { name } of (await sql.raw<{ name: string }>(filled.join(' union all ')).execute(tx)).rows)
      await sql`delete from ${sql.raw(name)}`.execute(tx)
    await sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where last_value is not null`.execute(tx)
    for (const [name, rows] of migrated) {
      if (rows === '[]') continue
      await sql`insert into ${sql.raw(name)} overriding system value
        select * from json_populate_recordset(null::${sql.raw(name)}, ${rows}::json)`.execute(tx)
    }
  })
}
