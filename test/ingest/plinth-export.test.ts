// The export of another installation as rows: any order of lines, on disk, with rejected lines.
import { afterEach, expect, it } from 'vitest'
import { inventedProjects } from '../../src/catalog/query/reference-lists.ts'
import { isInvented } from '../../src/catalog/records/record-types.ts'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import { openSourceFile } from '../../src/ingest/files/source-file.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { isExportLine, readPlinthExport } from '../../src/ingest/read/plinth-export.ts'
import { RowStream } from '../../src/ingest/read/row-stream.ts'
import { FileRefused, Notes } from '../../src/ingest/record/draft.ts'
import { forEachDatabase, runCleanups, temporaryFolder } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'

afterEach(runCleanups)

const project = (id: number, more: object = {}) => ({
  ...{ id, slug: `house-${id}`, name: `HOUSE ${id}`, name_fr: null, aliases: [], city_name: 'Toronto', province: 'ON' },
  ...{ address: `${id} Marlow St, Toronto, ON`, building_type: 'loft', tenure: 'condo', description: '' },
  ...{ sales_status: 'selling', construction_status: 'pre_construction', status: 'selling', floor_plans_count: 1 },
  developers: [{ id: 5, name: 'Tall Ltd.', role: 'developer' }],
  buildings: [
    {
      ...{ id: id * 10, project_id: id, name: null, storeys: 9 },
      addresses: [{ line: `${id} Marlow St`, kind: 'municipal', valid_from: null, valid_to: null }],
    },
  ],
  ...more,
})
const plan = (id: number, projectId: number) => ({
  ...{ id, project_id: projectId, building_id: projectId * 10, name: '1A', bedrooms: 1, dens: 0, bedrooms_label: '1' },
  ...{ bathrooms_full: 1, bathrooms_half: 0, interior_sqft: 500, is_penthouse: false, availability: 'available' },
})
const unit = (id: number, projectId: number, planId: number) => ({
  ...{ id, project_id: projectId, floor_plan_id: planId, unit_number: String(id), floor: 3, interior_sqft: 500 },
  status: 'available',
})
const media = (id: number, projectId: number) => ({
  ...{
    id,
    project_id: projectId,
    floor_plan_id: null,
    kind: 'photo',
    alt: '',
    position: 0,
    is_cover: true,
    rights: '',
  },
  ...{ mime_type: 'image/png', bytes: 10, sha256: 'a'.repeat(64), width: 10, height: 10 },
  url: 'https://plinth.example/media/a/original?expires=1&signature=s',
})

const textOf = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

async function read(texts: readonly string[], runLength?: number) {
  const files = []
  for (const [at, text] of texts.entries()) files.push(await openSourceFile(await fileOf(`part-${at}.ndjson`, text)))
  const stream = new RowStream()
  const items = readPlinthExport(files, { workFolder: await temporaryFolder(), runLength }, stream.notes)
  const rows = []
  for await (const row of stream.rows(files[0]!, items, 2026)) rows.push(row)
  return { rows, rejected: stream.rejected, notes: stream.notes }
}

it('puts projects, buildings, floor plans, units and media together, and keeps values as they were', async () => {
  const lines = [project(2), project(1), plan(7, 1), unit(9, 1, 7), media(4, 1)]
  const { rows, rejected } = await read([textOf(lines.slice(3)), textOf(lines.slice(0, 3))])
  expect(rejected).toEqual([])
  expect(rows.map(({ key }) => key)).toEqual(['1', '2'])
  expect(rows[0]).toMatchObject({
    name: 'HOUSE 1',
    developers: [{ name: 'Tall Ltd.', role: 'developer' }],
    buildings: [{ key: '10', storeys: 9, units: null }],
    floor_plans: [{ key: '7', building_key: '10', price: null }],
    units: [{ key: '9', floor_plan_key: '7' }],
    media: [{ key: '4', floor_plan_key: null, origin: 'reference:https://plinth.example/media/a/original' }],
  })
  expect(rows[0]).not.toHaveProperty('id')
})

forEachDatabase('an export of another installation', (open) => {
  it('keeps what is invented, beside what is real, until the export says otherwise', async () => {
    const db = await open()
    const flagsAfter = async (flags: readonly boolean[], at: string) => {
      const { rows } = await read([textOf(flags.map((invented, i) => project(i + 1, { invented })))])
      await publishRows(db, { dataset: 'production', source: 'other', rows, at: new Date(at) })
      const snapshot = await readSnapshot(db, 'production')
      return [snapshot.projects.toArray().map(isInvented), inventedProjects(snapshot)]
    }
    expect(await flagsAfter([true, false], '2026-11-14T06:00:00Z')).toEqual([[true, false], 1])
    expect(await flagsAfter([false, false, true], '2026-11-15T06:00:00Z')).toEqual([[false, false, true], 1])
  })
})

it('gives the same rows in any order of lines, sorted in memory or on disk', async () => {
  const ids = Array.from({ length: 60 }, (_, n) => n + 1)
  const lines = ids.flatMap((id) => [project(id), plan(100 + id, id), unit(200 + id, id, 100 + id)])
  const inMemory = await read([textOf(lines)])
  const onDisk = await read([textOf(lines.toReversed())], 2000)
  expect(onDisk.rows).toEqual(inMemory.rows)
  expect(inMemory.rows).toHaveLength(60)
})

it('rejects lines that belong to nothing, and refuses an export without projects or cut off', async () => {
  const { rows, rejected } = await read([`${textOf([project(1), plan(7, 3)])}{"id":1}\nnonsense\n`])
  expect(rows).toHaveLength(1)
  expect(rejected.map(({ line, key }) => [line, key])).toEqual([
    [3, null],
    [4, null],
    [2, '3'],
  ])
  await expect(read([textOf([plan(7, 3)])])).rejects.toThrow(FileRefused)
  await expect(read([textOf([project(1)]).slice(0, -20)])).rejects.toThrow('ends in the middle of a line')
})

it('recognizes exported lines, but not rows of our import format', () => {
  for (const line of [project(1), plan(7, 1), unit(9, 1, 7), media(4, 1)])
    expect(isExportLine(JSON.stringify(line))).toBe(true)
  expect(isExportLine(JSON.stringify({ key: 'a', ...project(1) }))).toBe(false)
  expect(isExportLine('{"key":"a","address":"12 Marlow St"}')).toBe(false)
})

it('says what is left out', async () => {
  const { notes } = await read([textOf([project(1), media(4, 1)])])
  expect([...notes.remarks.keys()]).toEqual([
    expect.stringContaining('floor-plans.ndjson was not imported'),
    expect.stringContaining('media items without a file'),
  ])
  expect(notes).toBeInstanceOf(Notes)
})
