// What a listing says about its home, in its attributes and hints. Pure.
import { isCalendarDay } from '../../kernel/text.ts'
import type { Transaction } from './market-status.ts'
import { foldWord, readTransaction } from './market-status.ts'

export const MARKS = ['assignment', 'potl'] as const
export type Mark = (typeof MARKS)[number]

/** The attributes that are read, and other names for them. The first one with a value wins. */
const NAMES = {
  transaction: ['transaction'],
  mls_number: ['mls_number', 'listing_id'],
  board: ['board'],
  office: ['office'],
  property_type: ['property_type'],
  property_subtype: ['property_subtype'],
  legal_level: ['legal_level'],
  legal_unit: ['legal_unit'],
  off_market_on: ['off_market_on'],
  assignment: ['assignment'],
  potl: ['potl'],
} as const satisfies Readonly<Record<string, readonly string[]>>

type Attributes = Readonly<Record<string, unknown>> | null

export interface ListingFacts {
  readonly transaction: Transaction | null
  readonly mls_number: string | null
  readonly board: string | null
  readonly office: string | null
  readonly property_type: string | null
  readonly property_subtype: string | null
  readonly legal_level: string | null
  readonly legal_unit: string | null
  /** The day on which it left the market, if the listing says so. */
  readonly off_market_on: string | null
  readonly marks: readonly Mark[]
}

const MAX_TEXT = 100
const YES: ReadonlySet<string> = new Set(['true', 'yes', 'y', 'oui', '1'])

export function factsOf(attributes: Attributes): ListingFacts {
  const read = (name: keyof typeof NAMES): string | null => {
    for (const each of NAMES[name]) {
      const text = textOf(attributes?.[each])
      if (text !== null) return text
    }
    return null
  }
  const day = read('off_market_on')?.slice(0, 10) ?? ''
  return {
    transaction: readTransaction(read('transaction')),
    mls_number: read('mls_number'),
    board: read('board'),
    office: read('office'),
    property_type: read('property_type'),
    property_subtype: read('property_subtype'),
    legal_level: read('legal_level'),
    legal_unit: read('legal_unit'),
    off_market_on: isCalendarDay(day) ? day : null,
    marks: MARKS.filter((mark) => YES.has(foldWord(read(mark) ?? ''))),
  }
}

/** Attributes are the customer's own: anything but a short text, a number or a yes says nothing. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number' || value === true) return String(value)
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '' || text.length > MAX_TEXT ? null : text
}
