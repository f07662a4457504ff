import { expect, it } from 'vitest'
import { canonicalLines, canonicalPostal, provinceOf, withoutPlace } from '../../src/ingest/read/canonical-address.ts'

const line = (text: string, province: Parameters<typeof canonicalLines>[1] = 'ON') =>
  canonicalLines(text, province).map((found) => found.line)

it.each([
  ['3725  DUNDAS ST W', 'ON', '3725 Dundas St W'],
  ['15 forty third street', 'ON', '15 forty third St'],
  ['10 THE DONWAY EAST', 'ON', '10 The Donway E'],
  ['100 THE EAST MALL', 'ON', '100 The East Mall'],
  ['33 Queens Quay West', 'ON', '33 Queens Quay W'],
  ["25 O'CONNOR DR", 'ON', "25 O'Connor Dr"],
  ['25 MCCOWAN ROAD', 'ON', '25 McCowan Rd'],
  ['5 AVENUE RD', 'ON', '5 Avenue Rd'],
  ['3 W Queen Street', 'ON', '3 Queen St W'],
  ['123a Main Street', 'ON', '123A Main St'],
  ['Unit 5, 20 King St', 'ON', '20 King St'],
  ['1203-1480 Howe Street', 'BC', '1480 Howe St'],
  ['1149 West 11th Avenue', 'BC', '1149 W 11th Ave'],
  ['604 East Lake Boulevard NE', 'AB', '604 East Lake Blvd NE'],
  ['10235 101 Street Northwest', 'AB', '10235 101 St NW'],
  ['1288 Avenue des Canadiens-de-Montréal', 'QC', '1288 Av des Canadiens-de-Montréal'],
  ['1288, AVENUE DES CANADIENS-DE-MONTRÉAL', 'QC', '1288 Av des Canadiens-de-Montréal'],
  ['1000 rue Sherbrooke Ouest', 'QC', '1000 Rue Sherbrooke O'],
  ['1000 Sherbrooke St W', 'QC', '1000 Rue Sherbrooke O'],
  ['1800 boulevard René-Lévesque O', 'QC', '1800 Boul René-Lévesque O'],
  ['1524 3e Avenue', 'QC', '1524 3e Av'],
  ['350 chemin Montréal', 'ON', '350 Ch Montréal'],
  ['1 Sacré-Cœur Street', 'ON', '1 Sacré-Cœur St'],
] as const)('writes %s (%s) as %s, and that as itself', (text, province, expected) => {
  expect(line(text, province)).toEqual([expected])
  expect(line(expected, province)).toEqual([expected])
})

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
