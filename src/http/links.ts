// Building links over HTTP.
import type { z } from 'zod'
import { LinkAnswerWire, LinkQuery, toLinkAnswerWire } from '../contract/links.ts'
import { Fault } from '../kernel/fault.ts'
import type { MatchQuery } from '../matcher/matcher.ts'
import { operation } from './route.ts'

function toMatchQuery(query: z.output<typeof LinkQuery>): MatchQuery {
  if ((query.latitude === undefined) !== (query.longitude === undefined)) {
    const missing = query.latitude === undefined ? 'latitude' : 'longitude'
    const message = 'Latitude and longitude go together.'
    throw new Fault('missing_parameter', {
      detail: message,
      errors: [{ parameter: missing, code: 'missing_parameter', message }],
    })
  }
  return {
    address: query.address,
    city: query.city ?? null,
    province: query.province ?? null,
    postal: query.postal_code ?? null,
    building_name: query.building_name ?? null,
    condo_corp: query.condo_corp ?? null,
    lat: query.latitude ?? null,
    lng: query.longitude ?? null,
    min_confidence: query.min_confidence ?? 0.2,
    limit: query.limit ?? 5,
    explain: query.include?.includes('evidence') ?? false,
  }
}

export const resolve = operation({
  id: 'resolveBuildingLink',
  tag: 'Building links',
  summary: 'Which building is this address in?',
  description: 'No match is an answer, not an error: `data` is empty and `meta.reason` says why. It costs no lookup.',
  query: LinkQuery,
  answer: { status: 200, schema: LinkAnswerWire },
  handle({ services, principal, query }) {
    const answer = services.links.resolve(toMatchQuery(query), principal.dataset)
    return { body: toLinkAnswerWire(answer, query), lookups: answer.lookups }
  },
})
