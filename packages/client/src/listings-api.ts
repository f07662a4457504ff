// Client methods for stored listings.
import type {
  DuplicatesQuery,
  Listing,
  ListingBatchResult,
  ListingBatchResults,
  ListingChange,
  ListingChanges,
  ListingChangesQuery,
  ListingCounts,
  ListingDecisionRequest,
  ListingDuplicates,
  ListingDuplicatesPage,
  ListingFilters,
  ListingItem,
  ListingPage,
  ListingQuery,
  ListingRequest,
  ProjectListings,
  ProjectListingsQuery,
} from './api-types.ts'
import type { Items, StreamKind, StreamOptions } from './item-stream.ts'
import { streamItems } from './item-stream.ts'
import { iteratePages } from './iterate-pages.ts'
import { readLines } from './ndjson-lines.ts'
import type { CallOptions, Transport } from './transport.ts'

const LISTINGS = '/api/v1/listings'

const CHANGES_PER_PAGE = 1000

const ITEMS: StreamKind<ListingItem, ListingBatchResult> = {
  path: `${LISTINGS}/batch`,
  maxLines: 2_000_000,
  toBody: (listings) => ({ listings }),
}

export function listings(transport: Transport) {
  const at = (key: string, part = '') => `${LISTINGS}/${encodeURIComponent(key)}${part}`
  const list = (query?: ListingQuery, options?: CallOptions): Promise<ListingPage> =>
    transport.json('GET', LISTINGS, { ...options, ...(query ? { query } : {}) })
  const changes = (query: ListingChangesQuery, options?: CallOptions): Promise<ListingChanges> =>
    transport.json('GET', `${LISTINGS}/changes`, { ...options, query })
  const duplicates = (query?: DuplicatesQuery, options?: CallOptions): Promise<ListingDuplicatesPage> =>
    transport.json('GET', `${LISTINGS}/duplicates`, { ...options, ...(query ? { query } : {}) })
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
    /** Stores or deletes any number of listings and yields results in order. Reconnects if the server restarts. */
    stream: (items: Items<ListingItem>, options?: StreamOptions) => streamItems(transport, ITEMS, items, options),
    /** Yields all listings that match the filters, in one request. Throws if the response is incomplete. */
    async *export(filters: ListingFilters = {}, options?: CallOptions): AsyncGenerator<Listing, void, undefined> {
      const headers = { accept: '*/*', ...options?.headers }
      const response = await transport.send('GET', `${LISTINGS}/export`, { ...options, headers, query: filters })
      yield* readLines<Listing>(response.body!)
    },
    counts: async (options?: CallOptions): Promise<ListingCounts> =>
      (await transport.json<{ data: ListingCounts }>('GET', `${LISTINGS}/counts`, options)).data,
    /** Groups of listings that are probably the same home. */
    duplicates,
    /** Changes of links after a sequence number, in order, with none skipped. */
    changes,
    /** Yields every change after `since`, in order. Returns the last checkpoint, to pass as `since` next time. */
    async *iterateChanges(
      query: ListingChangesQuery,
      options?: CallOptions,
    ): AsyncGenerator<ListingChange & { readonly checkpoint: number }, number, undefined> {
      let { since } = query
      for (;;) {
        const { data, meta } = await changes({ limit: CHANGES_PER_PAGE, ...query, since }, options)
        for (const [i, change] of data.entries())
          yield { ...change, checkpoint: i === data.length - 1 ? meta.next_since : change.sequence }
        since = meta.next_since
        if (!meta.has_more) return since
      }
    },
    iterateDuplicates: (query: DuplicatesQuery = {}, options?: CallOptions) =>
      iteratePages<DuplicatesQuery, ListingDuplicates>(duplicates, query, options),
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
