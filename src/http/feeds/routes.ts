// The routes of feeds.
import type { Route } from '../door/route.ts'
import { route } from '../door/route.ts'
import * as feeds from './feed-operations.ts'

// biome-ignore format: a table is read by its columns
export const feedsRoutes: readonly Route[] = [
  route('GET',    '/api/v1/feeds',              feeds.list),
  route('POST',   '/api/v1/feeds',              feeds.create),
  route('POST',   '/api/v1/feeds/try',          feeds.attempt),
  route('GET',    '/api/v1/feeds/{id}',         feeds.one),
  route('PATCH',  '/api/v1/feeds/{id}',         feeds.update),
  route('DELETE', '/api/v1/feeds/{id}',         feeds.remove),
  route('POST',   '/api/v1/feeds/{id}/run',     feeds.run),
  route('POST',   '/api/v1/feeds/{id}/pause',   feeds.pause),
  route('POST',   '/api/v1/feeds/{id}/resume',  feeds.resume),
  route('POST',   '/api/v1/feeds/{id}/approve', feeds.approve),
  route('GET',    '/api/v1/feeds/{id}/runs',    feeds.runs),
  route('POST',   '/api/v1/feeds/{id}/file',    feeds.upload),
]
