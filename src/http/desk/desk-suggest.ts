// Suggestions for curators: from production data, whatever plan their account has.
import { curator } from '../../access/rights/policies.ts'
import { deskOperation } from '../server/route.ts'
import { SuggestParams, SuggestResponseSchema, toSuggestJson } from '../suggest/suggest-schemas.ts'

export const suggest = deskOperation({
  id: 'suggestAtDesk',
  tag: 'Desk',
  policy: curator,
  summary: 'Suggest addresses, buildings and names while someone types, regardless of plan',
  query: SuggestParams,
  response: { status: 200, schema: SuggestResponseSchema },
  example: { query: { q: 'howe', province: 'BC' } },
  async handle({ services, query: { near, ...others } }) {
    const point = near && { latitude: near[0], longitude: near[1] }
    return { body: toSuggestJson(await services.suggestions.suggest('production', { ...others, near: point })) }
  },
})
