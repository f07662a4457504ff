// Lists the unit labels of a building in pages. Ranges are not expanded: a hostile one has a hundred thousand.
import type { ProjectRecord } from './record-types.ts'
import { labelRange } from './unit-labels.ts'

/** A part of `Page` and `PageRequest`: the position is an offset. */
interface UnitsRequest {
  readonly limit: number
  readonly after?: { readonly id: number } | undefined
  readonly offset?: number | undefined
}
interface UnitsPage {
  readonly total: number
  readonly records: string[]
  readonly next: { readonly value: null; readonly id: number } | null
}

/** Labels with the same letters in front, or one label without a number. */
interface Run {
  readonly prefix: string
  readonly first: number
  last: number
}

/** Numbers first, then labels with letters in front, then all others. */
export function pageOfUnits(packed: string | undefined, { limit, after, offset = 0 }: UnitsRequest): UnitsPage {
  const runs: Run[] = []
  const others = new Set<string>()
  for (const part of packed?.split(',') ?? []) {
    const range = labelRange(part)
    if (range) runs.push(range)
    else if (part !== '') others.add(part)
  }
  const merged = mergedRuns(runs)
  const names = [...others].sort()
  const total = merged.reduce((sum, { first, last }) => sum + last - first + 1, 0) + names.length
  const start = after ? after.id : offset
  const records: string[] = []
  let skip = start
  for (const { prefix, first, last } of merged) {
    for (let n = first + skip; n <= last && records.length < limit; n++) records.push(`${prefix}${n}`)
    skip = Math.max(0, skip - (last - first + 1))
  }
  records.push(...names.slice(skip, skip + limit - records.length))
  const end = start + records.length
  return { total, records, next: end < total && records.length > 0 ? { value: null, id: end } : null }
}

/** Sorted, without overlaps: several sources can list the same units. */
function mergedRuns(runs: readonly Run[]): Run[] {
  const sorted = runs.toSorted((a, b) => (a.prefix === b.prefix ? a.first - b.first : a.prefix < b.prefix ? -1 : 1))
  const out: Run[] = []
  for (const run of sorted) {
    const previous = out.at(-1)
    if (previous?.prefix === run.prefix && run.first <= previous.last + 1)
      previous.last = Math.max(previous.last, run.last)
    else out.push({ ...run })
  }
  return out
}

/** The names of the sources whose rows list units of the building. */
export function unitSources({ rows = [], unit_label_rows = {} }: ProjectRecord, buildingId: number): string[] {
  return [...new Set((unit_label_rows[buildingId] ?? []).flatMap((at) => rows[at]?.source ?? []))]
}
