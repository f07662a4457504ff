// Builds a matcher, which turns a typed address into a verdict.

import type { Assessment } from './compare/assess.ts'
import { assess } from './compare/assess.ts'
import { calculationOf, shareOf } from './decide/calculation.ts'
import type { Ranked } from './decide/decide.ts'
import { actionOf, outcomeOf, rank, strategyOf } from './decide/decide.ts'
import { toEvidence, toReading } from './decide/explain-verdict.ts'
import { ignoredHints } from './decide/ignored-hints.ts'
import { MODEL } from './decide/model.ts'
import type { Model } from './decide/model-shape.ts'
import { reasonOf } from './decide/reason.ts'
import { flattenWeights } from './decide/score.ts'
import { rivalOf, summarize } from './decide/summarize.ts'
import { isTooLong, TOO_LONG } from './decide/too-long.ts'
import { buildIndex, buildIndexInSteps } from './index/build-index.ts'
import { streetsIn } from './index/index-file.ts'
import type { IndexSections } from './index/index-sections.ts'
import { indexFromSections } from './index/index-sections.ts'
import type { StreetIndex } from './index/street-index.ts'
import type { StreetLexicon } from './index/street-lexicon.ts'
import { keysOfChange } from './keys/change-keys.ts'
import { KeyRecorder } from './keys/query-keys.ts'
import type { CivicReading } from './read/readings.ts'
import { readUnit, readUnitHint } from './read/unit.ts'
import type { BuildingChanges, MatchBuilding, MatchQuery } from './types/match-query.ts'
import type { Candidate, KeyedVerdict, Matcher, Verdict } from './types/verdict.ts'

export interface MatcherOptions {
  /** Replaces the built-in model. */
  readonly model?: Model | undefined
  /** Real streets by city, as evidence for and against a misspelled street. */
  readonly streets?: StreetLexicon | undefined
}

export const DEFAULT_MIN_CONFIDENCE = 0.2
export const DEFAULT_LIMIT = 5

/** The answer where several towers fit: only a project without an ID is named by its first tower. */
const asProject = (tower: Candidate): Candidate => ({
  ...tower,
  key: tower.group === null ? tower.key : null,
  first_tower: tower.key as string,
})

/** A long text has many readings; the first ones say enough. */
const MAX_READINGS_SHOWN = 32

export function createMatcher(buildings: Iterable<MatchBuilding>, options: MatcherOptions = {}): Matcher {
  return createMatcherFromIndex(buildIndex(buildings, options.streets), options.model)
}

/** Yields between steps, so that indexing thousands of buildings does not block the thread. */
export function* createMatcherInSteps(
  buildings: Iterable<MatchBuilding>,
  options: MatcherOptions = {},
): Generator<void, Matcher> {
  return createMatcherFromIndex(yield* buildIndexInSteps(buildings, options.streets ?? []), options.model)
}

/**
 * Opens a stored index. Nothing is parsed or copied, so it takes milliseconds whatever the number of buildings. Without
 * `streets`, the lists that are stored with it apply.
 */
export function createMatcherFromSections(sections: IndexSections, options: MatcherOptions = {}): Matcher {
  return createMatcherFromIndex(indexFromSections(sections, options.streets ?? streetsIn(sections)), options.model)
}

export function createMatcherFromIndex(index: StreetIndex, model: Model = MODEL): Matcher {
  const weights = flattenWeights(model)

  const decide = (query: MatchQuery, assessment: Assessment): Verdict => {
    const { tokens, location, readings, tower } = assessment
    const ranking = rank(index, assessment, model)
    const { ranked, none } = ranking
    const floor = query.min_confidence ?? DEFAULT_MIN_CONFIDENCE
    const limit = query.limit ?? DEFAULT_LIMIT
    let lastReading: CivicReading | null | undefined
    let lastUnit: string | null = null
    const unitOf = (reading: CivicReading | null): string | null => {
      // the hint is read only when the text has no unit
      if (reading !== lastReading)
        lastUnit = readUnit(tokens, reading, tower) ?? (query.unit ? readUnitHint(query.unit) : null)
      lastReading = reading
      return lastUnit
    }
    const toCandidate = (one: Ranked): Candidate => {
      const { candidate, confidence, level } = one
      const group = index.group[candidate.building] as number
      const tower: Candidate = {
        key: index.keys.get(candidate.building),
        group: group >= 0 ? index.groups.get(group) : null,
        confidence,
        strategy: strategyOf(candidate),
        level,
        unit: unitOf(candidate.reading),
      }
      const answer = level === 'project' ? asProject(tower) : tower
      if (!query.explain) return answer
      const reading = toReading(index, assessment, candidate.reading, answer.unit)
      const evidence = toEvidence(index, weights, candidate, reading, assessment)
      const others = ranked.filter((r) => r.candidate !== candidate).map((r) => r.confidence)
      const summary = summarize(evidence, level, rivalOf(confidence, others))
      return { ...answer, score: candidate.score, ...shareOf(index, assessment, one), evidence, summary }
    }
    const candidates: Candidate[] = []
    let below = 0
    for (let i = 0; i < ranked.length; i++)
      if ((ranked[i] as Ranked).confidence < floor) below++
      else if (candidates.length < limit) candidates.push(toCandidate(ranked[i] as Ranked))
    const noMatch = candidates.length === 0 ? reasonOf(index, assessment) : null
    const winner = ranked[0]?.candidate.reading ?? readings[0] ?? null
    const warnings = ignoredHints(query)
    const plain: Verdict = {
      outcome: outcomeOf(candidates),
      action: actionOf(candidates),
      reason: noMatch?.code ?? null,
      reason_detail: noMatch?.detail ?? null,
      candidates,
      none_probability: none,
      below_min_confidence: below,
      reading: winner || location.mentions.length > 0 ? toReading(index, assessment, winner, unitOf(winner)) : null,
    }
    const verdict = warnings ? { ...plain, warnings } : plain
    if (!query.explain) return verdict
    return {
      ...verdict,
      readings: readings.slice(0, MAX_READINGS_SHOWN).map((r) => toReading(index, assessment, r, unitOf(r))),
      calculation: calculationOf(assessment, ranking),
      search: assessment.steps ?? [],
    }
  }

  const match = (query: MatchQuery): Verdict =>
    isTooLong(query) ? TOO_LONG : decide(query, assess(index, weights, query))

  let recorder: KeyRecorder | undefined
  const matchWithKeys = (query: MatchQuery): KeyedVerdict => {
    if (isTooLong(query)) return { verdict: TOO_LONG, linkKeys: [] }
    recorder ??= new KeyRecorder(index)
    recorder.start()
    const assessment = assess(recorder.index, weights, query)
    const verdict = decide(query, assessment)
    return { verdict, linkKeys: recorder.finish(assessment, verdict.reason) }
  }
  return Object.freeze({
    model_version: model.version,
    size: index.keys.length,
    match,
    matchWithKeys,
    keysOfChange: (changes: BuildingChanges) => keysOfChange(index, changes),
  })
}
