// Resolves a typed address to its building: the matcher's verdict, and the decisions of people, which outweigh it.

import type {
  Calculation,
  Candidate,
  Evidence,
  MatchQuery,
  NoMatchReason,
  Reading,
  Summary,
  Verdict,
} from '@plinth/matcher'
import { DEFAULT_MIN_CONFIDENCE } from '@plinth/matcher'
import type { Catalog } from '../catalog/catalog.ts'
import { decidedBuilding } from '../catalog/records/building-facts.ts'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import type { Dataset } from '../events/event-types.ts'
import { caseText } from './case-text.ts'
import { isSampled, kindOf, mayBeSampled } from './learning-value.ts'
import type { LocationQuery } from './link-by-location.ts'
import { linkByLocation } from './link-by-location.ts'
import { decisionFacts } from './link-facts.ts'
import { verifiedSummary } from './link-summary.ts'
import type { LinkTarget } from './link-target.ts'
import { linkTargetOf, projectTargetOf, towerOf } from './link-target.ts'
import { lookupCost } from './lookup-cost.ts'
import { LookupOutcomes } from './lookup-outcomes.ts'
import type { ReadingKeys } from './reading-keys.ts'
import { keysOf } from './reading-keys.ts'
import { withoutRejected } from './rejections.ts'
import type { UncertainQueryCounter } from './uncertain-queries.ts'
import { REVIEW_THRESHOLD, uncertaintyOf } from './uncertainty.ts'
import type { Verification, VerifiedAddresses } from './verified-addresses.ts'

export type LinkReason = NoMatchReason | 'outside_sandbox' | 'point_far_from_any_building' | 'postal_code_unknown'

export interface Link {
  readonly target: LinkTarget
  readonly match_method: 'auto' | 'verified' | 'account'
  readonly match_confidence: number
  readonly unit: string | null
  readonly match_strategy: Candidate['strategy'] | 'nearest' | 'verified' | 'account'
  readonly match_level: Candidate['level']
  readonly evidence?: readonly Evidence[]
  /** With the evidence. */
  readonly summary?: Summary
  /** With the evidence. Missing where a curator decided and the matcher did not find the building. */
  readonly scoring?: LinkScoring
}

/** How the confidence of a link follows from its evidence. */
export interface LinkScoring
  extends Required<Pick<Candidate, 'score' | 'raw_probability' | 'merged_scores' | 'capped_by'>> {
  readonly prior_bits: number
}

export interface LinkResult {
  readonly links: readonly Link[]
  readonly outcome: Verdict['outcome']
  readonly action: Verdict['action']
  readonly reason: LinkReason | null
  readonly reason_detail: string | null
  readonly none_probability: number
  readonly below_min_confidence: number
  readonly warnings?: Verdict['warnings']
  readonly dataset_version: string
  readonly model_version: string
  readonly reading: Reading | null
  readonly readings?: readonly Reading[]
  /** When explained. */
  readonly calculation?: Calculation
  readonly search?: Verdict['search']
  /** Lookups to bill. No match is free, except for costly texts and where the sandbox could be used to probe production. */
  readonly lookups: number
}

const OUTSIDE_SANDBOX = 'The address is in the full dataset, but not among the 15 sandbox projects.'

/** The matcher's verdict and the keys to look up curators' decisions by. */
export interface AutomaticMatch {
  readonly snapshot: Snapshot
  readonly verdict: Verdict
  readonly keys: ReadingKeys
}

interface AddressDecision {
  readonly link: Link | undefined
  readonly rejected: ReadonlySet<number>
}

const NO_DECISION: AddressDecision = { link: undefined, rejected: new Set() }

/** The result a caller gets, and the matcher's own verdict. */
export interface Inspection {
  readonly result: LinkResult
  readonly verdict: Verdict
}

/** The link of a listing, and what it was computed with. */
export interface ListingResolution {
  readonly result: LinkResult
  readonly snapshot: Snapshot
  readonly keys: ReadingKeys
  /** The revision of the curators' decisions. */
  readonly revision: number
  /** The facts that the link depends on. While none of them changes, the link stays the same. */
  readonly linkKeys: readonly number[]
}

export class Links {
  readonly #catalog: Pick<Catalog, 'snapshot'>
  readonly #verified: VerifiedAddresses | undefined
  readonly #counter: UncertainQueryCounter | undefined
  readonly outcomes = new LookupOutcomes()

  constructor(catalog: Pick<Catalog, 'snapshot'>, verified?: VerifiedAddresses, counter?: UncertainQueryCounter) {
    this.#catalog = catalog
    this.#verified = verified
    this.#counter = counter
  }

