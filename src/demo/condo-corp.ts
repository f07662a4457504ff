// Generates condominium corporation numbers: registries count upwards, so the year gives the number.
import type { Project } from '../catalog/records/record-schemas.ts'
import type { Random } from './drawings/random.ts'
import type { Site } from './sites.ts'

type Registry = readonly [registry: string, fromYear: number, toYear: number, firstNumber: number, lastNumber: number]

/** Ontario introduced standard corporations in 2001. */
const ONTARIO: Readonly<Record<string, readonly Registry[]>> = {
  Toronto: [
    ['YCC', 1967, 1979, 3, 480],
    ['MTCC', 1980, 1998, 520, 1160],
    ['TSCC', 1999, 2026, 1350, 3120],
  ],
  Peel: [
    ['PCC', 1968, 2000, 5, 640],
    ['PSCC', 2001, 2026, 642, 1190],
  ],
  York: [
    ['YRCC', 1971, 2000, 110, 960],
    ['YRSCC', 1999, 2026, 965, 1560],
  ],
  Halton: [
    ['HCC', 1969, 2000, 2, 330],
    ['HSCC', 2001, 2026, 340, 790],
  ],
  Durham: [
    ['DCC', 1970, 2000, 4, 160],
    ['DSCC', 2001, 2026, 162, 390],
  ],
  Hamilton: [
    ['WCC', 1969, 2000, 3, 310],
    ['WSCC', 2001, 2026, 315, 680],
  ],
  Simcoe: [
    ['SCC', 1972, 2000, 5, 190],
    ['SSCC', 2001, 2026, 200, 520],
  ],
  Waterloo: [
    ['WNCC', 1970, 2000, 4, 330],
    ['WNSCC', 2001, 2026, 335, 760],
  ],
  Wellington: [
    ['WLCC', 1972, 2000, 3, 75],
    ['WLSCC', 2001, 2026, 80, 330],
  ],
  Middlesex: [
    ['MCC', 1969, 2000, 5, 420],
    ['MSCC', 2001, 2026, 425, 990],
  ],
  Essex: [
    ['ECC', 1972, 2000, 3, 75],
    ['ESCC', 2001, 2026, 80, 210],
  ],
  Frontenac: [
    ['FCC', 1972, 2000, 3, 42],
    ['FSCC', 2001, 2026, 45, 140],
  ],
  Niagara: [
    ['NNCC', 1972, 2000, 5, 90],
    ['NNSCC', 2001, 2026, 95, 320],
  ],
  Ottawa: [
    ['OCCC', 1969, 2000, 6, 640],
    ['OCSCC', 2001, 2026, 645, 1150],
  ],
}
const REGION_OF: Readonly<Record<string, string>> = {
  Toronto: 'Toronto',
  Mississauga: 'Peel',
  Brampton: 'Peel',
  Vaughan: 'York',
  Markham: 'York',
  'Richmond Hill': 'York',
  Newmarket: 'York',
  Aurora: 'York',
  Oakville: 'Halton',
  Burlington: 'Halton',
  Milton: 'Halton',
  Pickering: 'Durham',
  Oshawa: 'Durham',
  Whitby: 'Durham',
  Ajax: 'Durham',
  Hamilton: 'Hamilton',
  Barrie: 'Simcoe',
  Kitchener: 'Waterloo',
  Waterloo: 'Waterloo',
  Cambridge: 'Waterloo',
  Guelph: 'Wellington',
  London: 'Middlesex',
  Windsor: 'Essex',
  Kingston: 'Frontenac',
  'St. Catharines': 'Niagara',
  'Niagara Falls': 'Niagara',
  Ottawa: 'Ottawa',
}
const LATE_STRATA: readonly Registry[] = [
  ['BCS', 2003, 2009, 40, 4480],
  ['EPS', 2010, 2026, 12, 11600],
]
const STRATA: Readonly<Record<string, readonly Registry[]>> = {
  Vancouver: [
    ['VAS', 1968, 1973, 20, 310],
    ['VR', 1974, 1989, 20, 2900],
    ['LMS', 1990, 2002, 30, 4680],
    ...LATE_STRATA,
  ],
  Mainland: [['NW', 1970, 1989, 20, 3400], ['LMS', 1990, 2002, 30, 4680], ...LATE_STRATA],
  Victoria: [
    ['VIS', 1969, 2007, 12, 6400],
    ['EPS', 2010, 2026, 12, 11600],
  ],
  Kelowna: [
    ['KAS', 1970, 2009, 10, 3900],
    ['EPS', 2010, 2026, 12, 11600],
  ],
}

function registriesOf(site: { city: { city: string; province: string } }): readonly Registry[] {
  const { city, province } = site.city
  if (province === 'ON') return ONTARIO[REGION_OF[city] ?? ''] ?? []
  if (province === 'BC') return STRATA[city] ?? STRATA.Mainland!
  if (province === 'MB') return [['WCC', 1970, 2026, 4, 960]]
  if (province === 'NS') return [['HCCC', 1971, 2026, 3, 480]]
  return []
}

/** Takes the next free number when the likely one is in `used`. */
export function condoCorpOf(random: Random, site: Site, year: number, used: Set<string>): Project['condo_corp'] {
  const corp = likelyCorp(random, site, year)
  if (!corp) return null
  const office = REGION_OF[site.city.city] ?? site.city.province
  let { number } = corp
  while (used.has(`${office}/${corp.registry}/${number}`)) number += 1
  used.add(`${office}/${corp.registry}/${number}`)
  return { registry: corp.registry, number }
}

function likelyCorp(random: Random, site: Site, year: number): Project['condo_corp'] {
  const { province } = site.city
  // Alberta and Saskatchewan number their plans by year: 15 11234 is the 11,234th of 2015.
  if (province === 'AB')
    return year < 1967 ? null : { registry: 'CP', number: (year % 100) * 100_000 + random.int(10_100, 16_900) }
  if (province === 'SK')
    return year < 1970 ? null : { registry: 'CP', number: (year % 100) * 1_000_000 + random.int(10_000, 29_000) }
  for (const [registry, from, to, first, last] of registriesOf(site)) {
    if (year < from || year > to) continue
    const along = (year - from + random.next()) / (to - from + 1)
    return { registry, number: Math.round(first + (last - first) * along) }
  }
  return null
}
