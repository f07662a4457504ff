// Backups of both engines restore into both engines, completely or not at all.
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { backup, writeBackup } from '../../src/db/backup.ts'
import type { Database } from '../../src/db/database.ts'
import { defaultMigrationsDir, openDatabase } from '../../src/db/database.ts'
import { readMigrations } from '../../src/db/migration-files.ts'
import { restore } from '../../src/db/restore.ts'
import type { Kind } from '../support/databases.ts'
import { bothKinds, databaseOptions, openFor, runCleanups, temporaryFolder } from '../support/databases.ts'

/** Everything that is hard to back up: reference cycles, identities, computed columns, triggers, odd text. */
const ODD_TABLES = `
create table tree (
  id bigint generated always as identity primary key,
  parent_id bigint references tree,
  leaf_id bigint,
  label text not null,
  loud text generated always as (upper(label)) stored
);
create table "odd Table" (
  id serial primary key,
  tree_id bigint not null references tree on delete cascade,
  at timestamptz, day date, price numeric(12,4), ratio float8, raw bytea, doc jsonb, names text[], gap interval, yes boolean
);
alter table tree add foreign key (leaf_id) references "odd Table" deferrable initially deferred;
create table seeded (word text primary key);
insert into seeded values ('from the migration');
create function forbid() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
create trigger never before update on seeded for each row execute function forbid();`

const ODD_ROWS = `
insert into tree (label) select 'tree ' || n from generate_series(1, 450) n;
update tree set parent_id = 451 - id where id <> 300;
insert into "odd Table" (tree_id, at, day, price, ratio, raw, doc, names, gap, yes) values
  (1, '2026-11-15 03:15:32.123456+00', '2026-03-08', 1234.5600, 0.1, '\\x00ff', '{"a": [1, "é"]}', '{"x,y","\\"",NULL}', '1 day 02:00', true),
  (450, null, null, null, 'NaN', null, 'null', '{}', null, false),
  (7, 'infinity', '0044-03-15 BC', -0.0001, '-Infinity', '', '"\\u2028\\n\\t\\\\"', array[E'line\\nbreak', E'\\u2028', ''], '-3 mons', null);
update tree set leaf_id = 3 where id = 2;
insert into leases values ('job', 'somebody', now());
insert into instance values ('secret check', 'abc')`

async function oddMigrations(): Promise<string> {
  const folder = await temporaryFolder()
  await cp(defaultMigrationsDir, folder, { recursive: true })
  const next = (await readMigrations(folder)).length + 1
  await writeFile(join(folder, `${String(next).padStart(4, '0')}-odd.sql`), ODD_TABLES)
  return folder
}

/** Stays open, so that backups are made as on a running server. */
async function filled(kind: Kind, migrationsDir: string): Promise<Database> {
  const db = await openFor({ ...(await databaseOptions(kind)), migrationsDir })
  await db.tx(async (tx) => {
    for (const statement of ODD_ROWS.split(/;\n/)) await sql.raw(statement).execute(tx)
  })
  return db
}

const linesOf = async (file: string): Promise<string[]> =>
  gunzipSync(await readFile(file))
    .toString()
    .split('\n')

/** The contents of a backup without its time, row order and the mark of a restore. */
async function contentOf(file: string): Promise<string[]> {
  const [, ...lines] = await linesOf(file)
  return lines.filter((line) => !line.includes('"sha256"') && !line.startsWith('["restored"')).sort()
}

/** Where the engine does not matter: an embedded database takes a second to start. */
const fastest = bothKinds.at(-1)!
/** From and into each engine; within one engine in a thorough run. */
const pairs = bothKinds
  .flatMap((from) => bothKinds.map((to) => [from, to] as const))
  .filter(([from, to]) => inject('thorough') || bothKinds.length === 1 || from !== to)

afterEach(runCleanups)

