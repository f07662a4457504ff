// Compares two readings value by value.
import type { Reading } from './reading.ts'

export interface Difference {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** Values of this path may differ. */
export interface Allowed {
  readonly path: RegExp
  readonly why: string
  /** Any difference if absent. */
  readonly if?: (before: unknown, after: unknown) => boolean
}

export interface Comparison {
  /** Compared values, without objects and lists. */
  readonly values: number
  readonly differences: readonly Difference[]
  readonly allowed: ReadonlyMap<Allowed, number>
}

export interface CompareOptions {
  readonly allowed: readonly Allowed[]
  /** Without it, objects may have new fields. */
  readonly isExact: boolean
}

export function compare(before: Reading, after: Reading, { allowed, isExact }: CompareOptions): Comparison {
  const differences: Difference[] = []
  const counts = new Map<Allowed, number>()
  let values = 0
  const report = (path: string, one: unknown, other: unknown) => {
    const rule = allowed.find((rule) => rule.path.test(path) && (rule.if?.(one, other) ?? true))
    if (rule) counts.set(rule, (counts.get(rule) ?? 0) + 1)
    else differences.push({ path, before: one, after: other })
  }
  const compareValues = (path: string, one: unknown, other: unknown): void => {
    if (isList(one) && isList(other)) compareLists(path, one, other)
    else if (isObject(one) && isObject(other)) compareObjects(path, one, other)
    else {
      values += 1
      if (!Object.is(one, other)) report(path, one, other)
    }
  }
  const compareObjects = (path: string, one: Fields, other: Fields) => {
    for (const field of Object.keys(one)) compareValues(`${path}.${field}`, one[field], other[field])
    if (!isExact) return
    for (const field of Object.keys(other)) if (!(field in one)) report(`${path}.${field}`, undefined, other[field])
  }
  const compareLists = (path: string, one: readonly unknown[], other: readonly unknown[]) => {
    const [names, otherNames] = [namesOf(one), namesOf(other)]
    const places = new Map(otherNames.map((name, place) => [name, place]))
    for (const [place, name] of names.entries())
      compareValues(`${path}[${name}]`, one[place], other[places.get(name) ?? -1])
    const known = new Set(names)
    for (const [place, name] of otherNames.entries())
      if (!known.has(name)) report(`${path}[${name}]`, undefined, other[place])
    const common = otherNames.filter((name) => known.has(name))
    const order = names.filter((name) => places.has(name))
    if (common.some((name, place) => name !== order[place])) report(`${path} (order)`, order, common)
  }
  for (const [name, read] of before) compareValues(`${name}:`, read, after.get(name))
  return { values, differences, allowed: counts }
}

type Fields = Readonly<Record<string, unknown>>

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !isList(value)

const IDENTIFIERS = ['id', 'sequence', 'version', 'url', 'value', 'name', 'operation', 'component', 'key'] as const

/** Texts name themselves, records their id if each has one of its own. The others have their position. */
function namesOf(list: readonly unknown[]): string[] {
  if (list.every((element) => typeof element === 'string') && new Set(list).size === list.length) return [...list]
  for (const field of IDENTIFIERS) {
    const names = list.map((element) => nameIn(element, field))
    if (!names.includes(undefined) && new Set(names).size === list.length) return names.map(String)
  }
  return list.map((_, place) => String(place))
}

/** `key` of usage is a record with an id of its own. */
function nameIn(element: unknown, field: string): unknown {
  const value = isObject(element) ? element[field] : undefined
  return isObject(value) ? value.id : value
}
