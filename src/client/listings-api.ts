// Client methods for stored listings.
import type { Listing, ListingPage, ListingQuery, ListingRequest } from '../contract/api-types.ts'
import { iteratePages } from './iterate-pages.ts'
import type { CallOptions, Transport } from './transport.ts'

const LISTINGS = '/api/v1/listings'

export function listings(transport: Transport) {
  const at = (key: string, part = '') => `${LISTINGS}/${encodeURIComponent(key)}${part}`
  const list = (query?: ListingQuery, options?: CallOptions): Promise<ListingPage> =>
    transport.json('GET', LISTINGS, { ...options, ...(query ? { query } : {}) })
  return {
    /** Stores a listing under your key and links it to its building. */
    put: async (key: string, listing: ListingRequest, options?: CallOptions): Promise<Listing> =>
      (await transport.json<{ data: Listing }>('PUT', at(key), { ...options, body: listing })).data,
    get: async (key: string, options?: CallOptions): Promise<Listing> =>
      (await transport.json<{ data: Listing }>('GET', at(key), options)).data,
    list,
    iterate: (query: ListingQuery = {}, options?: CallOptions) =>
      iteratePages<ListingQuery, Listing>(list, query, options),
    remove: (key: string, options?: CallOptions): Promise<void> => transport.json('DELETE', at(key), options),
    /** Deletes all listings of a feed, or with a label. */
    removeFeed: async (feed: string, options?: CallOptions): Promise<{ deleted: number }> =>
      (await transport.json<{ data: { deleted: number } }>('DELETE', LISTINGS, { ...options, query: { feed } })).data,
  }
}
