// Tests the text that explains a verdict.

import { createMatcher } from '@plinth/matcher'
import { describe, expect, it } from 'vitest'
import { explainVerdict } from '../../src/cli/service/explain-text.ts'
import { fixtureBuildings } from './fixture.ts'

const matcher = createMatcher(fixtureBuildings)
const explain = (address: string, city: string): string =>
  explainVerdict(matcher.match({ address, city, explain: true }), address)

describe('an explanation', () => {
  it('shows the reading, each weight and the sum', () => {
    const text = explain('#1203 - 1480 Howe', 'Vancouver')
    expect(text).toContain('unit 1203, number 1480, street Howe')
    expect(text).toContain('building howe, partial address')
    expect(text).toContain('    Same number, street and city')
    expect(text).toMatch(/street_name +\|\++ +\+\d\.\d\d +same {2}Howe \/ howe/)
    expect(text).toMatch(/score +\d+\.\d\d +bits/)
  })

  it('says why there is no match', () => {
    expect(explain('1482 Howe St', 'Vancouver')).toContain('civic_number_not_on_street: The street is known')
  })

  it('does not name a tower when only the project is certain', () => {
    const text = explain('9075 Queens Wharf Rd', 'Toronto')
    expect(text).toContain('project wharf, tower uncertain')
    expect(text).not.toContain('building wharf-')
  })
})
