// Client methods for stored listings.
import type {
  DuplicatesQuery,
  Listing,
  ListingBatchResults,
  ListingChange,
  ListingChanges,
  ListingCounts,
  ListingDecisionRequest,
  ListingDuplicatesPage,
  ListingItem,
  ListingPage,
  ListingQuery,
  ListingRequest,
  ProjectListings,
  ProjectListingsQuery,
} from '../contract/api-types.ts'
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
    /** Stores or deletes up to 1,000 listings. An item with `delete: true` deletes the listing. */
    batch: (items: readonly ListingItem[], options?: CallOptions): Promise<ListingBatchResults> =>
      transport.json('POST', `${LISTINGS}/batch`, { ...options, body: { listings: items } }),
    counts: async (options?: CallOptions): Promise<ListingCounts> =>
      (await transport.json<{ data: ListingCounts }>('GET', `${LISTINGS}/counts`, options)).data,
    /** Every change of a link after a sequence number, in order. */
    changes: (query: { since: number; limit?: number }, options?: CallOptions): Promise<ListingChanges> =>
      transport.json('GET', `${LISTINGS}/changes`, { ...options, query }),
    /** Groups of listings that are probably the same home. */
    duplicates: (query?: DuplicatesQuery, options?: CallOptions): Promise<ListingDuplicatesPage> =>
      transport.json('GET', `${LISTINGS}/duplicates`, { ...options, ...(query ? { query } : {}) }),
    /** The changes of a listing's link, newest first. */
    history: async (key: string, options?: CallOptions): Promise<ListingChange[]> =>
      (await transport.json<{ data: ListingChange[] }>('GET', at(key, '/history'), options)).data,
    /** Confirms, corrects or rejects the link. Applies at once, to this listing only. */
    decide: async (key: string, decision: ListingDecisionRequest, options?: CallOptions): Promise<Listing> =>
      (await transport.json<{ data: Listing }>('POST', at(key, '/decision'), { ...options, body: decision })).data,
    undoDecision: async (key: string, options?: CallOptions): Promise<Listing> =>
      (await transport.json<{ data: Listing }>('DELETE', at(key, '/decision'), options)).data,
    /** Your listings in a project, by building and unit. */
    inProject: (
      project: number | string,
      query?: ProjectListingsQuery,
      options?: CallOptions,
    ): Promise<ProjectListings> =>
      transport.json('GET', `/api/v1/projects/${encodeURIComponent(project)}/listings`, {
        ...options,
        ...(query ? { query } : {}),
      }),
    remove: (key: string, options?: CallOptions): Promise<void> => transport.json('DELETE', at(key), options),
    /** Deletes all listings of a feed, or with a label. */
    removeFeed: async (feed: string, options?: CallOptions): Promise<{ deleted: number }> =>
      (await transport.json<{ data: { deleted: number } }>('DELETE', LISTINGS, { ...options, query: { feed } })).data,
  }
}
