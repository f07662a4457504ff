// Parses lines of buildings and queries, and formats result lines of `plinth match`.
import { isCalendarDay } from '../../kernel/text.ts'
import type { AddressKind, BuildingAddress, MatchBuilding, Matcher, MatchQuery } from '../../matcher/matcher.ts'
import { MAX_TEXT } from '../../matcher/text/repair.ts'
import { linesIn } from './line-chunks.ts'

export type Hints = 'none' | 'all'

type Json = Record<string, unknown>

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const number = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

export function parseObject(line: string): Json {
  // The first line may start with a byte order mark.
  const value: unknown = JSON.parse(line.charCodeAt(0) === 0xfeff ? line.slice(1) : line)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Error('not a JSON object')
  return value as Json
}

/** Accepts strings and numbers; numbers become strings. */
function idOf(row: Json, ...names: string[]): string | null {
  for (const name of names) {
    const value = row[name]
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return null
}

const KINDS: readonly string[] = ['municipal', 'marketing', 'historic', 'range', 'entrance'] satisfies AddressKind[]

function readAddresses(row: Json): BuildingAddress[] {
  const first = text(row.address)
  const more = Array.isArray(row.addresses) ? (row.addresses as (Json | null)[]) : []
  const out: BuildingAddress[] = first === null ? [] : [{ line: first }]
  for (const one of more) {
    const line = text(one?.line)
    if (!one || line === null) throw new Error('an item of addresses has no line')
    const kind = KINDS.includes(one.kind as string) ? { kind: one.kind as AddressKind } : {}
    out.push({ line, ...kind, valid_from: text(one.valid_from), valid_to: text(one.valid_to) })
  }
  return out
}

export function readBuilding(line: string): MatchBuilding {
  const row = parseObject(line)
  const key = idOf(row, 'building_key', 'id')
  const addresses = readAddresses(row)
  if (key === null) throw new Error('building_key or id is missing')
  if (addresses.length === 0) throw new Error('address is missing')
  return {
    key,
    name: text(row.name),
    addresses,
    city: text(row.city) ?? '',
    province: text(row.province) ?? '',
    postal: text(row.postal),
    lat: number(row.lat),
    lng: number(row.lng),
  }
}

export function readQuery(row: Json, hints: Hints): MatchQuery {
  const address =
    typeof row.address === 'string' && (row.address || typeof row.text !== 'string') ? row.address : row.text
  if (typeof address !== 'string') throw new Error('address or text is missing')
  const { length } = address.trim()
  if (length > MAX_TEXT) throw new Error(`the text must have at most ${MAX_TEXT} characters; got ${length}`)
  if (hints === 'none') return { address: address.trim() }
  const listed_on = text(row.listed_on)
  if (listed_on !== null && !isCalendarDay(listed_on)) throw new Error('listed_on must be a date such as 2026-11-14')
  return {
    address: address.trim(),
    city: text(row.city),
    province: text(row.province),
    postal: text(row.postal),
    lat: number(row.lat),
    lng: number(row.lng),
    listed_on,
  }
}

const SIX_DECIMALS = 1e6

/** One result line without its line end. An invalid query gets a line too, so that lines stay aligned. */
function matchLine(matcher: Matcher, line: string, hints: Hints): string {
  let id: unknown = null
  try {
    const row = parseObject(line)
    id = row.id ?? null
    const verdict = matcher.match(readQuery(row, hints))
    const data = verdict.candidates.map((c) => ({
      building_id: c.key,
      match_confidence: Math.round(c.confidence * SIX_DECIMALS) / SIX_DECIMALS,
      match_strategy: c.strategy,
    }))
    return JSON.stringify({ id, outcome: verdict.outcome, reason: verdict.reason, data })
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

export function matchChunk(matcher: Matcher, chunk: Uint8Array, hints: Hints): MatchedChunk {
  const lines = linesIn(chunk)
  let text = ''
  for (const line of lines) text += `${matchLine(matcher, line, hints)}\n`
  return { bytes: encoder.encode(text), count: lines.length }
}
