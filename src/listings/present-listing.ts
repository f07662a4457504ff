// Adds names, addresses and coordinates to a stored link, from the current snapshot.
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import { modelOfAnswer } from '../links/link-facts.ts'
import type { LinkTarget } from '../links/link-target.ts'
import { linkTargetOf, projectTargetOf } from '../links/link-target.ts'
import type { Link } from '../links/links.ts'
import type { PresentedListing, StoredCandidate, StoredListing } from './listing-types.ts'

export function presentListing(listing: StoredListing, snapshot: Snapshot): PresentedListing {
  return {
    listing,
    links: listing.candidates.flatMap((candidate) => linkOf(candidate, snapshot) ?? []),
    dataset_version: snapshot.versions.get(listing.version_number)?.version ?? 'none',
    model_version: modelOfAnswer(listing.model_version),
  }
}

/** Undefined if the target left the dataset and the listing is not linked again yet. */
function linkOf(candidate: StoredCandidate, snapshot: Snapshot): Link | undefined {
  const target = targetOf(candidate, snapshot)
  return (
    target && {
      target,
      match_method: candidate.method,
      match_confidence: candidate.confidence,
      unit: candidate.unit,
      match_strategy: candidate.strategy,
      match_level: candidate.level,
    }
  )
}

function targetOf({ project_id, building_id, level }: StoredCandidate, snapshot: Snapshot): LinkTarget | undefined {
  if (building_id !== null) return linkTargetOf(snapshot, building_id, level)
  return projectTargetOf(snapshot, project_id)
}
