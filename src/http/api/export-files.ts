// Writes the rows of an export as NDJSON or CSV.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { exportRows } from '../../catalog/query/export.ts'
import { FloorPlan, Media, Project, Unit } from '../../catalog/records/record-schemas.ts'
import type {
  MediaRecord,
  PlanRecord,
  ProjectRecord,
  RecordKind,
  UnitRecord,
} from '../../catalog/records/record-types.ts'
import type { ExportFormat, ExportName } from '../../contract/change-schemas.ts'
import { csvLine } from '../../kernel/csv-writer.ts'
import type { CachedFile, FileContent } from '../door/file-cache.ts'
import type { Services } from '../door/services.ts'
import type { RecordSerializer } from './record-json.ts'
import { mediaJson, planJson, unitJson } from './record-json.ts'

interface Shape {
  readonly kind: RecordKind
  readonly columns: readonly string[]
  toRow(serializer: RecordSerializer): (record: never) => object
}

const SHAPES: Readonly<Record<ExportName, Shape>> = {
  projects: shape('project', [...Object.keys(Project.shape), 'buildings'], (json) => (project: ProjectRecord) => ({
    ...json.project(project),
    buildings: project.buildings,
  })),
  'floor-plans': shape('floor_plan', Object.keys(FloorPlan.shape), () => (plan: PlanRecord) => planJson(plan)),
  units: shape('unit', Object.keys(Unit.shape), () => (unit: UnitRecord) => unitJson(unit)),
  media: shape('media', Object.keys(Media.shape), (json) => (media: MediaRecord) => mediaJson(json)(media)),
}

function shape<T>(
  kind: RecordKind,
  columns: string[],
  toRow: (serializer: RecordSerializer) => (record: T) => object,
): Shape {
  return { kind, columns, toRow: toRow as Shape['toRow'] }
}

/** Rows written before other requests get a turn. */
const ROWS_PER_SLICE = 200

export function exportFile(
  { exports }: Services,
  serializer: RecordSerializer,
  name: ExportName,
  format: ExportFormat,
): Promise<CachedFile> {
  return exports.file(serializer.edition, `${name}.${format}`, () => contentOf(serializer, name, format))
}

async function* contentOf(serializer: RecordSerializer, name: ExportName, format: ExportFormat): FileContent {
  const { kind, columns, toRow } = SHAPES[name]
  const rowOf = toRow(serializer) as (record: unknown) => Record<string, unknown>
  let text = format === 'csv' ? csvLine(columns) : ''
  let rows = 0
  for (const record of exportRows(serializer.snapshot, kind, serializer.view)) {
    const row = rowOf(record)
    text += format === 'csv' ? csvLine(columns.map((column) => row[column])) : `${JSON.stringify(row)}\n`
    rows += 1
    if (rows < ROWS_PER_SLICE) continue
    yield { text, rows }
    text = ''
    rows = 0
    await yieldToEventLoop()
  }
  yield { text, rows }
}
