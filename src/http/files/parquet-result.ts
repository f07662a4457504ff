// Writes the result of a file as Parquet. Values of a Parquet file are copied as they are stored.
import { open } from 'node:fs/promises'
import type { FileMetaData, SchemaElement } from 'hyparquet'
import { parquetMetadataAsync, parquetScan } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { FileResult } from '../../files/files.ts'
import { openTable } from '../../files/read/open-table.ts'
import type { FileRow } from '../../files/read/text-rows.ts'
import type { RowAnswer } from '../../files/row-answer.ts'
import { ANSWER_TYPES, answerNames } from '../../files/row-answer.ts'
import { COMPRESSORS, columnNames, fileBuffer } from '../../kernel/tables/parquet-columns.ts'
import { nextTurn } from '../../kernel/turns.ts'
import { textOf } from './file-result.ts'

const ROWS_PER_GROUP = 5_000

interface Column {
  readonly name: string
  readonly data: unknown[]
}

const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
})
const TYPES = { text, integer: number('INT32'), decimal: number('DOUBLE') } as const

function number(type: 'INT32' | 'DOUBLE'): (name: string) => SchemaElement {
  return (name) => ({ name, type, repetition_type: 'OPTIONAL' })
}

/** The bytes of a file as its row groups are complete. */
class GroupWriter {
  readonly #writer = new ByteWriter()
  readonly #parquet: ParquetWriter
  readonly #schema: SchemaElement[]

  /** `plain`: the elements that the values are written with, without the meaning that `elements` give them. */
  constructor(elements: readonly SchemaElement[], roots: number, plain = elements) {
    const root = { name: 'root', num_children: roots }
    this.#schema = [root, ...elements]
    // Statistics of values without their meaning would be wrong.
    this.#parquet = new ParquetWriter({ writer: this.#writer, schema: [root, ...plain], statistics: false })
  }

  #taken(): Uint8Array {
    const bytes = this.#writer.getBytes().slice()
    this.#writer.index = 0
    return bytes
  }

  group(columns: readonly Column[]): Uint8Array {
    const columnData = columns.map((column) => ({ ...column, offsetIndex: false }))
    this.#parquet.write({ columnData, rowGroupSize: Math.max(1, columns[0]!.data.length) })
    return this.#taken()
  }

  end(): Uint8Array {
    this.#parquet.schema = this.#schema
    this.#parquet.finish()
    return this.#taken()
  }
}

export async function* parquetResult(result: FileResult): AsyncGenerator<Uint8Array> {
  const answers = result.answers()
  try {
    yield* result.job.format === 'parquet' ? copied(result, answers) : textTable(result, answers)
    if (!(await answers.next()).done) throw new Error('The result has more rows than the file.')
  } finally {
    await answers.return(undefined)
  }
}

const answerElements = (names: readonly string[]): SchemaElement[] =>
  Object.values(ANSWER_TYPES).map((type, i) => TYPES[type](names[i]!))

/** The next answers, by column. */
async function answerColumns(
  answers: AsyncGenerator<RowAnswer>,
  names: readonly string[],
  rows: number,
): Promise<Column[]> {
  const columns = names.map((name): Column => ({ name, data: [] }))
  for (let row = 0; row < rows; row++) {
    const next = await answers.next()
    if (next.done) throw new Error('The result has fewer rows than the file.')
    for (const [i, { data }] of columns.entries()) data.push(next.value[i])
  }
  return columns
}

async function* copied({ path }: FileResult, answers: AsyncGenerator<RowAnswer>): AsyncGenerator<Uint8Array> {
  const handle = await open(path)
  try {
    const file = fileBuffer(handle.fd, (await handle.stat()).size)
    const metadata = await parquetMetadataAsync(file)
    const columns = columnNames(metadata)
    const names = answerNames(columns)
    const plain = { ...metadata, schema: metadata.schema.map(withoutMeaning) } satisfies FileMetaData
    const ours = answerElements(names)
    const roots = columns.length + names.length
    const writer = new GroupWriter([...metadata.schema.slice(1), ...ours], roots, [...plain.schema.slice(1), ...ours])
    let rowStart = 0
    for (const { num_rows } of metadata.row_groups) {
      const rowEnd = rowStart + Number(num_rows)
      const data: Column[] = []
      for (const name of columns) {
        const scan = await parquetScan({
          file,
          metadata: plain,
          columns: [name],
          compressors: COMPRESSORS,
          utf8: false,
        })
        data.push({ name, data: Array.from(await scan.readColumn({ column: name, rowStart, rowEnd })) })
        await nextTurn()
      }
      yield writer.group([...data, ...(await answerColumns(answers, names, rowEnd - rowStart))])
      rowStart = rowEnd
    }
    yield writer.end()
  } finally {
    await handle.close()
  }
}

/** Days, times, decimals and UUIDs stay the numbers and bytes that they are. */
function withoutMeaning(element: SchemaElement): SchemaElement {
  if (element.type === undefined || element.converted_type === 'UTF8') return element
  const { converted_type: _, logical_type: __, ...plain } = element
  return plain
}

async function* textTable({ job, path }: FileResult, answers: AsyncGenerator<RowAnswer>): AsyncGenerator<Uint8Array> {
  const known = job.columns.map(({ name }) => name)
  const { columns, rows } = await openTable({ path, format: job.format, hasHeader: job.has_header, columns: known })
  const names = answerNames(columns)
  const writer = new GroupWriter([...columns.map(text), ...answerElements(names)], columns.length + names.length)
  let waiting: FileRow[] = []
  const group = async (): Promise<Uint8Array> => {
    const values = (name: string) =>
      waiting.map((row) => textOf(row.value(name)) ?? null).map((value) => (value === null ? null : String(value)))
    const own = columns.map((name) => ({ name, data: values(name) }))
    const bytes = writer.group([...own, ...(await answerColumns(answers, names, waiting.length))])
    waiting = []
    await nextTurn()
    return bytes
  }
  for await (const batch of rows)
    for (const row of batch) {
      waiting.push(row)
      if (waiting.length === ROWS_PER_GROUP) yield await group()
    }
  if (waiting.length > 0) yield await group()
  yield writer.end()
}
