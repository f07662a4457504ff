// Client methods for stored listings.
import type * as api from './api-types.ts'
import type { Items, StreamKind, StreamOptions } from './item-stream.ts'
import { streamItems } from './item-stream.ts'
import { at, iterateChanges, linesOf, pages } from './lists.ts'
import type { CallOptions, Transport } from './transport.ts'

const ITEMS: StreamKind<api.ListingItem, api.ListingBatchResult> = {
  path: at('listings', 'batch'),
  maxLines: 2_000_000,
  toBody: (listings) => ({ listings }),
}

export function listings(transport: Transport) {
  const changes = (query: api.ListingChangesQuery, options?: CallOptions) =>
    transport.json<api.ListingChanges>('GET', at('listings', 'changes'), { ...options, query })
  const duplicates = pages<api.DuplicatesQuery, api.ListingDuplicates, api.ListingDuplicatesPage>(
    transport,
    at('listings', 'duplicates'),
  )
  return {
    /** Stores a listing under your key and links it to its building. */
    put: (key: string, body: api.ListingRequest, options?: CallOptions) =>
      transport.data<api.Listing>('PUT', at('listings', key), { ...options, body }),
    get: (key: string, options?: CallOptions) => transport.data<api.Listing>('GET', at('listings', key), options),
    ...pages<api.ListingQuery, api.Listing, api.ListingPage>(transport, at('listings')),
    /** Stores or deletes up to 1,000 listings. An item with `delete: true` deletes the listing. */
    batch: (items: readonly api.ListingItem[], options?: CallOptions) =>
      transport.json<api.ListingBatchResults>('POST', ITEMS.path, { ...options, body: { listings: items } }),
    /** Stores or deletes any number of listings and yields results in order. Reconnects if the server restarts. */
    stream: (items: Items<api.ListingItem>, options?: StreamOptions) => streamItems(transport, ITEMS, items, options),
    /** Yields all listings that match the filters, in one request. Throws if the response is incomplete. */
    export: linesOf<api.ListingFilters, api.Listing>(transport, at('listings', 'export')),
    counts: (options?: CallOptions) => transport.data<api.ListingCounts>('GET', at('listings', 'counts'), options),
    /** Groups of listings that are probably the same home. */
    duplicates: duplicates.list,
    iterateDuplicates: duplicates.iterate,
    /** Changes of links after a sequence number, in order, with none skipped. */
    changes,
    /** Yields every change after `since`, in order. Returns the last checkpoint, to pass as `since` next time. */
    iterateChanges: (query: api.ListingChangesQuery, options?: CallOptions) =>
      iterateChanges<api.ListingChangesQuery, api.ListingChange>(changes, query, options),
    /** The changes of a listing's link, newest first. */
    history: (key: string, options?: CallOptions) =>
      transport.data<api.ListingChange[]>('GET', at('listings', key, 'history'), options),
    /** Confirms, corrects or rejects the link. Applies at once, to this listing only. */
    decide: (key: string, body: api.ListingDecisionRequest, options?: CallOptions) =>
      transport.data<api.Listing>('POST', at('listings', key, 'decision'), { ...options, body }),
    undoDecision: (key: string, options?: CallOptions) =>
      transport.data<api.Listing>('DELETE', at('listings', key, 'decision'), options),
    /** Your listings in a project, by building and unit. */
    inProject: (project: number | string, query?: api.ProjectListingsQuery, options?: CallOptions) =>
      transport.json<api.ProjectListings>('GET', at('projects', project, 'listings'), { ...options, query }),
    remove: (key: string, options?: CallOptions) => transport.json<void>('DELETE', at('listings', key), options),
    /** Deletes all listings of a feed, or with a label. */
    removeFeed: (feed: string, options?: CallOptions) =>
      transport.data<{ deleted: number }>('DELETE', at('listings'), { ...options, query: { feed } }),
  }
}
