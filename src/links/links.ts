// The use case: an address as typed → the building. Verified addresses come first, then the matcher of the current snapshot.
import type { Catalog } from '../catalog/catalog.ts'
import type { Snapshot } from '../catalog/snapshot.ts'
import type { Dataset } from '../events/types.ts'
import type { Candidate, Evidence, MatchQuery, NoMatchReason, Reading, Verdict } from '../matcher/matcher.ts'

export type LinkReason = NoMatchReason | 'outside_sandbox'

export interface Link {
  readonly project_id: number
  readonly project_name: string
  readonly canonical_mls_address: string
  readonly match_method: 'auto' | 'verified'
  readonly match_confidence: number
  readonly latitude: number | null
  readonly longitude: number | null
  readonly building_id: number | null
  readonly building_name: string | null
  readonly unit: string | null
  readonly match_strategy: Candidate['strategy'] | 'verified'
  readonly match_level: Candidate['level']
  readonly evidence?: readonly Evidence[]
}

export interface LinkAnswer {
  readonly links: readonly Link[]
  readonly outcome: Verdict['outcome']
  readonly action: Verdict['action']
  readonly reason: LinkReason | null
  readonly reason_detail: string | null
  readonly none_probability: number
  readonly dataset_version: string
  readonly model_version: string
  readonly reading: Reading | null
  /** What the answer costs: no match is free, unless the sandbox could be used to probe production. */
  readonly lookups: 0 | 1
}

const OUTSIDE_SANDBOX = 'The address is in the full dataset, but not among the 15 sandbox projects.'

export class Links {
  readonly #catalog: Catalog

  constructor(catalog: Catalog) {
    this.#catalog = catalog
  }

  resolve(query: MatchQuery, dataset: Dataset): LinkAnswer {
    const snapshot = this.#catalog.snapshot(dataset)
    const verdict = snapshot.matcher.match(query)
    const links = verdict.candidates.map((candidate) => linkOf(candidate, snapshot))
    const outside = links.length === 0 && dataset === 'sandbox' && this.#isInProduction(query)
    return {
      links,
      outcome: verdict.outcome,
      action: verdict.action,
      reason: outside ? 'outside_sandbox' : verdict.reason,
      reason_detail: outside ? OUTSIDE_SANDBOX : verdict.reason_detail,
      none_probability: verdict.none_probability,
      dataset_version: snapshot.version?.version ?? 'none',
      model_version: snapshot.matcher.model_version,
      reading: verdict.reading,
      lookups: links.length > 0 || outside ? 1 : 0,
    }
  }

  #isInProduction(query: MatchQuery): boolean {
    const verdict = this.#catalog.snapshot('production').matcher.match({ ...query, explain: false })
    return verdict.candidates.length > 0
  }
}

function linkOf(candidate: Candidate, snapshot: Snapshot): Link {
  const building = snapshot.buildings.get(Number(candidate.key))
  const project = building && snapshot.projects.get(building.project_id)
  if (!building || !project) throw new Error(`the matcher named building ${candidate.key}, which the snapshot lacks`)
  const tower = candidate.level === 'building' ? building : undefined
  return {
    project_id: project.id,
    project_name: project.name,
    canonical_mls_address: project.address,
    match_method: 'auto',
    match_confidence: candidate.confidence,
    latitude: tower?.latitude ?? project.latitude,
    longitude: tower?.longitude ?? project.longitude,
    building_id: tower?.id ?? null,
    building_name: tower?.name ?? null,
    unit: candidate.unit,
    match_strategy: candidate.strategy,
    match_level: candidate.level,
    ...(candidate.evidence ? { evidence: candidate.evidence } : {}),
  }
}
