// Writes the result of a Parquet file as Parquet. Its values are copied as they are stored.
import { open } from 'node:fs/promises'
import type { SchemaElement } from 'hyparquet'
import { parquetMetadataAsync, parquetScan } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { FileResult } from '../../files/files.ts'
import type { RowAnswer } from '../../files/row-answer.ts'
import { ANSWER_TYPES, answerNames } from '../../files/row-answer.ts'
import { COMPRESSORS, columnNames, fileBuffer } from '../../kernel/tables/parquet-columns.ts'
import { nextTurn } from '../../kernel/turns.ts'

const TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  decimal: { type: 'DOUBLE' },
} as const

export async function* parquetResult({ path, answers }: FileResult): AsyncGenerator<Uint8Array> {
  const found = answers()
  const handle = await open(path)
  try {
    const file = fileBuffer(handle.fd, (await handle.stat()).size)
    const metadata = await parquetMetadataAsync(file)
    const columns = columnNames(metadata)
    const names = answerNames(columns)
    const [own, plain] = [metadata.schema.slice(1), metadata.schema.map(withoutMeaning)]
    const ours = Object.values(ANSWER_TYPES).map(
      (type, i): SchemaElement => ({ name: names[i]!, repetition_type: 'OPTIONAL', ...TYPES[type] }),
    )
    const root = { name: 'root', num_children: columns.length + names.length }
    const writer = new ByteWriter()
    // Statistics of values without their meaning would be wrong.
    const parquet = new ParquetWriter({ writer, schema: [root, ...plain.slice(1), ...ours], statistics: false })
    const taken = (): Uint8Array => {
      const bytes = writer.getBytes().slice()
      writer.index = 0
      return bytes
    }
    let rowStart = 0
    for (const { num_rows } of metadata.row_groups) {
      const range = { rowStart, rowEnd: rowStart + Number(num_rows) }
      const columnData = []
      for (const name of columns) {
        const options = { file, metadata: { ...metadata, schema: plain }, compressors: COMPRESSORS, utf8: false }
        const scan = await parquetScan({ ...options, columns: [name] })
        const data = Array.from(await scan.readColumn({ column: name, ...range }))
        columnData.push({ name, data, offsetIndex: false })
        await nextTurn()
      }
      const answered = await nextAnswers(found, Number(num_rows))
      for (const [i, name] of names.entries())
        columnData.push({ name, data: answered.map((answer) => answer[i]), offsetIndex: false })
      parquet.write({ columnData, rowGroupSize: answered.length })
      yield taken()
      rowStart = range.rowEnd
    }
    parquet.schema = [root, ...own, ...ours]
    parquet.finish()
    yield taken()
  } finally {
    await handle.close()
    await found.return(undefined)
  }
}

async function nextAnswers(answers: AsyncGenerator<RowAnswer>, rows: number): Promise<RowAnswer[]> {
  const found: RowAnswer[] = []
  while (found.length < rows) {
    const next = await answers.next()
    if (next.done) throw new Error('The result has fewer rows than the file.')
    found.push(next.value)
  }
  return found
}

/** Days, times, decimals and UUIDs stay the numbers and bytes that they are. */
function withoutMeaning(element: SchemaElement): SchemaElement {
  if (element.type === undefined || element.converted_type === 'UTF8') return element
  const { converted_type: _, logical_type: __, ...plain } = element
  return plain
}
