// plinth bridge: writes which id a building has in which register, and in Overture Maps (GERS).
import type { BuildingId } from '@plinth/matcher'
import { idsIn, keysIn } from '@plinth/matcher/internal/index/index-file'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { isIndexFile, openIndexFile } from './building-index.ts'
import type { FileBuilding } from './building-line.ts'
import { cell } from './formats/csv-answers.ts'
import type { Format } from './formats/match-plan.ts'
import { formatOf } from './formats/match-plan.ts'
import { readBuildings } from './match-buildings.ts'
import { MatchOutput } from './match-output.ts'

const COLUMNS = ['building_id', 'register', 'register_id', 'gers_id'] as const
type Row = Readonly<Record<(typeof COLUMNS)[number], string | null>>

const WRITERS: Readonly<Record<Format, (rows: readonly Row[]) => Uint8Array>> = {
  csv: (rows) => {
    const lines = rows.map((row) => COLUMNS.map((name) => cell(row[name])).join(','))
    return Buffer.from(`${[COLUMNS.join(','), ...lines].join('\n')}\n`)
  },
  ndjson: (rows) => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  parquet: (rows) => {
    const columnData = COLUMNS.map((name) => ({ name, data: rows.map((row) => row[name]), type: 'STRING' as const }))
    return new Uint8Array(parquetWriteBuffer({ columnData }))
  },
}

/** A row per register; a building that only Overture knows has one, too. */
function rowsOf(building_id: string, ids: readonly BuildingId[]): Row[] {
  const [gers, others] = [true, false].map((isGers) => ids.filter(({ register }) => (register === 'gers') === isGers))
  return Array.from({ length: Math.max(gers!.length, others!.length) }, (_, i) => ({
    building_id,
    register: others![i]?.register ?? null,
    register_id: others![i]?.id ?? null,
    gers_id: (gers![i] ?? gers![0])?.id ?? null,
  }))
}

async function readIds(file: string): Promise<readonly Pick<FileBuilding, 'key' | 'ids'>[]> {
  if (!isIndexFile(file)) return readBuildings(file, (message) => console.error(message))
  const sections = openIndexFile(file)
  const idsOf = idsIn(sections)
  return keysIn(sections)
    .toArray()
    .map((key, row) => ({ key, ids: idsOf(row) }))
}

export async function bridgeCommand(file: string, { output }: { readonly output: string }): Promise<number> {
  const buildings = await readIds(file).catch((error: Error) => {
    throw new Stop('usage', error.message)
  })
  const rows = buildings.flatMap(({ key, ids }) => rowsOf(key, ids))
  const written = new MatchOutput(process.stdout, output)
  await written.write(WRITERS[formatOf(output)](rows))
  await written.finish()
  console.log(`${output}: ${rows.length.toLocaleString('en-CA')} ids`)
  return EXIT.ok
}
