// A snapshot made from the previous one and changes equals one built from scratch.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  BUILDING_SORTS,
  FLOOR_PLAN_SORTS,
  MEDIA_SORTS,
  PROJECT_SORTS,
  UNIT_SORTS,
} from '../../src/catalog/query/catalog-query.ts'
import { facetsOf } from '../../src/catalog/query/facets.ts'
import { listBuildings, viewBuilding } from '../../src/catalog/query/list-buildings.ts'
import { listFloorPlans, listUnits } from '../../src/catalog/query/list-floor-plans.ts'
import { listMedia } from '../../src/catalog/query/list-media.ts'
import { findProject, findRemoval, listProjects } from '../../src/catalog/query/list-projects.ts'
import { listCities, listDevelopers, provincesByCity } from '../../src/catalog/query/reference-lists.ts'
import type { ProjectRecord, RecordKind } from '../../src/catalog/records/record-types.ts'
import type { DatasetContent, RecordChange } from '../../src/catalog/snapshot/dataset-content.ts'
import type { HistoryRow } from '../../src/catalog/snapshot/history-table.ts'
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'
import { buildSnapshot, openInSteps } from '../../src/catalog/snapshot/snapshot.ts'
import { patchData } from '../../src/catalog/snapshot/snapshot-data.ts'
import { dataset } from '../demo/dataset.ts'
import { amount } from '../support/amount.ts'
import { contentOf, snapshotOf } from '../support/snapshots.ts'

const BASE = snapshotOf(dataset(12))

function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const everything = { limit: 10_000 }
const idsOf = ({ records }: { records: readonly { id: number }[] }) => records.map(({ id }) => id)

const BUILDING_QUERIES = [
  { min_storeys: 10, max_storeys: 40 },
  { min_year_built: 1990, min_units: 50 },
  { postal_code: ['M', 'V6'] },
  { bbox: [-80, 43, -79, 44] as const },
  { near: { latitude: 43.6, longitude: -79.4 }, radius_km: 60 },
  { project: { city: ['Toronto'], status: ['selling' as const] } },
  { project_id: [1, 2, 3, 14] },
]

/** What callers can see of a snapshot. */
function visible(snapshot: Snapshot) {
  const { projects, buildings, floorPlans, units, media, index } = snapshot
  const all = contentOf(snapshot)
  const records = all.records.project
  const orders = [false, true].flatMap((descending) => [
    ...PROJECT_SORTS.map((key) => idsOf(listProjects(snapshot, { sort: { key, descending } }, everything))),
    ...BUILDING_SORTS.map((key) => idsOf(listBuildings(snapshot, { sort: { key, descending } }, everything))),
    ...FLOOR_PLAN_SORTS.map((key) => idsOf(listFloorPlans(snapshot, { sort: { key, descending } }, everything))),
    ...UNIT_SORTS.map((key) => idsOf(listUnits(snapshot, { sort: { key, descending } }, everything))),
    ...MEDIA_SORTS.map((key) =>
      idsOf(listMedia(snapshot, { sort: { key, descending } }, { paidMedia: true }, everything)),
    ),
  ])
  const filters = [
    ...records.flatMap(({ city_name, developers, neighbourhood_name, name }) => [
      { city: [city_name] },
      { developer: developers.map((developer) => developer.name) },
      { neighbourhood: [neighbourhood_name ?? 'none'] },
      { q: name.slice(0, 4) },
    ]),
    { min_price: 500_000, max_price: 800_000 },
    { min_beds: 1, max_beds: 1 },
    { bbox: [-80, 43, -79, 44] as const },
    { status: ['selling' as const] },
  ]
  return {
    all,
    orders,
    filtered: filters.map((filter) => idsOf(listProjects(snapshot, filter, everything))),
    plans: idsOf(listFloorPlans(snapshot, { min_price: 600_000, min_beds: 1, is_penthouse: false }, everything)),
    units: idsOf(listUnits(snapshot, { max_price: 900_000, status: ['available'], min_beds: 1 }, everything)),
    facets: facetsOf(snapshot, {}),
    lists: [listCities(snapshot), listDevelopers(snapshot), [...provincesByCity(snapshot)]],
    children: [...projects.ids].map((id) => [floorPlans, units, media].map((kind) => kind.ofProject(id))),
    buildings: [...buildings.ids].map((id) =>
      viewBuilding(snapshot, buildings.rowOf(id)!, { paidMedia: true, unitRows: true }),
    ),
    foundBuildings: BUILDING_QUERIES.map((query) => idsOf(listBuildings(snapshot, query, everything))),
    nearby: listBuildings(snapshot, { near: { latitude: 43.5, longitude: -79.4 }, radius_km: 500 }, { limit: 20 }),
    removedBuildings: Array.from({ length: 40 }, (_, id) => snapshot.removed.buildings.projectOf(id)?.body.id),
    slugs: records.map(({ slug }) => findProject(snapshot, slug)?.id),
    removals: all.removed.project.map(({ body }) => [findRemoval(snapshot, body.id), findRemoval(snapshot, body.slug)]),
    files: all.records.media.map(({ sha256 }) => snapshot.mediaBySha256.get(sha256)?.sha256),
    matches: records.map(({ address }) => snapshot.matcher.match({ address }).candidates.map(({ key }) => key)),
    known: ['Nowhere', ...records.map(({ city_name }) => city_name.toLowerCase())].map((city) =>
      index.list('city').has(city),
    ),
  }
}

