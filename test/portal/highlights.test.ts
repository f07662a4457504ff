// Highlights of a reading in the typed text.

import { createMatcher } from '@plinth/matcher'
import { describe, expect, it } from 'vitest'
import { findHighlights } from '../../portal/evidence/highlights.ts'
import { fromCases } from '../support/cases.ts'

const matcher = createMatcher([
  { key: 'a', addresses: [{ line: '1480 Howe St' }], city: 'Vancouver', province: 'BC' },
  { key: 'b', addresses: [{ line: '1288 Av des Canadiens-de-Montréal' }], city: 'Montréal', province: 'QC' },
  { key: 'c', addresses: [{ line: '395 Dundas St W' }], city: 'Toronto', province: 'ON' },
])

/** `#1203:unit 1480:civic_number` */
function highlighted(address: string, city: string | null = null): string {
  const { reading } = matcher.match({ address, city })
  return findHighlights(address, reading!)
    .map(({ part, from, to }) => `${address.slice(from, to)}:${part}`)
    .join(' | ')
}

describe('highlights', () => {
  it.each(fromCases<[string, string][]>('portal/highlights', 'highlights'))('of %s', (address, expected) => {
    expect(highlighted(address)).toBe(expected)
  })

  it('skip parts that are not in the text', () => {
    expect(highlighted('1480 Howe St', 'Vancouver')).toBe('1480:civic_number | Howe:street_name | St:street_type')
    expect(highlighted('903-1550 ALBENI STREETVancouver')).not.toContain('city')
  })
})
