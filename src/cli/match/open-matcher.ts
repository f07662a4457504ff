// Makes the matcher of `plinth match` from a file of buildings; every thread calls it.
import { loadStreets } from '../../catalog/snapshot/street-files.ts'
import type { Model } from '../../matcher/decide/model-shape.ts'
import type { Matcher } from '../../matcher/matcher.ts'
import { createMatcher } from '../../matcher/matcher.ts'
import { readBuildings } from './match-buildings.ts'

/** Passed to worker threads, so it holds plain data only. */
export interface MatcherSource {
  readonly buildings: string
  readonly model: Model
  /** Folder with more lists of real streets. */
  readonly streets?: string | undefined
}

export async function openMatcher(source: MatcherSource, report: (message: string) => void): Promise<Matcher> {
  const buildings = await readBuildings(source.buildings, report)
  return createMatcher(buildings, { model: source.model, streets: loadStreets(source.streets) })
}
