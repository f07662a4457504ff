// The public types of what the matcher answers: verdicts with their evidence.

import type { BuildingChanges, MatchQuery } from './match-query.ts'

export type MatchOutcome = 'matched' | 'ambiguous' | 'weak' | 'no_match'
export type MatchAction = 'accept' | 'review' | 'reject'
export type MatchLevel = 'building' | 'project'

export type MatchStrategy =
  | 'exact_address'
  | 'alias_address'
  | 'range_address'
  | 'partial_address'
  | 'fuzzy_address'
  | 'building_name'
  | 'condo_corp'

export type NoMatchReason =
  | 'unparseable'
  | 'no_civic_number'
  | 'address_is_a_landmark'
  | 'street_unknown'
  | 'civic_number_not_on_street'
  | 'direction_conflict'
  | 'city_conflict'
  | 'outside_canada'
  | 'not_covered'
  | 'below_threshold'

/** One compared component: both values, the level and its weight in bits. */
export interface Evidence {
  readonly component: string
  readonly query: string | null
  readonly building: string | null
  readonly level: string
  readonly bits: number
}

/** Why a candidate fits, in one or two sentences. */
export interface Summary {
  readonly en: string
  readonly fr: string
}

/** One plausible reading of the text. */
export interface Reading {
  readonly civic_number: string | null
  readonly civic_number_to: string | null
  readonly number_suffix: string | null
  readonly street_name: string | null
  readonly street_type: string | null
  readonly direction: string | null
  readonly unit: string | null
  readonly city: string | null
  readonly province: string | null
  readonly postal_code: string | null
  /** Always null; kept because the API returns it. */
  readonly building_name: string | null
  readonly condo_corp: string | null
}

/** A level that allows no higher confidence: never sure against what the text says. */
export interface Cap {
  readonly component: string
  readonly level: string
  readonly cap: number
}

export interface Candidate {
  /**
   * The building. Null when only the project is certain and `group` names it. Buildings of one name without a group
   * are a project too; the key is then the first of them, because nothing else names the project.
   */
  readonly key: string | null
  readonly group: string | null
  readonly confidence: number
  readonly strategy: MatchStrategy
  /** `project` when the text does not say which of its towers is meant. */
  readonly level: MatchLevel
  readonly unit: string | null
  /** Only with level `project`: the first tower that fits, for what all of them share. It is not the match. */
  readonly first_tower?: string
  /** The sum of the evidence in bits. Only with `explain`, like `evidence` and `summary`. */
  readonly score?: number
  /** Its share of the scores, before calibration. */
  readonly raw_probability?: number
  /** The scores that the share is made of: one, or one per tower when the towers of a project are one candidate. */
  readonly merged_scores?: readonly number[]
  /** What lowered the calibrated confidence; null when nothing did. */
  readonly capped_by?: Cap | null
  readonly evidence?: readonly Evidence[]
  readonly summary?: Summary
}

/** A step of the search for candidates that ran, and how many candidates it added. */
export interface StepReport {
  readonly step: string
  readonly why: Summary
  readonly added: number
}

/** How the confidences follow from the scores. */
export interface Calculation {
  /** The scores of all candidates in bits, the best first. "None of them" scores 0. */
  readonly scores: readonly number[]
  /** The probability that any candidate is right: from the scores, and calibrated. */
  readonly any_raw: number
  readonly any_calibrated: number
  /** The calibration map that was used; null without candidates. */
  readonly calibration: { readonly stratum: string; readonly input: string } | null
  /** The part of `any_calibrated` that caps turned into "none of them". */
  readonly capped_probability: number
  /** The part of `any_calibrated` that curators' rejections turned into "none of them". */
  readonly rejected_probability: number
}

/** A hint that was ignored: a point outside Canada (0/0, swapped, sign lost), or a postal code that is none. */
export type HintWarning = 'point_ignored' | 'postal_code_ignored'

export interface Verdict {
  readonly outcome: MatchOutcome
  readonly action: MatchAction
  readonly reason: NoMatchReason | null
  readonly reason_detail: string | null
  /** Best first. Equal confidences keep the order of the buildings. */
  readonly candidates: readonly Candidate[]
  /** The probability that no building matches. With the confidences of all candidates it adds up to 1. */
  readonly none_probability: number
  /** The number of candidates that `min_confidence` left out. */
  readonly below_min_confidence: number
  /** Hints that were ignored because they cannot be right. Absent when there are none. */
  readonly warnings?: readonly HintWarning[]
  /** The reading of the best candidate, or the first reading. */
  readonly reading: Reading | null
  /** Every reading. Only with `explain`. */
  readonly readings?: readonly Reading[]
  /** Only with `explain`. */
  readonly calculation?: Calculation
  /** The steps of the search, in order. Only with `explain`. */
  readonly search?: readonly StepReport[]
}

/** A verdict and the facts that it depends on. While none of them changes, the verdict stays the same. */
export interface KeyedVerdict {
  readonly verdict: Verdict
  readonly linkKeys: readonly number[]
}

export interface Matcher {
  readonly model_version: string
  readonly size: number
  match(query: MatchQuery): Verdict
  matchWithKeys(query: MatchQuery): KeyedVerdict
  /** The facts that changed with these buildings; null when every verdict may change. The matcher has the new ones. */
  keysOfChange(changes: BuildingChanges): number[] | null
}
