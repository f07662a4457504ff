// The text that a chosen suggestion leaves in an address field, and its highlighted segments.
import type { Suggestion } from '../../src/http/api-types.ts'

const UNIT_WORDS = /\b(?:unit|apt|apartment|suite|ste|app|appt|appartement|bureau|no)\b/gi
/** `#1203 -`, `PH2`, `12b,` and the like. */
const UNIT = /^[\s#.,–-]*(?:[a-z]{0,3}\d{1,5}[a-z]?|ph|[a-z])[\s#.,–-]*$/i

/** Adds the city, and keeps a unit that was typed before the number. */
export function addressText(typed: string, { label, detail }: Pick<Suggestion, 'label' | 'detail'>): string {
  const address = detail === null || label.includes(detail) ? label : `${label}, ${detail}`
  const number = /^\d+[a-z]?(?=\s|,)/i.exec(label)?.[0]
  if (number === undefined) return address
  const at = typed.search(new RegExp(`(?<![\\da-z])${number}(?![\\da-z])`, 'i'))
  const before = typed.slice(0, Math.max(at, 0))
  const isUnit = before.trim() !== '' && UNIT.test(before.replaceAll(UNIT_WORDS, ''))
  return isUnit ? before + address : address
}

export interface Segment {
  readonly text: string
  readonly isMatch: boolean
}

/** Splits a label at its highlights. */
export function labelSegments(label: string, highlights: Suggestion['highlights']): Segment[] {
  const segments: Segment[] = []
  let at = 0
  for (const [start, end] of highlights) {
    if (start < at || end <= start || end > label.length) continue
    segments.push({ text: label.slice(at, start), isMatch: false }, { text: label.slice(start, end), isMatch: true })
    at = end
  }
  segments.push({ text: label.slice(at), isMatch: false })
  return segments.filter(({ text }) => text !== '')
}