describe('a backup', () => {
  it.each(pairs)('of %s restores into %s without differences', async (from, to) => {
    const migrationsDir = await oddMigrations()
    const folder = await temporaryFolder()
    const source = await filled(from, migrationsDir)
    const target = { ...(await databaseOptions(to, 'empty')), migrationsDir }
    const summary = await writeBackup(source.query, join(folder, 'first'))
    expect(summary.rows).toMatchObject({ tree: 450, 'odd Table': 3, seeded: 1, instance: 1 })
    expect(await restore(target, join(folder, 'first'))).toEqual(summary)
    const db = await openFor(target)
    await writeBackup(db.query, join(folder, 'second'))
    expect(await contentOf(join(folder, 'second'))).toEqual(await contentOf(join(folder, 'first')))

    // Sequences continue, foreign keys are checked and triggers fire again.
    const inserted = await sql`insert into tree (label) values ('next') returning id, loud`.execute(db.query)
    expect(inserted.rows).toEqual([{ id: 451, loud: 'NEXT' }])
    const dangling = sql`insert into "odd Table" (tree_id) values (9999)`.execute(db.query)
    await expect(dangling).rejects.toMatchObject({ code: '23503' })
    await expect(sql`update seeded set word = 'x'`.execute(db.query)).rejects.toThrow('no')
    expect((await sql`select * from leases`.execute(db.query)).rows).toEqual([])
  })

  it('of an older schema is migrated after the restore', async () => {
    const folder = await temporaryFolder()
    const source = await databaseOptions(fastest)
    await backup(source, join(folder, 'old'))
    const target = { ...(await databaseOptions(fastest, 'empty')), migrationsDir: await oddMigrations() }
    await restore(target, join(folder, 'old'))
    const db = await openFor(target)
    expect((await sql`select * from seeded`.execute(db.query)).rows).toEqual([{ word: 'from the migration' }])
  })

  it('of a newer schema is refused', async () => {
    const folder = await temporaryFolder()
    const migrationsDir = await oddMigrations()
    const source = { ...(await databaseOptions(fastest)), migrationsDir }
    await (await openDatabase(source)).close()
    await backup(source, join(folder, 'new'))
    const refused = restore(await databaseOptions(fastest, 'empty'), join(folder, 'new'))
    await expect(refused).rejects.toMatchObject({ exitCode: 4, message: expect.stringContaining('-odd') })
  })

  it('never overwrites a file', async () => {
    const file = join(await temporaryFolder(), 'precious')
    await writeFile(file, 'precious')
    await expect(backup(await databaseOptions(fastest), file)).rejects.toThrow('already exists')
    expect(await readFile(file, 'utf8')).toBe('precious')
  })

  it('is not restored into a database with rows', async () => {
    const folder = await temporaryFolder()
    const options = await databaseOptions(fastest)
    await backup(options, join(folder, 'empty'))
    const db = await openDatabase(options)
    await db.query.insertInto('instance').values({ key: 'a', value: 'b' }).execute()
    await db.close()
    await expect(restore(options, join(folder, 'empty'))).rejects.toThrow('is not empty')
    const after = await openFor(options)
    expect(await after.query.selectFrom('instance').selectAll().execute()).toContainEqual({ key: 'a', value: 'b' })
  })
})

type Damage = (lines: string[], packed: Buffer) => Buffer
const pack = (lines: string[]) => gzipSync(lines.join('\n'))

/** [damage, damaged file]. */
const DAMAGES: readonly (readonly [title: string, damage: Damage])[] = [
  ['cut in the middle of its bytes', (_, packed) => packed.subarray(0, packed.length - 20)],
  ['cut after a whole line', (lines) => pack([...lines.slice(0, -2), ''])],
  ['without one of its rows', (lines) => pack(lines.filter((line) => !line.includes('tree 17"')))],
  ['with a changed character', (lines) => pack(lines.map((line) => line.replace('tree 17"', 'tree 18"')))],
  [
    'with a flipped bit',
    (_, packed) => packed.map((byte, at) => (at === packed.length >> 1 ? byte ^ 4 : byte)) as Buffer,
  ],
  ['of two backups, one after the other', (_, packed) => Buffer.concat([packed, packed])],
  ['that is something else', () => Buffer.from('hello')],
  ['that is empty', () => Buffer.alloc(0)],
]

describe('a backup file', () => {
  it('is refused before anything is written when it is damaged', async () => {
    const folder = await temporaryFolder()
    const migrationsDir = await oddMigrations()
    const file = join(folder, 'good')
    await writeBackup((await filled(fastest, migrationsDir)).query, file)
    const [lines, packed] = [await linesOf(file), await readFile(file)]
    for (const [title, damage] of DAMAGES) {
      await writeFile(join(folder, 'bad'), damage([...lines], packed))
      const dataDir = join(folder, 'never made')
      const refused = restore({ dataDir, migrationsDir }, join(folder, 'bad'))
      await expect(refused, title).rejects.toThrow('is not a complete backup')
      await expect(readFile(dataDir), title).rejects.toMatchObject({ code: 'ENOENT' })
    }
  })
})
