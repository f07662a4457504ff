// What an import, a decision or a rollback joins again: only the rows that it can change.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { recompose } from '../../src/ingest/publish/recompose.ts'
import type { Stage } from '../edits/stage.ts'
import { CURATOR, stageOn } from '../edits/stage.ts'
import { forEachDatabase } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'

const ROWS = 60
const FEW = 10

const rows = (changed: Parameters<typeof projectRow>[1] = {}) =>
  Array.from({ length: ROWS }, (_, at) =>
    at === 0 ? corner : projectRow(String(10 * (at + 1)), at === 2 ? changed : {}),
  )

/** A building with two addresses, so that a person can choose the other one. */
const corner = projectRow('10')
corner.buildings = corner.buildings.map((building) => {
  const side = { line: '1 Marlow St', kind: 'municipal' as const, valid_from: null, valid_to: null }
  return { ...building, addresses: [...building.addresses, side] }
})

/** The first publish joins all rows, since none has keys. */
async function filled(stage: Stage): Promise<string> {
  await stage.publish(rows())
  const { version } = await stage.publish([projectRow('30', { year_built: 1990 })], 'city')
  return version!
}

forEachDatabase('few rows are joined again', (open) => {
  it('after an import of a changed row', async () => {
    const stage = await stageOn(await open())
    await filled(stage)
    const { rowsJoined } = await stage.publish(rows({ storeys: 9 }))
    expect(rowsJoined).toBeGreaterThanOrEqual(2)
    expect(rowsJoined).toBeLessThan(FEW)
  })

  it('by a decision about two rows', async () => {
    const stage = await stageOn(await open())
    await filled(stage)
    const pair = { source: 'city', key: '30', other_source: 'builder', other_key: '30' }
    const decided = await recompose(stage.db, {
      at: new Date('2026-11-20T06:00:00Z'),
      actor: 'test',
      note: null,
      decide: async (tx) => {
        await sql`
          insert into join_cases (id, dataset, source, key, other_source, other_key, confidence, reason, opened_at, state)
          values ('join_1', 'production', ${pair.source}, ${pair.key}, ${pair.other_source}, ${pair.other_key}, 0.6, 'test',
            now(), 'apart')`.execute(tx)
        const { source, key, other_source, other_key } = pair
        const refs = [
          { source, key },
          { source: other_source, key: other_key },
        ]
        return { refs }
      },
    })
    expect(decided.rowsJoined).toBeGreaterThanOrEqual(2)
    expect(decided.rowsJoined).toBeLessThan(FEW)
  })

  it('after a merge, its undoing, a corrected address and a rollback', async () => {
    const stage = await stageOn(await open())
    const version = await filled(stage)
    const next = () => stage.publish([projectRow('30', { year_built: 1990 })], 'city')
    const [one, two] = stage.now().projects.toArray()
    const { token } = await stage.merger.preview(two!.id, one!.id)
    const { id } = await stage.merger.merge(two!.id, one!.id, token, 'one site', CURATOR)
    const joined = [await next()]
    await stage.merger.undo(id, 'two sites', CURATOR)
    joined.push(await next())
    const address = '1 Marlow St, Toronto, ON'
    await stage.editor.correct(one!.id, await stage.version(one!.id), { address, reason: 'seen' }, CURATOR)
    joined.push(await next())
    await stage.publish(rows({ storeys: 9 }))
    await stage.rollBack(version)
    joined.push(await next())
    for (const { rowsJoined } of joined) {
      expect(rowsJoined).toBeGreaterThan(0)
      expect(rowsJoined).toBeLessThan(FEW)
    }
    expect(await next()).toMatchObject({ rowsJoined: 0, published: false })
  })
})
