// Writes answers as NDJSON.
import type { Candidate, Verdict } from '@plinth/matcher'
import type { AnswerWriter, EncodedAnswers } from './answer-writer.ts'
import { encodeText } from './answer-writer.ts'

const SIX_DECIMALS = 1e6
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/

/** Never up to a certainty. */
const millionthsOf = (confidence: number): number =>
  confidence < 1 ? Math.min(SIX_DECIMALS - 1, Math.round(confidence * SIX_DECIMALS)) : SIX_DECIMALS

export const roundConfidence = (confidence: number): number => millionthsOf(confidence) / SIX_DECIMALS

/** `JSON.stringify` for a value that is nearly always a plain text. */
export function toJson(value: unknown): string {
  if (typeof value === 'string' && !NEEDS_ESCAPE.test(value)) return `"${value}"`
  if (value === null) return 'null'
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value ?? null)
}

/** 0.35 is written from the integer 350000: formatting a fraction takes three times as long. */
function confidenceJson(confidence: number): string {
  const millionths = millionthsOf(confidence)
  if (millionths <= 0 || millionths >= SIX_DECIMALS || millionths % 10 === 0) return String(millionths / SIX_DECIMALS)
  return `0.${String(SIX_DECIMALS + millionths).slice(1)}`
}

export function candidateJson({ key, group, confidence, strategy, level, unit }: Candidate, details: boolean): string {
  const row =
    `{"building_id":${toJson(key)},"match_confidence":${confidenceJson(confidence)},"match_strategy":"${strategy}",` +
    `"project_id":${toJson(group)},"match_level":"${level}"`
  return details ? `${row},"unit":${toJson(unit)}}` : `${row}}`
}

export function answerJson(id: unknown, { outcome, reason, candidates }: Verdict, details: boolean): string {
  let data = ''
  for (const candidate of candidates) data += `${data && ','}${candidateJson(candidate, details)}`
  return `{"id":${toJson(id)},"outcome":"${outcome}","reason":${reason === null ? 'null' : `"${reason}"`},"data":[${data}]}`
}

export const invalidJson = (id: unknown, message: string): string =>
  `{"id":${toJson(id)},"outcome":"no_match","reason":"unparseable","data":[],"error":${toJson(message)}}`

export class NdjsonAnswers implements AnswerWriter {
  #text = ''
  readonly #details: boolean

  constructor(details: boolean) {
    this.#details = details
  }

  answer(id: unknown, verdict: Verdict): void {
    this.#text += `${answerJson(id, verdict, this.#details)}\n`
  }

  invalid(id: unknown, message: string): void {
    this.#text += `${invalidJson(id, message)}\n`
  }

  finish(): EncodedAnswers {
    return encodeText(this.#text)
  }
}
