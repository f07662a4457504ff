// Makes the matcher of `plinth match` from a file of buildings, or from an index that threads share.

import type { IndexSections, Matcher, StreetLexicon } from '@plinth/matcher'
import { createMatcher, createMatcherFromSections } from '@plinth/matcher'
import type { Model } from '@plinth/matcher/internal/decide/model-shape'
import { loadStreets } from '../../catalog/snapshot/street-files.ts'
import { isIndexFile, openIndexFile } from './building-index.ts'
import { readBuildings } from './match-buildings.ts'

/** Passed to worker threads, so it holds plain data only. */
export interface MatcherSource {
  /** A file of buildings or an index file, or an index that was opened. */
  readonly buildings: string | IndexSections
  readonly model: Model
  /** Folder with more lists of real streets, or all lists as `readStreets` returns them. */
  readonly streets?: string | ReadStreets | undefined
}

type List = StreetLexicon[number]['list']

/** Lists that were read. Reading them takes longer than passing them to another thread. */
type ReadStreets = readonly {
  readonly city: string
  readonly province: string
  readonly isComplete: boolean
  readonly hasSecondNames: boolean
  readonly known: ReturnType<List['streets']>
  readonly retiredCodes: List['retiredCodes']
}[]

export const readStreets = (folder: string | undefined): ReadStreets =>
  loadStreets(folder).map(({ city, province, list }) => ({
    city,
    province,
    isComplete: list.isComplete,
    hasSecondNames: list.secondNames !== undefined,
    known: list.streets(),
    retiredCodes: list.retiredCodes,
  }))

function lexiconOf(streets: MatcherSource['streets']): StreetLexicon {
  if (streets === undefined || typeof streets === 'string') return loadStreets(streets)
  return streets.map(({ city, province, isComplete, hasSecondNames, known, retiredCodes }) => {
    const read = () => known
    const secondNames = hasSecondNames ? read : undefined
    return { city, province, list: { isComplete, streets: read, secondNames, retiredCodes } }
  })
}

export async function openMatcher(source: MatcherSource, report: (message: string) => void): Promise<Matcher> {
  const { buildings, model } = source
  const options = { model, streets: lexiconOf(source.streets) }
  if (typeof buildings !== 'string') return createMatcherFromSections(buildings, options)
  return isIndexFile(buildings)
    ? createMatcherFromSections(openIndexFile(buildings), options)
    : createMatcher(await readBuildings(buildings, report), options)
}
