// Properties of every verdict, checked on generated and hostile input.

import { createMatcher } from '@plinth/matcher'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { fixtureBuildings, fixtureCases } from './fixture.ts'
import { anyAddress, HOSTILE } from './hostile.ts'

const matcher = createMatcher(fixtureBuildings)
const real = [...fixtureCases.values()].flat()
const anyQuery = fc.oneof(
  fc.constantFrom(...real).map(({ expect, why, ...query }) => query),
  fc
    .tuple(
      fc.constantFrom(...real),
      fc.date({ min: new Date('1950-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }),
    )
    .map(([{ address, city, province }, day]) => ({
      address,
      city,
      province,
      listed_on: day.toISOString().slice(0, 10),
    })),
  fc.record({
    address: anyAddress,
    city: fc.option(anyAddress),
    province: fc.option(fc.constantFrom('ON', 'BC', 'QC', 'Ontario', 'x')),
    postal: fc.option(anyAddress),
    listed_on: fc.option(anyAddress),
  }),
)
const RUNS = { numRuns: amount(500), seed: 20261115 }

describe('every verdict', () => {
  it('has evidence that adds up to the score of each candidate', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        for (const c of matcher.match({ ...query, explain: true, min_confidence: 0, limit: 10 }).candidates)
          expect(c.evidence?.reduce((sum, e) => sum + e.bits, 0)).toBeCloseTo(c.score as number, 9)
      }),
      RUNS,
    )
  })

  it('has confidences that add up to 1 with none_probability', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const verdict = matcher.match({ ...query, min_confidence: 0, limit: 1_000 })
        const sum = verdict.candidates.reduce((total, c) => total + c.confidence, verdict.none_probability)
        expect(sum).toBeCloseTo(1, 9)
        for (const c of verdict.candidates) expect(c.confidence >= 0 && c.confidence <= 1).toBe(true)
      }),
      RUNS,
    )
  })

  it('names a building, or the project where the building is not certain', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        for (const { key, group, level, first_tower } of matcher.match({ ...query, min_confidence: 0 }).candidates) {
          expect(key === null).toBe(level === 'project' && group !== null)
          expect(first_tower !== undefined).toBe(level === 'project')
        }
      }),
      RUNS,
    )
  })

  it('is identical for the same query, after other queries and from another matcher', () => {
    const other = createMatcher(fixtureBuildings)
    fc.assert(
      fc.property(anyQuery, anyQuery, (query, between) => {
        const first = JSON.stringify(matcher.match({ ...query, explain: true }))
        matcher.match(between)
        expect(JSON.stringify(matcher.match({ ...query, explain: true }))).toBe(first)
        expect(JSON.stringify(other.match({ ...query, explain: true }))).toBe(first)
      }),
      { ...RUNS, numRuns: amount(270) },
    )
  })

  it('has the same candidates with and without explain', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const plain = matcher.match(query).candidates.map(({ key, confidence }) => [key, confidence])
        const explained = matcher
          .match({ ...query, explain: true })
          .candidates.map(({ key, confidence }) => [key, confidence])
        expect(explained).toEqual(plain)
      }),
      RUNS,
    )
  })

  it('lists the best candidate first, and has a reason exactly when there is no match', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const { candidates, reason, outcome } = matcher.match(query)
        const confidences = candidates.map((c) => c.confidence)
        expect(confidences).toEqual([...confidences].sort((a, b) => b - a))
        expect(reason !== null).toBe(outcome === 'no_match')
      }),
      RUNS,
    )
  })
})

describe('hostile text', () => {
  it.each(HOSTILE.map((text) => [JSON.stringify(text.slice(0, 40)), text] as const))(
    '%s gets a small verdict with few readings',
    (_, text) => {
      const verdict = matcher.match({
        address: text,
        city: text,
        province: text,
        postal: text,
        building_name: text,
        condo_corp: text,
        explain: true,
      })
      expect(verdict.readings?.length).toBeLessThanOrEqual(40)
      expect(JSON.stringify(verdict).length).toBeLessThan(100_000)
    },
  )

  it('is also accepted in buildings', () => {
    const hostile = createMatcher(
      HOSTILE.map((text, i) => ({
        key: `${i}`,
        name: text,
        addresses: [{ line: text }],
        city: text,
        province: text,
        postal: text,
      })),
    )
    expect(hostile.size).toBe(HOSTILE.length)
    for (const address of HOSTILE) hostile.match({ address })
  })
})
