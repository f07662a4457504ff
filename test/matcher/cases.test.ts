// Runs the matcher on every row of test/cases.
// expect: key (first, ≥ 0.8) · key? (first, ≥ 0.2) · @group (project, no tower) · ~a,b (both, each ≤ 0.7) · none (nothing ≥ 0.2)

import type { Verdict } from '@plinth/matcher'
import { createMatcher } from '@plinth/matcher'
import { describe, expect, it } from 'vitest'
import { fixtureBuildings, fixtureCases } from './fixture.ts'

const matcher = createMatcher(fixtureBuildings)

function check(verdict: Verdict, expected: string): void {
  const [first] = verdict.candidates
  if (expected === 'none') {
    expect(verdict.candidates.map((c) => [c.key, c.confidence])).toEqual([])
    expect(verdict.reason).not.toBeNull()
  } else if (expected.startsWith('~')) {
    expect(verdict.candidates.map((c) => c.key).sort()).toEqual(expected.slice(1).split(','))
    for (const c of verdict.candidates) expect(c.confidence).toBeLessThanOrEqual(0.7)
    expect(verdict.outcome).toBe('ambiguous')
  } else if (expected.startsWith('@')) {
    expect(first).toMatchObject({ key: null, group: expected.slice(1), level: 'project' })
    expect(first?.confidence).toBeGreaterThanOrEqual(0.8)
  } else {
    const isSure = !expected.endsWith('?')
    expect(first?.key, verdict.reason_detail ?? '').toBe(expected.replace('?', ''))
    expect(first?.confidence).toBeGreaterThanOrEqual(isSure ? 0.8 : 0.2)
  }
}

for (const [style, rows] of fixtureCases)
  describe(`addresses: ${style}`, () => {
    it.each(rows)('$address [$city] $listed_on → $expect: $why', ({ expect: expected, why, ...query }) => {
      check(matcher.match(query), expected)
    })
  })