/** A random edit of the dataset. */
interface Edit {
  readonly kind: RecordKind
  readonly at: number
  readonly action: 'change' | 'remove' | 'add'
  readonly value: number
}

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('project', 'floor_plan', 'unit', 'media'),
  at: fc.nat(10_000),
  action: fc.constantFrom('change', 'change', 'remove', 'add'),
  value: fc.nat(2_000_000),
})

const CITIES = ['Toronto', 'Montréal', 'Ångström Bay', 'Zürich Landing', '東京']

function changed(kind: RecordKind, record: object, value: number): object {
  const updated_at = new Date(1_800_000_000_000 + value * 1000).toISOString()
  if (kind === 'media') return { ...record, position: value % 7, sha256: value.toString(16).padStart(64, '0') }
  if (kind === 'unit') return { ...record, price: value % 3 === 0 ? null : value, unit_number: `PH${value % 30}` }
  if (kind === 'floor_plan') return { ...record, price: value % 3 === 0 ? null : value, updated_at }
  const project = record as ProjectRecord
  return {
    ...project,
    name: `House ${value}`,
    city_name: CITIES[value % CITIES.length],
    price_from: value % 3 === 0 ? null : value,
    latitude: value % 4 === 0 ? null : 43 + (value % 100) / 100,
    status: value % 2 === 0 ? 'selling' : 'completed',
    year_built: 1960 + (value % 70),
    postal_code: value % 5 === 0 ? null : `M${value % 9}V 1A1`,
    amenities: ['Gym', `Pool ${value % 4}`],
    condo_corp: value % 2 === 0 ? { registry: 'TSCC', number: value % 50 } : null,
    buildings: towers(project, value),
    developers: [{ id: 1 + (value % 5), name: `Développeur ${value % 5}`, role: 'developer' }],
    updated_at,
  }
}

/** The first tower changes; a project loses its other towers or gets a second one. */
function towers({ id, buildings }: ProjectRecord, value: number): ProjectRecord['buildings'] {
  const first = {
    ...buildings[0]!,
    storeys: value % 60,
    year_built: 1950 + (value % 80),
    latitude: 43 + (value % 50) / 50,
  }
  if (value % 3 === 0) return [first]
  return [first, { ...first, id: 100_000 - id * 10 - (value % 4), name: `Tower ${value % 9}`, longitude: -79.5 }]
}

/** A new project has its own buildings. */
const ownBuildings = ({ buildings }: ProjectRecord, project_id: number) =>
  buildings.map((building, i) => ({ ...building, id: project_id * 100 + i, project_id }))

