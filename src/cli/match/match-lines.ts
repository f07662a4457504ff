// Reads lines of queries and formats the result lines of `plinth match`.
import { isCalendarDay } from '../../kernel/text.ts'
import type { Candidate, Matcher, MatchQuery } from '../../matcher/matcher.ts'
import { MAX_TEXT } from '../../matcher/text/repair.ts'
import type { Json } from './json-line.ts'
import { condoCorpOf, numberOf, parseObject, textOf } from './json-line.ts'
import { linesIn } from './line-chunks.ts'

export interface LineOptions {
  /** `none` uses only the text of a query. */
  readonly hints: 'none' | 'all'
  /** Adds project, level and unit to each candidate. */
  readonly details: boolean
}

export function readQuery(row: Json, hints: LineOptions['hints']): MatchQuery {
  const typed =
    typeof row.address === 'string' && (row.address || typeof row.text !== 'string') ? row.address : row.text
  if (typeof typed !== 'string') throw new Error('address or text is missing')
  const address = typed.trim()
  if (address.length > MAX_TEXT)
    throw new Error(`the text must have at most ${MAX_TEXT} characters; got ${address.length}`)
  if (hints === 'none') return { address }
  const listed_on = textOf(row, 'listed_on')
  if (listed_on !== null && !isCalendarDay(listed_on)) throw new Error('listed_on must be a date such as 2026-11-14')
  const corporation = condoCorpOf(row)
  return {
    address,
    city: textOf(row, 'city'),
    province: textOf(row, 'province'),
    postal: textOf(row, 'postal', 'postal_code'),
    lat: numberOf(row, 'lat', 'latitude'),
    lng: numberOf(row, 'lng', 'longitude'),
    building_name: textOf(row, 'building_name'),
    condo_corp: corporation ? `${corporation.registry} ${corporation.number}` : textOf(row, 'condo_corp'),
    listed_on,
  }
}

const SIX_DECIMALS = 1e6

function candidateJson({ key, group, confidence, strategy, level, unit }: Candidate, details: boolean): object {
  const row = {
    building_id: key,
    match_confidence: Math.round(confidence * SIX_DECIMALS) / SIX_DECIMALS,
    match_strategy: strategy,
  }
  return details ? { ...row, project_id: group, match_level: level, unit } : row
}

/** One result line without its line end. An invalid query gets a line too, so that lines stay aligned. */
function matchLine(matcher: Matcher, line: string, { hints, details }: LineOptions): string {
  let id: unknown = null
  try {
    const row = parseObject(line)
    id = row.id ?? null
    const { outcome, reason, candidates } = matcher.match(readQuery(row, hints))
    return JSON.stringify({ id, outcome, reason, data: candidates.map((one) => candidateJson(one, details)) })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return JSON.stringify({ id, outcome: 'no_match', reason: 'unparseable', data: [], error: message })
  }
}

/** Result lines for one chunk of input; `bytes` can be transferred to another thread. */
export interface MatchedChunk {
  readonly bytes: Uint8Array
  readonly count: number
}

const encoder = new TextEncoder()

export function matchChunk(matcher: Matcher, chunk: Uint8Array, options: LineOptions): MatchedChunk {
  const lines = linesIn(chunk)
  let text = ''
  for (const line of lines) text += `${matchLine(matcher, line, options)}\n`
  return { bytes: encoder.encode(text), count: lines.length }
}
