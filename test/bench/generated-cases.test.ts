// The generated cases: the same for a seed, labelled by the index, and never by chance right.

import { describe, expect, it } from 'vitest'
import { CasePool } from '../../tools/bench/cases/case-pool.ts'
import { familyCases } from '../../tools/bench/cases/families.ts'
import { inventBuildings } from '../../tools/bench/cases/invented-buildings.ts'
import { spokenFrench } from '../../tools/bench/cases/spoken-numbers.ts'
import { syntheticBuildings } from '../../tools/bench/synthetic-buildings.ts'

const isAbsent = (key: string): boolean => key.endsWith('3')
const buildings = inventBuildings(syntheticBuildings(1, 4), 5)
const make = (seed: number) => familyCases(buildings, { seed, count: 20, isAbsent, hints: 'mixed' })
const families = make(1)
const all = Object.values(families).flat()
const keys = new Set(buildings.map((b) => b.key))

describe('generated cases', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(make(1)).toEqual(families)
    expect(make(2).faults.map((c) => c.text)).not.toEqual(families.faults.map((c) => c.text))
  })

  it('have distinct ids and a source in the index', () => {
    expect(new Set(all.map((c) => c.id)).size).toBe(all.length)
    for (const c of all) expect(keys.has(c.source) || c.source.startsWith('house ')).toBe(true)
  })

  it('name only indexed buildings as the truth', () => {
    for (const c of all)
      for (const key of [...(c.truth === null ? [] : [c.truth]), ...(c.also ?? []), ...(c.tied ?? [])]) {
        expect(keys.has(key)).toBe(true)
        expect(isAbsent(key)).toBe(false)
      }
  })

  it('contain both links and refusals in the families that measure recall', () => {
    for (const cases of [families.pasted, families.faults, families.names]) {
      expect(cases.some((c) => c.truth !== null)).toBe(true)
      expect(cases.some((c) => c.truth === null)).toBe(true)
    }
  })

  it('refuse every address in another place', () => {
    const elsewhere = families.elsewhere.filter((c) => c.kind.startsWith('elsewhere'))
    expect(elsewhere.length).toBeGreaterThan(100)
    for (const c of elsewhere) expect(c.truth).toBeNull()
  })
})

describe('the pool of buildings', () => {
  const pool = new CasePool(buildings, { seed: 1, hints: 'all' })

  it('draws only buildings whose number and street occur once', () => {
    for (const h of pool.homes) expect([...pool.ownersOf(h.number, h.bare)]).toEqual([h.building.key])
  })

  it('offers a free number that no building has', () => {
    const random = pool.randomFor('free numbers')
    for (const h of pool.homes.slice(0, 200)) {
      const free = pool.freeNumber(h, random)
      if (free !== null) expect(pool.ownersOf(free, h.bare).size).toBe(0)
    }
  })
})

describe('spoken numbers', () => {
  it('are written as in Quebec', () => {
    expect(spokenFrench(1480)).toBe('mille quatre cent quatre-vingts')
    expect(spokenFrench(2171)).toBe('deux mille cent soixante-onze')
    expect(spokenFrench(21)).toBe('vingt et un')
  })
})
