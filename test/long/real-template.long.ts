// The template of the embedded database with real buildings: equal to what is published from the same files.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { importedSources, prepareRealBuildings, publishRealBuildings } from '../../src/app/real-buildings.ts'
import type { Database } from '../../src/db/database.ts'
import { databaseOptions, forOneDatabase, openFor, temporaryFolder } from '../support/databases.ts'

/** Of the installation, not of the data: when it was migrated, and its own settings. */
const LEFT_OUT = new Set(['schema_migrations', 'instance'])

/** Each row of each table as text. */
async function contentsOf(db: Database): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {}
  for (const { name } of await db.query.introspection.getTables()) {
    if (LEFT_OUT.has(name)) continue
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(
      db.query,
    )
    if (rows.length > 0) contents[name] = rows.map(({ row }) => row).sort()
  }
  return contents
}

const pastRelease = (line: string) => {
  if (line.includes('2023-01-06')) throw new Error('the process ends')
}

forOneDatabase('the template with the real buildings', (kind) => {
  it('has the content of a fresh publish, which was interrupted once (else run: npm run template)', async () => {
    const template = await openFor({ dataDir: await temporaryFolder(), template: 'real' })
    const expected = await contentsOf(template)
    const db = await openFor(await databaseOptions(kind))
    await expect(publishRealBuildings(db, new Date('2026-11-18'), pastRelease)).rejects.toThrow('the process ends')
    await prepareRealBuildings(db)
    const published = await contentsOf(db)
    expect(Object.keys(published)).toEqual(Object.keys(expected))
    for (const [table, rows] of Object.entries(published)) expect([table, rows]).toEqual([table, expected[table]])
    expect(published.dataset_versions).toHaveLength(14)
    expect(await importedSources(db)).toEqual([])
  })
})
