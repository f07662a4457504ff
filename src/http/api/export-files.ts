// The whole dataset as files: made once for each version, view and day, kept on disk, streamed from there.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { exportRows } from '../../catalog/query/export.ts'
import { FloorPlan, Media, Project, Unit } from '../../catalog/record-schemas.ts'
import type { MediaRecord, PlanRecord, ProjectRecord, RecordKind, UnitRecord } from '../../catalog/records.ts'
import type { ExportFormat, ExportName } from '../../contract/change-schemas.ts'
import { csvLine } from './record-csv.ts'
import type { RecordSerializer } from './record-json.ts'
import { mediaJson, planJson, unitJson } from './record-json.ts'

export interface ExportFile {
  readonly path: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

interface Shape {
  readonly kind: RecordKind
  readonly columns: readonly string[]
  show(wire: RecordSerializer): (record: never) => object
}

const SHAPES: Readonly<Record<ExportName, Shape>> = {
  projects: shape('project', [...Object.keys(Project.shape), 'buildings'], (wire) => (project: ProjectRecord) => ({
    ...wire.project(project),
    buildings: project.buildings,
  })),
  'floor-plans': shape('floor_plan', Object.keys(FloorPlan.shape), () => (plan: PlanRecord) => planJson(plan)),
  units: shape('unit', Object.keys(Unit.shape), () => (unit: UnitRecord) => unitJson(unit)),
  media: shape('media', Object.keys(Media.shape), (wire) => (media: MediaRecord) => mediaJson(wire)(media)),
}

function shape<T>(kind: RecordKind, columns: string[], show: (wire: RecordSerializer) => (record: T) => object): Shape {
  return { kind, columns, show: show as Shape['show'] }
}

/** Rows between two breaths of the event loop. */
const SLICE = 200

export class ExportFiles {
  readonly #folder: string
  readonly #making = new Map<string, Promise<ExportFile>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The file, made now if nobody has asked for it yet; two who ask at once wait for the same one. */
  async file(wire: RecordSerializer, name: ExportName, format: ExportFormat): Promise<ExportFile> {
    const { edition } = wire
    const path = join(this.#folder, edition, `${name}.${format}`)
    const known = await readFacts(path)
    if (known) return known
    let making = this.#making.get(path)
    if (!making) {
      making = this.#make(wire, name, format, edition, path).finally(() => this.#making.delete(path))
      this.#making.set(path, making)
    }
    return making
  }

  async #make(
    wire: RecordSerializer,
    name: ExportName,
    format: ExportFormat,
    edition: string,
    path: string,
  ): Promise<ExportFile> {
    await mkdir(join(this.#folder, edition), { recursive: true, mode: 0o700 })
    await this.#forgetOld(wire)
    const hash = createHash('sha256')
    const facts = { rows: 0, bytes: 0 }
    const draft = `${path}.${process.pid}.tmp`
    const measured = async function* () {
      for await (const text of lines(wire, name, format, facts)) {
        const bytes = Buffer.from(text)
        hash.update(bytes)
        facts.bytes += bytes.length
        yield bytes
      }
    }
    await pipeline(Readable.from(measured()), createWriteStream(draft, { mode: 0o600 }))
    await rename(draft, path)
    const file: ExportFile = { path, ...facts, sha256: hash.digest('hex') }
    await writeFile(`${path}.json`, JSON.stringify(file), { mode: 0o600 })
    return file
  }

  /** Editions of older versions and days go; a download under way keeps its open file. */
  async #forgetOld({ snapshot, edition }: RecordSerializer): Promise<void> {
    const { number, day } = readEdition(edition)
    for (const folder of await readdir(this.#folder)) {
      const its = readEdition(folder)
      const old = its.dataset === snapshot.dataset && (its.number < number - 1 || its.day < day - 1)
      if (old) await rm(join(this.#folder, folder), { recursive: true, force: true })
    }
  }
}

function readEdition(edition: string): { dataset: string; number: number; day: number } {
  const [dataset = '', rest = ''] = edition.split('-')
  const [number = 0, , day = 0] = rest.split('.').map(Number)
  return { dataset, number, day }
}

async function readFacts(path: string): Promise<ExportFile | undefined> {
  try {
    return JSON.parse(await readFile(`${path}.json`, 'utf8'))
  } catch {
    return undefined
  }
}

async function* lines(
  wire: RecordSerializer,
  name: ExportName,
  format: ExportFormat,
  facts: { rows: number },
): AsyncGenerator<string> {
  const { kind, columns, show } = SHAPES[name]
  const shown = show(wire) as (record: unknown) => Record<string, unknown>
  if (format === 'csv') yield csvLine(columns)
  let slice = ''
  for (const record of exportRows(wire.snapshot, kind, wire.view)) {
    const wired = shown(record)
    slice += format === 'csv' ? csvLine(columns.map((column) => wired[column])) : `${JSON.stringify(wired)}\n`
    facts.rows += 1
    if (facts.rows % SLICE === 0) {
      yield slice
      slice = ''
      await turn()
    }
  }
  yield slice
}
