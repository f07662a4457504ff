// Measures building a snapshot and listing projects, at two dataset sizes.

import type { ProjectQuery } from '../src/catalog/query/catalog-query.ts'
import { listProjects } from '../src/catalog/query/list-projects.ts'
import type { Bundle } from '../src/catalog/records/record-types.ts'
import type { DatasetContent } from '../src/catalog/snapshot/dataset-content.ts'
import type { Snapshot } from '../src/catalog/snapshot/snapshot.ts'
import { buildInSteps, buildSnapshot } from '../src/catalog/snapshot/snapshot.ts'
import { demoProjects } from '../src/demo/generate.ts'
import { NO_CHILD_IDS } from '../src/ingest/identity.ts'
import { assemble } from '../src/ingest/publish/assemble.ts'
import { assignChildIds } from '../src/ingest/publish/row-identity.ts'

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

function bundles(): Bundle[] {
  const ids: Record<string, number> = {}
  const take = (kind: string) => {
    ids[kind] = (ids[kind] ?? 1000) + 1
    return ids[kind]
  }
  return [...demoProjects()].map((row) => {
    const id = take('project')
    const children = assignChildIds(row, NO_CHILD_IDS, take)
    const developerIds = row.developers.map((_, i) => i + 1)
    return assemble(row, { id, slug: `p-${id}`, developerIds, children, source: 'demo' }, AT)
  })
}

/** Copies the projects with new ids. */
function repeated(projects: DatasetContent['records']['project'], times: number): DatasetContent['records']['project'] {
  return Array.from({ length: times }, (_, copy) =>
    projects.map((project) => ({ ...project, id: project.id + copy * 1_000_000, slug: `${project.slug}-${copy}` })),
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

export async function benchCatalog(): Promise<void> {
  const all = bundles()
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
  printRow('price range, fresh', microseconds(small, fresh, true), microseconds(large, fresh, true))
}
