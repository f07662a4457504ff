// Makes the matcher of `plinth match` from a file of buildings, or from an index that threads share.

import type { IndexSections, Matcher, StreetLexicon } from '@plinth/matcher'
import { createMatcher, createMatcherFromSections } from '@plinth/matcher'
import type { Model } from '@plinth/matcher/internal/decide/model-shape'
import { hasStreets } from '@plinth/matcher/internal/index/index-file'
import { loadStreets } from '../../catalog/snapshot/street-files.ts'
import { isIndexFile, openIndexFile } from './building-index.ts'
import { readBuildings } from './match-buildings.ts'

/** Passed to worker threads, so it holds plain data only. */
export interface MatcherSource {
  /** A file of buildings or an index file, or an index that was opened. */
  readonly buildings: string | IndexSections
  readonly model: Model
  /** Folder with more lists of real streets, or all lists as `readStreets` returns them. Without: lists in the index apply. */
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

/** Undefined when the index has its own lists and no folder adds any. */
export function readStreets(folder: string | undefined, index: IndexSections = {}): ReadStreets | undefined {
  if (folder === undefined && hasStreets(index)) return undefined
  return loadStreets(folder).map(({ city, province, list }) => ({
    city,
    province,
    isComplete: list.isComplete,
    hasSecondNames: list.secondNames !== undefined,
    known: list.streets(),
    retiredCodes: list.retiredCodes,
  }))
}

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
  if (typeof buildings === 'string' && !isIndexFile(buildings))
    return createMatcher(await readBuildings(buildings, report), { model, streets: lexiconOf(source.streets) })
  const sections = typeof buildings === 'string' ? openIndexFile(buildings) : buildings
  const streets = source.streets === undefined && hasStreets(sections) ? undefined : lexiconOf(source.streets)
  return createMatcherFromSections(sections, { model, streets })
}
