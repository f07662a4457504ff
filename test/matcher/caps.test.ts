// Caps: the highest confidence that a level allows, and the numbers that explain it.

import type { MatchBuilding } from '@plinth/matcher'
import { buildIndex } from '@plinth/matcher'
import { assess } from '@plinth/matcher/internal/compare/assess'
import { calculationOf, shareOf } from '@plinth/matcher/internal/decide/calculation'
import { readCaps } from '@plinth/matcher/internal/decide/caps'
import { rank } from '@plinth/matcher/internal/decide/decide'
import { MODEL } from '@plinth/matcher/internal/decide/model'
import { flattenWeights } from '@plinth/matcher/internal/decide/score'
import { describe, expect, it } from 'vitest'

const toronto = { city: 'Toronto', province: 'ON' }
const buildings: readonly MatchBuilding[] = [
  { key: 'yonge', addresses: [{ line: '388 Yonge St' }], ...toronto },
  { key: 'king', addresses: [{ line: '100 King St' }], ...toronto },
  { key: 'east', addresses: [{ line: '100 King St E' }], ...toronto },
  { key: 'north', group: 'wharf', addresses: [{ line: '9 Wharf Rd' }], ...toronto },
  { key: 'south', group: 'wharf', addresses: [{ line: '9 Wharf Rd' }], ...toronto },
]
const index = buildIndex(buildings)
const weights = flattenWeights(MODEL)

function rankWith(caps: Readonly<Record<string, number>>, address: string) {
  const read = readCaps((_, name) => caps[name])
  const assessment = assess(index, weights, { address, explain: true })
  const ranking = rank(index, assessment, MODEL, read)
  const answers = ranking.ranked.map((one) => ({
    key: buildings[one.candidate.building]!.key,
    confidence: one.confidence,
    level: one.level,
    ...shareOf(index, assessment, one, read),
  }))
  return { ...ranking, answers, calculation: calculationOf(assessment, ranking) }
}

describe('a cap', () => {
  it('limits the confidence of a candidate with the level, and names it', () => {
    const free = rankWith({}, '388 Yonge St, Toronto')
    const capped = rankWith({ 'street_type.same': 0.6, 'city.same': 0.7 }, '388 Yonge St, Toronto')
    expect(free.answers[0]).toMatchObject({ key: 'yonge', capped_by: null })
    expect(free.answers[0]!.confidence).toBeGreaterThan(0.95)
    expect(capped.answers).toMatchObject([
      { key: 'yonge', confidence: 0.6, capped_by: { component: 'street_type', level: 'same', cap: 0.6 } },
    ])
    expect(capped.none).toBeCloseTo(0.4, 12)
  })

  it('says nothing where the confidence is lower anyway', () => {
    expect(rankWith({ 'city.same': 0.999999 }, '388 Yonge St, Toronto').answers[0]).toMatchObject({ capped_by: null })
  })

  it('keeps the others as they are, sorts again and adds what it takes to none', () => {
    const text = '100 King St, Toronto'
    const free = rankWith({}, text)
    const capped = rankWith({ 'direction.both_none': 0.001 }, text)
    expect(free.answers.map(({ key }) => key)).toEqual(['king', 'east'])
    expect(capped.answers.map(({ key }) => key)).toEqual(['east', 'king'])
    expect(capped.answers[0]!.confidence).toBe(free.answers[1]!.confidence)
    expect(capped.answers[1]!.confidence).toBe(0.001)
    expect(capped.answers.reduce((sum, { confidence }) => sum + confidence, capped.none)).toBeCloseTo(1, 12)
  })

  it('limits a project as one candidate', () => {
    const { answers, none } = rankWith({ 'street_type.same': 0.5 }, '9 Wharf Rd, Toronto')
    expect(answers).toMatchObject([{ level: 'project', confidence: 0.5, capped_by: { cap: 0.5 } }])
    expect(none).toBeCloseTo(0.5, 12)
  })

  it.each(['388 Yonge St, Toronto', '100 King St, Toronto', '9 Wharf Rd, Toronto'])(
    '%s is computed again',
    (address) => {
      const { answers, none, calculation } = rankWith({ 'street_name.same': 0.25 }, address)
      const { any_raw, any_calibrated, calibration, capped_probability } = calculation
      expect(calibration).toEqual(rankWith({}, address).calculation.calibration)
      expect(capped_probability).toBeGreaterThan(0)
      expect(none).toBeCloseTo(1 - any_calibrated + capped_probability, 12)
      for (const { confidence, raw_probability, capped_by } of answers)
        expect(Math.min((raw_probability * any_calibrated) / any_raw, capped_by?.cap ?? 1)).toBeCloseTo(confidence, 12)
    },
  )
})
