// A version that is written in many transactions.
import { expect, it } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { publishInSlices } from '../../src/ingest/publish/publish-in-slices.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { forEachDatabase } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'

const AT = new Date('2026-11-14T06:00:00Z')
const COUNT = 130

/** `before` runs when the row with that number is read. */
async function* rows(before: (row: number) => Promise<void> = async () => {}, count = COUNT) {
  for (let i = 0; i < count; i++) {
    await before(i)
    yield projectRow(String(i))
  }
}

function publish(db: Database, source: AsyncIterable<ProjectRow>, onProgress: (rows: number) => void = () => {}) {
  return publishInSlices(db, { dataset: 'production', source: 'demo', rows: source, at: AT, actor: 'test', onProgress })
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

forEachDatabase('a publish in slices', (open) => {
  it('reports its progress, lets other queries run, and shows everything at the end', async () => {
    const db = await open()
    const seen: number[] = []
    const during: Awaited<ReturnType<typeof contents>>[] = []
    const version = await publish(
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
    await expect(publish(db, failing)).rejects.toThrow('killed')
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
    await expect(publish(db, interrupted)).rejects.toThrow('got another version')
    expect(await contents(db)).toEqual({ versions: ['2026-11-14.1'], projects: 1, written: 1 })
  })

  it('adds the rest to a sample, which stays as it is meanwhile and after a failure', async () => {
    const db = await open()
    const sample = await publish(db, rows(undefined, 40))
    const before = await contents(db)
    expect(before).toEqual({ versions: [sample], projects: 40, written: 40 })
    const failing = rows(async (row) => {
      if (row < 120) return
      expect(await contents(db)).toMatchObject({ versions: [sample], projects: 40 })
      throw new Error('killed')
    })
    await expect(publish(db, failing)).rejects.toThrow('killed')
    expect((await contents(db)).written).toBeGreaterThan(40)
    // Any publish removes what was written.
    await publishRows(db, { dataset: 'production', source: 'builder', rows: [projectRow('own')], at: AT })
    expect(await contents(db)).toMatchObject({ projects: 41, written: 41 })
    const rest = await publish(db, rows())
    const all = { versions: [sample, '2026-11-14.2', rest], projects: COUNT + 1, written: COUNT + 1 }
    expect(await contents(db)).toEqual(all)
    expect(await publish(db, rows())).toBeNull()
    expect(await contents(db)).toEqual(all)
  })

  it('is read by a node that has the sample', async () => {
    const db = await open()
    await publish(db, rows(undefined, 40))
    const previous = await readSnapshot(db, 'production')
    await publish(db, rows())
    expect((await readSnapshot(db, 'production', { previous })).projects.size).toBe(COUNT)
  })
})
