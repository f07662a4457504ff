// Reads a table of buildings and a file of listings with whatever columns they have.
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MatchBuilding } from '@plinth/matcher'
import { FileProblem } from '../../files/read/file-problem.ts'
import { describeTable, openTable, receiveFormat } from '../../files/read/open-table.ts'
import type { FileRow } from '../../files/read/text-rows.ts'
import { textIn } from '../../files/read/text-rows.ts'
import { columnsFor, columnsNamed, guessMapping, looksLikeHeader, queryOf } from '../../files/row-query.ts'
import { Stop } from '../../kernel/fault.ts'
import { cellValue } from '../../kernel/tables/parquet-columns.ts'
import type { FileBuilding } from '../match/building-line.ts'
import { buildingOf, isSameBuilding, mergeLines, rowOfTexts } from '../match/building-line.ts'
import type { ListingRow } from './check-buildings.ts'

/** Names of the column that says which building a listing is linked to, or a building has. */
const BUILDING_ID = ['buildingid', 'buildingkey', 'plinthbuildingid', 'linkedbuilding', 'complexid']

interface Table {
  readonly columns: readonly string[]
  readonly rows: AsyncIterable<readonly FileRow[]>
  close(): Promise<void>
}

/** A CSV, TSV, NDJSON, XLSX or Parquet file. A workbook is read from a copy, because reading turns it into CSV. */
async function openAny(file: string): Promise<Table> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-doctor-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const isWorkbook = file.toLowerCase().endsWith('.xlsx')
    const path = isWorkbook ? join(folder, 'table') : file
    if (isWorkbook) await copyFile(file, path)
    const format = await receiveFormat(path)
    const columns = (await describeTable({ path, format, hasHeader: true })).map(({ name }) => name)
    if (format !== 'ndjson' && format !== 'parquet' && !looksLikeHeader(columns))
      throw new FileProblem('invalid_file', 'The first row must have the names of the columns.')
    const { rows } = await openTable({ path, format, hasHeader: true, columns })
    return { columns, rows, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Calls with the columns, then yields what each row makes. Problems of the file name it. */
async function* readRows<T>(
  file: string,
  readerOf: (columns: readonly string[]) => (row: FileRow, line: number) => T,
): AsyncGenerator<T> {
  let table: Table | undefined
  try {
    table = await openAny(file)
    const read = readerOf(table.columns)
    let line = 1
    for await (const batch of table.rows)
      for (const row of batch) {
        line += 1
        yield read(row, line)
      }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (error instanceof FileProblem || code === 'ENOENT' || code === 'EISDIR')
      throw new Stop('usage', `${file}: ${message}`)
    throw error
  } finally {
    await table?.close()
  }
}

/** Of a list, its items as CSV has them. */
function textAt(row: FileRow, column: string | undefined): string {
  const value = column === undefined ? null : cellValue(row.value(column))
  if (!Array.isArray(value)) return textIn(value).trim()
  return value.map((item) => textIn(item?.line ?? item)).join('|')
}

export async function readBuildingTable(file: string, report: (message: string) => void): Promise<MatchBuilding[]> {
  const found = new Map<string, FileBuilding>()
  const add = (building: FileBuilding) => {
    const first = found.get(building.key)
    if (first && !isSameBuilding(first, building))
      throw new Error(`the id ${building.key} is in two cities: ${first.city}, ${building.city}`)
    found.set(building.key, first ? mergeLines(first, building) : building)
  }
  const readerOf = (columns: readonly string[]) => {
    const from = buildingColumns(columns)
    return (row: FileRow, line: number) => {
      try {
        if (row.error !== null) throw new Error(row.error)
        const texts = Object.entries(from).map(([field, column]) => [field, textAt(row, column)])
        add(buildingOf(rowOfTexts(Object.fromEntries(texts))))
      } catch (error) {
        report(`${file}, row ${line}: ${(error as Error).message}; skipped`)
      }
    }
  }
  for await (const _ of readRows(file, readerOf));
  if (found.size === 0) throw new Stop('usage', `${file}: the table has no buildings`)
  return [...found.values()]
}

/** The columns of a building by the fields of `plinth match`, whose own names win. */
function buildingColumns(columns: readonly string[]): Readonly<Record<string, string | undefined>> {
  const mapped = Object.entries(guessMapping(columns).mapping).map(([field, [column]]) => [field, column])
  const from = {
    id: columnsNamed(columns, BUILDING_ID)[0] ?? columnsFor(columns, 'key')[0],
    name: columnsFor(columns, 'name')[0],
    storeys: columnsFor(columns, 'storeys')[0],
    ...Object.fromEntries(mapped),
    ...Object.fromEntries(columns.map((name) => [name, name])),
  }
  if (from.id === undefined || from.address === undefined)
    throw new FileProblem(
      'invalid_file',
      `A column with ids and one with addresses are needed. The columns are ${columns.join(', ')}.`,
    )
  return from
}

/** Null for a row without an address. `buildingColumn` has the present link; without it, it is guessed by its name. */
export function readListings(file: string, buildingColumn: string | undefined): AsyncGenerator<ListingRow | null> {
  return readRows(file, (columns) => {
    const { mapping } = guessMapping(columns)
    const inFile = `The columns are ${columns.join(', ')}.`
    if (!mapping.address) throw new FileProblem('invalid_file', `No column is named like an address. ${inFile}`)
    if (buildingColumn !== undefined && !columns.includes(buildingColumn))
      throw new FileProblem('invalid_file', `There is no column "${buildingColumn}". ${inFile}`)
    const claimed = buildingColumn ?? columnsNamed(columns, BUILDING_ID)[0]
    const id = columnsFor(columns, 'key').find((column) => column !== claimed)
    return (row, line) => {
      const query = queryOf(row, mapping)
      if (typeof query === 'string') return null
      return { id: textAt(row, id) || `row ${line}`, query, claimed: textAt(row, claimed) || null }
    }
  })
}
