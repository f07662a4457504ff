// plinth link --server: the same question to a service, and its answer as the matcher would have given it.
import type { BuildingLinkAnswer, PlinthClient } from '../../client/client.ts'
import type { Candidate, MatchQuery, Verdict } from '../../matcher/matcher.ts'

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
  return { answer, verdict: verdictOf(answer) }
}

function verdictOf({ data, meta }: BuildingLinkAnswer): Verdict {
  const reading = (meta.parsed ?? null) as Verdict['reading']
  return {
    outcome: meta.outcome,
    action: meta.recommended_action,
    reason: meta.reason as Verdict['reason'],
    reason_detail: meta.reason_detail,
    none_probability: meta.none_probability,
    reading,
    readings: reading ? [reading] : [],
    candidates: data.map(candidateOf),
  }
}

function candidateOf(link: BuildingLinkAnswer['data'][number]): Candidate {
  const evidence = (link.evidence ?? []) as NonNullable<Candidate['evidence']>
  return {
    key: String(link.building_id),
    group: String(link.project_id),
    confidence: link.match_confidence,
    strategy: link.match_strategy as Candidate['strategy'],
    level: link.match_level,
    unit: link.unit,
    evidence,
    score: evidence.reduce((sum, { bits }) => sum + bits, 0),
  }
}
