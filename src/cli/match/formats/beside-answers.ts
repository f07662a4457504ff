// Writes answers beside the customer's own columns: behind each record as it is written, or as rows for a join.
import type { Verdict } from '@plinth/matcher'
import { namesBeside } from '../../../files/row-answer.ts'
import type { AnswerWriter, EncodedAnswers } from './answer-writer.ts'
import { encodeText } from './answer-writer.ts'
import { cell } from './csv-answers.ts'
import { readRecord } from './csv-scan.ts'
import { parseObject } from './json-line.ts'
import { roundConfidence, toJson } from './ndjson-answers.ts'

type Value = string | number | null

interface BesideColumn {
  /** As in the results of the API for files; in the output each has the prefix `plinth_`. */
  readonly name: string
  readonly isDecimal?: boolean
  value(verdict: Verdict): Value | undefined
}

export const BESIDE_COLUMNS: readonly BesideColumn[] = [
  { name: 'outcome', value: ({ outcome }) => outcome },
  { name: 'confidence', isDecimal: true, value: ({ candidates: [best] }) => best && roundConfidence(best.confidence) },
  { name: 'building_id', value: ({ candidates: [best] }) => best?.key },
  { name: 'project_id', value: ({ candidates: [best] }) => best?.group },
  { name: 'unit', value: ({ candidates: [best] }) => best?.unit },
  { name: 'match_level', value: ({ candidates: [best] }) => best?.level },
  { name: 'match_strategy', value: ({ candidates: [best] }) => best?.strategy },
  { name: 'reason', value: ({ reason }) => reason },
  { name: 'second_building_id', value: ({ candidates: [, second] }) => second?.key },
  {
    name: 'second_confidence',
    isDecimal: true,
    value: ({ candidates: [, second] }) => second && roundConfidence(second.confidence),
  },
  { name: 'error', value: () => null },
]

/** Names of our columns that the input does not have. */
export const besideNames = (columns: readonly string[]): string[] =>
  namesBeside(
    columns,
    BESIDE_COLUMNS.map(({ name }) => name),
  )

const NAMES = besideNames([])

export const besideRow = (verdict: Verdict): Value[] => BESIDE_COLUMNS.map(({ value }) => value(verdict) ?? null)

export const besideError = (message: string): Value[] => [
  'error',
  ...BESIDE_COLUMNS.slice(1, -1).map(() => null),
  message,
]

const csvCells = (row: readonly Value[]): string =>
  row.map((value) => cell(value === null ? null : String(value))).join(',')

abstract class BesideRecords implements AnswerWriter {
  protected text = ''
  protected own = ''

  record(text: string): void {
    this.own = text
  }

  abstract answer(id: unknown, verdict: Verdict): void
  abstract invalid(id: unknown, message: string): void

  finish(): EncodedAnswers {
    return encodeText(this.text)
  }
}

export class BesideCsv extends BesideRecords {
  readonly #width: number

  constructor(width: number) {
    super()
    this.#width = width
  }

  answer(_: unknown, verdict: Verdict): void {
    const end = this.own.endsWith('\r\n') ? -2 : -1
    this.text += `${this.own.slice(0, end)},${csvCells(besideRow(verdict))}\n`
  }

  /** A broken record gets as many fields as the header has, so that ours stay in their columns. */
  invalid(_: unknown, message: string): void {
    const fields = fieldsOf(this.own)
    const own = Array.from({ length: this.#width }, (_, i) => cell(fields[i] ?? null))
    this.text += `${own.join(',')},${csvCells(besideError(message))}\n`
  }
}

function fieldsOf(record: string): string[] {
  try {
    return readRecord(Buffer.from(record))
  } catch {
    return [record.trimEnd()]
  }
}

export class BesideNdjson extends BesideRecords {
  answer(_: unknown, verdict: Verdict): void {
    this.#add(this.own.trim(), besideRow(verdict))
  }

  /** A line that is no object becomes a field of one, as in the results of the API for files. */
  invalid(_: unknown, message: string): void {
    const line = this.own.trim()
    this.#add(isObject(line) ? line : JSON.stringify({ plinth_input: line }), besideError(message))
  }

  #add(object: string, row: readonly Value[]): void {
    const names = object.includes('"plinth_') ? besideNames(Object.keys(parseObject(object))) : NAMES
    const own = object.slice(0, -1).trimEnd()
    const ours = names.map((name, i) => `"${name}":${toJson(row[i])}`).join(',')
    this.text += `${own}${own.endsWith('{') ? '' : ','}${ours}}\n`
  }
}

function isObject(line: string): boolean {
  try {
    parseObject(line)
    return true
  } catch {
    return false
  }
}
