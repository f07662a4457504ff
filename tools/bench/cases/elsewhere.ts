// Cases: the address of a building in a place that is not its own.

import type { Case } from '../generated-cases.ts'
import type { CasePool, Draft, Home, Make } from './case-pool.ts'
import { foldWord, NO_HINTS, placeOf } from './case-pool.ts'
import { PLACES } from './data/tables.ts'
import { addressText, placeText } from './unit-text.ts'

const OTHER_PROVINCES = ['ON', 'BC', 'QC', 'AB', 'MB', 'NS', 'SK']

export function elsewhereCases(pool: CasePool, count: number): Case[] {
  const unknownTowns = PLACES.TOWNS.filter(([town]) => !pool.cities.has(foldWord(town)))
  const abroad =
    (place: (random: Parameters<Make>[1]) => string): Make =>
    (home, random) => ({
      text: `${addressText(home, random).text}, ${place(random)}`,
      ...NO_HINTS,
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
  const own: Readonly<Record<string, Make>> = {
    'own place: wrong province hint': (home, r) => ({
      text: `${addressText(home, r).text}, ${r.pick([home.city, `${home.city}, ${home.province}`])}`,
      city: r.pick([home.city, null]),
      province: r.pick(OTHER_PROVINCES.filter((p) => p !== home.province)),
    }),
    'own place: unknown town as hint': (home, r) => ({
      text: `${addressText(home, r).text}, ${home.city}, ${home.province}`,
      city: r.pick([...PLACES.INVENTED, ...unknownTowns.filter(([, p]) => p === home.province).map(([town]) => town)]),
      province: home.province,
    }),
    'own place: metro label as hint': (home, r) => {
      const label = PLACES.METRO_LABELS[foldWord(home.city)]
      return label === undefined ? null : { text: addressText(home, r).text, city: label, province: home.province }
    },
    'own place: words that are not a place': (home, r) => ({
      text: `${addressText(home, r).text}, ${r.pick(PLACES.NOT_PLACES)}`,
    }),
    'own place: city in the text': (home, r) => ({
      text: `${addressText(home, r).text}, ${placeText(home, r)}`,
      ...NO_HINTS,
    }),
  }
  const away: Readonly<Record<string, Make>> = {
    'elsewhere: American city and state': abroad((r) => {
      const [city, code, name] = r.pick(PLACES.AMERICAN)
      return `${city}, ${r.pick([code, code, name])}`
    }),
    'elsewhere: American ZIP code': abroad((r) => {
      const [city, code, , zip] = r.pick(PLACES.AMERICAN)
      return `${city}, ${code} ${zip}${String(r.below(100)).padStart(2, '0')}${r.pick(['', ', USA'])}`
    }),
    'elsewhere: another country': abroad((r) => r.pick(PLACES.ABROAD).join(', ')),
    'elsewhere: unknown Canadian town': abroad((r) => r.pick(unknownTowns).join(r.pick([', ', ' ']))),
    'elsewhere: invented town in the text': abroad(
      (r) => `${r.pick(PLACES.INVENTED)}, ${r.pick(['ON', 'BC', 'QC', 'AB'])}`,
    ),
    'elsewhere: city in another province': (home, r) => {
      const other = otherCity(home, r)
      return (
        other && {
          text: `${addressText(home, r).text}, ${other.city}, ${other.province}`,
          ...r.pick([NO_HINTS, placeOf(other)]),
          truth: null,
        }
      )
    },
    'elsewhere: hint of another province': hint((r, home) => {
      const other = otherCity(home, r)
      return other && placeOf(other)
    }),
    'elsewhere: American hint': hint((r) => {
      const [city, code] = r.pick(PLACES.AMERICAN)
      // Burlington alone is also a Canadian city
      const alone = { city, province: pool.cities.has(foldWord(city)) ? code : null }
      return r.pick([{ city, province: code }, alone, { city: null, province: code }])
    }),
    'elsewhere: unknown town as hint': hint((r) => {
      const [city, province] = r.pick(unknownTowns)
      return { city, province }
    }),
    'elsewhere: invented town as hint': hint((r, home) => ({
      city: r.pick(PLACES.INVENTED),
      province: r.pick([home.province, null]),
    })),
  }
  return [...pool.ofKinds(away, count, 0), ...pool.ofKinds(own, count)]
}
