// A copy of the buildings that follows the change log equals the data, on both databases.
import { expect, it } from 'vitest'
import { lastSequence, readChanges } from '../../src/events/change-log.ts'
import { BuildingMirror, buildingsOf } from '../support/building-mirror.ts'
import { forEachDatabase } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'
import type { Stage } from './stage.ts'
import { CURATOR, stageOn } from './stage.ts'

const [ONE, TWO] = [1000, 1001]

function twoTowers() {
  const row = projectRow('2', { name: 'Second House' })
  const [tower] = row.buildings
  const addresses = [{ line: '3 Bloor St W', kind: 'municipal' as const, valid_from: null, valid_to: null }]
  return { ...row, buildings: [tower!, { ...tower!, key: 'west', name: 'West', storeys: null, addresses }] }
}

async function follow(stage: Stage) {
  const mirror = new BuildingMirror(stage.now().projects.toArray())
  let since = await lastSequence(stage.db.query)
  /** Applies the new events. Returns the types of those about buildings. */
  return async (): Promise<string[]> => {
    const now = (await stage.read()).projects.toArray()
    const changes = await readChanges(stage.db.query, { dataset: 'production', since, limit: 1000 })
    if (changes.kind !== 'changes') throw new Error(changes.kind)
    since = changes.next_since
    mirror.apply(changes.events, now)
    expect(mirror.copies).toEqual(buildingsOf(now))
    const types = changes.events.map(({ type }) => type).filter((type) => type.startsWith('building.'))
    return [...new Set(types)].toSorted()
  }
}

forEachDatabase('a copy of the buildings', (open) => {
  it('stays exact through imports, corrections, merges, their undo, removals and rollbacks', async () => {
    const stage = await stageOn(await open())
    const rows = [projectRow('1'), twoTowers(), projectRow('3')]
    await stage.publish(rows)
    const changed = await follow(stage)

    await stage.publish([projectRow('1', { postal_code: 'M5R 2B2' }), twoTowers(), projectRow('3'), projectRow('4')])
    expect(await changed()).toEqual(['building.created', 'building.updated'])

    const tower = stage.now().projects.get(ONE)!.buildings[0]!.id
    const addresses = [{ line: '9 York Street', kind: 'municipal' as const }]
    const correction = { name: 'First House', buildings: [{ id: tower, addresses }], reason: 'seen' }
    await stage.editor.correct(ONE, await stage.version(ONE), correction, CURATOR)
    expect(await changed()).toEqual(['building.address_changed', 'building.updated'])

    const { token } = await stage.merger.preview(TWO, ONE)
    const merge = await stage.merger.merge(TWO, ONE, token, 'one site', CURATOR)
    const survivor = (await stage.read()).projects.get(ONE)!
    expect(survivor.buildings).toHaveLength(3)
    expect(await changed()).toEqual(['building.updated'])

    await stage.merger.undo(merge.id, 'two sites', CURATOR)
    expect(await changed()).toContain('building.updated')

    await stage.publish([projectRow('1'), twoTowers()])
    expect(await changed()).toContain('building.removed')

    await stage.rollBack('2026-11-14.1')
    expect(await changed()).toContain('building.created')
    expect([...buildingsOf(stage.now().projects.toArray()).keys()]).toHaveLength(4)
  })
})
