// Stored listings over HTTP: store, read, list and delete.

import { z } from 'zod'
import { credential } from '../../access/rights/policies.ts'
import { SAMPLE_ADDRESS } from '../../catalog/query/sample-address.ts'
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import { recordResponse } from '../rest/envelope.ts'
import { keyPaging } from '../rest/paging.ts'
import { accountOperation, JSON_TYPE } from '../server/route.ts'
import { ownerOf, toListingInput, upsertOptionsOf } from './listing-input.ts'
import { listingText } from './listing-json.ts'
import {
  DeletedListings,
  FeedListingsQuery,
  ListingBody,
  ListingKey,
  ListingQuery,
  ListingSchema,
  ListingsPage,
  ListingsQuery,
} from './listing-schemas.ts'

export const readListings = credential({ scope: 'listings:read', feature: 'listings' })
export const writeListings = credential({ scope: 'listings:write', feature: 'listings' })

const WRITE = { tag: 'Listings', policy: writeListings } as const
const READ = { tag: 'Listings', policy: readListings } as const
const DEFAULT_LIMIT = 50
export const byKey = z.object({ key: ListingKey })
const EXAMPLE_KEY = 'C7012345'

export function listingNotFound(key: string): Fault {
  return new Fault('listing_not_found', { detail: say`Your account has no listing "${key}".` })
}

export const put = accountOperation({
  id: 'putListing',
  ...WRITE,
  summary: 'Store a listing under your key and link it to its building',
  description:
    'Creates or replaces the listing. It costs one lookup when it is first linked or when its address or hints change, ' +
    'and nothing if no building is found. The first load is free, up to the listing limit of your plan. ' +
    'Plinth keeps the link true: when data changes, it links the listing again at no cost. ' +
    'A listing that a feed owns cannot be replaced: 409 `state_conflict`.',
  params: byKey,
  body: ListingBody,
  response: { status: 200, schema: recordResponse(ListingSchema) },
  example: {
    call: 'listings.put',
    params: { key: EXAMPLE_KEY },
    body: { address: SAMPLE_ADDRESS, city: 'Toronto', status: 'active' },
  },
  async handle({ services, principal, params, body }) {
    const owner = ownerOf(principal)
    const options = await upsertOptionsOf(services, principal)
    const [result] = await services.listings.upsertMany(owner, [toListingInput(params.key, body)], options)
    if ('fault' in result!) throw result.fault
    const { listing, lookups } = result!
    const text = listingText(services.listings.present(listing, owner.dataset))
    return { type: JSON_TYPE, body: `{"data":${text}}`, lookups }
  },
})

export const one = accountOperation({
  id: 'getListing',
  ...READ,
  summary: 'Get a listing and its link',
  params: byKey,
  query: ListingQuery,
  response: { status: 200, schema: recordResponse(ListingSchema) },
  example: { call: 'listings.get', params: { key: EXAMPLE_KEY } },
  async handle({ services, principal, params, query }) {
    const owner = ownerOf(principal)
    const presented = await services.listings.get(owner, params.key)
    if (!presented) throw listingNotFound(params.key)
    const text = query.include ? listingText(services.listings.explain(owner, presented), true) : listingText(presented)
    return { type: JSON_TYPE, body: `{"data":${text}}` }
  },
})

export const remove = accountOperation({
  id: 'deleteListing',
  ...WRITE,
  summary: 'Delete a listing and its history',
  params: byKey,
  response: { status: 204 },
  example: { call: 'listings.remove', params: { key: EXAMPLE_KEY } },
  async handle({ services, principal, params }) {
    if (!(await services.listings.remove(ownerOf(principal), params.key))) throw listingNotFound(params.key)
    return { status: 204 }
  },
})

export const removeFeed = accountOperation({
  id: 'deleteFeedListings',
  ...WRITE,
  summary: 'Delete all listings of a feed, or with a label, and their history',
  query: FeedListingsQuery,
  response: { status: 200, schema: recordResponse(DeletedListings) },
  example: { call: 'listings.removeFeed', query: { feed: 'crea' }, args: ['crea'] },
  async handle({ services, principal, query }) {
    return { body: { data: { deleted: await services.listings.removeFeed(ownerOf(principal), query.feed) } } }
  },
})

export const list = accountOperation({
  id: 'listListings',
  ...READ,
  summary: 'List your listings in the order of their keys',
  description: 'All filters must match. `GET /api/v1/listings/counts` counts listings by outcome.',
  query: ListingsQuery,
  response: { status: 200, schema: ListingsPage },
  example: { call: 'listings.list', query: { recommended_action: 'accept', limit: 20 } },
  async handle({ services, principal, query }) {
    const { limit = DEFAULT_LIMIT, cursor, ...filters } = query
    const owner = ownerOf(principal)
    const paging = keyPaging(services, principal, 'listings', filters)
    const { listings, hasMore } = await services.listings.list(owner, filters, { limit, after: paging.after(cursor) })
    const meta = paging.meta(listings.length, listings.at(-1)?.listing.key, hasMore)
    return {
      type: JSON_TYPE,
      meta,
      body: `{"data":[${listings.map((each) => listingText(each)).join(',')}],"meta":${JSON.stringify(meta)}}`,
    }
  },
})
