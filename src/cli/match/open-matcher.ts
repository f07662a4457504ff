// Makes the matcher of `plinth match` from a file of buildings, or from an index that threads share.
import { loadStreets } from '../../catalog/snapshot/street-files.ts'
import type { Model } from '../../matcher/decide/model-shape.ts'
import type { IndexSections, Matcher } from '../../matcher/matcher.ts'
import { createMatcher, createMatcherFromSections } from '../../matcher/matcher.ts'
import { isIndexFile, openIndexFile } from './building-index.ts'
import { readBuildings } from './match-buildings.ts'

/** Passed to worker threads, so it holds plain data only. */
export interface MatcherSource {
  /** A file of buildings or an index file, or an index that was opened. */
  readonly buildings: string | IndexSections
  readonly model: Model
  /** Folder with more lists of real streets. */
  readonly streets?: string | undefined
}

export async function openMatcher(source: MatcherSource, report: (message: string) => void): Promise<Matcher> {
  const { buildings, model } = source
  const options = { model, streets: loadStreets(source.streets) }
  if (typeof buildings !== 'string') return createMatcherFromSections(buildings, options)
  return isIndexFile(buildings)
    ? createMatcherFromSections(openIndexFile(buildings), options)
    : createMatcher(await readBuildings(buildings, report), options)
}
