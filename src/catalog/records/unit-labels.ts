// Unit labels of a building as one short text: `101-110,201-210,PH1`.

const MAX_LABEL_LENGTH = 20
const NUMBERED = /^([A-Z]{0,3})(\d{1,5})$/

/** Upper case without spaces, hashes and words such as APT. Empty when nothing is left. */
export function unitLabel(text: string): string {
  if (text === '') return ''
  return text
    .toUpperCase()
    .replace(/^(?:APARTMENT|APPARTEMENT|APT|APP|UNIT|UNITE|UNITÉ|SUITE|BUREAU|STE)(?!\p{L})[\s.#:-]*/u, '')
    .replace(/[\s#.,]+/g, '')
    .slice(0, MAX_LABEL_LENGTH)
}

/**
 * Equal for all spellings of one unit, and for no two units: `#12-B`, `Apt 12B`, `12 b`. A hyphen between digits stays,
 * because `1-101` is not `1101`. Null when nothing is left.
 */
export function unitKey(text: string | null): string | null {
  const label = unitLabel(text ?? '').replace(/(?<=\p{L})-(?=\d)|(?<=\d)-(?=\p{L})/gu, '')
  return label.replace(/^PENTHOUSE(?=\d|$)/, 'PH') || null
}

/** Rows with longer texts are rejected. */
const MAX_LENGTH = 20_000

/** Consecutive numbers with the same letters in front become a range. Undefined when the text would be too long. */
export function packLabels(labels: Iterable<string>): string | undefined {
  const numbers = new Map<string, number[]>()
  const others: string[] = []
  for (const label of new Set(labels)) {
    const [, prefix, digits] = NUMBERED.exec(label) ?? []
    // `007` and `7` are different labels; only numbers without leading zeros form ranges.
    if (prefix === undefined || digits === undefined || (digits.startsWith('0') && digits !== '0')) others.push(label)
    else {
      const list = numbers.get(prefix) ?? []
      list.push(Number(digits))
      numbers.set(prefix, list)
    }
  }
  const ranges = [...numbers].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([prefix, list]) => rangesOf(prefix, list))
  const packed = [...ranges, ...others.sort()].join(',')
  return packed.length > MAX_LENGTH ? undefined : packed
}

function rangesOf(prefix: string, numbers: readonly number[]): string[] {
  const sorted = [...numbers].sort((a, b) => a - b)
  const out: string[] = []
  for (let at = 0; at < sorted.length; ) {
    let end = at
    while (end + 1 < sorted.length && sorted[end + 1] === sorted[end]! + 1) end++
    if (end - at >= 2) out.push(`${prefix}${sorted[at]}-${prefix}${sorted[end]}`)
    else for (let i = at; i <= end; i++) out.push(`${prefix}${sorted[i]}`)
    at = end + 1
  }
  return out
}

const RANGE = /^([A-Z]{0,3})(\d{1,5})-\1(\d{1,5})$/

/** The numbers of one part of packed labels: `101-110`, `PH1`. Undefined for other labels. */
export function labelRange(part: string): { prefix: string; first: number; last: number } | undefined {
  const [, prefix, first = '', last = first] = RANGE.exec(part) ?? NUMBERED.exec(part) ?? []
  if (prefix === undefined || (first.startsWith('0') && first !== '0') || Number(last) < Number(first)) return undefined
  return { prefix, first: Number(first), last: Number(last) }
}

/** Whether the packed labels contain the unit, as people write it: `#101`, `Apt 101`, `ph 1`. */
export function hasUnit(packed: string, unit: string): boolean {
  const label = unitLabel(unit)
  if (label === '') return false
  const parts = packed.split(',')
  if (parts.includes(label)) return true
  const [, prefix, digits] = NUMBERED.exec(label) ?? []
  if (prefix === undefined || (digits!.startsWith('0') && digits !== '0')) return false
  const number = Number(digits)
  return parts.some((part) => {
    const [, letters, first, last] = RANGE.exec(part) ?? []
    return letters === prefix && number >= Number(first) && number <= Number(last)
  })
}

/** The labels of both lists. */
export function joinLabels(one: string | undefined, other: string): string {
  return one === undefined ? other : [...new Set([...one.split(','), ...other.split(',')])].join(',')
}

/** Whether the sources list the unit. Null if there is no unit or no list. */
export function isUnitKnown(packed: string | undefined, unit: string | null): boolean | null {
  return unit === null || packed === undefined ? null : hasUnit(packed, unit)
}
