// The first version of a dataset, written in many transactions.
import { expect, it } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { publishFirst } from '../../src/ingest/publish/publish-first.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { forEachDatabase } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'

const AT = new Date('2026-11-14T06:00:00Z')
const COUNT = 130

/** `before` runs when the row with that number is read. */
async function* rows(before: (row: number) => Promise<void> = async () => {}): AsyncGenerator<ProjectRow> {
  for (let i = 0; i < COUNT; i++) {
    await before(i)
    yield projectRow(String(i))
  }
}

function first(db: Database, source: AsyncIterable<ProjectRow>, onProgress: (rows: number) => void = () => {}) {
  return publishFirst(db, { dataset: 'production', source: 'demo', rows: source, at: AT, actor: 'test', onProgress })
}

async function contents(db: Database) {
  const { versions, projects } = await readSnapshot(db, 'production')
  const { n } = await db.query
    .selectFrom('records')
    .select((q) => q.fn.countAll<number>().as('n'))
    .where('dataset', '=', 'production')
    .where('kind', '=', 'project')
    .executeTakeFirstOrThrow()
  return { versions: [...versions.values()].map(({ version }) => version), projects: projects.size, written: n }
}

forEachDatabase('the first publish', (open) => {
  it('reports its progress, lets other queries run, and shows everything at the end', async () => {
    const db = await open()
    const seen: number[] = []
    const during: Awaited<ReturnType<typeof contents>>[] = []
    const version = await first(
      db,
      rows(async (row) => {
        if (row === 120) during.push(await contents(db))
      }),
      (done) => seen.push(done),
    )
    expect(version).toBe('2026-11-14.1')
    expect(during).toMatchObject([{ versions: [], projects: 0 }])
    expect(during[0]!.written).toBeGreaterThanOrEqual(50)
    expect(seen.at(-1)).toBe(COUNT)
    expect(await contents(db)).toEqual({ versions: [version], projects: COUNT, written: COUNT })
  })

  it('leaves no visible row when it fails, and the next publish removes what it wrote', async () => {
    const db = await open()
    const failing = rows(async (row) => {
      if (row === 110) throw new Error('killed')
    })
    await expect(first(db, failing)).rejects.toThrow('killed')
    expect(await contents(db)).toMatchObject({ versions: [], projects: 0 })
    await publishRows(db, { dataset: 'production', source: 'builder', rows: [projectRow('own')], at: AT })
    expect(await contents(db)).toMatchObject({ projects: 1, written: 1 })
  })

  it('gives way to an import that publishes meanwhile', async () => {
    const db = await open()
    const interrupted = rows(async (row) => {
      if (row === 70)
        await publishRows(db, { dataset: 'production', source: 'city', rows: [projectRow('own')], at: AT })
    })
    await expect(first(db, interrupted)).rejects.toThrow('already has a version')
    expect(await contents(db)).toEqual({ versions: ['2026-11-14.1'], projects: 1, written: 1 })
  })
})
