// Names of metropolitan areas and of parts of cities, from the matcher's gazetteer.
import { METRO_AREAS } from '@plinth/matcher/internal/gazetteer/place-tables'
import type { City } from '@plinth/matcher/internal/read/city-directory'
import { foldToAscii, normalizeText } from '@plinth/matcher/internal/text/fold-text'
import { canonicalKey } from '@plinth/matcher/internal/text/name-keys'
import { tokenize } from '@plinth/matcher/internal/text/tokenize'
import { at } from '../kernel/at.ts'

export function placeKey(name: string): string {
  const tokens = tokenize(normalizeText(name))
  return canonicalKey(tokens, 0, tokens.length)
}

/** The gazetteer numbers its areas by row. Cities that only a building names have no area. */
export function metroName({ metro, name }: City): string | null {
  const area = METRO_AREAS[metro]?.split(' | ')[0] ?? null
  return area === name ? null : area
}

let districts: Map<string, string> | undefined

/** The part of the city that a name means: `NORTH YORK` → North York. Null for other names of the whole city. */
export function districtName(key: string, city: string): string | null {
  districts ??= readDistricts()
  return districts.get(`${city} ${key}`) ?? null
}

/** `City of Toronto`, `Quebec City`, `Metro Vancouver` and `HRM` name the whole city. */
const WHOLE_CITY = /^(?:city of|ville de|greater|grand|metro|downtown|the) |regional municipality|^[A-Z]{2,4}$/i

function readDistricts(): Map<string, string> {
  const found = new Map<string, string>()
  for (const row of METRO_AREAS)
    for (const item of at(row.split(' | '), 2).split('; ')) {
      const [city = '', aliases = ''] = item.split(' = ')
      const folded = foldToAscii(city).toLowerCase()
      for (const alias of aliases.split(', ')) {
        const isCity = WHOLE_CITY.test(alias) || foldToAscii(alias).toLowerCase().includes(folded)
        if (alias && !isCity) found.set(`${city} ${placeKey(alias)}`, alias)
      }
    }
  return found
}