  resolve(query: MatchQuery, dataset: Dataset): LinkResult {
    return this.outcomes.count(this.#resolve(query, dataset, this.#counter).result, dataset)
  }

  /** Links a point or a postal code alone. Never reads another dataset, and is not counted as an uncertain query. */
  resolveLocation(query: LocationQuery, dataset: Dataset): LinkResult {
    return this.outcomes.count(linkByLocation(query, this.#catalog.snapshot(dataset)), dataset)
  }

  /** Same as `resolve`, but the query is not counted and its text is not stored: for staff, and for `store: false`. */
  inspect(query: MatchQuery, dataset: Dataset): Inspection {
    return this.#resolve(query, dataset, undefined)
  }

  #resolve(query: MatchQuery, dataset: Dataset, counter: UncertainQueryCounter | undefined): Inspection {
    const snapshot = this.#catalog.snapshot(dataset)
    const verdict = snapshot.matcher.match(query)
    const { link, rejected } = this.#decisionFor(query, verdict, snapshot)
    if (link) return { result: resultOf(snapshot, query, verdict, [link]), verdict }
    const remaining = rejected.size > 0 ? withoutRejected(query, verdict, rejected, snapshot.matcher) : verdict
    const links = remaining.candidates.map((candidate) => linkOf(candidate, snapshot))
    // After a rejection, the address is uncertain only if new candidates have appeared.
    if (dataset === 'production' && (remaining === verdict || links.length > 0))
      countUncertain(counter, query, remaining, snapshot)
    const result = resultOf(snapshot, query, remaining, links)
    const isOutside = dataset === 'sandbox' && links.length === 0 && this.#isInProduction(query)
    return { result: isOutside ? outsideSandbox(result) : result, verdict }
  }

  /**
   * The link of a stored listing. It is not counted as an uncertain query, because curators must not see a customer's
   * listing, and it depends on one dataset only: a sandbox listing is not looked up in production.
   */
  resolveListing(query: MatchQuery, dataset: Dataset): ListingResolution {
    const snapshot = this.#catalog.snapshot(dataset)
    const { verdict, linkKeys: matchKeys } = snapshot.matcher.matchWithKeys(query)
    const keys = keysOf(query, verdict, snapshot)
    const { link, rejected } = this.#decisionFor(query, verdict, snapshot)
    const linkKeys = [...matchKeys, ...decisionFacts(query, verdict, keys, snapshot, this.#verified)]
    const read = { snapshot, keys, linkKeys, revision: this.revision }
    if (link) return { result: resultOf(snapshot, query, verdict, [link]), ...read }
    const remaining = rejected.size > 0 ? withoutRejected(query, verdict, rejected, snapshot.matcher) : verdict
    const links = remaining.candidates.map((candidate) => linkOf(candidate, snapshot))
    return { result: resultOf(snapshot, query, remaining, links), ...read }
  }

  snapshot(dataset: Dataset): Snapshot {
    return this.#catalog.snapshot(dataset)
  }

  /** The revision of the curators' decisions that this process applies. */
  get revision(): number {
    return this.#verified?.revision ?? 0
  }

  get modelVersion(): string {
    return this.snapshot('production').matcher.model_version
  }

  /** The matcher's verdict, ignoring curators' decisions. */
  automaticMatch(query: MatchQuery, dataset: Dataset): AutomaticMatch {
    const snapshot = this.#catalog.snapshot(dataset)
    const verdict = snapshot.matcher.match({ ...query, explain: true })
    return { snapshot, verdict, keys: keysOf(query, verdict, snapshot) }
  }

  #decisionFor(query: MatchQuery, verdict: Verdict, snapshot: Snapshot): AddressDecision {
    if (!this.#verified?.hasNumber(verdict.reading?.civic_number ?? null)) return NO_DECISION
    const { typed, completed } = keysOf(query, unfiltered(query, verdict, snapshot), snapshot)
    const { dataset } = snapshot
    const decision = this.#verified.find(dataset, typed) ?? this.#verified.find(dataset, completed)
    const rejected = [typed, completed].flatMap((key) => [...this.#verified!.rejected(dataset, key)])
    return { link: decision && verifiedLinkOf(decision, verdict, snapshot), rejected: new Set(rejected) }
  }

  #isInProduction(query: MatchQuery): boolean {
    const snapshot = this.#catalog.snapshot('production')
    const verdict = snapshot.matcher.match({ ...query, explain: false })
    const { link, rejected } = this.#decisionFor(query, verdict, snapshot)
    return link !== undefined || verdict.candidates.some(({ group }) => !rejected.has(Number(group)))
  }
}

/** Ignores a high `min_confidence`, so that lookups and counts see the candidates it hides. */
function unfiltered(query: MatchQuery, verdict: Verdict, { matcher }: Snapshot): Verdict {
  if (verdict.candidates.length > 0 || (query.min_confidence ?? 0) <= DEFAULT_MIN_CONFIDENCE) return verdict
  return matcher.match({ ...query, min_confidence: DEFAULT_MIN_CONFIDENCE, explain: false })
}

function countUncertain(
  counter: UncertainQueryCounter | undefined,
  query: MatchQuery,
  returned: Verdict,
  snapshot: Snapshot,
): void {
  if (!counter) return
  const verdict = unfiltered(query, returned, snapshot)
  const uncertainty = uncertaintyOf(verdict)
  const kind = kindOf(query, verdict)
  const isSample = uncertainty < REVIEW_THRESHOLD
  if (isSample && !mayBeSampled(kind)) return
  const { typed, completed } = keysOf(query, verdict, snapshot)
  const key = completed ?? typed
  if (key === null || (isSample && !isSampled(key))) return
  const { outcome, reason, candidates, reading } = verdict
  const confidence = candidates[0]?.confidence ?? null
  const stored = { ...query, address: caseText(query.address, reading) }
  counter.count({ key, query: stored, outcome, reason, confidence, uncertainty, kind, isSample })
}

function resultOf(snapshot: Snapshot, query: MatchQuery, verdict: Verdict, links: readonly Link[]): LinkResult {
  const cost = lookupCost(query.address)
  const verified = links[0]?.match_method === 'verified'
  return {
    links,
    outcome: verified ? 'matched' : verdict.outcome,
    action: verified ? 'accept' : verdict.action,
    reason: verified ? null : verdict.reason,
    reason_detail: verified ? null : verdict.reason_detail,
    none_probability: verified ? 0 : verdict.none_probability,
    below_min_confidence: verified ? 0 : verdict.below_min_confidence,
    dataset_version: snapshot.version?.version ?? 'none',
    model_version: snapshot.matcher.model_version,
    reading: verdict.reading,
    ...(verdict.warnings ? { warnings: verdict.warnings } : {}),
    ...(verdict.readings ? { readings: verdict.readings } : {}),
    ...(verdict.calculation ? { calculation: verdict.calculation } : {}),
    ...(verdict.search ? { search: verdict.search } : {}),
    lookups: links.length > 0 || cost > 1 ? cost : 0,
  }
}

function outsideSandbox(result: LinkResult): LinkResult {
  return { ...result, reason: 'outside_sandbox', reason_detail: OUTSIDE_SANDBOX, lookups: Math.max(1, result.lookups) }
}

/** Undefined if the project was removed: the matcher decides again. If only the building was removed, links to the project. */
function verifiedLinkOf(decision: Verification, verdict: Verdict, snapshot: Snapshot): Link | undefined {
  const project = snapshot.projects.get(decision.projectId)
  if (!project) return undefined
  const building = decidedBuilding(project, decision.buildingId)
  const target = building ? linkTargetOf(snapshot, building.id, 'building') : projectTargetOf(snapshot, project.id)
  if (!target) return undefined
  const candidate = verdict.candidates.find((one) => towerOf(one) === target.building_id)
  return {
    target,
    match_method: 'verified',
    match_confidence: 1,
    unit: candidate?.unit ?? verdict.reading?.unit ?? null,
    match_strategy: 'verified',
    match_level: building ? 'building' : 'project',
    ...explanationOf(candidate),
    // Only explained verdicts have readings.
    ...(verdict.readings ? { summary: verifiedSummary(candidate?.summary) } : {}),
  }
}

export function linkOf(candidate: Candidate, snapshot: Snapshot): Link {
  const tower = towerOf(candidate)
  const target = linkTargetOf(snapshot, tower, candidate.level)
  if (!target) throw new Error(`The matcher returned building ${tower}, which is not in the snapshot.`)
  return {
    target,
    match_method: 'auto',
    match_confidence: candidate.confidence,
    unit: candidate.unit,
    match_strategy: candidate.strategy,
    match_level: candidate.level,
    ...explanationOf(candidate),
  }
}

function explanationOf(candidate: Candidate | undefined): Pick<Link, 'evidence' | 'summary' | 'scoring'> {
  if (!candidate?.evidence || !candidate.summary) return {}
  const { evidence, summary, score = 0, raw_probability = 0, merged_scores = [], capped_by = null } = candidate
  const prior_bits = evidence.find(({ component }) => component === 'prior')?.bits ?? 0
  return { evidence, summary, scoring: { prior_bits, score, raw_probability, merged_scores, capped_by } }
}
