// Matches a row with a new key to an existing project, when the match is almost certain.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { MatchStrategy } from '../../matcher/types.ts'
import type { ResolveRow } from '../publish/match-project.ts'

/** High, because a wrong match spoils two projects. A missed match is a duplicate that a person can merge. */
const MIN_CONFIDENCE = 0.99

/** Strategies that need the same civic number and street spelling: a misspelt street may be another street. */
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
    return { ambiguous: `the address matches project ${best.group} and project ${second.group}` }
  }
}
