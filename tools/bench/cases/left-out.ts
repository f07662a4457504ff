// Cases: a side or type is left out where the list of the city's streets has more than one.

import { shortWord, splitAddress } from '../address-parts.ts'
import type { Case } from '../generated-cases.ts'
import type { CasePool, Home, Make } from './case-pool.ts'
import { bareName, foldWord, groupBy, partOf, placeOf, withoutWord } from './case-pool.ts'
import { numberedStreets } from './real-streets.ts'

interface Listed {
  readonly type: string
  readonly side: string
  readonly has: (number: number) => boolean
}

/** The streets of a bare name by city, with their numbers where the list has them. */
function listedByName(): Map<string, Listed[]> {
  const all = numberedStreets().flatMap(({ city, street, has }) => {
    const parts = splitAddress(`1 ${street}`)
    const short = (at: number): string => shortWord(parts?.words[at])
    return parts
      ? [{ at: `${bareName(parts)} ${city}`, type: short(parts.type), side: short(parts.direction), has }]
      : []
  })
  return groupBy(all, (s) => s.at)
}

export function leftOutCases(pool: CasePool, count: number): Case[] {
  const listed = listedByName()
  /** Streets that the shortened text could also mean, and that have the number. */
  const others = (home: Home, leftOut: 'type' | 'direction'): Listed[] => {
    const [type, side] = [partOf(home, 'type'), partOf(home, 'direction')]
    return (listed.get(`${home.bare} ${foldWord(home.city)}`) ?? []).filter((s) => {
      if (!s.has(Number.parseInt(home.number, 10))) return false
      if (leftOut === 'type') return s.type !== type && s.type !== '' && s.side === side
      return s.type === type && s.side !== side && s.side !== ''
    })
  }
  const make =
    (leftOut: 'type' | 'direction'): Make =>
    (home) => {
      const at = home.parts[leftOut]
      if (at < 0 || others(home, leftOut).length === 0) return null
      return { text: withoutWord(home, at), ...placeOf(home), isReview: true }
    }
  const kinds = {
    'left out: side, the list has both': make('direction'),
    'left out: type, the list has both': make('type'),
  }
  return pool.ofKinds(kinds, count, 0)
}
