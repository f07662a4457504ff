// The matcher's word on a row whose key is new: the building it stands for, when that is as good as certain.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { MatchStrategy } from '../../matcher/types.ts'
import type { ResolveRow } from '../publish/match-project.ts'

/** One wrong merge spoils two projects; a missed one is a duplicate that a person can merge later. */
const MIN_CONFIDENCE = 0.99

/** Ways to match that have the civic number in common and the street as it is written; a misspelt one may be another. */
const SAME_ADDRESS: readonly MatchStrategy[] = ['exact_address', 'alias_address', 'range_address', 'partial_address']

export function resolveWithSnapshot(snapshot: Snapshot): ResolveRow {
  return (row) => {
    const verdict = snapshot.matcher.match({
      address: row.address,
      city: row.city_name,
      province: row.province,
      postal: row.postal_code,
      lat: row.latitude,
      lng: row.longitude,
      building_name: row.name,
    })
    const [best, second] = verdict.candidates.filter((candidate) => SAME_ADDRESS.includes(candidate.strategy))
    if (!best?.group) return null
    if (best.confidence >= MIN_CONFIDENCE) return { projectId: Number(best.group) }
    if (verdict.outcome !== 'ambiguous' || !second?.group) return null
    return { ambiguous: `the address may belong to project ${best.group} or to project ${second.group}` }
  }
}
