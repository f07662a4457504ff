import { createMatcher } from '@plinth/matcher'
import { expect, it } from 'vitest'
import { fromCases } from '../support/cases.ts'
import { buildingAt } from './building-at.ts'

const matcher = createMatcher([
  buildingAt('phillip', '101-103 Phillip St', 'Waterloo', 'ON'),
  buildingAt('13th', '188 13th St E', 'North Vancouver', 'BC'),
  buildingAt('main', '618A Main St', 'Saskatoon', 'SK'),
  buildingAt('howe', '1480 Howe St', 'Vancouver', 'BC'),
  buildingAt('highway', '5732 Highway 7', 'Vaughan', 'ON'),
  buildingAt('fleet', '600 Fleet St', 'Toronto', 'ON'),
  buildingAt('north', '2 North Dr', 'Toronto', 'ON'),
  buildingAt('most', '1 Post Rd', 'Toronto', 'ON'),
  buildingAt('strata', '900 Carnarvon St', 'New Westminster', 'BC', { condo_corp: { registry: 'NW', number: 2345 } }),
  buildingAt('alberta', '1010 6 St SW', 'Calgary', 'AB', { condo_corp: { registry: 'Condo Plan', number: 512345 } }),
  buildingAt('elements', '10 Elm Lane', 'Toronto', 'ON', { condo_corp: { registry: 'TCECC', number: 2345 } }),
  buildingAt('oakwood', '12 Oakwood Ave', 'Toronto', 'ON', { name: 'Oakwood Apartments' }),
  buildingAt('antoine', '1210 Rue Saint-Antoine Est', 'Montréal', 'QC'),
  buildingAt('peel', '1455 rue Peel', 'Montréal', 'QC'),
])

it.each(fromCases<[string, string, string | null][]>('matcher/reads-more', 'accepted'))(
  'accepts "%s"',
  (address, key, unit) => {
    const { candidates, action } = matcher.match({ address })
    expect([candidates[0]?.key, action, candidates[0]?.unit]).toEqual([key, 'accept', unit])
  },
)

it.each(fromCases<[string, string][]>('matcher/reads-more', 'not matched'))(
  'does not match "%s": %s',
  (address, reason) => {
    expect(matcher.match({ address }).reason).toBe(reason)
  },
)

it('leaves a place behind a French street to review', () => {
  const { candidates, action } = matcher.match({ address: '1455 rue Peel Boucherville QC' })
  expect([candidates[0]?.key, action]).toEqual(['peel', 'review'])
})
