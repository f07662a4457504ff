// The municipality of a row: districts and board codes count as the city they are in. Pure.
import { areaOf } from '@plinth/matcher/internal/keys/link-key'
import { gazetteerDirectory, provinceId } from '@plinth/matcher/internal/read/city-directory'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import type { RowFacts } from './row-facts.ts'

interface Municipality {
  /** In the gazetteer; -1 when unknown. */
  readonly id: number
  readonly name: string
  /** Equal for North York and Toronto. Null when the row names no place. */
  readonly key: string | null
  /** The metropolitan area: listings take its cities for each other. */
  readonly area: string
}

export function municipalityOf({ city, province }: Pick<RowFacts, 'city' | 'province'>): Municipality {
  const directory = gazetteerDirectory()
  const id = directory.resolve(city, provinceId(province))
  const known = directory.cities[id]
  const folded = foldText(city)
  if (!known)
    return { id, name: city, key: folded === '' ? null : `${province} ${folded}`, area: `${province} ${folded}` }
  return { id, name: known.name, key: `${province} ${foldText(known.name)}`, area: areaOf(known) }
}
