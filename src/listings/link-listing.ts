// Computes the link of a listing from its address, hints and the account's decision.

import type { MatchQuery } from '@plinth/matcher'
import type { Dataset } from '../events/event-types.ts'
import { answerVersion, projectFact } from '../links/link-facts.ts'
import type { Link, Links } from '../links/links.ts'
import { withDecision } from './account-decision.ts'
import type { ListingDecision, ListingHints, ListingLink, StoredCandidate } from './listing-types.ts'

/** A link with everything that is stored beside it. */
export interface ComputedLink {
  readonly link: ListingLink
  /** Hashes of the facts that the answer depends on. */
  readonly linkKeys: readonly number[]
  /** All spellings of one address share it. */
  readonly addressKey: string | null
  /** Lookups that the answer costs unless it is free. */
  readonly lookups: number
}

export class ListingLinker {
  readonly #links: Links

  constructor(links: Links) {
    this.#links = links
  }

  /** Synchronous: the snapshot and the curators' decisions do not change while it runs. */
  link(
    listing: { readonly address: string; readonly hints: ListingHints },
    dataset: Dataset,
    decision: ListingDecision | null = null,
  ): ComputedLink {
    const query = queryOf(listing.address, listing.hints)
    const { result, snapshot, keys, revision, linkKeys } = this.#links.resolveListing(query, dataset)
    const decided = decision?.project_id == null ? [] : [projectFact(decision.project_id)]
    const link: ListingLink = {
      outcome: result.outcome,
      action: result.action,
      reason: result.reason,
      reason_detail: result.reason_detail,
      none_probability: rounded(result.none_probability),
      candidates: result.links.map(toCandidate),
      version_number: snapshot.version?.number ?? 0,
      links_revision: revision,
      model_version: answerVersion(snapshot),
    }
    return {
      link: withDecision(link, decision, snapshot, listing.hints.unit ?? result.reading?.unit ?? null),
      linkKeys: [...new Set([...linkKeys, ...decided])],
      addressKey: keys.completed ?? keys.typed,
      lookups: result.lookups,
    }
  }
}

export function queryOf(address: string, hints: ListingHints): MatchQuery {
  return {
    address,
    city: hints.city ?? null,
    province: hints.province ?? null,
    postal: hints.postal_code ?? null,
    building_name: hints.building_name ?? null,
    condo_corp: hints.condo_corp ?? null,
    unit: hints.unit ?? null,
    lat: hints.latitude ?? null,
    lng: hints.longitude ?? null,
    listed_on: hints.listed_on ?? null,
  }
}

/** As precise as the API shows it. */
const rounded = (probability: number) => Math.round(probability * 1e6) / 1e6

function toCandidate(link: Link): StoredCandidate {
  return {
    project_id: link.target.project_id,
    building_id: link.target.building_id,
    confidence: rounded(link.match_confidence),
    unit: link.unit,
    strategy: link.match_strategy,
    level: link.match_level,
    method: link.match_method,
  }
}
