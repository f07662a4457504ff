// Forms of numbers, units, corporations and measures that once went unread.
import type { MatchBuilding } from '@plinth/matcher'
import { createMatcher } from '@plinth/matcher'
import { expect, it } from 'vitest'

const at = (key: string, line: string, city: string, province: string, more: Partial<MatchBuilding> = {}) =>
  ({ key, addresses: [{ line }], city, province, ...more }) satisfies MatchBuilding

const matcher = createMatcher([
  at('phillip', '101-103 Phillip St', 'Waterloo', 'ON'),
  at('13th', '188 13th St E', 'North Vancouver', 'BC'),
  at('main', '618A Main St', 'Saskatoon', 'SK'),
  at('howe', '1480 Howe St', 'Vancouver', 'BC'),
  at('highway', '5732 Highway 7', 'Vaughan', 'ON'),
  at('fleet', '600 Fleet St', 'Toronto', 'ON'),
  at('north', '2 North Dr', 'Toronto', 'ON'),
  at('most', '1 Post Rd', 'Toronto', 'ON'),
  at('strata', '900 Carnarvon St', 'New Westminster', 'BC', { condo_corp: { registry: 'NW', number: 2345 } }),
  at('alberta', '1010 6 St SW', 'Calgary', 'AB', { condo_corp: { registry: 'Condo Plan', number: 512345 } }),
  at('elements', '10 Elm Lane', 'Toronto', 'ON', { condo_corp: { registry: 'TCECC', number: 2345 } }),
  at('oakwood', '12 Oakwood Ave', 'Toronto', 'ON', { name: 'Oakwood Apartments' }),
  at('antoine', '1210 Rue Saint-Antoine Est', 'Montréal', 'QC'),
  at('peel', '1455 rue Peel', 'Montréal', 'QC'),
])

it.each([
  ['305-101-103 Phillip St, Waterloo', 'phillip', '305'],
  ['1480 Howe St Tower B #1203, Vancouver', 'howe', '1203'],
  ['205-188 13th St E, North Vancouver', '13th', '205'],
  ['618 A Main St, Saskatoon', 'main', null],
  ['5732 7 Hwy, Vaughan ON', 'highway', null],
  ['5732 #7 Highway, Vaughan', 'highway', null],
  ['NW 2345, unit 5', 'strata', '5'],
  ['Strata NW2345', 'strata', null],
  ['Condo Plan 051 2345', 'alberta', null],
  ['CDE Plan 0512345', 'alberta', null],
  ['Toronto Common Elements Condominium Corporation No. 2345', 'elements', null],
  ['Oakwood Apts, Toronto', 'oakwood', null],
  ['1210 rue Craig Est, Montréal', 'antoine', null],
  ['StreetNumber=1480, StreetName=Howe, StreetSuffix=St, UnitNumber=1203, City=Vancouver', 'howe', '1203'],
  ['1480.0 Howe St, Vancouver', 'howe', null],
  ['6.00E+02 Fleet St, Toronto', 'fleet', null],
  ['1455 rue Peel Montrél QC', 'peel', null],
])('accepts "%s"', (address, key, unit) => {
  const { candidates, action } = matcher.match({ address })
  expect([candidates[0]?.key, action, candidates[0]?.unit]).toEqual([key, 'accept', unit])
})

it.each([
  ['600 square feet, Toronto', 'no_civic_number'],
  ['2 lights North of Eglinton, Toronto', 'street_unknown'],
  ['One of the most modern homes, Toronto', 'no_civic_number'],
  ['1.48E+03 Howe St, Vancouver', 'no_civic_number'],
  ['1480 Howe St, Portland, OR', 'outside_canada'],
  ['1480 Howe St, Rochester, New York', 'outside_canada'],
  ['72 Ave, Vancouver', 'no_civic_number'],
])('does not match "%s": %s', (address, reason) => {
  expect(matcher.match({ address }).reason).toBe(reason)
})

it('leaves a place behind a French street to review', () => {
  const { candidates, action } = matcher.match({ address: '1455 rue Peel Boucherville QC' })
  expect([candidates[0]?.key, action]).toEqual(['peel', 'review'])
})
