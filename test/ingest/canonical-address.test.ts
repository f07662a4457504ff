import { expect, it } from 'vitest'
import { canonicalLines, canonicalPostal, provinceOf, withoutPlace } from '../../src/ingest/read/canonical-address.ts'
import { fromCases } from '../support/cases.ts'

type Province = Parameters<typeof canonicalLines>[1]

const line = (text: string, province: Province = 'ON') => canonicalLines(text, province).map((found) => found.line)

it.each(fromCases<[string, Province, string][]>('ingest/canonical-address', 'lines'))(
  'writes %s (%s) as %s, and that as itself',
  (text, province, expected) => {
    expect(line(text, province)).toEqual([expected])
    expect(line(expected, province)).toEqual([expected])
  },
)

it('keeps a range as one address, and a list as several', () => {
  expect(canonicalLines('1625-1641 KINGSTON RD', 'ON')).toEqual([
    { line: '1625-1641 Kingston Rd', kind: 'range', ends: [] },
  ])
  expect(line('12 & 14 York Street')).toEqual(['12 York St', '14 York St'])
  expect(line('20, 40, 60 Foo Crescent')).toEqual(['20 Foo Cres', '40 Foo Cres', '60 Foo Cres'])
})

it('finds no civic address in an intersection or an empty text', () => {
  for (const text of ['Yonge & Eglinton', '', '12', '###', '12 ,']) expect(line(text)).toEqual([])
})

it('removes city, province and postal code from an address line', () => {
  expect(withoutPlace('22 Rue X, Montréal, QC H2X 1Y4', 'Montréal', 'QC')).toBe('22 Rue X')
  expect(withoutPlace('22 Rue X, Montreal, Québec, Canada', 'Montréal', 'QC')).toBe('22 Rue X')
  expect(withoutPlace('22 Rue X', 'Montréal', 'QC')).toBe('22 Rue X')
})

it('reads all province names and postal code formats', () => {
  expect([provinceOf('Ontario'), provinceOf('qc'), provinceOf('Québec'), provinceOf('B.C.'), provinceOf('NY')]).toEqual(
    ['ON', 'QC', 'QC', 'BC', null],
  )
  expect([
    canonicalPostal('m5v2t6'),
    canonicalPostal('M6S'),
    canonicalPostal('M5V-2T6'),
    canonicalPostal('90210'),
  ]).toEqual(['M5V 2T6', 'M6S', 'M5V 2T6', null])
})
