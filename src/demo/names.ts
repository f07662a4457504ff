// Names of projects, invented: by street, by part of town, by a word. No two projects of a city have the same.
import type { Random } from './random.ts'
import type { Site } from './sites.ts'

const WORDS = [
  'Aldine',
  'Amberley',
  'Ardent',
  'Bellhaven',
  'Birchmere',
  'Brasswork',
  'Brindle',
  'Cadence',
  'Caldera',
  'Calloway',
  'Carraway',
  'Chandlery',
  'Cinder',
  'Clerestory',
  'Coppice',
  'Corbel',
  'Cordovan',
  'Cornerpost',
  'Daybreak',
  'Dovetail',
  'Eastlea',
  'Elderwood',
  'Emberline',
  'Fairholm',
  'Fallow',
  'Fathom',
  'Fennel',
  'Fieldgate',
  'Finial',
  'Foundry',
  'Fretwork',
  'Gablewood',
  'Gantry',
  'Garland',
  'Glassworks',
  'Greystoke',
  'Halcyon',
  'Harbinger',
  'Hartwell',
  'Hearthside',
  'Heronsgate',
  'Hollins',
  'Inkwell',
  'Isinglass',
  'Ivory Mill',
  'Jacaranda',
  'Juno',
  'Keystone',
  'Kiln',
  'Lantern',
  'Larkspur',
  'Ledger',
  'Linden',
  'Lodestar',
  'Lumen',
  'Lyric',
  'Mansard',
  'Marigold',
  'Meridian',
  'Millrace',
  'Mosaic',
  'Nightingale',
  'Northlight',
  'Oriel',
  'Osier',
  'Outlook',
  'Parapet',
  'Pavilion',
  'Pembrey',
  'Perrin',
  'Pinnace',
  'Plumb',
  'Portico',
  'Quill',
  'Quoin',
  'Ravel',
  'Regatta',
  'Rowan',
  'Saffron',
  'Sandpiper',
  'Sash',
  'Semaphore',
  'Sextant',
  'Slate',
  'Solarium',
  'Sorrel',
  'Spindle',
  'Starling',
  'Tamarind',
  'Tannery',
  'Tapestry',
  'Tilework',
  'Timberline',
  'Transom',
  'Trellis',
  'Umber',
  'Vantage',
  'Verdigris',
  'Verity',
  'Wayfarer',
  'Weathervane',
  'Whistler',
  'Windrose',
  'Wicket',
  'Yardarm',
  'Zephyr',
]
const NOUNS = [
  'Residences',
  'Condominiums',
  'House',
  'Court',
  'Terrace',
  'Place',
  'Lane',
  'Lofts',
  'Suites',
  'Towers',
  'Gardens',
  'Square',
  'Park',
  'Mews',
  'Row',
  'Gate',
  'Walk',
  'Manor',
  'Commons',
  'Yards',
]
const OLD_NOUNS = [
  'Towers',
  'Manor',
  'Court',
  'Apartments',
  'Gardens',
  'Terrace',
  'Plaza',
  'Village',
  'Arms',
  'Place',
  'Estates',
  'House',
]
const OLD_WORDS = [
  'Ambassador',
  'Balmoral',
  'Braemar',
  'Cavendish',
  'Centennial',
  'Chatelaine',
  'Clarendon',
  'Diplomat',
  'Dorchester',
  'Embassy',
  'Glengarry',
  'Heritage',
  'Imperial',
  'Kensington',
  'Lancaster',
  'Lord Selkirk',
  'Mayfair',
  'Monarch',
  'Normandie',
  'Park Royal',
  'Parkview',
  'Regency',
  'Richelieu',
  'Rideau',
  'Riviera',
  'Sherwood',
  'Somerset',
  'Stratford',
  'Sunnyside',
  'Tudor',
  'Viceroy',
  'Wellington',
  'Westminster',
  'Windermere',
]
const FRENCH_WORDS = [
  'Alizé',
  'Ambre',
  'Arpège',
  'Aurore',
  'Belvédère',
  'Boréal',
  'Cadence',
  'Canopée',
  'Caravelle',
  'Carillon',
  'Clairière',
  'Cobalt',
  'Corniche',
  'Crépuscule',
  'Écluse',
  'Équinoxe',
  'Escale',
  'Esquisse',
  'Estuaire',
  'Faubourg',
  'Filature',
  'Fonderie',
  'Galerie',
  'Girouette',
  'Hirondelle',
  'Horizon Nord',
  'Imprimerie',
  'Jardin',
  'Lanterne',
  'Lisière',
  'Manufacture',
  'Marelle',
  'Méandre',
  'Mosaïque',
  'Nacelle',
  'Oriflamme',
  'Ormeau',
  'Palissade',
  'Passerelle',
  'Perspective',
  'Pergola',
  'Quai',
  'Rivage',
  'Rosace',
  'Sablier',
  'Sextant',
  'Tannerie',
  'Tisserand',
  'Trame',
  'Verrerie',
  'Vigie',
  'Voilier',
]
const FRENCH_NOUNS = ['Le', 'Condos', 'Résidences', 'Carré', 'Cour', 'Îlot', 'Place', 'Faubourg', 'Tour', 'Jardins']

