// Copies a dataset to another installation: export over HTTP, import, export again.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { DAY_MS } from '../../src/kernel/time.ts'
import { jsonLines } from '../support/json-lines.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

const FILES = ['projects', 'floor-plans', 'units', 'media'] as const
type Json = Record<string, unknown>
type Dataset = Record<(typeof FILES)[number], readonly Json[]>

const folder = mkdtempSync(join(tmpdir(), 'plinth-copy-'))
let from: TestServer
let to: TestServer
let original: Dataset
beforeAll(async () => {
  ;[from, to] = await Promise.all([startServer(), startServer()])
  original = await download(from)
})
afterAll(async () => {
  await Promise.all([from.stop(), to.stop()])
  rmSync(folder, { recursive: true, force: true })
})

/** Saves the export files, and returns their rows. */
async function download(server: TestServer): Promise<Dataset> {
  const rows = {} as Dataset
  for (const name of FILES) {
    const { status, text } = await server.get(`/api/v1/exports/${name}.ndjson`, server.keys.elite)
    expect(status).toBe(200)
    writeFileSync(join(folder, `${name}.ndjson`), text)
    rows[name] = jsonLines(text)
  }
  return rows
}

const pathOf = (name: string) => join(folder, `${name}.ndjson`)
const importExport = (names: readonly string[], options: object = {}) =>
  to.app.services.dataOperations.importFile({
    file: pathOf(names[0]!),
    moreFiles: names.slice(1).map(pathOf),
    source: 'partner',
    format: 'plinth',
    actor: 'test',
    ...options,
  })

const BOOKKEEPING = [
  ...['id', 'project_id', 'building_id', 'floor_plan_id', 'media_ids', 'slug', 'sources', 'url', 'variants', 'stored'],
  ...['created_at', 'updated_at', 'data_as_of', 'status_changed_at', 'price_changed_at'],
  // It follows from the source, which is another one here.
  'invented',
]

/** Without ids, times and sources. References become the content that they point to. */
function comparable(dataset: Dataset): string[] {
  const contentOf = new Map<string, string>()
  const content = (kind: string, id: unknown) => (id === null ? null : contentOf.get(`${kind} ${id}`))
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip)
    if (value === null || typeof value !== 'object') return value
    const kept = Object.entries(value).filter(([field]) => !BOOKKEEPING.includes(field))
    return Object.fromEntries(kept.map(([field, item]) => [field, strip(item)]))
  }
  const lines: string[] = []
  const add = (kind: string, row: Json, more: Json) => {
    const text = JSON.stringify([kind, strip(row), more])
    contentOf.set(`${kind} ${row.id}`, text)
    lines.push(text)
  }
  for (const project of dataset.projects) {
    add('project', project, {})
    for (const building of project.buildings as Json[])
      contentOf.set(`building ${building.id}`, JSON.stringify(strip(building)))
  }
  const place = ({ project_id, building_id = null, floor_plan_id = null }: Json) => ({
    project: content('project', project_id),
    building: content('building', building_id),
    plan: content('plan', floor_plan_id),
  })
  for (const plan of dataset['floor-plans']) add('plan', plan, place(plan))
  for (const unit of dataset.units) add('unit', unit, place(unit))
  for (const item of dataset.media) add('media', item, place(item))
  return lines.sort()
}

it('copies every project, building, floor plan, unit and media record', async () => {
  const run = await importExport(FILES)
  expect(run).toMatchObject({ outcome: 'published', format: 'plinth', rejected: [] })
  expect(run.counts).toMatchObject({ rows: original.projects.length, unknown_columns: {} })
  expect(Object.keys(run.counts.remarks)).toContainEqual(
    expect.stringContaining('plinth sources set partner --licence'),
  )
  const copied = await download(to)
  for (const name of FILES) expect(copied[name].length).toBe(original[name].length)
  expect(comparable(copied)).toEqual(comparable(original))
  expect(copied.media.every(({ stored, variants }) => stored === false && variants === null)).toBe(true)
  expect(original.media.some(({ stored }) => stored)).toBe(true)
})

it('says that a file is not on this server', async () => {
  // The demonstration that the import ended had the same pictures: until their URLs expire, its bytes are there.
  const later = Date.now() + 3 * DAY_MS
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  const { body } = await to.get('/api/v1/media?limit=1', to.keys.elite)
  const [item] = body.data
  expect(item).toMatchObject({ stored: false, variants: null })
  const { status, body: problem } = await to.get(item.url.slice(to.url.length))
  expect([status, problem.code]).toEqual([404, 'media_not_found'])
  expect(problem.detail).toContain('imported without it')
  vi.restoreAllMocks()
})

it('changes nothing when the export is imported again, and the same records when it changed', async () => {
  await download(from)
  expect(await importExport(FILES.toReversed())).toMatchObject({ outcome: 'unchanged' })
  const file = join(folder, 'projects.ndjson')
  const [first, ...rest] = readFileSync(file, 'utf8').trim().split('\n')
  const changed = { ...JSON.parse(first!), storeys: 77 }
  writeFileSync(file, `${[JSON.stringify(changed), ...rest].join('\n')}\n`)
  const run = await importExport(FILES)
  expect(run.counts.records.project).toEqual({ created: 0, changed: 1, removed: 0 })
})

it('rejects records whose project is missing, and refuses an export without projects', async () => {
  await download(from)
  const file = join(folder, 'projects.ndjson')
  const [gone, ...rest] = readFileSync(file, 'utf8').trim().split('\n')
  writeFileSync(file, `${rest.join('\n')}\n`)
  const { id } = JSON.parse(gone!)
  const run = await importExport(FILES, { dryRun: true })
  expect(run.rejected[0]?.reason).toContain(`the project ${id} of this floor plan is not in the export`)
  const refused = await importExport(['units'])
  expect(refused).toMatchObject({ outcome: 'refused', gates: [expect.stringContaining('import projects.ndjson')] })
})
