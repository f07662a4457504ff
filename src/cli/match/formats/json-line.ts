// Parses NDJSON lines and reads their fields; wrong types count as absent.
import type { CondoCorp } from '@plinth/matcher'

export type Json = Record<string, unknown>

export function parseObject(line: string): Json {
  // The first line may start with a byte order mark.
  const value: unknown = JSON.parse(line.charCodeAt(0) === 0xfeff ? line.slice(1) : line)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Error('not a JSON object')
  return value as Json
}

/** The first of the named fields that is a non-empty string. */
export function textOf(row: Json, ...names: string[]): string | null {
  for (const name of names) {
    const value = row[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

export function numberOf(row: Json, ...names: string[]): number | null {
  for (const name of names) {
    const value = row[name]
    if (typeof value === 'number' && Number.isFinite(value)) return value
  }
  return null
}

/** Accepts strings and numbers; numbers become strings. */
export function idOf(row: Json, ...names: string[]): string | null {
  for (const name of names) {
    const value = row[name]
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  }
  return null
}

const CORPORATION = /^(?:strata plan )?([a-z]{2,8}) ?(?:no\.? ?)?#?(\d{1,7})$/i

/** `"TSCC 2345"`, `"Strata Plan EPS4321"` or `{"registry", "number"}`; null if it is neither. */
export function condoCorpOf({ condo_corp: value }: Json): CondoCorp | null {
  if (typeof value === 'string') {
    const [, registry, number] = CORPORATION.exec(value.trim().replaceAll(/\s+/g, ' ')) ?? []
    return registry && number ? { registry: registry.toUpperCase(), number: Number(number) } : null
  }
  if (value === null || typeof value !== 'object') return null
  const registry = textOf(value as Json, 'registry')
  const number = Number(idOf(value as Json, 'number') ?? Number.NaN)
  return registry !== null && Number.isSafeInteger(number) ? { registry, number } : null
}
