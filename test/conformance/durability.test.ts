// Acknowledged writes are on disk: checks settings and counts fsyncs.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { connectDatabase, openDatabase } from '../../src/db/database.ts'
import { ENGINE_MAJOR, ENGINE_VERSION } from '../../src/db/embedded/cluster.ts'
import { bothKinds, databaseOptions, openFor, runCleanups } from '../support/databases.ts'

afterEach(runCleanups)

describe.each(bothKinds)('durability (%s)', (kind) => {
  it('is on in the running engine', async () => {
    const db = await openFor(await databaseOptions(kind))
    const result = await sql`
      select name, setting from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name`.execute(db.query)
    expect(result.rows).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'synchronous_commit', setting: 'on' },
    ])
  })

  it('turned off is refused with the name of the setting', async () => {
    const options = await databaseOptions(kind)
    const db = await openDatabase(options)
    await sql`do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`.execute(
      db.query,
    )
    await db.close()
    const reopened = openDatabase(options)
    // The embedded engine's command line overrides these settings.
    if (kind === 'embedded') await (await reopened).close()
    else
      await expect(reopened).rejects.toMatchObject({
        exitCode: 4,
        message: expect.stringContaining('synchronous_commit'),
      })
  })
})

describe('the embedded engine', () => {
  it('syncs its log at least once per commit', async () => {
    const connection = await connectDatabase(await databaseOptions('embedded'))
    const before = connection.engine!.syncCount()
    for (let n = 1; n <= 100; n += 1)
      await connection.pool.query('insert into instance values ($1, $2)', [`k${n}`, 'v'])
    const syncs = connection.engine!.syncCount() - before
    await connection.close()
    expect(syncs).toBeGreaterThanOrEqual(100)
  })

  it('refuses the cluster of another PostgreSQL version with advice', async () => {
    const options = await databaseOptions('embedded')
    const file = join(options.dataDir, 'embedded', 'cluster', 'PG_VERSION')
    expect((await readFile(file, 'utf8')).trim()).toBe(ENGINE_MAJOR)
    await writeFile(file, '17\n')
    await expect(openDatabase(options)).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringContaining('PostgreSQL 17'),
      advice: expect.stringContaining('plinth backup'),
    })
  })

  it('reports its own error when files are damaged, and releases the lock', async () => {
    const options = await databaseOptions('embedded')
    const control = join(options.dataDir, 'embedded', 'cluster', 'global', 'pg_control')
    const intact = await readFile(control)
    await writeFile(control, Buffer.alloc(intact.length))
    await expect(openDatabase(options)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('embedded database failed'),
      advice: expect.stringContaining('Restore a backup'),
    })
    await writeFile(control, intact)
    await openFor(options)
  })

  it('starts after a power cut during its start, which can leave an empty lock file', async () => {
    const options = await databaseOptions('embedded')
    await writeFile(join(options.dataDir, 'embedded', 'cluster', 'postmaster.pid'), '')
    await openFor(options)
  })

  it('has a template of the installed version', async () => {
    const file = new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url)
    expect(JSON.parse(await readFile(file, 'utf8')).version, 'run `npm run template`').toBe(ENGINE_VERSION)
    await readFile(new URL(`../../assets/embedded-cluster-${ENGINE_VERSION}.br`, import.meta.url))
  })
})

describe.runIf(bothKinds.includes('postgres'))('a PostgreSQL that is not there', () => {
  it('stops the start with exit code 5', async () => {
    const { url, dataDir } = await databaseOptions('postgres')
    const absent = url!.replace(/\/test_[^?]*/, '/nobody_made_this')
    await expect(openDatabase({ url: absent, dataDir })).rejects.toMatchObject({ exitCode: 5 })
    const silent = openDatabase({ url: 'postgres://plinth:secret@127.0.0.1:1/plinth', dataDir })
    await expect(silent).rejects.toMatchObject({ exitCode: 5, message: expect.not.stringContaining('secret') })
  })
})
