// Tests that a verdict changes only when one of the facts that it depends on changes.

import type { MatchBuilding } from '@plinth/matcher'
import { buildIndex, createMatcherFromIndex, patchIndex } from '@plinth/matcher'
import { describe, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { CITIES, checkLinkKeys, NAMES, QUERIES, STREETS } from './link-key-cases.ts'

describe('link keys', () => {
  it('name every fact that a verdict depends on, over random edits, merges and rollbacks', () => {
    // Of three runs it happens that none changes a verdict.
    checkLinkKeys(amount(12))
  })

  it('ask nothing again when no building changed', () => {
    const matcher = createMatcherFromIndex(buildIndex([]))
    expect(matcher.keysOfChange({ before: [], after: [], buildingOf: () => undefined })).toEqual([])
  })

  it('leave a refusal alone when another building of the named city changes', () => {
    const at = (key: string, line: string) => ({ key, addresses: [{ line }], city: 'Toronto', province: 'ON' })
    const [kept, before, after] = [at('1', '7 Park Ave'), at('2', '12 Oak St'), at('2', '14 Oak St')]
    const matcher = createMatcherFromIndex(buildIndex([kept, after]))
    const byKey = new Map([kept, after].map((building) => [building.key, building]))
    const keys = matcher.keysOfChange({ before: [before], after: [after], buildingOf: (key) => byKey.get(key) })
    const { verdict, linkKeys } = matcher.matchWithKeys({ address: '800 Marlow Crescent, Toronto, ON' })
    expect(verdict.outcome).toBe('no_match')
    expect(linkKeys.filter((key) => keys!.includes(key))).toEqual([])
  })

  it('ask everything again when a city that the gazetteer lacks appears', () => {
    const building = { key: '1', addresses: [{ line: '7 Park Ave' }], city: 'Smallville', province: 'ON' }
    const matcher = createMatcherFromIndex(buildIndex([building]))
    const changes = { before: [], after: [building], buildingOf: () => building }
    expect(matcher.keysOfChange(changes)).toBeNull()
  })

  it('do not depend on how the index was made', () => {
    const buildings = STREETS.map(
      (street, i): MatchBuilding => ({
        key: String(i),
        name: NAMES[i % NAMES.length] ?? null,
        addresses: [{ line: `7 ${street}` }],
        city: CITIES[i % 5]?.[0] ?? '',
        province: CITIES[i % 5]?.[1] ?? '',
      }),
    )
    const built = createMatcherFromIndex(buildIndex(buildings))
    const patched = createMatcherFromIndex(patchIndex(buildIndex(buildings.slice(3)), [], buildings.slice(0, 3)))
    for (const query of QUERIES)
      expect(new Set(patched.matchWithKeys(query).linkKeys)).toEqual(new Set(built.matchWithKeys(query).linkKeys))
  })

  it('store a single key for a text with too many facts', () => {
    const matcher = createMatcherFromIndex(
      buildIndex([
        { key: '1', name: 'Park Tower', addresses: [{ line: '7 Park Ave' }], city: 'Toronto', province: 'ON' },
      ]),
    )
    const address = Array.from({ length: 150 }, (_, i) => `${i + 1} Word${i} Avenue`).join(' and ')
    expect(matcher.matchWithKeys({ address }).linkKeys).toHaveLength(1)
  })
})
