// Writes answers as Parquet: threads encode row groups, the main thread joins them to a file.
import type { Verdict } from '@plinth/matcher'
import type { RowGroup, SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { at } from '../../../kernel/at.ts'
import type { AnswerWriter, EncodedAnswers } from './answer-writer.ts'
import { alternativesJson, answerColumns, idText } from './csv-answers.ts'
import type { IdType } from './match-plan.ts'
import { roundConfidence } from './ndjson-answers.ts'

const MAGIC_BYTES = 4
const ROWS_PER_GROUP = 100_000

function answerSchema(details: boolean, idType: IdType): SchemaElement[] {
  const names = answerColumns(details)
  return [
    { name: 'root', num_children: names.length },
    ...names.map((name): SchemaElement => {
      const repetition_type = name === 'outcome' ? 'REQUIRED' : 'OPTIONAL'
      if (name === 'match_confidence') return { name, type: 'DOUBLE', repetition_type }
      if (name === 'id' && idType !== 'STRING') return { name, type: idType, repetition_type }
      return { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type }
    }),
  ]
}

export class ParquetAnswers implements AnswerWriter {
  readonly #details: boolean
  readonly #idType: IdType
  readonly #columns: unknown[][]

  constructor(details: boolean, idType: IdType) {
    this.#details = details
    this.#idType = idType
    this.#columns = answerColumns(details).map(() => [])
  }

  #add(row: readonly unknown[]): void {
    for (let i = 0; i < row.length; i++) at(this.#columns, i).push(row[i])
  }

  answer(id: unknown, verdict: Verdict): void {
    const [best] = verdict.candidates
    this.#add([
      this.#idType === 'STRING' ? idText(id) : id,
      verdict.outcome,
      verdict.reason,
      best?.key ?? null,
      best ? roundConfidence(best.confidence) : null,
      best?.strategy ?? null,
      best?.group ?? null,
      best?.level ?? null,
      ...(this.#details ? [best?.unit ?? null] : []),
      alternativesJson(verdict, this.#details),
      null,
    ])
  }

  invalid(id: unknown, message: string): void {
    const empty = this.#columns.slice(4).map(() => null)
    this.#add([this.#idType === 'STRING' ? idText(id) : id, 'no_match', 'unparseable', ...empty, message])
  }

  finish(): EncodedAnswers {
    const writer = new ByteWriter()
    const parquet = new ParquetWriter({ writer, schema: answerSchema(this.#details, this.#idType) })
    const names = answerColumns(this.#details)
    // Offset indexes hold positions in the file, which are not known here.
    const columnData = this.#columns.map((data, i) => ({ name: at(names, i), data, offsetIndex: false }))
    parquet.write({ columnData, rowGroupSize: ROWS_PER_GROUP })
    return {
      bytes: new Uint8Array(writer.buffer.slice(MAGIC_BYTES, writer.index)),
      rowGroups: parquet.row_groups,
    }
  }
}

/** The bytes around the row groups of a file. */
export class ParquetFrame {
  readonly #writer = new ByteWriter()
  readonly #parquet: ParquetWriter
  #position = MAGIC_BYTES

  constructor(details: boolean, idType: IdType) {
    this.#parquet = new ParquetWriter({ writer: this.#writer, schema: answerSchema(details, idType) })
  }

  start(): Uint8Array {
    return this.#writer.getBytes().slice(0, MAGIC_BYTES)
  }

  /** Notes row groups whose bytes follow those written so far. */
  add(rowGroups: readonly RowGroup[], byteLength: number): void {
    const shift = BigInt(this.#position - MAGIC_BYTES)
    for (const group of rowGroups) {
      for (const column of group.columns) {
        column.file_offset += shift
        const meta = column.meta_data!
        meta.data_page_offset += shift
        if (meta.dictionary_page_offset !== undefined) meta.dictionary_page_offset += shift
      }
      this.#parquet.row_groups.push(group)
      this.#parquet.num_rows += group.num_rows
    }
    this.#position += byteLength
  }

  end(): Uint8Array {
    this.#parquet.finish()
    return this.#writer.getBytes().slice(MAGIC_BYTES)
  }
}
