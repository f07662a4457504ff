// Writes answers as Parquet: threads encode row groups, the main thread joins them to a file.
import type { Candidate, Verdict } from '@plinth/matcher'
import type { RowGroup, SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { at } from '../../../kernel/at.ts'
import type { AnswerWriter, EncodedAnswers } from './answer-writer.ts'
import { BESIDE_COLUMNS, besideError, besideRow } from './beside-answers.ts'
import { answerColumns, idText } from './csv-answers.ts'
import type { IdType, MatchPlan } from './match-plan.ts'
import { roundConfidence } from './ndjson-answers.ts'

const MAGIC_BYTES = 4
const ROWS_PER_GROUP = 100_000

const OPTIONAL = { repetition_type: 'OPTIONAL' } as const

const column = (name: string, isDecimal = false): SchemaElement =>
  isDecimal ? { name, type: 'DOUBLE', ...OPTIONAL } : { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', ...OPTIONAL }

const candidateNames = (details: boolean): string[] => [
  ...['building_id', 'match_confidence', 'match_strategy', 'project_id', 'match_level'],
  ...(details ? ['unit'] : []),
]

/** In the order of `candidateNames`. */
const candidateValues = (candidate: Candidate | undefined, details: boolean): unknown[] => {
  const { key = null, confidence, strategy = null, group = null, level = null, unit = null } = candidate ?? {}
  const rounded = confidence === undefined ? null : roundConfidence(confidence)
  return [key, rounded, strategy, group, level, ...(details ? [unit] : [])]
}

const candidateColumns = (details: boolean): SchemaElement[] =>
  candidateNames(details).map((name) => column(name, name === 'match_confidence'))

function answerSchema(details: boolean, idType: IdType): SchemaElement[] {
  const other = candidateColumns(details)
  return [
    { name: 'root', num_children: answerColumns(details).length },
    idType === 'STRING' ? column('id') : { name: 'id', type: idType, ...OPTIONAL },
    { ...column('outcome'), repetition_type: 'REQUIRED' },
    column('reason'),
    ...other,
    { name: 'alternatives', converted_type: 'LIST', num_children: 1, ...OPTIONAL },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', num_children: other.length, ...OPTIONAL },
    ...other,
    column('error'),
  ]
}

/** The columns of the file, and the row of an answer. */
interface ParquetShape {
  readonly names: readonly string[]
  readonly schema: SchemaElement[]
  answer(id: unknown, verdict: Verdict): readonly unknown[]
  invalid(id: unknown, message: string): readonly unknown[]
}

export function parquetShape({ details, idType, beside }: MatchPlan): ParquetShape {
  if (beside)
    return {
      names: beside,
      schema: [
        { name: 'root', num_children: beside.length },
        ...BESIDE_COLUMNS.map(({ isDecimal }, i) => column(at(beside, i), isDecimal)),
      ],
      answer: (_, verdict) => besideRow(verdict),
      invalid: (_, message) => besideError(message),
    }
  const idOf = (id: unknown) => (idType === 'STRING' ? idText(id) : id)
  const names = answerColumns(details)
  const record = (candidate: Candidate) => {
    const values = candidateValues(candidate, details)
    return Object.fromEntries(candidateNames(details).map((name, i) => [name, values[i]]))
  }
  return {
    names,
    schema: answerSchema(details, idType),
    answer(id, { outcome, reason, candidates: [best, ...others] }) {
      const alternatives = others.length === 0 ? null : others.map(record)
      return [idOf(id), outcome, reason, ...candidateValues(best, details), alternatives, null]
    },
    invalid: (id, message) => [idOf(id), 'no_match', 'unparseable', ...names.slice(4).map(() => null), message],
  }
}

export class ParquetAnswers implements AnswerWriter {
  readonly #shape: ParquetShape
  readonly #columns: unknown[][]

  constructor(shape: ParquetShape) {
    this.#shape = shape
    this.#columns = shape.names.map(() => [])
  }

  #add(row: readonly unknown[]): void {
    for (let i = 0; i < row.length; i++) at(this.#columns, i).push(row[i])
  }

  answer(id: unknown, verdict: Verdict): void {
    this.#add(this.#shape.answer(id, verdict))
  }

  invalid(id: unknown, message: string): void {
    this.#add(this.#shape.invalid(id, message))
  }

  finish(): EncodedAnswers {
    const writer = new ByteWriter()
    const { names, schema } = this.#shape
    const parquet = new ParquetWriter({ writer, schema })
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

  constructor(plan: MatchPlan) {
    this.#parquet = new ParquetWriter({ writer: this.#writer, schema: parquetShape(plan).schema })
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
