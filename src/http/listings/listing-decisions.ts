// The account's own decisions on its listings, and the history of a link.
import { credential } from '../../access/rights/policies.ts'
import { recordResponse } from '../rest/envelope.ts'
import { causeOf } from '../server/authenticate.ts'
import { accountOperation, JSON_TYPE } from '../server/route.ts'
import { toListingChangeJson } from './listing-change-schemas.ts'
import { ownerOf } from './listing-input.ts'
import { listingText } from './listing-json.ts'
import { byKey, listingNotFound, readListings } from './listing-operations.ts'
import { ListingSchema } from './listing-schemas.ts'
import { ListingDecisionBody, ListingHistorySchema } from './listing-view-schemas.ts'

const tag = 'Listings'
const DECIDE = { tag: 'Listings', policy: credential({ scope: 'listings:write', feature: 'listings' }) } as const
const EXAMPLE_KEY = 'C7012345'

export const decide = accountOperation({
  id: 'decideListing',
  ...DECIDE,
  summary: 'Confirm, correct or reject the link of a listing',
  description:
    'Applies at once to this listing only, with `match_method: account`, and stays while its project exists. ' +
    'The address goes to Plinth’s curators as feedback, except in the sandbox.',
  params: byKey,
  body: ListingDecisionBody,
  response: { status: 200, schema: recordResponse(ListingSchema) },
  example: { call: 'listings.decide', params: { key: EXAMPLE_KEY }, body: { verdict: 'confirm' } },
  async handle(call) {
    const { services, principal, params, body } = call
    const presented = await services.listings.decide(ownerOf(principal), params.key, {
      ...body,
      by: causeOf(call).actor,
    })
    if (!presented) throw listingNotFound(params.key)
    return { type: JSON_TYPE, body: `{"data":${listingText(presented)}}` }
  },
})

export const undo = accountOperation({
  id: 'undoListingDecision',
  ...DECIDE,
  summary: 'Withdraw your decision. The computed link applies again',
  params: byKey,
  response: { status: 200, schema: recordResponse(ListingSchema) },
  example: { call: 'listings.undoDecision', params: { key: EXAMPLE_KEY } },
  async handle({ services, principal, params }) {
    const presented = await services.listings.undoDecision(ownerOf(principal), params.key)
    if (!presented) throw listingNotFound(params.key)
    return { type: JSON_TYPE, body: `{"data":${listingText(presented)}}` }
  },
})

export const history = accountOperation({
  id: 'getListingHistory',
  tag,
  policy: readListings,
  summary: 'List the changes of a listing’s link, newest first',
  description: 'At most 200 changes, within the change retention of your plan.',
  params: byKey,
  response: { status: 200, schema: ListingHistorySchema },
  example: { call: 'listings.history', params: { key: EXAMPLE_KEY } },
  async handle({ services, principal, params }) {
    const owner = ownerOf(principal)
    if (!(await services.listings.get(owner, params.key))) throw listingNotFound(params.key)
    const events = await services.listings.history(owner, params.key)
    return { body: { data: events.map(toListingChangeJson), meta: { count: events.length } } }
  },
})
