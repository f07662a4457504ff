// Matches the queries of one block of input and encodes the answers.
import type { MatchQuery, Verdict } from '@plinth/matcher'
import { at } from '../../kernel/at.ts'
import { cellValue, fileBuffer, ParquetColumns } from '../../kernel/tables/parquet-columns.ts'
import { readFully } from '../../kernel/tables/read-fully.ts'
import type { AnswerWriter } from './formats/answer-writer.ts'
import { BesideCsv, BesideNdjson } from './formats/beside-answers.ts'
import { CsvAnswers } from './formats/csv-answers.ts'
import { CsvScanner } from './formats/csv-scan.ts'
import { parseObject } from './formats/json-line.ts'
import type { Block, MatchedBlock, MatchPlan } from './formats/match-plan.ts'
import { MAX_RECORD_BYTES } from './formats/match-plan.ts'
import { NdjsonAnswers } from './formats/ndjson-answers.ts'
import { NdjsonScanner } from './formats/ndjson-scan.ts'
import { ParquetAnswers, parquetShape } from './formats/parquet-answers.ts'
import { addressNames, FIELD, inputNames, withDefaultNames } from './formats/query-columns.ts'
import { readQuery, scannedQuery } from './formats/read-query.ts'
import { KIND, RecordFields } from './formats/record-fields.ts'
import { concatenate } from './line-chunks.ts'

const LINE_END = 0x0a
const RETURN = 0x0d
const OPEN_BRACE = 0x7b

/** A row group may have more answers than fit in one string. */
const ROWS_PER_TEXT = 50_000

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export function answerWriter(plan: MatchPlan): AnswerWriter {
  const { details, outputFormat, beside, header = [] } = plan
  if (outputFormat === 'parquet') return new ParquetAnswers(parquetShape(plan))
  if (beside) return outputFormat === 'csv' ? new BesideCsv(header.length) : new BesideNdjson()
  return outputFormat === 'csv' ? new CsvAnswers(details) : new NdjsonAnswers(details)
}

/** One per thread. Other writers than for verdicts are for other matchers, such as one that collects queries. */
export class BlockMatcher<V = Verdict> {
  readonly #matcher: { match(query: MatchQuery): V }
  readonly #newAnswers: () => AnswerWriter<V>
  readonly #plan: MatchPlan
  readonly #names: readonly (string | null)[]
  readonly #addressNames: string
  readonly #fields = new RecordFields()
  readonly #ndjson: NdjsonScanner
  readonly #csv: CsvScanner
  readonly #parquet: ParquetColumns | null
  /** Reused for every range of the file. */
  #buffer = Buffer.alloc(0)

