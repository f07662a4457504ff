// Cases: hints that are impossible or wrong, and city fields as boards fill them. The text is right.

import type { Random } from '../../shared/random.ts'
import type { Case } from '../generated-cases.ts'
import type { CasePool, Draft, Home, Make } from './case-pool.ts'
import { foldWord, placeOf } from './case-pool.ts'
import { PLACES } from './data/tables.ts'
import { neighbourhoods, pointOfHome } from './real-places.ts'
import { addressText } from './unit-text.ts'

export function hintCases(pool: CasePool, count: number): Case[] {
  const districts = neighbourhoods()
  const postals = pool.allHomes.filter((h) => /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i.test(h.building.postal ?? ''))
  const otherPostal = (isFit: (other: Home) => boolean, r: Random): string | null => {
    for (let i = 0; i < 20 && postals.length > 0; i++) {
      const other = r.pick(postals)
      if (isFit(other)) return other.building.postal ?? null
    }
    return null
  }
  const at =
    (point: (lat: number, lng: number) => { lat: number; lng: number }): Make =>
    (home, r) => {
      const from = pointOfHome(home)
      return from && { text: addressText(home, r).text, ...placeOf(home), ...point(from.lat, from.lng) }
    }
  const postal =
    (isFit: (home: Home, other: Home) => boolean, write: (text: string, code: string, home: Home) => Draft): Make =>
    (home, r) => {
      const code = otherPostal((other) => isFit(home, other), r)
      return code === null ? null : write(addressText(home, r).text, code, home)
    }
  const otherCity = (a: Home, b: Home): boolean => a.province === b.province && foldWord(a.city) !== foldWord(b.city)
  const otherProvince = (a: Home, b: Home): boolean => a.province !== b.province
  const field =
    (write: (home: Home, r: Random) => string | null): Make =>
    (home, r) => {
      const city = write(home, r)
      return city === null ? null : { text: addressText(home, r).text, city, province: home.province }
    }
  const pick = (list: readonly string[] | undefined, r: Random): string | null => (list?.length ? r.pick(list) : null)
  const kinds: Readonly<Record<string, Make>> = {
    'hint: point 0/0': at(() => ({ lat: 0, lng: 0 })),
    'hint: latitude and longitude swapped': at((lat, lng) => ({ lat: lng, lng: lat })),
    'hint: longitude without its sign': at((lat, lng) => ({ lat, lng: -lng })),
    'hint: postal code of another city': postal(otherCity, (text, code, h) => ({ text, ...placeOf(h), postal: code })),
    'hint: postal code of another province': postal(otherProvince, (text, code, h) => ({
      text,
      ...placeOf(h),
      postal: code,
    })),
    'hint: postal code of another city in the text': postal(otherCity, (text, code, h) => ({
      text: `${text}, ${h.city} ${code}`,
      ...placeOf(h),
    })),
    'hint: code of a board as the city': field((h, r) => pick(PLACES.BOARD_CODES[foldWord(h.city)], r)),
    'hint: neighbourhood as the city': field((h, r) => pick(districts.get(foldWord(h.city)), r)),
  }
  return pool.ofKinds(kinds, count, 1 / 5)
}
