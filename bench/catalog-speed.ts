// Measures building a snapshot and listing projects and buildings, at two dataset sizes.

import type { Area } from '../src/catalog/area/polygon.ts'
import { isAreaProblem, readArea } from '../src/catalog/area/polygon.ts'
import type { BuildingQuery, ProjectQuery } from '../src/catalog/query/catalog-query.ts'
import { listBuildings } from '../src/catalog/query/list-buildings.ts'
import { listProjects } from '../src/catalog/query/list-projects.ts'
import type { Bundle } from '../src/catalog/records/record-types.ts'
import type { DatasetContent } from '../src/catalog/snapshot/dataset-content.ts'
import type { Snapshot } from '../src/catalog/snapshot/snapshot.ts'
import { buildInSteps, buildSnapshot } from '../src/catalog/snapshot/snapshot.ts'
import type { Table } from '../src/catalog/snapshot/table.ts'
import { tableArrays } from '../src/catalog/snapshot/table.ts'
import { DEMO_AS_OF, demoRowsAt } from '../src/demo/prepared-rows.ts'
import { assemble } from '../src/ingest/publish/assemble.ts'
import { assignChildIds } from '../src/ingest/publish/row-identity.ts'
import { NO_CHILD_IDS } from '../src/ingest/record/identity.ts'

const AT = '2026-11-01T00:00:00.000Z'
const COPIES = 16

const QUERIES: Readonly<Record<string, ProjectQuery>> = {
  'filtered and sorted': {
    province: ['ON'],
    status: ['selling', 'completed'],
    sort: { key: 'price_from', descending: true },
  },
  'price range': { min_price: 500_000, max_price: 900_000, sort: { key: 'occupancy_date', descending: false } },
  'all, by name': { sort: { key: 'name', descending: false } },
}

async function bundles(): Promise<Bundle[]> {
  const ids: Record<string, number> = {}
  const take = (kind: string) => {
    ids[kind] = (ids[kind] ?? 1000) + 1
    return ids[kind]
  }
  const all: Bundle[] = []
  for await (const row of demoRowsAt(DEMO_AS_OF)) {
    const id = take('project')
    const children = assignChildIds(row, NO_CHILD_IDS, take)
    const developerIds = row.developers.map((_, i) => i + 1)
    all.push(assemble(row, { id, slug: `p-${id}`, developerIds, children, source: 'demo' }, AT))
  }
  return all
}

/** Copies the projects with new ids. */
function repeated(projects: DatasetContent['records']['project'], times: number): DatasetContent['records']['project'] {
  return Array.from({ length: times }, (_, copy) =>
    projects.map((project) => {
      const id = project.id + copy * 1_000_000
      const buildings = project.buildings.map((building) => ({
        ...building,
        id: building.id + copy * 1_000_000,
        project_id: id,
      }))
      return { ...project, id, slug: `${project.slug}-${copy}`, buildings }
    }),
  ).flat()
}

function contentOf(all: readonly Bundle[], copies: number): DatasetContent {
  const version = { number: 1, version: '2026-11-01.1', published_at: AT, source: 'demo', kind: 'import' } as const
  const project = repeated(
    all.map((bundle) => bundle.project),
    copies,
  )
  return {
    dataset: 'production',
    versions: [version],
    records: {
      project,
      floor_plan: all.flatMap((bundle) => bundle.floor_plans),
      unit: all.flatMap((bundle) => bundle.units),
      media: all.flatMap((bundle) => bundle.media),
    },
    removed: { project: [], floor_plan: [] },
    history: [],
  }
}

/** `fresh`: every query differs, so that no result is cached. */
function microseconds(snapshot: Snapshot, query: ProjectQuery, fresh = false): number {
  const run = (i: number) => listProjects(snapshot, fresh ? { ...query, min_price: 500_000 + i } : query, { limit: 50 })
  for (let i = 0; i < 200; i++) run(i)
  const rounds = fresh ? 500 : 2000
  const started = performance.now()
  for (let i = 0; i < rounds; i++) run(200 + i)
  return ((performance.now() - started) * 1000) / rounds
}

