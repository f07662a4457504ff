// Adds the evidence of each candidate to a listing, by matching its address again.
import type { Dataset } from '../events/event-types.ts'
import type { Link, Links } from '../links/links.ts'
import { queryOf } from './link-listing.ts'
import type { PresentedListing } from './listing-types.ts'

/** A candidate that only a person chose, or that the data no longer suggests, has no evidence. */
export function explainListing(presented: PresentedListing, links: Links, dataset: Dataset): PresentedListing {
  const { address, hints } = presented.listing
  const { result } = links.resolveListing({ ...queryOf(address, hints), explain: true }, dataset)
  return { ...presented, links: presented.links.map((link) => withEvidence(link, result.links)) }
}

function withEvidence(link: Link, explained: readonly Link[]): Link {
  const same = explained.find(
    ({ target }) => target.project_id === link.target.project_id && target.building_id === link.target.building_id,
  )
  if (!same?.evidence || !same.summary || !same.scoring) return link
  return { ...link, evidence: same.evidence, summary: same.summary, scoring: same.scoring }
}
