// Highlights of a reading in the typed text.

import { createMatcher } from '@plinth/matcher'
import { describe, expect, it } from 'vitest'
import { findHighlights } from '../../portal/evidence/highlights.ts'

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
  it.each([
    ['#1203 -1480 howe', '#1203:unit | 1480:civic_number | howe:street_name'],
    ['395 Dundas Street W 603', '395:civic_number | Dundas:street_name | Street:street_type | W:direction | 603:unit'],
    [
      '1288, av. des Canadiens, app. 2301, Montréal',
      '1288:civic_number | av:street_type | des Canadiens:street_name | 2301:unit | Montréal:city',
    ],
    [
      'PH2 - 1480 HOWE STREET, Vancouver, BC  V6Z 1W9',
      'PH2:unit | 1480:civic_number | HOWE:street_name | STREET:street_type | Vancouver:city | BC:province | V6Z 1W9:postal_code',
    ],
    ['1480-1482 Howe St', '1480-1482:civic_number | Howe:street_name | St:street_type'],
    ['1480 1480 Howe St', '1480:unit | 1480:civic_number | Howe:street_name | St:street_type'],
  ])('of %s', (address, expected) => {
    expect(highlighted(address)).toBe(expected)
  })

  it('skip parts that are not in the text', () => {
    expect(highlighted('1480 Howe St', 'Vancouver')).toBe('1480:civic_number | Howe:street_name | St:street_type')
    expect(highlighted('903-1550 ALBENI STREETVancouver')).not.toContain('city')
  })
})
