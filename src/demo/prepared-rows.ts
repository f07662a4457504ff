// Reads the demonstration, an invented dataset that is prepared in assets/demonstration.
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createBrotliDecompress } from 'node:zlib'
import type { MediaRow, ProjectRow } from '../ingest/record/row.ts'
import { LineSplitter } from '../kernel/lines.ts'
import type { DayChange, UndrawnRow } from './day-change.ts'
import { applyChange } from './day-change.ts'
import { drawMedia } from './drawings.ts'

/** A line of a file: the project on its first day, and its changes, oldest first. Its lists are stored by column. */
type PreparedRow = Omit<UndrawnRow, keyof Lists> & {
  readonly [List in keyof Lists]: Columns<Lists[List][number]>
} & { readonly since: string; readonly days: readonly DayChange[] }

type Lists = Pick<UndrawnRow, 'floor_plans' | 'units' | 'media' | 'history'>
/** A column has a value for each row, or one that all rows have. */
type Columns<Row> = { readonly [Field in keyof Row]: Row[Field] | readonly Row[Field][] }

export const DEMO_COUNT = 6200
/** The day of the data before the first change. */
export const DEMO_AS_OF = '2026-11-01'

/** Small pieces, because requests are answered between them. */
const CHUNK_BYTES = 64 * 1024

/** The whole dataset at the end of a day: the first `count` projects, and all that are new since `DEMO_AS_OF`. */
export async function* demoRowsAt(day: string, count = DEMO_COUNT): AsyncGenerator<ProjectRow> {
  let left = count
  for await (const row of read('projects')) {
    yield rowAt(row, day)
    left -= 1
    if (left <= 0) break
  }
  for await (const row of read('new-projects')) if (row.since <= day) yield rowAt(row, day)
}

async function* read(name: string): AsyncGenerator<PreparedRow> {
  const file = new URL(`../../assets/demonstration/${name}.ndjson.br`, import.meta.url)
  const lines = LineSplitter.bytes()
  const unpacked = createBrotliDecompress({ chunkSize: CHUNK_BYTES })
  unpacked.end(await readFile(file))
  for await (const chunk of unpacked) for (const line of lines.push(chunk)) yield JSON.parse(String(line))
}

function rowAt({ since: _, days, ...prepared }: PreparedRow, day: string): ProjectRow {
  const first = {
    ...prepared,
    floor_plans: rowsOf(prepared.floor_plans),
    units: rowsOf(prepared.units),
    media: rowsOf(prepared.media),
    history: rowsOf(prepared.history),
  }
  const row = days.filter((change) => change.day <= day).reduce(applyChange, first)
  return { ...row, media: row.media.map(drawn) }
}

function rowsOf<Row extends object>(columns: Columns<Row>): Row[] {
  const lists = Object.entries(columns)
  const count = Math.max(0, ...lists.map(([, values]) => (Array.isArray(values) ? values.length : 0)))
  return Array.from({ length: count }, (_, at) => {
    const row: Record<string, unknown> = {}
    for (const [field, values] of lists) row[field] = Array.isArray(values) ? values[at] : values
    return row as Row
  })
}

function drawn(item: UndrawnRow['media'][number], position: number): MediaRow {
  const { svg, width, height } = drawMedia(item.origin)
  return {
    ...item,
    position,
    is_cover: position === 0,
    mime_type: 'image/svg+xml',
    // Drawings are ASCII, so characters are bytes.
    bytes: svg.length,
    sha256: hash('sha256', svg),
    width,
    height,
    rights: 'Demonstration drawing, free to use',
  }
}
