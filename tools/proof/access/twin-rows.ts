// Rows for two servers: pairs of projects that differ in one field, which a plan does not include.
import { createHash } from 'node:crypto'
import type { MediaRow, ProjectRow } from '../../../src/ingest/record/row.ts'
import { mediaRow, planRow, projectRow, unitRow } from '../../../test/support/rows.ts'
import type { PlanName } from '../../target/operator.ts'
/** Where twins differ, and the value of the other. */
import HIDDEN_FIELDS from './data/twins.json' with { type: 'json' }

export interface Twin {
  /** `floor_plans.1.price`: where the rows differ. */
  readonly field: string
  readonly one: ProjectRow
  readonly other: ProjectRow
}

/** What is imported next, and the plans that see none of its differences. */
export interface TwinStage {
  readonly name: string
  readonly plans: readonly PlanName[]
  readonly twins: readonly Twin[]
}

const HISTORY: Readonly<Record<string, object>> = {
  'history.0': { from: 510_000 },
  'history.1': { from: 570_000 },
}

export function twinStages(): TwinStage[] {
  const history = Object.entries(HISTORY).map(([path, change], i) => twin(`1${i}1`, path, change))
  // Of `floor_plans`, the first and last have the extreme prices and sizes, which the project shows.
  const hidden = Object.entries(HIDDEN_FIELDS)
    .flatMap(([path, fields]) => Object.entries(fields).map(([name, value]) => [path, { [name]: value }] as const))
    .map(([path, change], i) => twin(`2${String(i).padStart(2, '0')}1`, path, change))
  const added = (['units', 'media'] as const).map((list, i) => twinWithMore(`4${i}1`, list))
  const live = [{ name: 'Secret Tower' }, { price_from: 654_321 }, { description: 'Another.' }, { storeys: 33 }].map(
    (change, i) => twin(`3${i}1`, '', change),
  )
  return [
    { name: 'history', plans: ['starter', 'pro'], twins: history },
    { name: 'floor plans, units and their media', plans: ['starter'], twins: [...hidden, ...added] },
    { name: 'the live dataset', plans: ['sandbox'], twins: live },
  ]
}

function twin(number: string, path: string, change: object): Twin {
  const [one, other] = [baseRow(number), baseRow(number)]
  const [list = '', index = ''] = path.split('.')
  const changed = path === '' ? other : (other as unknown as Record<string, object[]>)[list]![Number(index)]!
  Object.assign(changed, change)
  return { field: [...path.split('.').filter(Boolean), ...Object.keys(change)].join('.'), one, other }
}

/** A hidden row of the other, whose number a plan does not see. Later rows of its table get other ids, so media are last. */
function twinWithMore(number: string, list: 'units' | 'media'): Twin {
  const [one, other] = [baseRow(number), baseRow(number)]
  const more = {
    units: { units: [...other.units, unitRow('701', 'b')] },
    media: { media: [...other.media, mediaOf(number, 'more', 'price_list')] },
  }
  return { field: `${list}.${one[list].length}`, one, other: { ...other, ...more[list] } }
}

function mediaOf(number: string, name: string, kind: MediaRow['kind'], more: Partial<MediaRow> = {}): MediaRow {
  return mediaRow(`${number}-${name}`, kind, { sha256: hashOf(`${number}-${name}`), ...more })
}

function baseRow(number: string): ProjectRow {
  return projectRow(number, {
    name: `Twin ${number}`,
    address: `${number} Twin St, Toronto, ON`,
    buildings: projectRow(number).buildings.map((building) => ({
      ...building,
      addresses: [{ line: `${number} Twin St`, kind: 'municipal', valid_from: null, valid_to: null }],
    })),
    floor_plans: [
      planRow('a', { price: 300_000, interior_sqft: 500 }),
      planRow('b'),
      planRow('c', { price: 1_800_000, interior_sqft: 900 }),
    ],
    units: [unitRow('501', 'a'), unitRow('601', 'b'), unitRow('502', 'c')],
    media: [
      mediaOf(number, 'front', 'rendering_exterior', { is_cover: true }),
      mediaOf(number, 'b', 'floor_plan', { floor_plan_key: 'b' }),
      mediaOf(number, 'prices', 'price_list'),
      mediaOf(number, 'inside', 'rendering_interior'),
    ],
    history: [
      { floor_plan_key: null, field: 'price_from', from: 500_000, to: 600_000, effective_at: '2025-05-01T00:00:00Z' },
      { floor_plan_key: 'b', field: 'price', from: 580_000, to: 600_000, effective_at: '2026-01-15T00:00:00Z' },
    ],
  })
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
