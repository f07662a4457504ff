// Cases: the address of a building in a place that is not its own.

import type { Case } from '../generated-cases.ts'
import type { CasePool, Draft, Home, Make } from './case-pool.ts'
import { foldWord } from './case-pool.ts'
import { addressText, placeText } from './unit-text.ts'

/** City, state and the first three digits of its ZIP codes. */
const AMERICAN: readonly (readonly [string, string, string, string])[] = [
  ['Seattle', 'WA', 'Washington', '981'],
  ['Buffalo', 'NY', 'New York', '142'],
  ['Detroit', 'MI', 'Michigan', '482'],
  ['Chicago', 'IL', 'Illinois', '606'],
  ['Boston', 'MA', 'Massachusetts', '021'],
  ['Portland', 'OR', 'Oregon', '972'],
  ['Miami', 'FL', 'Florida', '331'],
  ['Denver', 'CO', 'Colorado', '802'],
  ['Austin', 'TX', 'Texas', '787'],
  ['Phoenix', 'AZ', 'Arizona', '850'],
  ['Cleveland', 'OH', 'Ohio', '441'],
  ['Minneapolis', 'MN', 'Minnesota', '554'],
  ['Rochester', 'NY', 'New York', '146'],
  ['Bellingham', 'WA', 'Washington', '982'],
  ['Burlington', 'VT', 'Vermont', '054'],
  ['San Diego', 'CA', 'California', '921'],
  ['Los Angeles', 'CA', 'California', '900'],
  ['Brooklyn', 'NY', 'New York', '112'],
  ['Nashville', 'TN', 'Tennessee', '372'],
  ['Spokane', 'WA', 'Washington', '992'],
]

const ABROAD: readonly (readonly [string, string])[] = [
  ['London', 'United Kingdom'],
  ['London', 'UK'],
  ['Manchester', 'England'],
  ['Edinburgh', 'Scotland'],
  ['Dublin', 'Ireland'],
  ['Paris', 'France'],
  ['Lyon', 'France'],
  ['Sydney', 'Australia'],
  ['Melbourne', 'Australia'],
  ['Auckland', 'New Zealand'],
  ['Mumbai', 'India'],
  ['Berlin', 'Germany'],
  ['Lisbon', 'Portugal'],
  ['Mexico City', 'Mexico'],
  ['Dubai', 'UAE'],
]

/** Real Canadian towns with few or no condos. */
const TOWNS: readonly (readonly [string, string])[] = [
  ['Kenora', 'ON'],
  ['Dryden', 'ON'],
  ['Kapuskasing', 'ON'],
  ['Espanola', 'ON'],
  ['Bancroft', 'ON'],
  ['Parry Sound', 'ON'],
  ['Fernie', 'BC'],
  ['Smithers', 'BC'],
  ['Terrace', 'BC'],
  ['Prince Rupert', 'BC'],
  ['Creston', 'BC'],
  ['Rimouski', 'QC'],
  ['Sept-Îles', 'QC'],
  ['Val-d’Or', 'QC'],
  ['Matane', 'QC'],
  ['Drumheller', 'AB'],
  ['Peace River', 'AB'],
  ['Whitecourt', 'AB'],
  ['Flin Flon', 'MB'],
  ['Thompson', 'MB'],
  ['Estevan', 'SK'],
  ['Swift Current', 'SK'],
  ['Gander', 'NL'],
  ['Corner Brook', 'NL'],
  ['Miramichi', 'NB'],
  ['Antigonish', 'NS'],
]

const INVENTED = [
  'Ravenmoor',
  'Port Ellery',
  'Harwick Falls',
  'Saint-Anselme-du-Lac',
  'Brindle Bay',
  'Kestrel Creek',
  'Tamarack Junction',
  'Lower Wexley',
  'Dunmarrow',
  'Elk Hollow',
]

/** Cities of a metropolitan area, by the label that feeds write for all of them. */
const METRO_LABELS: Readonly<Record<string, string>> = {
  mississauga: 'Toronto',
  markham: 'Toronto',
  vaughan: 'Toronto',
  richmondhill: 'Toronto',
  brampton: 'Toronto',
  oakville: 'Toronto',
  burnaby: 'Vancouver',
  richmond: 'Vancouver',
  surrey: 'Vancouver',
  coquitlam: 'Vancouver',
  northvancouver: 'Vancouver',
  newwestminster: 'Vancouver',
  laval: 'Montréal',
  longueuil: 'Montréal',
  brossard: 'Montréal',
}

