// plinth link --server: sends the query to a server and rebuilds the matcher's verdict.
import type { BuildingLinkAnswer, PlinthClient } from '@plinth/client'
import type { Candidate, MatchQuery, Verdict } from '@plinth/matcher'

export async function linkByService(
  service: PlinthClient,
  { address, city, province, listed_on, explain }: MatchQuery,
): Promise<{ answer: BuildingLinkAnswer; verdict: Verdict }> {
  const answer = await service.buildingLinks.ask({
    address,
    ...(city ? { city } : {}),
    ...(province ? { province } : {}),
    ...(listed_on ? { listed_on } : {}),
    ...(explain ? { include: ['evidence', 'parsed'] } : {}),
  })
  return { answer, verdict: toVerdict(answer) }
}

export function toVerdict({ data, meta }: BuildingLinkAnswer): Verdict {
  const reading = (meta.parsed ?? null) as Verdict['reading']
  return {
    outcome: meta.outcome,
    action: meta.recommended_action,
    reason: meta.reason as Verdict['reason'],
    reason_detail: meta.reason_detail,
    none_probability: meta.none_probability,
    below_min_confidence: meta.below_min_confidence,
    reading,
    readings: reading ? [reading] : [],
    candidates: data.map(toCandidate),
    ...(meta.search ? { search: meta.search } : {}),
  }
}

function toCandidate(link: BuildingLinkAnswer['data'][number]): Candidate {
  const evidence = (link.evidence ?? []) as NonNullable<Candidate['evidence']>
  return {
    key: link.building_id === null ? null : String(link.building_id),
    group: String(link.project_id),
    confidence: link.match_confidence,
    strategy: link.match_strategy as Candidate['strategy'],
    level: link.match_level,
    unit: link.unit,
    evidence,
    ...(link.summary ? { summary: link.summary } : {}),
    score: evidence.reduce((sum, { bits }) => sum + bits, 0),
  }
}
