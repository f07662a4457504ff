// History from the releases of a source: what each of them said, on its day.
import { expect, it } from 'vitest'
import { projectAsOf } from '../../src/catalog/history/as-of.ts'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { forEachDatabase } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'

const NOW = new Date('2026-11-14T06:00:00Z')

const publish = (db: Database, asOf: string, rows: readonly ProjectRow[]) =>
  publishRows(db, { dataset: 'production', source: 'city', rows, at: NOW, asOf })

const row = (key: string, storeys: number) =>
  projectRow(key, { history: [], floor_plans: [], units: [], media: [], storeys })

forEachDatabase('releases, oldest first', (open) => {
  it('shows each day what the latest release before it said', async () => {
    const db = await open()
    await publish(db, '2020-01-06', [row('1', 8), row('2', 20)])
    await publish(db, '2021-01-06', [row('1', 10), row('2', 20)])
    const { version } = await publish(db, '2022-01-06', [row('1', 12)])
    expect(version).toBe('2026-11-14.3')
    const snapshot = await readSnapshot(db, 'production')
    const on = (id: number, day: string) => {
      const result = projectAsOf(snapshot, id, day)
      return result.kind === 'found' ? result.project.storeys : result
    }
    expect(on(1000, '2020-01-05')).toEqual({ kind: 'before_data', earliest: '2020-01-06' })
    expect(['2020-01-06', '2021-01-05', '2021-01-06', '2022-01-05', '2022-01-06'].map((day) => on(1000, day))).toEqual([
      8, 8, 10, 10, 12,
    ])
    expect(on(1001, '2022-01-05')).toBe(20)
    expect(on(1001, '2022-01-06')).toEqual({ kind: 'removed', removed_at: '2022-01-06T00:00:00.000Z' })
    const project = snapshot.projects.get(1000)!
    expect(project).toMatchObject({ created_at: '2020-01-06T00:00:00.000Z', updated_at: '2022-01-06T00:00:00.000Z' })
    expect(project.sources).toEqual([{ kind: 'city', observed_at: '2022-01-06T00:00:00.000Z' }])
    expect([...snapshot.versions.values()].map(({ published_at }) => published_at)).toEqual(
      Array(3).fill(NOW.toISOString()),
    )
  })

  it('refuses a day that does not exist or is in the future', async () => {
    const db = await open()
    await expect(publish(db, '2026-11-15', [row('1', 8)])).rejects.toThrow('until today')
    await expect(publish(db, '2021-02-30', [row('1', 8)])).rejects.toThrow('until today')
    await expect(publish(db, '21-02-03', [row('1', 8)])).rejects.toThrow('until today')
  })
})
