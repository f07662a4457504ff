// Matches one input file, and writes a file with its answers.
import { createWriteStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { unpacked } from '../../files/read/file-format.ts'
import { settled } from '../../kernel/settled.ts'
import { workbookAsCsv } from '../../kernel/tables/workbook.mjs'
import { besideNames } from '../match/formats/beside-answers.ts'
import type { Block, Format, MatchPlan } from '../match/formats/match-plan.ts'
import { BLOCK_BYTES, PARQUET_BLOCK_BYTES } from '../match/formats/match-plan.ts'
import type { ColumnNames } from '../match/formats/query-columns.ts'
import { FIELD, inputNames } from '../match/formats/query-columns.ts'
import type { Hints } from '../match/formats/read-query.ts'
import type { BlockPool } from '../match/match-threads.ts'
import { checkColumns, openInput } from '../match/open-input.ts'
import { writeAnswers } from '../match/write-answers.ts'
import type { Duck } from './duck.ts'
import type { InputFile } from './find-inputs.ts'

export interface PartOptions {
  readonly pool: BlockPool
  /** Blocks in progress per part. */
  readonly concurrency: number
  readonly duck: () => Promise<Duck>
  readonly columns: ColumnNames
  readonly hints: Hints
  readonly details: boolean
  /** Ours stand beside the columns of the input. */
  readonly isBeside: boolean
}

type OnBlock = (count: number, share: number) => void

/** What the threads read: text, or Parquet with the columns of a query. */
interface Queries {
  readonly file: string
  readonly format: Format
  /** All columns of the input, if these are not the columns of `file`. */
  readonly columns?: readonly string[]
}

/** `folder` is for this part alone. `onBlock` gets the number of queries and the share of the part. */
export async function writePart(
  { kind, name, place }: InputFile,
  format: Format,
  folder: string,
  options: PartOptions,
  onBlock: OnBlock,
): Promise<string> {
  const { isBeside } = options
  const output = join(folder, 'output')
  const source = await place.fetch(name, folder)
  const isText = kind === 'csv' || kind === 'ndjson' || kind === 'xlsx'
  const plain = isText ? await plainText(source, kind, folder) : { file: source, format: kind }
  if (isText && plain.format !== 'parquet' && (!isBeside || plain.format === format)) {
    await matchFile(plain as Queries, format, output, options, onBlock)
    return output
  }
  const duck = await options.duck()
  const table = await duck.table(plain.format, plain.file)
  try {
    checkColumns(table.columns, options.columns, name)
    const queries = { file: join(folder, 'queries'), format: 'parquet', columns: table.columns } as const
    await table.writeQueries(fieldNames(options.columns), queries.file)
    if (!isBeside) await matchFile(queries, format, output, options, onBlock)
    else {
      const answers = join(folder, 'answers')
      const rows = await matchFile(queries, 'parquet', answers, options, onBlock)
      const written = await table.writeBeside(answers, output, format)
      if (written !== rows) throw new Error(`the input changed: it had ${rows} rows, then ${written}`)
    }
  } finally {
    table.close()
  }
  return output
}

function fieldNames(columns: ColumnNames): ReadonlyMap<string, string> {
  const fields = Object.keys(FIELD)
  return new Map(inputNames(columns).flatMap((name, i) => (name === null ? [] : [[fields[i] ?? '', name]])))
}

/** Text that threads can read in ranges: neither compressed nor a workbook. */
async function plainText(source: string, kind: 'csv' | 'ndjson' | 'xlsx', folder: string): Promise<Queries> {
  const file = join(folder, 'plain')
  if (kind === 'xlsx') await writeFile(file, await workbookAsCsv(source))
  else if (/\.(?:gz|zst)$/i.test(source)) await pipeline(unpacked(source), createWriteStream(file))
  else return { file: source, format: kind }
  return { file, format: kind === 'xlsx' ? 'csv' : kind }
}

async function matchFile(
  queries: Queries,
  outputFormat: Format,
  file: string,
  { pool, concurrency, columns, hints, details, isBeside }: PartOptions,
  onBlock: OnBlock,
): Promise<number> {
  const blockBytes = outputFormat === 'parquet' ? PARQUET_BLOCK_BYTES : BLOCK_BYTES
  const stream = Readable.from([])
  const opened = { input: stream, file: queries.file, format: queries.format, columns, blockBytes, wholeBlocks: true }
  const input = await openInput(opened)
  const own = queries.columns ?? input.header ?? []
  const plan: MatchPlan = {
    ...{ columns, hints, details, blockBytes, outputFormat, inputFormat: input.format },
    ...{ fd: input.fd, header: input.header, parquet: input.parquet, idType: input.idType },
    // DuckDB does not tell apart upper and lower case.
    beside: isBeside ? besideNames(queries.columns ? own.map((name) => name.toLowerCase()) : own) : undefined,
  }
  const target = await open(file, 'w')
  let rows = 0
  const running = new Set<Promise<unknown>>()
  const match = (block: Block) => {
    const matched = pool.match(block, plan)
    running.add(matched)
    return matched.finally(() => running.delete(matched))
  }
  try {
    const matched = Readable.from(input.blocks).map(match, { concurrency })
    const write = (bytes: Uint8Array) => target.appendFile(bytes)
    await writeAnswers(matched, plan, true, write, (count, size) => {
      rows += count
      onBlock(count, input.total ? size / input.total : 0)
    })
  } finally {
    // After a failure, threads may still read the file.
    await Promise.all([...running].map(settled))
    pool.release(plan)
    input.close()
    await target.close()
  }
  return rows
}
