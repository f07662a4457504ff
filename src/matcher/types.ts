// The matcher's public vocabulary: what goes in (buildings, queries) and what comes out (a verdict with its evidence).

export type AddressKind = 'municipal' | 'marketing' | 'historic' | 'range' | 'entrance'

/** One civic address of a building, as its source wrote it; dates are YYYY-MM-DD. */
export interface BuildingAddress {
  readonly line: string
  readonly kind?: AddressKind
  readonly valid_from?: string | null
  readonly valid_to?: string | null
}

export interface CondoCorp {
  readonly registry: string
  readonly number: number
}

/** One building (tower) that an address can be in. Towers of one project share `group`. */
export interface MatchBuilding {
  readonly key: string
  readonly group?: string
  readonly name?: string | null
  /** Other names people use, the project's name among them. */
  readonly aliases?: readonly string[]
  readonly addresses: readonly BuildingAddress[]
  readonly city: string
  readonly province: string
  readonly postal?: string | null
  readonly lat?: number | null
  readonly lng?: number | null
  readonly storeys?: number | null
  readonly condo_corp?: CondoCorp | null
}

export interface MatchQuery {
  readonly address: string
  readonly city?: string | null
  readonly province?: string | null
  readonly postal?: string | null
  readonly lat?: number | null
  readonly lng?: number | null
  readonly building_name?: string | null
  readonly condo_corp?: string | null
  /** The day the listing was written, YYYY-MM-DD: addresses are then weighed by their dates. */
  readonly listed_on?: string | null
  /** Candidates below this are left out of the answer (default 0.2). */
  readonly min_confidence?: number
  /** At most this many candidates (default 5). */
  readonly limit?: number
  /** Build evidence and readings; off, none of that work is done. */
  readonly explain?: boolean
}

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
  | 'street_unknown'
  | 'civic_number_not_on_street'
  | 'direction_conflict'
  | 'city_conflict'
  | 'outside_canada'
  | 'not_covered'
  | 'below_threshold'

/** One component compared: what was read, what the building has, which level fired, its weight in bits. */
export interface Evidence {
  readonly component: string
  readonly query: string | null
  readonly building: string | null
  readonly level: string
  readonly bits: number
}

/** One plausible way to read the text. */
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
  readonly building_name: string | null
  readonly condo_corp: string | null
}

export interface Candidate {
  readonly key: string
  readonly group: string | null
  readonly confidence: number
  readonly strategy: MatchStrategy
  /** `project` when only the group is certain: the key is then its first tower and must not be shown as the answer. */
  readonly level: MatchLevel
  readonly unit: string | null
  /** Sum of the evidence, in bits; present when explained, like `evidence`. */
  readonly score?: number
  readonly evidence?: readonly Evidence[]
}

export interface Verdict {
  readonly outcome: MatchOutcome
  readonly action: MatchAction
  readonly reason: NoMatchReason | null
  readonly reason_detail: string | null
  /** Best first; equal confidences by key order of the building file. */
  readonly candidates: readonly Candidate[]
  /** Probability that none of the buildings is meant; with all candidates, shown or not, it sums to 1. */
  readonly none_probability: number
  /** The reading that won, when there is one. */
  readonly reading: Reading | null
  /** Every reading considered, when explained. */
  readonly readings?: readonly Reading[]
}

export interface Matcher {
  readonly model_version: string
  readonly size: number
  match(query: MatchQuery): Verdict
}
