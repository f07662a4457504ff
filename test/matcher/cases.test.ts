// Every style of address people write, and the hard negatives against it: one row a case, with the reason beside it.
// expect: a key (first and ≥ 0.8) · key? (first, ≥ 0.2) · @group (the project, no tower) · ~a,b (these, neither above 0.7) · none (nothing ≥ 0.2)

import { describe, expect, it } from 'vitest'
import type { Verdict } from '../../src/matcher/matcher.ts'
import { createMatcher } from '../../src/matcher/matcher.ts'
import { fixtureBuildings, fixtureCases } from './fixture.ts'

const matcher = createMatcher(fixtureBuildings)

function check(verdict: Verdict, wanted: string): void {
  const [first] = verdict.candidates
  if (wanted === 'none') {
    expect(verdict.candidates.map((c) => [c.key, c.confidence])).toEqual([])
    expect(verdict.reason).not.toBeNull()
  } else if (wanted.startsWith('~')) {
    expect(verdict.candidates.map((c) => c.key).sort()).toEqual(wanted.slice(1).split(','))
    for (const c of verdict.candidates) expect(c.confidence).toBeLessThanOrEqual(0.7)
    expect(verdict.outcome).toBe('ambiguous')
  } else if (wanted.startsWith('@')) {
    expect(first).toMatchObject({ group: wanted.slice(1), level: 'project' })
    expect(first?.confidence).toBeGreaterThanOrEqual(0.8)
  } else {
    const sure = !wanted.endsWith('?')
    expect(first?.key, verdict.reason_detail ?? '').toBe(wanted.replace('?', ''))
    expect(first?.confidence).toBeGreaterThanOrEqual(sure ? 0.8 : 0.2)
  }
}

for (const [style, rows] of fixtureCases)
  describe(`addresses: ${style}`, () => {
    it.each(rows)('$address [$city] $listed_on → $expect: $why', ({ expect: wanted, why, ...query }) => {
      check(matcher.match(query), wanted)
    })
  })
