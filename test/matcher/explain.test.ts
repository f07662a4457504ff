// Tests the text that explains a verdict.

import { createMatcher } from '@plinth/matcher'
import { describe, expect, it } from 'vitest'
import { roundConfidence } from '../../src/cli/match/formats/ndjson-answers.ts'
import { explainVerdict } from '../../src/cli/service/explain-text.ts'
import { confidenceText } from '../../src/cli/terminal/output.ts'
import { styleOf } from '../../src/cli/terminal/style.ts'
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

  it('is coloured on a terminal, and plain with NO_COLOR and elsewhere', () => {
    const verdict = matcher.match({ address: '1480 Howe', city: 'Vancouver', explain: true })
    const text = (noColor: boolean, isTTY: boolean) =>
      explainVerdict(verdict, '1480 Howe', undefined, styleOf({ noColor }, { isTTY }))
    expect(text(false, true)).toContain(`\u001b[32m${' '.repeat(12)}|+`)
    expect(text(false, true)).toContain('\u001b[1mcandidates\u001b[22m')
    expect(text(true, true)).not.toContain('\u001b')
    expect(text(false, false)).toBe(text(true, true))
  })

  it('never shows a doubt as certain', () => {
    const verdict = matcher.match({ address: '1480 Howe', city: 'Vancouver', explain: true })
    const sure = {
      ...verdict,
      none_probability: 1e-7,
      candidates: [{ ...verdict.candidates[0]!, confidence: 0.9999999 }],
    }
    const text = explainVerdict(sure, '1480 Howe')
    expect(text).toMatch(/^ {2}>99\.9 % {2}building howe/m)
    expect(text).toContain('<0.1 %  none of them')
    expect([1, 0.9999999, 0.999, 0.5, 1e-7, 0].map(confidenceText)).toEqual([
      '1.000',
      '>0.999',
      '0.999',
      '0.500',
      '<0.001',
      '0.000',
    ])
    expect([1, 0.9999999].map(roundConfidence)).toEqual([1, 0.999999])
  })

  it('lists the steps of the search with their reasons and the candidates that each added', () => {
    const steps = (address: string) =>
      matcher.match({ address, city: 'Vancouver', explain: true }).search?.map(({ step, added }) => `${step} +${added}`)
    expect(steps('1480 Howe St')).toEqual(['exact_address +1', 'building_name +0'])
    expect(steps('1480 Hoew St')).toEqual(['exact_address +0', 'similar_street +1', 'building_name +0'])
    expect(steps('no address')).toEqual(['building_name +0'])
    expect(explain('1480 Hoew St', 'Vancouver')).toMatch(
      /searched\n {2}exact address +\+0 .*\n {2}similar street +\+1 {2}The/,
    )
    expect(matcher.match({ address: '1480 Howe St' })).not.toHaveProperty('search')
  })

  it('says why there is no match', () => {
    expect(explain('1482 Howe St', 'Vancouver')).toContain('civic_number_not_on_street: The street is known')
  })

  it('does not name a tower when only the project is certain', () => {
    const text = explain('9075 Queens Wharf Rd', 'Toronto')
    expect(text).toContain('project wharf, tower uncertain')
    expect(text).not.toContain('building wharf-')
  })

  it('says that another building of the same name may be meant, where the file has no projects', () => {
    const place = { name: 'Harbour Lofts', city: 'Toronto', province: 'ON' }
    const namesakes = createMatcher([
      { key: 'east', addresses: [{ line: '10 Pier Rd' }], ...place },
      { key: 'west', addresses: [{ line: '90 Quay St' }], ...place },
    ])
    const verdict = namesakes.match({ address: 'Harbour Lofts', city: 'Toronto', explain: true })
    expect(verdict.candidates[0]).toMatchObject({ key: 'east', group: null, level: 'project' })
    expect(explainVerdict(verdict, 'Harbour Lofts')).toContain('building east, or another of its name')
  })
})
