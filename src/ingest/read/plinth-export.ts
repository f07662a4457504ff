// Reads the NDJSON export of another Plinth: projects with their floor plans, units and media.
import { join } from 'node:path'
import { Project } from '../../catalog/records/record-schemas.ts'
import { DiskSorter } from '../files/disk-sorter.ts'
import type { SourceFile } from '../files/source-file.ts'
import type { Notes, ReadItem } from '../record/draft.ts'
import { cleanText, FileRefused } from '../record/draft.ts'
import { parseObject } from './ndjson.ts'
import { numberedLines } from './numbered-lines.ts'

type Json = Readonly<Record<string, unknown>>

interface Kind {
  readonly name: string
  /** A line is of this kind when it has these fields. */
  readonly fields: readonly string[]
  readonly projectId: string
}

/** The order in which the lines of a project are sorted. */
const PROJECT = 0
const FLOOR_PLAN = 1
const UNIT = 2
const MEDIA = 3
const KINDS: readonly Kind[] = [
  { name: 'project', fields: ['slug', 'city_name'], projectId: 'id' },
  { name: 'floor plan', fields: ['bedrooms_label', 'interior_sqft'], projectId: 'project_id' },
  { name: 'unit', fields: ['unit_number', 'floor_plan_id'], projectId: 'project_id' },
  { name: 'media item', fields: ['sha256', 'mime_type'], projectId: 'project_id' },
]
/** `buildings.ndjson`: the projects have the same buildings. */
const BUILDING: Kind = { name: 'building', fields: ['addresses', 'year_built'], projectId: 'project_id' }

/** More than the row limits allow. Further lines are only counted, so that they do not fill the memory. */
const MAX_LINES_PER_PROJECT = 20_000
const ID_DIGITS = 10
const MAX_ID_LENGTH = 40

