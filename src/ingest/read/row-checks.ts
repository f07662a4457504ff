// Checks rows beyond the schema: clean text, plausible numbers, locations in Canada. Pure.
import { FloorPlan, Project } from '../../catalog/records/record-schemas.ts'
import { isCleanText } from '../../kernel/text.ts'
import { cleanText, quoted } from '../record/draft.ts'
import type { ProjectRow } from '../record/row.ts'

export interface RowProblem {
  readonly path: string
  readonly reason: string
}

const MAX_TEXT_LENGTH = 1000
const MAX_DESCRIPTION_LENGTH = 20_000
const LONG_TEXTS = ['description', 'description_fr', 'unit_labels']

/** [field, lowest, highest]. Values outside are almost certainly typing errors. */
const RANGES: readonly (readonly [string, number, number])[] = [
  ['latitude', 41.6, 83.2],
  ['longitude', -141.1, -52.5],
  ['storeys', 1, 200],
  ['units_total', 1, 20_000],
  ['units', 0, 20_000],
  ['price_from', 1000, 1_000_000_000],
  ['price_to', 1000, 1_000_000_000],
  ['price', 1000, 1_000_000_000],
  ['launch_price', 1000, 1_000_000_000],
  ['size_min_sqft', 50, 100_000],
  ['size_max_sqft', 50, 100_000],
  ['interior_sqft', 50, 100_000],
  ['exterior_sqft', 1, 100_000],
  ['bedrooms_min', 0, 20],
  ['bedrooms_max', 0, 20],
  ['bedrooms', 0, 20],
  ['units_count', 0, 20_000],
  ['floor', -10, 200],
]

const MAX_ENTRIES: readonly (readonly ['buildings' | 'floor_plans' | 'units' | 'media' | 'history', number])[] = [
  ['buildings', 200],
  ['floor_plans', 2000],
  ['units', 10_000],
  ['media', 2000],
  ['history', 50_000],
]

/** [lower field, upper field] */
const ORDERED: readonly (readonly [keyof ProjectRow, keyof ProjectRow])[] = [
  ['price_from', 'price_to'],
  ['size_min_sqft', 'size_max_sqft'],
  ['bedrooms_min', 'bedrooms_max'],
]

const OLDEST_YEAR = 1600
const YEARS_AHEAD = 20

export function rowProblem(row: ProjectRow, thisYear: number): RowProblem | null {
  for (const [list, max] of MAX_ENTRIES) {
    if (row[list].length > max) return { path: list, reason: `has ${row[list].length} entries; the limit is ${max}` }
  }
  return (
    valueProblem(row, '', thisYear) ??
    pairProblem(row) ??
    (row.website_url !== null && !/^https?:\/\/[^\s]+$/i.test(row.website_url)
      ? { path: 'website_url', reason: `${quoted(row.website_url)} is not an http or https URL` }
      : null) ??
    originProblem(row) ??
    historyProblem(row)
  )
}

/** Checks all texts and numbers in the row. The field is passed on: reading it from each path would copy the path of each value. */
export function valueProblem(
  value: unknown,
  path: string,
  thisYear: number,
  field = path.slice(path.lastIndexOf('.') + 1),
): RowProblem | null {
  if (typeof value === 'string') return textProblem(value, path, LONG_TEXTS.includes(field))
  if (typeof value === 'number') return numberProblem(value, field, path, thisYear)
  if (value === null || typeof value !== 'object') return null
  for (const name in value) {
    const item = (value as Readonly<Record<string, unknown>>)[name]
    if (item === null) continue
    const found = valueProblem(item, path === '' ? name : `${path}.${name}`, thisYear, name)
    if (found) return found
  }
  return null
}

function textProblem(text: string, path: string, isDescription: boolean): RowProblem | null {
  const max = isDescription ? MAX_DESCRIPTION_LENGTH : MAX_TEXT_LENGTH
  if (text.includes('\ufffd')) return { path, reason: `${quoted(text)} contains invalid UTF-8` }
  if (!isCleanText(text, isDescription ? '\n\r\t' : ''))
    return { path, reason: `"${cleanText(text)}" contains control characters or lone surrogates` }
  return text.length > max ? { path, reason: `has ${text.length} characters; the limit is ${max}` } : null
}

function numberProblem(value: number, field: string, path: string, thisYear: number): RowProblem | null {
  const range =
    field === 'year_built' ? [field, OLDEST_YEAR, thisYear + YEARS_AHEAD] : RANGES.find(([name]) => name === field)
  if (!range || (value >= (range[1] as number) && value <= (range[2] as number))) return null
  const outside = field === 'latitude' || field === 'longitude' ? 'is outside Canada' : 'is out of range'
  return { path, reason: `${value} ${outside} (${range[1]} to ${range[2]})` }
}

function pairProblem(row: ProjectRow): RowProblem | null {
  for (const { latitude, longitude } of [row, ...row.buildings]) {
    if ((latitude === null) !== (longitude === null))
      return { path: 'latitude', reason: 'latitude and longitude must both be set or both be empty' }
  }
  for (const [low, high] of ORDERED) {
    const [from, to] = [row[low], row[high]]
    if (typeof from === 'number' && typeof to === 'number' && from > to)
      return { path: low, reason: `${from} is greater than ${high} (${to})` }
  }
  return null
}

/** A media origin is a drawing, a plain file name (never a path), or where an exported file was. */
const ORIGIN = /^(drawing:.+|file:[\w-][\w.-]*|reference:https?:\/\/\S+)$/

function originProblem(row: ProjectRow): RowProblem | null {
  for (const [at, { origin, sha256 }] of row.media.entries()) {
    if (!ORIGIN.test(origin))
      return {
        path: `media.${at}.origin`,
        reason: `${quoted(origin)} must be drawing:…, file:<name> or reference:<URL>`,
      }
    if (!/^[0-9a-f]{64}$/.test(sha256))
      return { path: `media.${at}.sha256`, reason: `${quoted(sha256)} is not a SHA-256 hash` }
  }
  return null
}

/** Past values must be valid for their field; otherwise the history cannot be read. */
function historyProblem(row: ProjectRow): RowProblem | null {
  for (const [at, { floor_plan_key, field, from, to }] of row.history.entries()) {
    const shape = (floor_plan_key === null ? Project.shape : FloorPlan.shape) as Readonly<
      Record<string, { safeParse(value: unknown): { success: boolean } }>
    >
    if (!Object.hasOwn(shape, field))
      return { path: `history.${at}.field`, reason: `the field ${quoted(field)} does not exist` }
    for (const value of [from ?? null, to ?? null]) {
      if (value !== null && !shape[field]!.safeParse(value).success)
        return { path: `history.${at}`, reason: `${quoted(value)} is not a valid value of ${field}` }
    }
  }
  return null
}
