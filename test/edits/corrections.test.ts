// Corrections on both databases: publishing, lapsing, revoking and rollback.
import { expect, it } from 'vitest'
import { fieldSourcesOf } from '../../src/catalog/records/field-sources.ts'
import type { CorrectionInput } from '../../src/ingest/edits/correction-input.ts'
import { fromCases } from '../support/cases.ts'
import { forEachDatabase } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'
import type { Stage } from './stage.ts'
import { CURATOR, stageOn } from './stage.ts'

const ONE = 1000

const correct = async (stage: Stage, input: Partial<CorrectionInput>, id = ONE) =>
  stage.editor.correct(id, await stage.version(id), { reason: 'looked at the site', ...input }, CURATOR)

const states = async ({ db }: Stage) =>
  (await db.query.selectFrom('corrections').select(['field', 'state']).orderBy('made_at').orderBy('id').execute()).map(
    ({ field, state }) => `${field} ${state}`,
  )

const project = async (stage: Stage, id = ONE) => (await stage.read()).projects.get(id)!

const address = (line: string, more = {}) => ({ line, kind: 'municipal' as const, ...more })

forEachDatabase('a correction', (open) => {
  it('publishes its own version with history, events and an audit entry; a repeated source value changes nothing', async () => {
    const stage = await stageOn(await open())
    const rows = [projectRow('1'), projectRow('2')]
    await stage.publish(rows)
    await stage.newEvents()
    const done = await correct(stage, { sales_status: 'planning', reason: 'the launch was taken back' })
    expect(done).toMatchObject({
      datasetVersion: '2026-11-14.2',
      version: 2,
      corrections: [expect.stringMatching(/^cor_/)],
    })
    expect(await stage.newEvents()).toEqual(['project.status_changed 1000 sales_status,status', 'dataset.published'])
    const snapshot = await stage.read()
    expect(snapshot.version).toMatchObject({ source: 'desk', kind: 'correction' })
    expect(snapshot.projects.get(ONE)).toMatchObject({ sales_status: 'planning', status: 'planning' })
    expect(snapshot.history.rowsOf('project', ONE).at(-1)).toMatchObject({
      from: 'selling',
      to: 'planning',
      is_correction: true,
      reason: 'the launch was taken back',
    })
    const log = await stage.db.query.selectFrom('audit_log').selectAll().execute()
    expect(log).toMatchObject([
      { action: 'desk.project_corrected', actor: 'per_curator', target: '1000', request_id: 'req_1' },
    ])

    expect(await stage.publish(rows)).toMatchObject({ published: false, unchanged: 2 })
    const other = projectRow('1', { storeys: 21 })
    expect(await stage.publish([other, projectRow('2')])).toMatchObject({ published: true })
    expect(await project(stage)).toMatchObject({ sales_status: 'planning', storeys: 21 })
    expect(await stage.newEvents()).toEqual(['project.updated 1000 storeys', 'dataset.published'])
  })

  it('lapses when the source reports a new value, which then applies', async () => {
    const stage = await stageOn(await open())
    await stage.publish([projectRow('1'), projectRow('2')])
    await correct(stage, { sales_status: 'planning', name: 'The Marlow' })
    await stage.publish([projectRow('1', { sales_status: 'sold_out' }), projectRow('2')])
    expect(await project(stage)).toMatchObject({ sales_status: 'sold_out', name: 'The Marlow' })
    expect((await states(stage)).toSorted()).toEqual(['name in_force', 'sales_status lapsed'])
  })

  it('needs a reason for a status move outside the table, and lists the allowed moves', async () => {
    const stage = await stageOn(await open())
    await stage.publish([projectRow('1')])
    await expect(correct(stage, { sales_status: 'planning', reason: null })).rejects.toMatchObject({
      code: 'invalid_transition',
      options: { errors: [{ pointer: '/sales_status', allowed: expect.arrayContaining(['sold_out']) }] },
    })
    await correct(stage, { sales_status: 'sold_out', reason: null })
    const last = (await stage.read()).history.rowsOf('project', ONE).at(-1)
    expect(last).toMatchObject({ to: 'sold_out', is_correction: false, reason: null })
    await expect(correct(stage, { sales_status: 'sold_out' })).rejects.toMatchObject({ code: 'state_conflict' })
  })

  it('requires the current version: the second of two people overwrites nothing', async () => {
    const stage = await stageOn(await open())
    await stage.publish([projectRow('1')])
    const seen = await stage.version(ONE)
    const both = await Promise.allSettled([
      stage.editor.correct(ONE, seen, { name: 'North', reason: null }, CURATOR),
      stage.editor.correct(ONE, seen, { name: 'South', reason: null }, CURATOR),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'precondition_failed' } })
    expect(await states(stage)).toEqual(['name in_force'])
  })

  it('adds, changes and removes building addresses; the canonical address follows and stays unique', async () => {
    const stage = await stageOn(await open())
    await stage.publish([projectRow('1'), projectRow('2')])
    await stage.newEvents()
    const tower = (await project(stage)).buildings[0]!.id
    const addresses = [
      address('1 Bloor Street West', { kind: 'historic', valid_to: '2020-05-01' }),
      address('12-14 York Street'),
    ]
    await correct(stage, { buildings: [{ id: tower, addresses }] })
    expect(await project(stage)).toMatchObject(fromCases<object>('edits/corrections', 'corrected addresses'))
    expect(await stage.newEvents()).toEqual([
      'project.updated 1000 address',
      `building.address_changed ${tower} address,addresses`,
      'dataset.published',
    ])
    // The source repeats its row. The project keeps the corrected address, and no other project can take it.
    await stage.publish([projectRow('1', { storeys: 30 }), projectRow('2')])
    expect(await project(stage)).toMatchObject({ address: '12-14 York St, Toronto, ON', storeys: 30 })
    const theirs = (await project(stage, 1001)).buildings[0]!
    const taken = { buildings: [{ id: theirs.id, addresses: [...theirs.addresses, address('12-14 York St')] }] }
    await expect(correct(stage, taken, 1001)).rejects.toMatchObject({
      code: 'state_conflict',
      options: { extra: { project_id: ONE } },
    })
    for (const bad of [address('Bloor'), address('5 King St', { valid_from: '2020-01-02', valid_to: '2020-01-01' })]) {
      await expect(correct(stage, { buildings: [{ id: tower, addresses: [bad] }] })).rejects.toMatchObject({
        code: 'invalid_parameter',
      })
    }
  })

  it('can be revoked once, and restores the source’s value', async () => {
    const stage = await stageOn(await open())
    await stage.publish([projectRow('1')])
    await correct(stage, { name: 'North' })
    const { corrections } = await correct(stage, { name: 'South' })
    expect(await states(stage)).toEqual(['name superseded', 'name in_force'])
    await stage.publish([projectRow('1', { storeys: 9 })])
    await stage.editor.revoke(ONE, corrections[0]!, 'it was right', CURATOR)
    expect(await project(stage)).toMatchObject({ name: 'House 1', storeys: 9 })
    expect((await stage.read()).history.rowsOf('project', ONE).at(-1)).toMatchObject({
      to: 'House 1',
      reason: 'it was right',
    })
    await expect(stage.editor.revoke(ONE, corrections[0]!, 'again', CURATOR)).rejects.toMatchObject({
      code: 'state_conflict',
    })
    await expect(stage.editor.revoke(1001, corrections[0]!, 'x', CURATOR)).rejects.toMatchObject({
      code: 'correction_not_found',
    })
  })

  it('ends with a rollback to before it, returns with one to after it, and imports keep that', async () => {
    const stage = await stageOn(await open())
    const rows = [projectRow('1')]
    await stage.publish(rows)
    await correct(stage, { name: 'North' })
    await stage.rollBack('2026-11-14.1')
    expect(await project(stage)).toMatchObject({ name: 'House 1' })
    expect(await stage.publish(rows)).toMatchObject({ published: false })
    await stage.rollBack('2026-11-14.2')
    expect(await states(stage)).toEqual(expect.arrayContaining(['name rolled_back', 'name in_force']))
    await stage.publish([projectRow('1', { storeys: 9 })])
    expect(await project(stage)).toMatchObject({ name: 'North', storeys: 9 })
  })

  it('moves the point and the building at it; the point lapses as a whole', async () => {
    const stage = await stageOn(await open())
    const [building] = projectRow('1').buildings
    const row = (latitude: number, more = {}) =>
      projectRow('1', { latitude, buildings: [{ ...building!, latitude, longitude: -79.4 }], ...more })
    await stage.publish([row(43.667)])
    await stage.newEvents()
    const point = { latitude: 43.6705, longitude: -79.3861, location_accuracy: 'parcel' as const }
    const { corrections } = await correct(stage, point)
    expect(corrections).toHaveLength(1)
    const moved = await project(stage)
    expect(moved).toMatchObject({ ...point, buildings: [{ latitude: 43.6705, longitude: -79.3861 }] })
    expect(fieldSourcesOf(moved)).toMatchObject({
      fields: { latitude: { source: 'desk' }, location_accuracy: { source: 'desk' }, name: { source: 'builder' } },
      buildings: [{ fields: { latitude: { source: 'desk' }, storeys: { source: 'builder' } } }],
    })
    expect(await stage.newEvents()).toEqual([
      'project.updated 1000 latitude,longitude,location_accuracy,buildings',
      `building.updated ${moved.buildings[0]!.id} latitude,longitude,location_accuracy`,
      'dataset.published',
    ])
    await stage.publish([row(43.667, { storeys: 30 })])
    expect(await project(stage)).toMatchObject({ ...point, storeys: 30 })
    await stage.publish([row(43.668, { storeys: 30 })])
    expect(await project(stage)).toMatchObject({
      latitude: 43.668,
      longitude: -79.4,
      location_accuracy: 'rooftop',
      buildings: [{ latitude: 43.668, longitude: -79.4 }],
    })
    expect(await states(stage)).toEqual(['location lapsed'])
  })

  it('gives the only building the point that the source does not know, but none of several towers', async () => {
    const stage = await stageOn(await open())
    const noPoint = { latitude: null, longitude: null, location_accuracy: null }
    const towers = [...projectRow('2').buildings, { ...projectRow('20').buildings[0]!, key: 'second' }]
    await stage.publish([projectRow('1', noPoint), projectRow('2', { ...noPoint, buildings: towers })])
    const point = { latitude: 43.6705, longitude: -79.3861, location_accuracy: 'rooftop' as const }
    const { corrections } = await correct(stage, point)
    await correct(stage, point, 1001)
    const points = async (id: number) => (await project(stage, id)).buildings.map(({ latitude }) => latitude)
    expect([await points(ONE), await points(1001)]).toEqual([[43.6705], [null, null]])
    await stage.editor.revoke(ONE, corrections[0]!, 'wrong corner', CURATOR)
    expect([await points(ONE), (await project(stage)).latitude]).toEqual([[null], null])
  })

  it('corrects one end of the price range or both, and restores both when it is revoked', async () => {
    const stage = await stageOn(await open())
    await stage.publish([projectRow('1')])
    await stage.newEvents()
    await correct(stage, { price_to: 950_000 })
    const { corrections } = await correct(stage, { price_from: 650_000 })
    expect(await project(stage)).toMatchObject({ price_from: 650_000, price_to: 950_000 })
    expect(await stage.newEvents()).toEqual([
      'project.price_changed 1000 price_to',
      'dataset.published',
      'project.price_changed 1000 price_from',
      'dataset.published',
    ])
    expect(await states(stage)).toEqual(['prices superseded', 'prices in_force'])
    await stage.publish([projectRow('1', { storeys: 30 })])
    expect(await project(stage)).toMatchObject({ price_from: 650_000, price_to: 950_000, storeys: 30 })
    await stage.editor.revoke(ONE, corrections[0]!, 'the list was old', CURATOR)
    expect(await project(stage)).toMatchObject({ price_from: 600_000, price_to: 900_000 })
    const prices = (await stage.read()).history.rowsOf('project', ONE).filter(({ field }) => field === 'price_from')
    expect(prices.map(({ from, to, is_correction }) => [from, to, is_correction])).toEqual([
      [600_000, 650_000, true],
      [650_000, 600_000, true],
    ])
  })

  const INVALID: readonly (readonly [string, Partial<CorrectionInput>, string])[] = [
    ['a point without its accuracy', { latitude: 43.6, longitude: -79.3 }, '/location_accuracy'],
    ['half a point', { latitude: 43.6, longitude: null, location_accuracy: 'street' }, '/longitude'],
    ['a point in Europe', { latitude: 48.8, longitude: 2.3, location_accuracy: 'street' }, '/longitude'],
    ['prices in the wrong order', { price_from: 950_000 }, '/price_from'],
    ['a price in thousands', { price_from: 600 }, '/price_from'],
  ]
  it('refuses points and prices that cannot be right, with the field', async () => {
    const stage = await stageOn(await open())
    await stage.publish([projectRow('1')])
    for (const [what, input, pointer] of INVALID)
      await expect(correct(stage, input), what).rejects.toMatchObject({
        code: 'invalid_parameter',
        options: { errors: [{ pointer }] },
      })
    await correct(stage, { latitude: null, longitude: null, location_accuracy: null })
    expect(await project(stage)).toMatchObject({ latitude: null, longitude: null, location_accuracy: null })
  })

  it('overrides a less trusted source until that source reports another value', async () => {
    const stage = await stageOn(await open())
    await stage.publish([projectRow('1', { storeys: null })])
    const registry = (storeys: number) =>
      projectRow('1', { key: 'r', storeys, floor_plans: [], units: [], media: [], history: [] })
    await stage.publish([registry(20)], 'registry')
    await correct(stage, { storeys: 22, name: 'North' })
    await stage.publish([{ ...registry(20), year_built: 2001 }], 'registry')
    expect(await project(stage)).toMatchObject({ storeys: 22, name: 'North', year_built: 2001 })
    await stage.publish([registry(23)], 'registry')
    expect(await project(stage)).toMatchObject({ storeys: 23, name: 'North', year_built: null })
  })
})
