// What the rows about one building say together, and which row each field comes from.
import { expect, it } from 'vitest'
import { fieldSourcesOf, filledFrom } from '../../src/catalog/records/field-sources.ts'
import type { ProjectRecord } from '../../src/catalog/records/record-types.ts'
import type { RowAbout } from '../../src/ingest/join/compose.ts'
import { compose, withoutFilled } from '../../src/ingest/join/compose.ts'
import { assemble } from '../../src/ingest/publish/assemble.ts'
import { assignChildIds } from '../../src/ingest/publish/row-identity.ts'
import { NO_CHILD_IDS } from '../../src/ingest/record/identity.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { disagreements } from '../../src/ingest/rows/rows-of-project.ts'
import { projectRow } from '../support/rows.ts'

const AT = '2026-11-14T06:00:00.000Z'
const SEEN = '2026-11-10T06:00:00.000Z'

/** Says only where it is. */
const bare = (key: string, more: Partial<ProjectRow> = {}): ProjectRow =>
  projectRow(key, {
    name: '1 Bloor St W',
    address: '1 Bloor St W, Toronto, ON',
    neighbourhood_name: null,
    postal_code: null,
    latitude: null,
    longitude: null,
    location_accuracy: null,
    developers: [],
    storeys: null,
    units_total: null,
    price_from: null,
    price_to: null,
    launch_date: null,
    occupancy_date: null,
    amenities: [],
    description: '',
    buildings: [tower('tower', ['1 Bloor St W'])],
    floor_plans: [],
    units: [],
    media: [],
    history: [],
    ...more,
  })

const tower = (key: string, lines: readonly string[], more: Partial<ProjectRow['buildings'][number]> = {}) => ({
  ...projectRow('1').buildings[0]!,
  key,
  storeys: null,
  units: null,
  addresses: lines.map((line) => ({ line, kind: 'municipal' as const, valid_from: null, valid_to: null })),
  ...more,
})

function composed(
  anchor: ProjectRow,
  ...others: readonly (readonly [source: string, row: ProjectRow])[]
): ProjectRecord {
  let last = 0
  const children = assignChildIds(anchor, NO_CHILD_IDS, () => ++last)
  const base = assemble(
    anchor,
    { id: 7, slug: 's', children, developerIds: anchor.developers.map(() => 1), source: 'own' },
    AT,
  )
  const rows = others.map(([source, row]): RowAbout => ({ source, key: row.key, observed_at: SEEN, row }))
  return compose(base.project, { source: 'own', key: anchor.key, observed_at: AT }, rows, () => 42)
}

it('fills what the anchor does not say from the first row that says it', () => {
  const project = composed(
    bare('o', { storeys: 12 }),
    ['roll', bare('t', { storeys: 13, year_built: 1975 })],
    [
      'register',
      bare('r', { year_built: 1980, units_total: 90, developers: [{ name: 'Tall Ltd.', role: 'developer' }] }),
    ],
  )
  expect(project).toMatchObject({ storeys: 12, year_built: 1975, units_total: 90, developer: 'Tall Ltd.' })
  expect(project.developers).toEqual([{ id: 42, name: 'Tall Ltd.', role: 'developer' }])
  expect(project.sources.map(({ kind }) => kind)).toEqual(['own', 'roll', 'register'])
  const { fields } = fieldSourcesOf(project)
  expect(fields).toMatchObject({
    storeys: { source: 'own', key: 'o', observed_at: AT },
    year_built: { source: 'roll', key: 't', observed_at: SEEN },
    units_total: { source: 'register', key: 'r', observed_at: SEEN },
  })
  expect(fields).not.toHaveProperty('price_from')
  expect(filledFrom(project)).toEqual({ year_built: 'roll', units_total: 'register', developers: 'register' })
})

it('prefers the values of a more trusted source that makes no projects', () => {
  const anchor = bare('r', {
    storeys: 12,
    year_built: 1975,
    buildings: [tower('tower', ['1 Bloor St W'], { storeys: 12 })],
  })
  const added = bare('d', { storeys: 14, buildings: [tower('x', ['1 Bloor St W'], { storeys: 14 })] })
  const base = composed(anchor)
  const about = { source: 'database', key: 'd', observed_at: SEEN, row: added }
  const rowOf = { source: 'register', key: 'r', observed_at: AT }
  expect(compose(base, rowOf, [{ ...about, outranks: true }], () => 1)).toMatchObject({
    storeys: 14,
    year_built: 1975,
    buildings: [{ storeys: 14 }],
    row_of: { storeys: 1 },
  })
  expect(compose(base, rowOf, [about], () => 1)).toMatchObject({
    storeys: 12,
    buildings: [{ storeys: 12 }],
    row_of: {},
  })
})

it('takes a name over an address, and coordinates only as a whole', () => {
  const named = bare('t', { name: 'Marlow House', latitude: 43.6, longitude: -79.3, location_accuracy: 'parcel' })
  const project = composed(bare('o'), ['roll', named])
  expect(project).toMatchObject({ name: 'Marlow House', latitude: 43.6, location_accuracy: 'parcel' })
  expect(composed(named, ['roll', bare('o')])).toMatchObject({ name: 'Marlow House', row_of: {} })
  expect(withoutFilled(project)).toMatchObject({ name: '1 Bloor St W', latitude: null, location_accuracy: null })
})

it('fills each building from the row with its address, and adds other addresses as aliases', () => {
  const two = bare('o', { buildings: [tower('a', ['1 Bloor St W']), tower('b', ['3 Bloor St W'])] })
  const project = composed(
    two,
    [
      'roll',
      bare('x', {
        units_total: 80,
        buildings: [tower('m', ['3 Bloor St W', '5 Yonge St'], { storeys: 9, units: 80 })],
      }),
    ],
    ['roll', bare('y', { units_total: 40, buildings: [tower('m', ['1 Bloor St W'], { storeys: 4 })] })],
  )
  expect(project.buildings).toMatchObject([
    { storeys: 4, units: null, addresses: [{ line: '1 Bloor St W' }] },
    {
      storeys: 9,
      units: 80,
      addresses: [
        { line: '3 Bloor St W', kind: 'municipal' },
        { line: '5 Yonge St', kind: 'marketing' },
      ],
    },
  ])
  // The units of one tower are not those of the project.
  expect(project.units_total).toBeNull()
  const [a, b] = project.buildings
  expect(fieldSourcesOf(project).buildings).toMatchObject([
    { id: a!.id, fields: { storeys: { source: 'roll', key: 'y' } } },
    { id: b!.id, fields: { storeys: { source: 'roll', key: 'x' }, addresses: { source: 'own', key: 'o' } } },
  ])
})

it('shows corrected fields as the desk’s, and the values of sources that disagree', () => {
  const anchor = bare('o', { storeys: 12, year_built: 1975 })
  const other = bare('t', { storeys: 13, year_built: 1975 })
  const project = { ...composed(anchor, ['roll', other]), corrected: ['year_built'] }
  expect(fieldSourcesOf(project).fields.year_built).toEqual({ source: 'desk', key: null, observed_at: null })
  const row = (source: string, reported: ProjectRow) => {
    return { source, key: reported.key, observed_at: AT, is_anchor: source === 'own', row: reported }
  }
  expect(disagreements(project, [row('roll', other), row('own', anchor)])).toEqual({
    storeys: [
      { source: 'own', key: 'o', observed_at: AT, value: 12, won: true },
      { source: 'roll', key: 't', observed_at: AT, value: 13, won: false },
    ],
  })
})
