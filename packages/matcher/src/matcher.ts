// The public entry point.

export type { MatcherOptions } from './create-matcher.ts'
export {
  createMatcher,
  createMatcherFromIndex,
  createMatcherFromSections,
  createMatcherInSteps,
  DEFAULT_LIMIT,
  DEFAULT_MIN_CONFIDENCE,
} from './create-matcher.ts'
export { buildIndex, buildIndexInSteps } from './index/build-index.ts'
export type { BuildingId } from './index/index-file.ts'
export type { IndexSections } from './index/index-sections.ts'
export { INDEX_FORMAT, indexFromSections, indexToSections } from './index/index-sections.ts'
export { patchIndex, patchIndexInSteps } from './index/patch-index.ts'
export type { StreetIndex } from './index/street-index.ts'
export type { ListedStreet, StreetLexicon, StreetList } from './index/street-lexicon.ts'
export { createLargeLexicon, createStreetLexicon, parseStreetList } from './index/street-lexicon.ts'
export type { FileMatcher, UrlOptions } from './open-index-file.ts'
export { createMatcherFromBytes, createMatcherFromUrl } from './open-index-file.ts'
export type * from './types/match-query.ts'
export type * from './types/verdict.ts'
