// Writes answers as CSV: one row per query, with the best candidate in columns.
import type { Verdict } from '@plinth/matcher'
import type { AnswerWriter, EncodedAnswers } from './answer-writer.ts'
import { encodeText } from './answer-writer.ts'
import { candidateJson, roundConfidence } from './ndjson-answers.ts'

/** The empty cells from `building_id` to `match_level`. */
const NO_CANDIDATE = ',,,,,'
const NEEDS_QUOTES = /[",\r\n]/

/** Columns of CSV and Parquet output. `alternatives` are the other candidates: a JSON array, in Parquet a list. */
export function answerColumns(details: boolean): readonly string[] {
  return [
    ...['id', 'outcome', 'reason', 'building_id', 'match_confidence', 'match_strategy', 'project_id', 'match_level'],
    ...(details ? ['unit'] : []),
    ...['alternatives', 'error'],
  ]
}

export const csvHeader = (details: boolean): string => `${answerColumns(details).join(',')}\n`

/** Null if there is only one candidate. */
function alternativesJson({ candidates }: Verdict, details: boolean): string | null {
  if (candidates.length < 2) return null
  return `[${candidates.slice(1).map((candidate) => candidateJson(candidate, details))}]`
}

export function idText(id: unknown): string | null {
  if (id === null || typeof id === 'string') return id
  return typeof id === 'bigint' ? String(id) : JSON.stringify(id)
}

export function cell(text: string | null): string {
  if (text === null) return ''
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export class CsvAnswers implements AnswerWriter {
  #text = ''
  readonly #details: boolean

  constructor(details: boolean) {
    this.#details = details
  }

  answer(id: unknown, verdict: Verdict): void {
    const [best] = verdict.candidates
    let row = `${cell(idText(id))},${verdict.outcome},${verdict.reason ?? ''},`
    row += best
      ? `${cell(best.key)},${roundConfidence(best.confidence)},${best.strategy},${cell(best.group)},${best.level},`
      : NO_CANDIDATE
    if (this.#details) row += `${cell(best?.unit ?? null)},`
    this.#text += `${row}${cell(alternativesJson(verdict, this.#details))},\n`
  }

  invalid(id: unknown, message: string): void {
    this.#text += `${cell(idText(id))},no_match,unparseable,${NO_CANDIDATE}${this.#details ? ',' : ''},${cell(message)}\n`
  }

  finish(): EncodedAnswers {
    return encodeText(this.#text)
  }
}
