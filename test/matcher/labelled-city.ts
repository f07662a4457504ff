// Test fixture: a small city of buildings, and labelled cases with a misspelled street.

import type { MatchBuilding } from '@plinth/matcher'
import type { LabelledCase } from '@plinth/matcher/internal/fit/labelled-case'

const FIRST = ['Alder', 'Birch', 'Cedar', 'Dunbar', 'Elgin', 'Fraser', 'Garnet', 'Hudson', 'Ivory', 'Juniper']
const SECOND = ['brook', 'crest', 'dale', 'field', 'haven', 'mount', 'park', 'ridge', 'stone', 'wood']

/** 800 buildings: eight on each of a hundred streets. */
export function cityBuildings(): MatchBuilding[] {
  return FIRST.flatMap((first) =>
    SECOND.flatMap((second) =>
      Array.from({ length: 8 }, (_, i): MatchBuilding => {
        const number = 111 + 20 * i
        return {
          key: `${first}${second}-${number}`,
          addresses: [{ line: `${number} ${first}${second} Ave` }],
          city: 'Toronto',
          province: 'ON',
        }
      }),
    ),
  )
}

/** `111 Alderbrook Ave` as `111 Alderbroook Ave`: one letter too many. */
export function misspelledCases(
  buildings: readonly MatchBuilding[],
  truth: (building: MatchBuilding) => string | null,
): LabelledCase[] {
  return buildings.map((building) => {
    const line = building.addresses[0]!.line
    return {
      id: building.key,
      text: line.replace(/([a-z])([a-z]) Ave$/, '$1$1$2 Ave'),
      city: building.city,
      province: building.province,
      truth: truth(building),
      kind: 'misspelled',
      source: building.key,
    }
  })
}