/** Words in the position of a city that are not a place. */
const NOT_PLACES = [
  'Canada',
  'downtown',
  'corner suite',
  'near the subway',
  'heart of the city',
  'high floor',
  'available now',
  'lake view',
  'penthouse level',
  'new building',
  'west tower',
  'Tower 2',
  'ground floor',
  'no pets',
  'furnished',
  'facing south',
]

const OTHER_PROVINCES = ['ON', 'BC', 'QC', 'AB', 'MB', 'NS', 'SK']

export function elsewhereCases(pool: CasePool, count: number): Case[] {
  const unknownTowns = TOWNS.filter(([town]) => !pool.cities.has(foldWord(town)))
  const noHints = { city: null, province: null }
  const abroad =
    (place: (random: Parameters<Make>[1]) => string): Make =>
    (home, random) => ({
      text: `${addressText(home, random).text}, ${place(random)}`,
      ...noHints,
      truth: null,
    })
  const otherCity = (home: Home, random: Parameters<Make>[1]): Home | null => {
    const other = random.pick(pool.homes)
    return other.province === home.province ? null : other
  }
  const hint =
    (of: (random: Parameters<Make>[1], home: Home) => Pick<Draft, 'city' | 'province'> | null): Make =>
    (home, random) => {
      const hints = of(random, home)
      return hints && { text: addressText(home, random).text, ...hints, truth: null }
    }
  const kinds: readonly (readonly [string, Make])[] = [
    [
      'elsewhere: American city and state',
      abroad((r) => {
        const [city, code, name] = r.pick(AMERICAN)
        return `${city}, ${r.pick([code, code, name])}`
      }),
    ],
    [
      'elsewhere: American ZIP code',
      abroad((r) => {
        const [city, code, , zip] = r.pick(AMERICAN)
        return `${city}, ${code} ${zip}${String(r.below(100)).padStart(2, '0')}${r.pick(['', ', USA'])}`
      }),
    ],
    ['elsewhere: another country', abroad((r) => r.pick(ABROAD).join(', '))],
    ['elsewhere: unknown Canadian town', abroad((r) => r.pick(unknownTowns).join(r.pick([', ', ' '])))],
    ['elsewhere: invented town in the text', abroad((r) => `${r.pick(INVENTED)}, ${r.pick(['ON', 'BC', 'QC', 'AB'])}`)],
    [
      'elsewhere: city in another province',
      (home, r) => {
        const other = otherCity(home, r)
        return (
          other && {
            text: `${addressText(home, r).text}, ${other.city}, ${other.province}`,
            ...r.pick([noHints, { city: other.city, province: other.province }]),
            truth: null,
          }
        )
      },
    ],
    [
      'elsewhere: hint of another province',
      hint((r, home) => {
        const other = otherCity(home, r)
        return other && { city: other.city, province: other.province }
      }),
    ],
    [
      'elsewhere: American hint',
      hint((r) => {
        const [city, code] = r.pick(AMERICAN)
        // Burlington alone is also a Canadian city
        const alone = { city, province: pool.cities.has(foldWord(city)) ? code : null }
        return r.pick([{ city, province: code }, alone, { city: null, province: code }])
      }),
    ],
    [
      'elsewhere: unknown town as hint',
      hint((r) => {
        const [city, province] = r.pick(unknownTowns)
        return { city, province }
      }),
    ],
    [
      'elsewhere: invented town as hint',
      hint((r, home) => ({ city: r.pick(INVENTED), province: r.pick([home.province, null]) })),
    ],
    [
      'own place: wrong province hint',
      (home, r) => ({
        text: `${addressText(home, r).text}, ${r.pick([home.city, `${home.city}, ${home.province}`])}`,
        city: r.pick([home.city, null]),
        province: r.pick(OTHER_PROVINCES.filter((p) => p !== home.province)),
      }),
    ],
    [
      'own place: unknown town as hint',
      (home, r) => ({
        text: `${addressText(home, r).text}, ${home.city}, ${home.province}`,
        city: r.pick([...INVENTED, ...unknownTowns.filter(([, p]) => p === home.province).map(([town]) => town)]),
        province: home.province,
      }),
    ],
    [
      'own place: metro label as hint',
      (home, r) => {
        const label = METRO_LABELS[foldWord(home.city)]
        return label === undefined ? null : { text: addressText(home, r).text, city: label, province: home.province }
      },
    ],
    [
      'own place: words that are not a place',
      (home, r) => ({ text: `${addressText(home, r).text}, ${r.pick(NOT_PLACES)}` }),
    ],
    [
      'own place: city in the text',
      (home, r) => ({ text: `${addressText(home, r).text}, ${placeText(home, r)}`, ...noHints }),
    ],
  ]
  return kinds.flatMap(([kind, make]) => pool.cases(kind, count, make, kind.startsWith('own') ? 1 / 3 : 0))
}
