// Source rows for tests: a small project with one building and some history.
import type { FloorPlanRow, MediaRow, ProjectRow, UnitRow } from '../../src/ingest/record/row.ts'
import { fromCases } from './cases.ts'

/** The values that a row has unless a test says otherwise. */
const defaultsOf = <Row>(name: string): (() => Row) => {
  const row = fromCases<Row>('support/rows', name)
  return () => structuredClone(row)
}
const planDefaults = defaultsOf<FloorPlanRow>('plan')
const unitDefaults = defaultsOf<UnitRow>('unit')
const mediaDefaults = defaultsOf<MediaRow>('media')
const projectDefaults = defaultsOf<ProjectRow>('project')
const buildingDefaults = defaultsOf<ProjectRow['buildings'][number]>('building')

export function planRow(key: string, overrides: Partial<FloorPlanRow> = {}): FloorPlanRow {
  return { ...planDefaults(), key, name: `Plan ${key}`, ...overrides }
}

export function unitRow(key: string, plan: string, overrides: Partial<UnitRow> = {}): UnitRow {
  return { ...unitDefaults(), key, floor_plan_key: plan, unit_number: key, ...overrides }
}

export function mediaRow(key: string, kind: MediaRow['kind'], overrides: Partial<MediaRow> = {}): MediaRow {
  const named = { key, kind, alt: `A ${kind}`, sha256: key.padEnd(64, '0'), origin: `drawing:${key}` }
  return { ...mediaDefaults(), ...named, ...overrides }
}

export function projectRow(key: string, overrides: Partial<ProjectRow> = {}): ProjectRow {
  const addresses = [{ line: `${key} Bloor St W`, kind: 'municipal' as const, valid_from: null, valid_to: null }]
  return {
    ...projectDefaults(),
    key,
    name: `House ${key}`,
    address: `${key} Bloor St W, Toronto, ON`,
    buildings: [{ ...buildingDefaults(), addresses }],
    floor_plans: [planRow('a'), planRow('b', { bedrooms: 2, bedrooms_label: '2', interior_sqft: 900, price: 900_000 })],
    units: [unitRow('501', 'a'), unitRow('601', 'a'), unitRow('502', 'b', { price: 905_000, interior_sqft: 900 })],
    media: [
      mediaRow(`${key}-front`, 'rendering_exterior', { is_cover: true }),
      mediaRow(`${key}-a`, 'floor_plan', { floor_plan_key: 'a' }),
      mediaRow(`${key}-prices`, 'price_list'),
    ],
    ...overrides,
  }
}
