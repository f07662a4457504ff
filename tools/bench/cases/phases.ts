// Cases: another phase or tower of a named building than the one that is indexed.

import type { Case } from '../generated-cases.ts'
import type { CasePool } from './case-pool.ts'
import { namedBuildings } from './names.ts'

const PHASES = ['Ph. 2', 'Phase 2', 'II', '2', 'Phase III', 'West Tower', 'North Tower', 'Tower B', 'East']
const MARK = /\b(i{1,3}|iv|\d+|ph(ase)?\.?|tower|north|south|east|west|bldg|building)\b/i

/** `X Ph. 2` where only X is indexed, and `X III` where only `X II` is. */
export function phaseCases(pool: CasePool, count: number): Case[] {
  const named = namedBuildings(pool.buildings)
  const plain = named.filter((n) => n.keys.length === 1 && !MARK.test(n.name))
  const numbered = named.filter((n) => n.keys.length === 1 && / (II|2|I|1)$/.test(n.name))
  const names = new Set(named.map((n) => n.name.toLowerCase()))
  if (plain.length === 0) return []
  return pool.draw({ kind: 'names: another phase', id: 'names: phase', count }, (random, i) => {
    const isNumbered = numbered.length > 0 && i % 4 === 0
    const one = random.pick(isNumbered ? numbered : plain)
    const text = isNumbered ? one.name.replace(/(II|2|I|1)$/, 'III') : `${one.name} ${random.pick(PHASES)}`
    if (names.has(text.toLowerCase())) return null
    const frame = random.pick(['@', '@', '1 bedroom at @', 'Unit 1204, @', '@, ~'])
    return {
      home: one.home,
      kind: 'names: another phase or tower',
      text: frame.replace('@', text).replace('~', one.home.city),
      ...pool.hintsOf(one.home, random),
      source: one.keys[0]!,
    }
  })
}
