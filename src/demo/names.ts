// Invents project names from streets, neighbourhoods and words. Unique within a city.
import type { Project } from '../catalog/records/record-schemas.ts'
import type { Random } from './drawings/random.ts'
import { FRENCH_NOUNS, FRENCH_WORDS, LOFT_NOUNS, NOUNS, OLD_NOUNS, OLD_WORDS, TOWN_NOUNS, WORDS } from './name-words.ts'
import type { Site } from './sites.ts'

export type Names = { name: string; nameFr: string | null; aliases: string[] }

export function namesOf(
  random: Random,
  site: Site,
  year: number,
  kind: Project['building_type'],
  used: Set<string>,
): Names {
  const french = site.city.province === 'QC'
  for (let attempt = 0; ; attempt++) {
    const name = french ? frenchName(random, site) : englishName(random, site, year, nounsFor(kind))
    const numbered = attempt > 6 ? `${name} ${roman(attempt - 5)}` : name
    const key = `${site.city.city}/${numbered.toLowerCase()}`
    if (used.has(key)) continue
    used.add(key)
    return { name: numbered, nameFr: french ? numbered : null, aliases: aliasesOf(random, numbered, site, year) }
  }
}

/** "King St W" → "King"; "Rue Sherbrooke O" → "Sherbrooke"; numbered streets have no name to borrow. */
function bareStreet(line: string): string | null {
  const bare = line
    .replace(/^(Rue|Boul|Av|Ch|Route|Place|Côte|Montée|Rang|Quai|Promenade) (de la |de l'|des |du |de |d')?/, '')
    .replace(
      / (St|Ave|Rd|Blvd|Dr|Way|Pl|Cres|Pky|Sq|Crt|Ln|Terr|Trail|Hwy|Gate|Cir|Mall|Row|Mews|Quay)( (N|S|E|W|NW|NE|SW|SE))?$/,
      '',
    )
    .replace(/ (E|O|N|S|W)$/, '')
    .replace(/^[EW] /, '')
  return /^\d|^No\. |^Hwy|^[A-Z]$|^Yonge$|^Bay$/.test(bare) ? null : bare
}

function nounsFor(kind: Project['building_type']): readonly string[] {
  if (kind === 'condo_townhouse') return TOWN_NOUNS
  return kind === 'loft' ? LOFT_NOUNS : NOUNS
}

function englishName(random: Random, site: Site, year: number, nouns: readonly string[]): string {
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
  if (style <= 2) return `${word} ${random.pick(nouns)}`
  if (style === 3) return `The ${word}`
  if (style <= 5 && street) return `${word} on ${street}`
  if (style === 6 && street) return `${street} & ${word}`
  if (style === 7) return `${site.neighbourhood} ${random.pick(nouns)}`
  if (style === 8) return `${word} at ${site.neighbourhood}`
  if (style === 9 && street) return `${site.civics[0]} ${street}`
  if (style === 10) return `${word} & ${random.pick(WORDS)}`
  return `${word} ${random.pick(['Flats', 'Heights', 'on the Park', 'West', 'East', 'One', 'Collection'])}`
}

function frenchName(random: Random, site: Site): string {
  const whole = random.pick(FRENCH_WORDS)
  const word = whole.replace(/^(L’|Le |La )/, '')
  const street = bareStreet(site.street.line)
  const style = random.int(0, 6)
  if (style <= 1) return whole
  if (style === 2) return `${random.pick(FRENCH_NOUNS)} ${word}`
  if (style === 3 && street) return `${whole} sur ${street}`
  if (style === 4 && street) return `Condos ${street}`
  if (style === 5) return `${word} ${site.neighbourhood}`
  return `${whole} ${random.pick(['sur le parc', 'sur cour', 'phase 2', 'de la gare', 'du marché'])}`
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
