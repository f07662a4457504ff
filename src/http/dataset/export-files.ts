// Writes the rows of an export as NDJSON, CSV or Parquet.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { exportRows } from '../../catalog/query/export.ts'
import { viewBuilding } from '../../catalog/query/list-buildings.ts'
import type { Building } from '../../catalog/records/record-schemas.ts'
import { FloorPlan, Media, Project, Unit } from '../../catalog/records/record-schemas.ts'
import type {
  MediaRecord,
  PlanRecord,
  ProjectRecord,
  RecordKind,
  UnitRecord,
} from '../../catalog/records/record-types.ts'
import { nextTurn } from '../../kernel/turns.ts'
import type { BuildingDetail } from '../buildings/building-schemas.ts'
import { ExportedBuilding, toBuildingJson } from '../buildings/building-schemas.ts'
import { BuildingSchema } from '../projects/catalog-schemas.ts'
import type { RecordSerializer } from '../projects/record-json.ts'
import { mediaJson, planJson, toBuildingRecords, unitJson } from '../projects/record-json.ts'
import { csvLine } from '../rest/csv-writer.ts'
import type { CachedFile, FileContent } from '../server/file-cache.ts'
import type { CatalogueServices } from '../server/services.ts'
import type { ExportFormat, ExportName } from './change-schemas.ts'

type Row = Readonly<Record<string, unknown>>

interface Shape {
  readonly kind: RecordKind
  /** The columns of CSV and Parquet. */
  readonly fields: Readonly<Record<string, z.ZodType>>
  toRows(serializer: RecordSerializer): (record: never) => readonly object[]
}

const SHAPES: Readonly<Record<ExportName, Shape>> = {
  projects: shape(
    'project',
    { ...Project.shape, buildings: z.array(BuildingSchema) },
    (json) => (project: ProjectRecord) => [{ ...json.project(project), buildings: toBuildingRecords(project) }],
  ),
  buildings: shape('project', ExportedBuilding.shape, ({ snapshot, view }) => (project: ProjectRecord) => {
    const json = (building: Readonly<Building>) => toBuildingJson(viewBuilding(snapshot, { project, building }, view))
    return project.buildings.map((building) => omitLinks(json(building)))
  }),
  'floor-plans': shape('floor_plan', FloorPlan.shape, () => (plan: PlanRecord) => [planJson(plan)]),
  units: shape('unit', Unit.shape, () => (unit: UnitRecord) => [unitJson(unit)]),
  media: shape('media', Media.shape, (json) => (media: MediaRecord) => [mediaJson(json)(media)]),
}

function omitLinks({ links: _, ...building }: BuildingDetail): object {
  return building
}

function shape<T>(
  kind: RecordKind,
  fields: Shape['fields'],
  toRows: (serializer: RecordSerializer) => (record: T) => readonly object[],
): Shape {
  return { kind, fields, toRows: toRows as Shape['toRows'] }
}

/** Rows written before other requests get a turn. */
const ROWS_PER_SLICE = 200
/** Rows of a row group, which is in memory while it is encoded: SQL reads large groups faster. */
const ROWS_PER_GROUP = 20_000
/** Fewer: a column is encoded without a pause, and projects have long texts and all buildings. */
const PROJECTS_PER_GROUP = 2000

export function exportFile(
  { exports }: CatalogueServices,
  serializer: RecordSerializer,
  name: ExportName,
  format: ExportFormat,
  licences: string,
): Promise<CachedFile> {
  const { edition } = serializer
  if (format !== 'parquet')
    return exports.file(edition, `${name}.${format}`, () => textContent(serializer, name, format))
  const file = `${name}.${hashOf(licences)}.parquet`
  return exports.file(edition, file, () => parquetContent(serializer, name, licences))
}

export function licencesFile(
  { exports }: CatalogueServices,
  { edition }: RecordSerializer,
  licences: string,
): Promise<CachedFile> {
  const content = async function* (): FileContent {
    yield { data: licences, rows: 0 }
  }
  return exports.file(edition, `LICENSES.${hashOf(licences)}.txt`, content)
}

/** A licence can change without a new version of the dataset, so it is part of the cached file's name. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

function* rowsOf(serializer: RecordSerializer, { kind, toRows }: Shape): Generator<Row> {
  const rows = toRows(serializer) as (record: unknown) => readonly Row[]
  for (const record of exportRows(serializer.snapshot, kind, serializer.view)) yield* rows(record)
}

async function* textContent(serializer: RecordSerializer, name: ExportName, format: 'ndjson' | 'csv'): FileContent {
  const columns = Object.keys(SHAPES[name].fields)
  let data = format === 'csv' ? csvLine(columns) : ''
  let rows = 0
  for (const row of rowsOf(serializer, SHAPES[name])) {
    data += format === 'csv' ? csvLine(columns.map((column) => row[column])) : `${JSON.stringify(row)}\n`
    rows += 1
    if (rows < ROWS_PER_SLICE) continue
    yield { data, rows }
    data = ''
    rows = 0
    await nextTurn()
  }
  yield { data, rows }
}

async function* parquetContent(serializer: RecordSerializer, name: ExportName, licences: string): FileContent {
  // Loaded when needed: the writer has 50 files.
  const { ParquetFile } = await import('./parquet-file.ts')
  const file = new ParquetFile(SHAPES[name].fields, licences)
  yield { data: file.start(), rows: 0 }
  const groupRows = name === 'projects' ? PROJECTS_PER_GROUP : ROWS_PER_GROUP
  let rows = 0
  for (const row of rowsOf(serializer, SHAPES[name])) {
    file.add(row)
    rows += 1
    if (rows % ROWS_PER_SLICE === 0) await nextTurn()
    if (rows % groupRows === 0) for await (const data of file.endGroup()) yield { data, rows: 0 }
  }
  for await (const data of file.endGroup()) yield { data, rows: 0 }
  yield { data: file.end(), rows }
}
