// The routes of stored listings and their homes.
import type { Route } from '../server/route.ts'
import { route } from '../server/route.ts'
import * as homes from './home-operations.ts'
import * as listingBatch from './listing-batch.ts'
import * as listingChanges from './listing-changes.ts'
import * as listingDecisions from './listing-decisions.ts'
import * as listingExport from './listing-export.ts'
import * as listings from './listing-operations.ts'
import * as listingViews from './listing-views.ts'

// biome-ignore format: a table is read by its columns
export const listingsRoutes: readonly Route[] = [
  route('GET',    '/api/v1/listings',                listings.list),
  route('DELETE', '/api/v1/listings',                listings.removeFeed),
  route('POST',   '/api/v1/listings/batch',          listingBatch.batch),
  route('GET',    '/api/v1/listings/changes',        listingChanges.changes),
  route('GET',    '/api/v1/listings/counts',         listingViews.counts),
  route('GET',    '/api/v1/listings/duplicates',     listingViews.duplicates),
  route('GET',    '/api/v1/listings/export',         listingExport.exportAll),
  route('PUT',    '/api/v1/listings/{key}',          listings.put),
  route('GET',    '/api/v1/listings/{key}',          listings.one),
  route('DELETE', '/api/v1/listings/{key}',          listings.remove),
  route('GET',    '/api/v1/listings/{key}/history',  listingDecisions.history),
  route('POST',   '/api/v1/listings/{key}/decision', listingDecisions.decide),
  route('DELETE', '/api/v1/listings/{key}/decision', listingDecisions.undo),
  route('GET',    '/api/v1/projects/{id}/listings',  listingViews.inProject),
  route('GET',    '/api/v1/homes',                   homes.list),
  route('GET',    '/api/v1/homes/{id}',              homes.one),
]