/** Applies the edits to the content, and lists the changes as the database would. */
function applyEdits(content: DatasetContent, edits: readonly Edit[], number: number) {
  const version = {
    ...content.versions[0]!,
    number,
    version: `v${number}`,
    published_at: `2027-01-0${number}T00:00:00Z`,
  }
  const records = structuredClone(content.records) as unknown as Record<
    RecordKind,
    { id: number; project_id: number }[]
  >
  const removed = { project: [...content.removed.project], floor_plan: [...content.removed.floor_plan] }
  const changes = new Map<string, RecordChange>()
  const history: HistoryRow[] = []
  for (const { kind, at, action, value } of edits) {
    const list = records[kind]
    if (list.length < 2) continue
    const row = at % list.length
    const record = list[row]!
    if (action === 'remove') {
      list.splice(row, 1)
      changes.set(`${kind} ${record.id}`, {
        kind,
        id: record.id,
        body: record as never,
        removed_at: version.published_at,
      })
      continue
    }
    const id = action === 'add' ? list.at(-1)!.id + 1 + (value % 3) : record.id
    const own = kind === 'project' && action === 'add' ? { buildings: ownBuildings(record as never, id) } : {}
    const renamed = { ...record, id, ...own, ...(kind === 'project' ? { slug: `slug-${id}-${value}` } : {}) }
    const body = changed(kind, renamed, value) as { id: number; project_id: number }
    if (action === 'add') list.push(body)
    else list[row] = body
    changes.set(`${kind} ${id}`, { kind, id, body: body as never, removed_at: null })
    if (kind === 'project' || kind === 'floor_plan')
      history.push({
        project_id: kind === 'project' ? id : body.project_id,
        kind,
        record_id: id,
        field: 'price',
        from: null,
        to: value,
        effective: value * 100_000,
        version: number,
        is_correction: value % 2 === 0,
        reason: value % 2 === 0 ? 'typo' : null,
      })
  }
  const all = [...changes.values()]
  for (const kind of ['project', 'floor_plan'] as const) {
    const gone = all.filter((change) => change.kind === kind && change.removed_at !== null)
    const back = new Set(all.filter((change) => change.kind === kind && change.removed_at === null).map(({ id }) => id))
    const list = removed[kind].filter(({ body }) => !back.has(body.id) && !gone.some(({ id }) => id === body.id))
    removed[kind] = [
      ...list,
      ...gone.map(({ body, removed_at }) => ({ body: body as never, removed_at: removed_at! })),
    ].sort((a, b) => a.body.id - b.body.id) as never
  }
  const versions = [...content.versions, version]
  const after = { ...content, versions, records, removed, history: [...content.history, ...history] }
  return { after: after as unknown as DatasetContent, changes: { versions, records: all, history } }
}

/** A new developer whose name comes directly before the former one, in a list of all names. */
const NEW_BEFORE_OLD: Edit = { kind: 'project', at: 6415, action: 'change', value: 0 }

it('contains the same after any changes, one version or several at a time', () => {
  fc.assert(
    fc.property(fc.array(fc.array(edit, { maxLength: 25 }), { minLength: 1, maxLength: 3 }), (rounds) => {
      let snapshot = BASE
      let content = contentOf(BASE)
      rounds.forEach((edits, i) => {
        const { after, changes } = applyEdits(content, edits, i + 2)
        const { data, history } = snapshot
        const patched = finish(patchData(data, changes, (kind, id) => history.rowsOf(kind, id)))
        snapshot = finish(openInSteps(patched, { previous: snapshot }))
        content = after
      })
      expect(visible(snapshot)).toEqual(visible(buildSnapshot(content)))
    }),
    { numRuns: amount(4), examples: [[[[NEW_BEFORE_OLD]]]] },
  )
})

it('shares unchanged records and tables with the previous snapshot', () => {
  const { after, changes } = applyEdits(contentOf(BASE), [{ kind: 'unit', at: 3, action: 'change', value: 7 }], 2)
  const patched = finish(patchData(BASE.data, changes, (kind, id) => BASE.history.rowsOf(kind, id)))
  const snapshot = finish(openInSteps(patched, { previous: BASE }))
  expect(snapshot.projects).toBe(BASE.projects)
  expect(snapshot.matcher).toBe(BASE.matcher)
  expect(snapshot.units).not.toBe(BASE.units)
  expect(snapshot.units.all.at(5)).toBe(BASE.units.all.at(5))
  expect(snapshot.units.all.at(3)).toEqual(after.records.unit[3])
})

it('shares the columns in which a change leaves all values as they were', () => {
  const { changes } = applyEdits(contentOf(BASE), [{ kind: 'unit', at: 3, action: 'change', value: 7 }], 2)
  const { tables } = finish(patchData(BASE.data, changes, (kind, id) => BASE.history.rowsOf(kind, id)))
  const [before, after] = [BASE.data.tables.unit.columns, tables.unit.columns]
  const copied = Object.keys(after).filter((name) => after[name] !== before[name])
  expect(copied).toEqual(['price', 'unit_number'])
})