/** True for the first line of an exported file. Rows in our own import format have a key. */
export function isExportLine(line: string): boolean {
  const has = (field: string) => line.includes(`"${field}":`)
  if (!/^\s*\{/.test(line) || has('key') || !has('id')) return false
  return [...KINDS, BUILDING].some(({ fields, projectId }) => has(projectId) && fields.every(has))
}

interface Place {
  readonly line: number
  readonly file: string
}

interface StoredLine extends Place {
  readonly projectId: number
  readonly kind: number
  readonly value: Json
}

export interface ExportOptions {
  /** A folder for temporary files. Created when needed and deleted at the end. */
  readonly workFolder: string
  /** Characters to sort in memory. */
  readonly runLength?: number | undefined
}

/** The files can come in any order, and one file can contain several kinds of lines. */
export async function* readPlinthExport(
  files: readonly SourceFile[],
  options: ExportOptions,
  notes: Notes,
): AsyncGenerator<ReadItem> {
  const reader = new ExportReader(files, options, notes)
  try {
    for (const file of files) yield* reader.storeLines(file)
    yield* reader.rows()
  } finally {
    await reader.close()
  }
}

class ExportReader {
  readonly #severalFiles: boolean
  readonly #notes: Notes
  readonly #sorter: DiskSorter
  readonly #seen = new Set<number>()

  constructor(files: readonly SourceFile[], { workFolder, runLength }: ExportOptions, notes: Notes) {
    this.#severalFiles = files.length > 1
    this.#notes = notes
    this.#sorter = new DiskSorter(join(workFolder, 'export'), runLength)
  }

  close(): Promise<void> {
    return this.#sorter.close()
  }

  /** Yields the lines that belong to no kind. */
  async *storeLines(file: SourceFile): AsyncGenerator<ReadItem> {
    for await (const { number, text, ended } of numberedLines(file.text())) {
      if (text?.trim() === '') continue
      const value = text === null ? 'the line is too long for a row' : parseObject(text)
      const place = { line: number, file: file.name }
      if (typeof value === 'object') {
        const problem = await this.#store(value, text!, place)
        if (problem !== null) yield this.#rejected(place, problem)
      } else if (ended) yield this.#rejected(place, value)
      else
        throw new FileRefused(
          `${cleanText(file.name)}, line ${number}: the file ends in the middle of a line; it is incomplete`,
        )
    }
  }

  /** Returns the problem of a line that cannot be stored. */
  async #store(value: Json, text: string, { line, file }: Place): Promise<string | null> {
    if (hasFields(value, BUILDING) && !hasFields(value, KINDS[PROJECT]!)) {
      this.#notes.remark('buildings.ndjson is not needed: the projects contain their buildings')
      return null
    }
    const kind = KINDS.findIndex((one) => hasFields(value, one))
    const projectId = kind < 0 ? null : value[KINDS[kind]!.projectId]
    if (!Number.isSafeInteger(projectId) || (projectId as number) < 0)
      return 'the line is not a project, floor plan, unit or media item of an export'
    this.#seen.add(kind)
    const padded = (id: unknown) =>
      String(id ?? '')
        .slice(0, MAX_ID_LENGTH)
        .padStart(ID_DIGITS, '0')
    // The project first, so that sorting groups its lines. The line itself is JSON without line ends.
    const head = JSON.stringify([padded(projectId), kind, padded(value.id), line, file])
    if (this.#sorter.add(`${head.slice(0, -1)},${text}]`)) await this.#sorter.flush()
    return null
  }

  async *rows(): AsyncGenerator<ReadItem> {
    if (!this.#seen.has(PROJECT))
      throw new FileRefused('the export has no projects; import projects.ndjson together with the other files')
    for await (const lines of this.#projectLines()) yield* this.#itemsOf(lines)
  }

  /** The lines of one project after the other: the project itself first. */
  async *#projectLines(): AsyncGenerator<readonly StoredLine[]> {
    let lines: StoredLine[] = []
    for await (const batch of this.#sorter.sorted()) {
      for (const text of batch) {
        const [id, kind, , line, file, value] = JSON.parse(text) as [string, number, string, number, string, Json]
        const projectId = Number(id)
        if (lines.length > 0 && lines[0]!.projectId !== projectId) {
          yield lines
          lines = []
        }
        if (lines.length <= MAX_LINES_PER_PROJECT) lines.push({ projectId, kind, line, file, value })
      }
    }
    if (lines.length > 0) yield lines
  }

  *#itemsOf(lines: readonly StoredLine[]): Generator<ReadItem> {
    const [first] = lines
    const { projectId, kind, line } = first!
    const key = String(projectId)
    if (kind !== PROJECT) {
      for (const at of lines)
        yield this.#rejected(at, `the project ${key} of this ${KINDS[at.kind]!.name} is not in the export`, key)
      return
    }
    if (lines.length > MAX_LINES_PER_PROJECT)
      return yield this.#rejected(first!, `the project has more than ${MAX_LINES_PER_PROJECT} lines`, key)
    for (const at of lines.slice(1))
      if (at.kind === PROJECT) yield this.#rejected(at, `line ${line} has the same project`, key)
    const of = (wanted: number) => lines.filter((at) => at.kind === wanted).map(({ value }) => value)
    const parts = [of(FLOOR_PLAN), of(UNIT), of(MEDIA)] as const
    this.#addRemarks(first!.value, parts[2].length)
    const fields = rowOf(first!.value, ...parts)
    yield { kind: 'draft', draft: { ...this.#place(first!), fields, published: true } }
  }

  #addRemarks(project: Json, mediaCount: number): void {
    for (const name of Object.keys(project))
      if (!Object.hasOwn(Project.shape, name) && name !== 'buildings') this.#notes.unknownColumn(name)
    if (!this.#seen.has(FLOOR_PLAN) && Number(project.floor_plans_count) > 0)
      this.#notes.remark('projects whose floor plans are left out: floor-plans.ndjson was not imported')
    if (mediaCount > 0) this.#notes.remark('media items without a file: an export has records, not files', mediaCount)
  }

  /** A line number alone is enough for one file. */
  #place({ line, file }: Place): { readonly line: number; readonly file?: string } {
    return this.#severalFiles ? { line, file } : { line }
  }

  #rejected(at: Place, reason: string, key: string | null = null): ReadItem {
    return { kind: 'rejected', rejected: { ...this.#place(at), column: null, key, reason } }
  }
}

const hasFields = (value: Json, { fields, projectId }: Kind): boolean =>
  [projectId, ...fields].every((field) => Object.hasOwn(value, field))

const keyOf = (id: unknown): string | null => (id === null || id === undefined ? null : String(id))

/** Ids of the other installation become keys, so that the next export changes the same records. */
function rowOf(project: Json, plans: readonly Json[], units: readonly Json[], media: readonly Json[]): Json {
  const { id, buildings, invented, ...fields } = project
  return {
    ...fields,
    ...(invented === true && { invented }),
    key: keyOf(id),
    buildings: Array.isArray(buildings)
      ? buildings.map((building: Json) => ({ ...building, key: keyOf(building?.id) }))
      : [],
    floor_plans: plans.map((plan) => ({ ...plan, key: keyOf(plan.id), building_key: keyOf(plan.building_id) })),
    units: units.map((unit) => ({ ...unit, key: keyOf(unit.id), floor_plan_key: keyOf(unit.floor_plan_id) })),
    media: media.map((item) => ({
      ...item,
      key: keyOf(item.id),
      floor_plan_key: keyOf(item.floor_plan_id),
      origin: `reference:${String(item.url ?? '').split('?')[0]}`,
    })),
  }
}
