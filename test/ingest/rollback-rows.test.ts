// A rollback restores the stored rows with the records, so that what follows starts from there.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import type { Stage } from '../edits/stage.ts'
import { CURATOR, stageOn } from '../edits/stage.ts'
import { forEachDatabase } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'

const three = () => ['1', '2', '3'].map((key) => projectRow(key))

/** What publishes compare with, whatever ids later versions gave. */
async function rowsOf(db: Database, columns = 'source, key, project_id, is_anchor, row_hash, row::text, observed_at') {
  const { rows } = await sql<{ source: string; key: string }>`
    select ${sql.raw(columns)}, join_keys, street_keys from identities where dataset = 'production' and present
    order by source, key`.execute(db.query)
  return rows
}

const contentOf = (stage: Stage) =>
  stage
    .now()
    .projects.toArray()
    .map(({ updated_at: _, created_at: _c, sources: _s, rows, ...project }) => ({
      ...project,
      rows: rows!.map(({ source, key }) => `${source} ${key}`),
    }))

const countsOf = (stage: Stage) => {
  const { floorPlans, units, media } = stage.now()
  return [floorPlans.all, units.all, media.all].map((all) => all.toArray().map(({ id }) => id))
}

forEachDatabase('a rollback', (open) => {
  it('restores the rows: the older file changes nothing afterwards, and the newer one brings its changes again', async () => {
    const stage = await stageOn(await open())
    const { db } = stage
    await stage.publish(three())
    const { version } = await stage.publish([projectRow('2', { year_built: 1999 })], 'city')
    const [before, rows] = [contentOf(stage), await rowsOf(db)]
    const newer = [projectRow('1', { storeys: 3 }), projectRow('3', { condo_corp: { registry: 'TSCC', number: 7 } })]
    await stage.publish([...newer, projectRow('4')])
    await stage.publish([projectRow('2', { year_built: 2001 }), projectRow('9')], 'city')
    const [after, parts] = [contentOf(stage), countsOf(stage)]
    await stage.rollBack(version!)
    await stage.read()
    expect(contentOf(stage)).toEqual(before)
    expect(await rowsOf(db)).toEqual(rows)
    expect(await stage.publish(three())).toMatchObject({ published: false, unchanged: 3, rejected: [] })
    expect(await stage.publish([projectRow('2', { year_built: 1999 })], 'city')).toMatchObject({ published: false })
    await stage.publish([...newer, projectRow('4')])
    await stage.publish([projectRow('2', { year_built: 2001 }), projectRow('9')], 'city')
    expect(contentOf(stage)).toEqual(after)
    expect(countsOf(stage)).toEqual(parts)
  })

  it('is itself rolled back with its rows', async () => {
    const stage = await stageOn(await open())
    const { db } = stage
    const first = await stage.publish(three())
    const second = await stage.publish([projectRow('1', { storeys: 3 }), projectRow('4')])
    const [after, rows] = [contentOf(stage), await rowsOf(db)]
    await stage.rollBack(first.version!)
    await stage.rollBack(second.version!)
    await stage.read()
    expect(contentOf(stage)).toEqual(after)
    expect(await rowsOf(db)).toEqual(rows)
  })

  it('restores a row under its former key, with the decisions about it', async () => {
    const stage = await stageOn(await open())
    await stage.publish(three())
    const [one, two] = contentOf(stage)
    const { token } = await stage.merger.preview(two!.id, one!.id)
    const { datasetVersion } = await stage.merger.merge(two!.id, one!.id, token, 'one site', CURATOR)
    const merged = contentOf(stage)
    const renamed: ProjectRow[] = three().map((row) => (row.key === '2' ? { ...row, key: 'two' } : row))
    await stage.publish([...renamed, projectRow('4')])
    await stage.rollBack(datasetVersion)
    await stage.read()
    expect(contentOf(stage)).toEqual(merged)
    expect(await stage.publish(three())).toMatchObject({ published: false, rejected: [] })
    await stage.publish([...renamed, projectRow('4')])
    // The row `two` is still in the project of `1`.
    expect(contentOf(stage).map(({ rows }) => rows)).toEqual([['builder 1'], ['builder 3'], ['builder 4']])
  })

  it('to a version before rows were logged restores records, and imports go on from them', async () => {
    const stage = await stageOn(await open())
    const { db } = stage
    const { version } = await stage.publish(three())
    const before = contentOf(stage)
    await stage.publish([projectRow('1', { storeys: 3 }), projectRow('4')])
    await sql`update counters set value = 2 where name = 'rows_logged.production'`.execute(db.query)
    await stage.rollBack(version!)
    await stage.read()
    expect(contentOf(stage)).toEqual(before)
    expect(await stage.publish(three())).toMatchObject({ published: false, unchanged: 0 })
    await sql`update counters set value = 0 where name = 'rows_logged.production'`.execute(db.query)
  })

  it('leads ids that it removes to the projects that have their rows again', async () => {
    const stage = await stageOn(await open())
    const corp = { condo_corp: { registry: 'TSCC', number: 7 } }
    await stage.publish([projectRow('1', corp)])
    const { version } = await stage.publish([projectRow('8', corp)], 'city')
    await stage.publish([projectRow('8')], 'city')
    const [one, parted] = contentOf(stage)
    await stage.rollBack(version!)
    await stage.read()
    expect(contentOf(stage).map(({ id }) => id)).toEqual([one!.id])
    expect(stage.now().removed.project.get(parted!.id)?.body.merged_into).toBe(one!.id)
    await stage.publish([projectRow('8')], 'city')
    expect(contentOf(stage).map(({ id }) => id)).toEqual([one!.id, parted!.id])
  })
})
