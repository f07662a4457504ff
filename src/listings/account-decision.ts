// Applies the account's own decision to the link of its listing. Pure.
import { decidedBuilding, onlyBuilding } from '../catalog/records/building-facts.ts'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import type { ListingDecision, ListingLink, StoredCandidate } from './listing-types.ts'

export const REJECTED = 'rejected_by_account'
const REJECTED_DETAIL = 'Your account decided that this listing is in none of the buildings.'

/**
 * A decision wins while its project exists; afterwards the computed link applies again. If only the building was
 * removed, the listing is linked to the project.
 */
export function withDecision(
  link: ListingLink,
  decision: ListingDecision | null,
  snapshot: Snapshot,
  unit: string | null,
): ListingLink {
  if (decision === null) return link
  if (decision.verdict === 'reject')
    return {
      ...link,
      outcome: 'no_match',
      action: 'reject',
      reason: REJECTED,
      reason_detail: REJECTED_DETAIL,
      none_probability: 1,
      candidates: [],
    }
  const project = decision.project_id === null ? undefined : snapshot.projects.get(decision.project_id)
  if (!project) return link
  const building = decidedBuilding(project, decision.building_id)
  const building_id = (building ?? onlyBuilding(project))?.id ?? null
  const computed = link.candidates.find((candidate) => isSameTarget(candidate, project.id, building_id))
  const decided: StoredCandidate = {
    project_id: project.id,
    building_id,
    confidence: 1,
    unit: computed?.unit ?? link.candidates[0]?.unit ?? unit,
    strategy: 'account',
    level: building ? 'building' : 'project',
    method: 'account',
  }
  return {
    ...link,
    outcome: 'matched',
    action: 'accept',
    reason: null,
    reason_detail: null,
    none_probability: 0,
    candidates: [decided],
  }
}

function isSameTarget(candidate: StoredCandidate, projectId: number, buildingId: number | null): boolean {
  return candidate.project_id === projectId && candidate.building_id === buildingId
}
