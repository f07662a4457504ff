// The place names that a city filter finds a project by.
import { METRO_AREAS } from '@plinth/matcher/internal/gazetteer/place-tables'
import type { ProjectRecord } from '../records/record-types.ts'
import { foldText } from './fold-name.ts'

/**
 * [part, city, postal code prefixes, neighbourhoods]: former municipalities and boroughs. Postal codes cross the borough
 * boundaries of Montréal and Québec, so neighbourhoods identify those boroughs: 'Griffintown' is in Le Sud-Ouest.
 */
const CITY_PART_TABLE: readonly (readonly [part: string, city: string, prefixes: string, quarters?: string])[] = [
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
  ['Stittsville', 'Ottawa', 'K2S'],
  ['Ancaster', 'Hamilton', 'L9G L9K'],
  ['Dundas', 'Hamilton', 'L9H'],
  ['Stoney Creek', 'Hamilton', 'L8E L8G L8J'],
  ['Waterdown', 'Hamilton', 'L8B'],
  ['Woodbridge', 'Vaughan', 'L4H L4L'],
  ['Maple', 'Vaughan', 'L6A'],
  ['Malton', 'Mississauga', 'L4T'],
  ['Bramalea', 'Brampton', 'L6S L6T'],
  ['Dartmouth', 'Halifax', 'B2V B2W B2X B2Y B2Z B3A B3B'],
  ['Bedford', 'Halifax', 'B4A B4B'],
  ['Lower Sackville', 'Halifax', 'B4C B4E'],
  ['South Surrey', 'Surrey', 'V3Z V4A V4P'],
  ['Sainte-Foy', 'Québec', 'G1V G1W G1X'],
  ['Beauport', 'Québec', 'G1B G1C G1E'],
  ['Charlesbourg', 'Québec', 'G1G G1H'],
  ['Hull', 'Gatineau', 'J8X J8Y J8Z J9A'],
  ['Aylmer', 'Gatineau', 'J9H J9J'],
  ['Verdun', 'Montréal', 'H3E H4G H4H', 'Île-des-Sœurs'],
  ['LaSalle', 'Montréal', 'H8N H8P H8R'],
  ['Lachine', 'Montréal', 'H8S H8T'],
  ['Saint-Laurent', 'Montréal', 'H4L H4M H4N H4R H4S H4T'],
  ['Anjou', 'Montréal', 'H1J H1K'],
  ['Outremont', 'Montréal', 'H2V'],
  [
    'Ville-Marie',
    'Montréal',
    '',
    'Vieux-Montréal, Centre-ville, Golden Square Mile, Shaughnessy Village, Quartier chinois, Quartier des spectacles, Quartier international, Quartier latin, Cité du Multimédia, Le Village, Centre-Sud, Sainte-Marie',
  ],
  ['Le Plateau-Mont-Royal', 'Montréal', '', 'Plateau-Mont-Royal, Mile End, Milton-Parc'],
  [
    'Le Sud-Ouest',
    'Montréal',
    '',
    'Griffintown, Petite-Bourgogne, Saint-Henri, Pointe-Saint-Charles, Côte-Saint-Paul, Ville-Émard',
  ],
  ['Rosemont–La Petite-Patrie', 'Montréal', '', 'Rosemont, La Petite-Patrie, Petite-Italie'],
  ['Villeray–Saint-Michel–Parc-Extension', 'Montréal', '', 'Villeray, Saint-Michel, Parc-Extension'],
  ['Côte-des-Neiges–Notre-Dame-de-Grâce', 'Montréal', '', 'Côte-des-Neiges, Notre-Dame-de-Grâce, Snowdon, Le Triangle'],
  ['Mercier–Hochelaga-Maisonneuve', 'Montréal', '', 'Mercier, Hochelaga, Hochelaga-Maisonneuve, Maisonneuve'],
  ['Ahuntsic-Cartierville', 'Montréal', '', 'Ahuntsic, Cartierville'],
  [
    'La Cité-Limoilou',
    'Québec',
    '',
    'Montcalm, Saint-Jean-Baptiste, Saint-Roch, Vieux-Port, Vieux-Québec, Saint-Sauveur, Saint-Sacrement, Limoilou, Maizerets',
  ],
  ['Sainte-Foy–Sillery–Cap-Rouge', 'Québec', '', 'Sainte-Foy, Sillery, Cap-Rouge'],
  ['Les Rivières', 'Québec', '', 'Lebourgneuf, Vanier, Les Saules'],
]

/** Other names of cities and boroughs. */
const CITY_ALIASES: Readonly<Record<string, string>> = {
  'quebec city': 'quebec',
  'downtown toronto': 'toronto',
  'metro toronto': 'toronto',
  'toronto city': 'toronto',
  hrm: 'halifax',
  'halifax regional municipality': 'halifax',
  'new west': 'new westminster',
  'north van': 'north vancouver',
  'west van': 'west vancouver',
  poco: 'port coquitlam',
  ndg: 'notre dame de grace',
  cdn: 'cote des neiges',
  'nuns island': 'ile des soeurs',
  'old montreal': 'vieux montreal',
}

/** "Saint-Jérôme", "St. Jerome" and "ST JEROME" fold to one name; so do "City of Toronto" and "Toronto". */
export function foldCity(name: string): string {
  const folded = foldText(name)
    .replace(/\bsaint\b/g, 'st')
    .replace(/\bsainte\b/g, 'ste')
    .replace(/^(?:(?:city|town|township) of|ville de|le|la|les|the) (?=.)/, '')
  return CITY_ALIASES[folded] ?? folded
}

interface Part {
  readonly name: string
  readonly prefixes: readonly string[]
  readonly neighbourhoods: readonly string[]
}

const words = (list: string, separator: string) => list.split(separator).filter(Boolean)

const partsByCity = new Map<string, Part[]>()
for (const [name, city, prefixes, neighbourhoods = ''] of CITY_PART_TABLE) {
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

export const CITY_PARTS: readonly string[] = CITY_PART_TABLE.map(([part]) => part)
