// Cases: addresses that are not the listing's own: landmarks, offices, blocks, former addresses.

import type { Random } from '../../shared/random.ts'
import type { Case } from '../generated-cases.ts'
import type { CasePool, Home, Make } from './case-pool.ts'
import { foldWord, groupBy, lineOf } from './case-pool.ts'
import { FRAMES } from './data/tables.ts'
import { addressText, placeText } from './unit-text.ts'

const place = (home: Home, r: Random): string => (r.chance(0.3) ? `, ${placeText(home, r)}` : '')
const put = (frame: string, address: string): string => frame.replace('@', () => address)

export function roleCases(pool: CasePool, count: number): Case[] {
  const byCity = groupBy(pool.homes, (h) => foldWord(h.city))
  const other = (home: Home, r: Random): Home | null => {
    const found = r.pick(byCity.get(foldWord(home.city)) ?? [])
    return found && found.building.key !== home.building.key ? found : null
  }
  const alone =
    (frames: readonly string[]): Make =>
    (home, r) => ({ text: put(r.pick(frames), `${lineOf(home)}${place(home, r)}`), truth: null })
  const withOwn =
    (frames: readonly string[]): Make =>
    (home, r) => {
      const landmark = other(home, r)
      if (!landmark) return null
      const own = put(r.pick(FRAMES.own), `${addressText(home, r).text}${place(home, r)}`)
      const near = put(r.pick(frames), lineOf(landmark))
      const [a, b] = r.chance(0.6) ? [own, near] : [near, own]
      return { text: `${a}${/[.!]$/.test(a) ? ' ' : r.pick(['. ', '\n', ' - '])}${b}` }
    }
  const block: Make = (home, r) =>
    /^\d+00$/.test(home.number)
      ? { text: put(r.pick(FRAMES.block), home.street).replace('#', home.number) + place(home, r), truth: null }
      : null
  return [
    ...Object.entries(FRAMES.landmarks).flatMap(([role, frames]) =>
      pool.cases(`role: ${role}, alone`, count, alone(frames), 0),
    ),
    ...pool.cases('role: block, alone', Math.ceil(count / 3), block, 0),
    ...Object.entries(FRAMES.landmarks).flatMap(([role, frames]) =>
      pool.cases(`role: ${role}, with the own address`, count, withOwn(frames), 0),
    ),
  ]
}
