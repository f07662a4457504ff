// Reads the buildings file of `plinth match` and `plinth link --buildings`.
import { closeSync, createReadStream, fstatSync, openSync } from 'node:fs'
import { Readable } from 'node:stream'
import { parquetMetadataAsync, parquetRead } from 'hyparquet'
import { csvRecords } from '../../kernel/tables/csv-scanner.ts'
import {
  COMPRESSORS,
  cellValue,
  checkCompression,
  columnNames,
  fileBuffer,
} from '../../kernel/tables/parquet-columns.ts'
import type { FileBuilding } from './building-line.ts'
import { BUILDING_COLUMNS, buildingOf, isSameBuilding, mergeLines, readBuilding, rowOfTexts } from './building-line.ts'
import type { Json } from './formats/json-line.ts'
import { formatOf } from './formats/match-plan.ts'
import { gunzipIfNeeded, lineChunks, linesIn } from './line-chunks.ts'

/** Each item reads one building, and throws if its row is invalid. */
type BuildingRows = AsyncGenerator<() => FileBuilding>

async function* fromNdjson(file: string): BuildingRows {
  for await (const chunk of lineChunks(createReadStream(file)))
    for (const line of linesIn(chunk)) yield () => readBuilding(line)
}

async function* fromCsv(file: string): BuildingRows {
  let header: readonly string[] | undefined
  const text = Readable.from(gunzipIfNeeded(createReadStream(file)), { objectMode: false }).setEncoding('utf8')
  for await (const { line, values } of csvRecords(text, ',')) {
    if (!header) header = values
    else if (values.length !== header.length)
      throw new Error(
        `${file}, line ${line}: the row has ${values.length} columns, but the header has ${header.length}`,
      )
    else {
      const row = Object.fromEntries(header.map((name, at) => [name, values[at] ?? '']))
      yield () => buildingOf(rowOfTexts(row))
    }
  }
}

async function* fromParquet(file: string): BuildingRows {
  const fd = openSync(file, 'r')
  try {
    const buffer = fileBuffer(fd, fstatSync(fd).size)
    const metadata = await parquetMetadataAsync(buffer)
    const inFile = columnNames(metadata)
    const columns = BUILDING_COLUMNS.filter((name) => inFile.includes(name))
    checkCompression(metadata, new Set(columns))
    let rowStart = 0
    for (const { num_rows } of metadata.row_groups) {
      const rowEnd = rowStart + Number(num_rows)
      let rows: Json[] = []
      const onComplete = (all: Json[]) => {
        rows = all
      }
      const range = { rowStart, rowEnd, rowFormat: 'object', onComplete } as const
      await parquetRead({ file: buffer, metadata, columns: [...columns], compressors: COMPRESSORS, ...range })
      for (const row of rows) yield () => buildingOf(cellValue(row) as Json)
      rowStart = rowEnd
    }
  } finally {
    closeSync(fd)
  }
}

const READERS = { ndjson: fromNdjson, csv: fromCsv, parquet: fromParquet }

/** Invalid rows are reported and skipped. */
export async function readBuildings(file: string, report: (message: string) => void): Promise<FileBuilding[]> {
  if (file.endsWith('.plinth')) throw new Error(`${file} is an index; pass the file that it was made from`)
  const out: FileBuilding[] = []
  const indexByKey = new Map<string, number>()
  let row = 0
  for await (const read of READERS[formatOf(file)](file)) {
    row++
    try {
      const building = read()
      const at = indexByKey.get(building.key) ?? -1
      const existing = out[at]
      if (existing && isSameBuilding(existing, building)) {
        out[at] = mergeLines(existing, building)
        continue
      }
      indexByKey.set(building.key, out.length)
      out.push(building)
    } catch (error) {
      report(`${file}: building ${row}: ${(error as Error).message}; skipped`)
    }
  }
  return out
}