export type Names = { name: string; nameFr: string | null; aliases: string[] }

export function namesOf(random: Random, site: Site, year: number, used: Set<string>): Names {
  const french = site.city.province === 'QC'
  for (let attempt = 0; ; attempt++) {
    const name = french ? frenchName(random, site) : englishName(random, site, year)
    const numbered = attempt > 6 ? `${name} ${roman(attempt - 5)}` : name
    const mark = `${site.city.city}/${numbered.toLowerCase()}`
    if (used.has(mark)) continue
    used.add(mark)
    return { name: numbered, nameFr: french ? numbered : null, aliases: aliasesOf(random, numbered, site, year) }
  }
}

/** "King St W" → "King"; "Rue Sherbrooke O" → "Sherbrooke"; numbered streets have no name to borrow. */
export function bareStreet(line: string): string | null {
  const bare = line
    .replace(/^(Rue|Boul|Av|Ch|Place|Côte|Montée|Rang|Quai|Promenade) (de la |de l'|des |du |de |d')?/, '')
    .replace(
      / (St|Ave|Rd|Blvd|Dr|Way|Pl|Cres|Pky|Sq|Crt|Ln|Terr|Trail|Hwy|Gate|Cir|Mall|Row|Mews|Quay)( (N|S|E|W|NW|NE|SW|SE))?$/,
      '',
    )
    .replace(/ (E|O|N|S|W)$/, '')
    .replace(/^[EW] /, '')
  return /^\d|^No\. |^Hwy|^[A-Z]$|^Yonge$|^Bay$/.test(bare) ? null : bare
}

function englishName(random: Random, site: Site, year: number): string {
  const street = bareStreet(site.street.line)
  if (year < 1992) {
    const style = random.int(0, 5)
    if (style <= 2) return `${random.pick(OLD_WORDS)} ${random.pick(OLD_NOUNS)}`
    if (style === 3 && street) return `${street} ${random.pick(OLD_NOUNS)}`
    if (style === 4) return `The ${random.pick(OLD_WORDS)}`
    return `${site.neighbourhood} ${random.pick(OLD_NOUNS)}`
  }
  const word = random.pick(WORDS)
  const style = random.int(0, 11)
  if (style <= 2) return `${word} ${random.pick(NOUNS)}`
  if (style === 3) return `The ${word}`
  if (style <= 5 && street) return `${word} on ${street}`
  if (style === 6 && street) return `${street} & ${word}`
  if (style === 7) return `${site.neighbourhood} ${random.pick(NOUNS)}`
  if (style === 8) return `${word} at ${site.neighbourhood}`
  if (style === 9 && street) return `${site.civics[0]} ${street}`
  if (style === 10) return `${word} & ${random.pick(WORDS)}`
  return `${word} ${random.pick(['Urban Towns', 'Flats', 'Heights', 'on the Park', 'West', 'East', 'One', 'Collection'])}`
}

function frenchName(random: Random, site: Site): string {
  const word = random.pick(FRENCH_WORDS)
  const street = bareStreet(site.street.line)
  const style = random.int(0, 6)
  if (style <= 2) return `${random.pick(FRENCH_NOUNS)} ${word}`
  if (style === 3 && street) return `${word} sur ${street}`
  if (style === 4 && street) return `Condos ${street}`
  if (style === 5) return `${word} ${site.neighbourhood}`
  return `Le ${word} ${random.pick(['Nord', 'urbain', 'sur le parc', 'II', 'Phase 2'])}`
}

function aliasesOf(random: Random, name: string, site: Site, year: number): string[] {
  const aliases: string[] = []
  const street = bareStreet(site.street.line)
  if (street && random.chance(0.35)) aliases.push(`${site.civics[0]} ${street}`)
  if (year > 1992 && random.chance(0.2) && !name.includes('Condo')) {
    aliases.push(site.city.province === 'QC' ? `Condos ${name}` : `${name} Condos`)
  }
  if (name.startsWith('The ')) aliases.push(name.slice(4))
  return aliases.filter((alias) => alias !== name)
}

function roman(number: number): string {
  return ['I', 'II', 'III', 'IV', 'V', 'VI'][number] ?? String(number + 1)
}
