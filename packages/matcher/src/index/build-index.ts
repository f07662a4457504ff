// Builds the frozen index from the buildings.

import type { MatchBuilding } from '../types/match-query.ts'
import { IndexBuilder } from './index-builder.ts'
import type { StreetIndex } from './street-index.ts'
import type { StreetLexicon } from './street-lexicon.ts'

/** Runs a generator of steps to its end. */
export function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

export function buildIndex(buildings: Iterable<MatchBuilding>, streets: StreetLexicon = []): StreetIndex {
  return finish(buildIndexInSteps(buildings, streets))
}

const BUILDINGS_PER_STEP = 256

/** Yields between steps, so that the thread can do other work. */
export function* buildIndexInSteps(
  buildings: Iterable<MatchBuilding>,
  streets: StreetLexicon,
): Generator<void, StreetIndex> {
  const builder = new IndexBuilder()
  for (const building of buildings) {
    if (builder.length % BUILDINGS_PER_STEP === BUILDINGS_PER_STEP - 1) yield
    builder.add(building)
  }
  yield
  return yield* builder.freeze(streets)
}
