// Suggestions while someone types, over HTTP.
import { credential } from '../../access/rights/policies.ts'
import type { SuggestAnswer } from '../../catalog/suggest/suggestions.ts'
import type { OperationResponse, Route } from '../server/route.ts'
import { catalogueOperation, route } from '../server/route.ts'
import { SuggestParams, SuggestResponseSchema, toSuggestJson } from './suggest-schemas.ts'

const suggest = catalogueOperation({
  id: 'suggest',
  tag: 'Building links',
  compressed: true,
  policy: credential({ scope: 'building_links:read', feature: 'building_links', rate: 'suggestions' }),
  summary: 'Suggest addresses, buildings and names while someone types',
  description:
    'For a search box: send the text after each key. It doesn’t count as a lookup. It has its own limit, `suggest_per_minute` in /plans, ' +
    'and does not count for `requests_per_minute`. There are at most 10 suggestions and no further pages.',
  query: SuggestParams,
  response: { status: 200, schema: SuggestResponseSchema },
  example: { call: 'suggest', query: { q: '77 hunt' }, args: ['77 hunt'] },
  handle({ services, principal, query }) {
    const { near, ...others } = query
    const point = near && { latitude: near[0], longitude: near[1] }
    const answer = services.suggestions.suggest(principal.dataset, { ...others, near: point })
    return answer instanceof Promise ? answer.then(responseOf) : responseOf(answer)
  },
})

const responseOf = (answer: SuggestAnswer): OperationResponse => ({ body: toSuggestJson(answer) })

export const suggestRoutes: readonly Route[] = [route('GET', '/api/v1/suggest', suggest)]