  constructor(
    matcher: { match(query: MatchQuery): V },
    plan: MatchPlan,
    newAnswers: () => AnswerWriter<V> = () => answerWriter(plan) as AnswerWriter<unknown>,
  ) {
    this.#matcher = matcher
    this.#newAnswers = newAnswers
    this.#plan = plan
    this.#names = inputNames(plan.columns)
    this.#addressNames = addressNames(plan.columns)
    this.#ndjson = new NdjsonScanner(this.#names)
    this.#csv = new CsvScanner(plan.header ?? [], this.#names)
    const { fd, parquet } = plan
    this.#parquet =
      fd !== null && parquet ? new ParquetColumns(fileBuffer(fd, parquet.bytes), parquet.metadata, this.#names) : null
  }

  match(block: Block): MatchedBlock | Promise<MatchedBlock> {
    if ('rowStart' in block) return this.#matchRows(block.rowStart, block.rowEnd)
    const answers = this.#newAnswers()
    this.#fields.open(this.#bytesOf(block))
    const count = this.#plan.inputFormat === 'csv' ? this.#matchRecords(block.line, answers) : this.#matchLines(answers)
    const size = 'bytes' in block ? block.bytes.length : block.end - block.start
    return { ...answers.finish(), count, size }
  }

  #bytesOf(block: { bytes: Uint8Array } | { start: number; end: number }): Uint8Array {
    if ('bytes' in block) return block.bytes
    // Only the last line can start before the size of a block and end after it, and only its start is used.
    const length = Math.min(block.end - block.start, this.#plan.blockBytes + MAX_RECORD_BYTES + 1)
    if (this.#buffer.length < length) this.#buffer = Buffer.allocUnsafeSlow(length)
    const bytes = this.#buffer.subarray(0, length)
    readFully(this.#plan.fd!, bytes, block.start)
    return bytes
  }

  /** Returns the number of lines that are not empty. */
  #matchLines(answers: AnswerWriter<V>): number {
    const fields = this.#fields
    const { bytes } = fields
    let count = 0
    for (let at = 0; at < bytes.length; ) {
      const end = bytes[at] === OPEN_BRACE ? this.#ndjson.scan(fields, at) : -1
      if (end >= 0 && end - at <= MAX_RECORD_BYTES) {
        answers.record?.(bytes.toString('utf8', at, end))
        this.#matchScanned(answers)
        count++
        at = end + 1
        continue
      }
      const lineEnd = bytes.indexOf(LINE_END, at)
      const line = bytes.toString('utf8', at, Math.min(lineEnd, at + MAX_RECORD_BYTES))
      at = lineEnd + 1
      if (line.trim() === '') continue
      answers.record?.(line)
      this.#matchParsed(line, answers)
      count++
    }
    return count
  }

  #matchScanned(answers: AnswerWriter<V>): void {
    const fields = this.#fields
    const id = at(fields.kind, FIELD.id) & KIND.number ? fields.number(FIELD.id) : fields.text(FIELD.id)
    try {
      answers.answer(id, this.#matcher.match(scannedQuery(fields, this.#plan.hints, this.#addressNames)))
    } catch (error) {
      answers.invalid(id, messageOf(error))
    }
  }

  #matchParsed(line: string, answers: AnswerWriter<V>): void {
    let id: unknown = null
    try {
      const row = withDefaultNames(parseObject(line), this.#names)
      id = row.id ?? null
      answers.answer(id, this.#matcher.match(this.#queryOf(row)))
    } catch (error) {
      answers.invalid(id, messageOf(error))
    }
  }

  #queryOf(row: Record<string, unknown>): MatchQuery {
    return readQuery(row, this.#plan.hints, this.#addressNames)
  }

  #matchRecords(line: number, answers: AnswerWriter<V>): number {
    const fields = this.#fields
    const { bytes } = fields
    const csv = this.#csv
    csv.line = line
    let count = 0
    for (let at = 0; at < bytes.length; ) {
      const blank = bytes[at] === RETURN && bytes[at + 1] === LINE_END ? 2 : bytes[at] === LINE_END ? 1 : 0
      if (blank > 0) {
        csv.line++
        at += blank
        continue
      }
      const start = at
      at = csv.scan(fields, at)
      answers.record?.(bytes.toString('utf8', start, at))
      if (csv.error === null) this.#matchScanned(answers)
      else answers.invalid(fields.text(FIELD.id), csv.error)
      count++
    }
    return count
  }

  async #matchRows(rowStart: number, rowEnd: number): Promise<MatchedBlock> {
    const columns = await this.#parquet!.read(rowStart, rowEnd)
    const ids = columns[FIELD.id]
    const fields = Object.entries(FIELD).flatMap(([name, field]) => {
      const values = columns[field]
      return values && field !== FIELD.id ? [{ name, values }] : []
    })
    const size = rowEnd - rowStart
    const texts: Uint8Array[] = []
    let answers = this.#newAnswers()
    for (let i = 0; i < size; i++) {
      const id: unknown = ids?.[i] ?? null
      try {
        const row: Record<string, unknown> = {}
        for (const { name, values } of fields) row[name] = cellValue(values[i])
        answers.answer(id, this.#matcher.match(this.#queryOf(row)))
      } catch (error) {
        answers.invalid(id, messageOf(error))
      }
      if (i % ROWS_PER_TEXT === ROWS_PER_TEXT - 1 && this.#plan.outputFormat !== 'parquet') {
        texts.push(answers.finish().bytes)
        answers = this.#newAnswers()
      }
    }
    const last = answers.finish()
    const bytes = texts.length === 0 ? last.bytes : concatenate([...texts, last.bytes])
    return { ...last, bytes, count: size, size }
  }
}