/** The longest step of a full build, in processor time, which other load does not affect. */
function longestStep(loaded: DatasetContent): number {
  const steps = buildInSteps(loaded)
  let longest = 0
  for (;;) {
    const before = process.cpuUsage()
    const { done } = steps.next()
    const { user, system } = process.cpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    if (done) return longest
  }
}

function printRow(name: string, small: number, large: number): void {
  const ratio = (large / small).toFixed(1)
  console.log(
    `  ${name.padEnd(22)} ${small.toFixed(1).padStart(12)} ${large.toFixed(1).padStart(17)} ${ratio.padStart(10)}`,
  )
}

/** A ring of 1,000 positions around Toronto. */
function largePolygon(): Area {
  const corners = Array.from({ length: 999 }, (_, i) => {
    const [angle, radius] = [(2 * Math.PI * i) / 999, 0.25 + 0.05 * (i % 2)]
    return [-79.4 + radius * Math.cos(angle), 43.7 + radius * Math.sin(angle)]
  })
  const area = readArea({ type: 'Polygon', coordinates: [[...corners, corners[0]]] })
  if (isAreaProblem(area)) throw new Error(String(area.message))
  return area
}

const TORONTO = { latitude: 43.65, longitude: -79.38 }

/** Every query differs, so that no result is cached. The ratio to a fresh list of projects does not depend on the machine. */
function benchBuildings(snapshot: Snapshot, projectList: number): void {
  const { buildings } = snapshot
  const area = largePolygon()
  const measure = (run: (i: number) => void, rounds: number): number => {
    for (let i = 0; i < 20; i++) run(i)
    const started = performance.now()
    for (let i = 20; i < rounds + 20; i++) run(i)
    return ((performance.now() - started) * 1000) / rounds
  }
  const list = (query: (i: number) => BuildingQuery, within?: Area) =>
    measure((i) => listBuildings(snapshot, query(i), { limit: 50 }, within), 200)
  const moved = (i: number) => ({ ...TORONTO, latitude: TORONTO.latitude + i * 1e-5 })
  console.log(`buildings: ${buildings.size}; page of 50, µs, and × the fresh list of projects`)
  const rows: [string, number][] = [
    ['near, 5 km', list((i) => ({ near: moved(i), radius_km: 5 }))],
    ['polygon, 1,000 points', list(() => ({}), area)],
    ['storeys and city', list((i) => ({ min_storeys: 5, min_units: i, project: { city: ['Toronto'] } }))],
  ]
  for (const [name, us] of rows)
    console.log(`  ${name.padEnd(24)} ${us.toFixed(0).padStart(8)} ${(us / projectList).toFixed(2).padStart(8)}`)
  const table = (name: 'project' | 'building') => bytesOf(snapshot.data.tables[name])
  console.log(`  columns: ${(table('building') / table('project')).toFixed(3)} × the bytes of the table of projects`)
}

const bytesOf = (table: Table) =>
  Object.values(tableArrays('', table)).reduce((sum, { byteLength }) => sum + byteLength, 0)

export async function benchCatalog(): Promise<void> {
  const all = await bundles()
  const started = performance.now()
  const small = buildSnapshot(contentOf(all, 1))
  console.log(
    `snapshot of ${small.projects.size} projects with plans, units, media and matcher: ${(performance.now() - started).toFixed(0)} ms`,
  )
  console.log(`longest step, which blocks requests: ${longestStep(contentOf(all, 1)).toFixed(0)} ms`)
  const large = buildSnapshot(contentOf(all, COPIES))
  console.log(`page of 50, µs              ${small.projects.size} projects   ${large.projects.size} projects   ratio`)
  for (const [name, query] of Object.entries(QUERIES)) {
    const [a, b] = [microseconds(small, query), microseconds(large, query)]
    printRow(name, a, b)
  }
  const fresh = QUERIES['price range']!
  const list = microseconds(large, fresh, true)
  printRow('price range, fresh', microseconds(small, fresh, true), list)
  benchBuildings(large, list)
}
