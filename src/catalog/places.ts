// Names people use for a part of a city that is no city any more, by the first three characters of the postal code.
import { foldText } from './fold.ts'

/** [part, city, what the postal code starts with]. Municipalities merged into their city between 1998 and 2002. */
const PARTS: readonly (readonly [part: string, city: string, prefixes: string])[] = [
  ['Scarborough', 'Toronto', 'M1'],
  ['North York', 'Toronto', 'M2 M3 M4A M5M M6A M6B M6L M9L M9M'],
  ['East York', 'Toronto', 'M4B M4C M4G M4H M4J'],
  ['York', 'Toronto', 'M6C M6E M6M M6N M9N'],
  ['Etobicoke', 'Toronto', 'M8V M8W M8X M8Y M8Z M9A M9B M9C M9P M9R M9V M9W'],
  ['Old Toronto', 'Toronto', 'M4E M4K M4L M4M M4N M4P M4R M4S M4T M4V M4W M4X M4Y M5 M6G M6H M6J M6K M6P M6R M6S M7'],
  ['Kanata', 'Ottawa', 'K2K K2L K2M K2T K2V K2W'],
  ['Nepean', 'Ottawa', 'K2E K2G K2H K2J K2R'],
  ['Gloucester', 'Ottawa', 'K1B K1J K1T K1V'],
  ['Orléans', 'Ottawa', 'K1C K1E K1W K4A'],
  ['Vanier', 'Ottawa', 'K1L'],
  ['Ancaster', 'Hamilton', 'L9G L9K'],
  ['Dundas', 'Hamilton', 'L9H'],
  ['Stoney Creek', 'Hamilton', 'L8E L8G L8J'],
  ['Dartmouth', 'Halifax', 'B2V B2W B2X B2Y B2Z B3A B3B'],
  ['Bedford', 'Halifax', 'B4A B4B'],
  ['Sainte-Foy', 'Québec', 'G1V G1W G1X'],
  ['Beauport', 'Québec', 'G1B G1C G1E'],
  ['Charlesbourg', 'Québec', 'G1G G1H'],
  ['Hull', 'Gatineau', 'J8X J8Y J8Z J9A'],
  ['Aylmer', 'Gatineau', 'J9H J9J'],
  ['Verdun', 'Montréal', 'H3E H4G H4H'],
  ['LaSalle', 'Montréal', 'H8N H8P H8R'],
  ['Lachine', 'Montréal', 'H8S H8T'],
  ['Saint-Laurent', 'Montréal', 'H4L H4M H4N H4R H4S H4T'],
  ['Anjou', 'Montréal', 'H1J H1K'],
  ['Outremont', 'Montréal', 'H2V'],
]

/** Other names of whole cities. */
const ALSO: Readonly<Record<string, string>> = {
  'quebec city': 'quebec',
  'ville de quebec': 'quebec',
  'city of toronto': 'toronto',
  'downtown toronto': 'toronto',
  'city of vancouver': 'vancouver',
  'ville de montreal': 'montreal',
}

/** "Saint-Jérôme", "St. Jerome" and "ST JEROME" are one city. */
export function foldCity(name: string): string {
  const folded = foldText(name)
    .replace(/\bsaint\b/g, 'st')
    .replace(/\bsainte\b/g, 'ste')
  return ALSO[folded] ?? folded
}

const BY_CITY = new Map<string, { part: string; prefixes: readonly string[] }[]>()
for (const [part, city, prefixes] of PARTS) {
  const key = foldCity(city)
  BY_CITY.set(key, [...(BY_CITY.get(key) ?? []), { part: foldCity(part), prefixes: prefixes.split(' ') }])
}

export const CITY_PARTS: readonly string[] = PARTS.map(([part]) => part)

/** The former municipality, folded, that a postal code of this city lies in. */
export function partOfCity(cityName: string, postalCode: string | null): string | null {
  if (postalCode === null) return null
  const parts = BY_CITY.get(foldCity(cityName)) ?? []
  return parts.find(({ prefixes }) => prefixes.some((prefix) => postalCode.startsWith(prefix)))?.part ?? null
}
