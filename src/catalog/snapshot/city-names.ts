// The place names that a city filter finds a project by.
import { METRO_AREAS } from '@plinth/matcher/internal/gazetteer/place-tables'
import { readAsset } from '../../kernel/tables/assets.ts'
import type { ProjectRecord } from '../records/record-types.ts'
import { foldText } from './fold-name.ts'

interface CityTable {
  /**
   * Former municipalities and boroughs. Postal codes cross the borough boundaries of Montréal and Québec, so neighbourhoods
   * identify those boroughs: 'Griffintown' is in Le Sud-Ouest.
   */
  readonly parts: readonly (readonly [part: string, city: string, prefixes: string, neighbourhoods?: string])[]
  /** Other names of cities and boroughs, folded. */
  readonly aliases: Readonly<Record<string, string>>
}

const TABLE = readAsset<CityTable>('places/city-parts.json')

/** "Saint-Jérôme", "St. Jerome" and "ST JEROME" fold to one name; so do "City of Toronto" and "Toronto". */
export function foldCity(name: string): string {
  const folded = foldText(name)
    .replace(/\bsaint\b/g, 'st')
    .replace(/\bsainte\b/g, 'ste')
    .replace(/^(?:(?:city|town|township) of|ville de|le|la|les|the) (?=.)/, '')
  return TABLE.aliases[folded] ?? folded
}

interface Part {
  readonly name: string
  readonly prefixes: readonly string[]
  readonly neighbourhoods: readonly string[]
}

const words = (list: string, separator: string) => list.split(separator).filter(Boolean)

const partsByCity = new Map<string, Part[]>()
for (const [name, city, prefixes, neighbourhoods = ''] of TABLE.parts) {
  const key = foldCity(city)
  const part = { name, prefixes: words(prefixes, ' '), neighbourhoods: words(neighbourhoods, ', ').map(foldCity) }
  partsByCity.set(key, [...(partsByCity.get(key) ?? []), part])
}

/** Province and part → city, from the matcher's gazetteer. */
const parentCities = new Map<string, string>()
for (const row of METRO_AREAS) {
  const [, province, cities = ''] = row.split(' | ')
  for (const item of cities.split('; ')) {
    const [city = '', parts = ''] = item.split(' = ')
    for (const part of words(parts, ', ').map(foldCity)) {
      if (part !== foldCity(city)) parentCities.set(`${province} ${part}`, city)
    }
  }
}

type Location = Pick<ProjectRecord, 'city_name' | 'province' | 'neighbourhood_name' | 'postal_code'>

/** The city that the record's city is a part of: Toronto for North York. */
export function parentCity({ city_name, province }: Pick<Location, 'city_name' | 'province'>): string | null {
  return parentCities.get(`${province} ${foldCity(city_name)}`) ?? null
}

/** The former municipalities and boroughs of a record, by postal code and neighbourhood. */
export function cityParts({ city_name, neighbourhood_name, postal_code }: Location): string[] {
  const neighbourhood = neighbourhood_name === null ? null : foldCity(neighbourhood_name)
  return (partsByCity.get(foldCity(city_name)) ?? [])
    .filter(
      ({ prefixes, neighbourhoods }) =>
        prefixes.some((prefix) => postal_code?.startsWith(prefix)) ||
        (neighbourhood !== null && neighbourhoods.includes(neighbourhood)),
    )
    .map(({ name }) => name)
}

/** Names that find the record in a city filter, in addition to its city. */
export function placeNames(record: Location): string[] {
  const names = [parentCity(record), ...cityParts(record), record.neighbourhood_name]
  return names.filter((name) => name !== null)
}

/** Searches all provinces. */
export function parentCityByName(name: string): string | null {
  const folded = foldCity(name)
  for (const [key, city] of parentCities) if (key.slice(3) === folded) return city
  return null
}

export const CITY_PARTS: readonly string[] = TABLE.parts.map(([part]) => part)
