// The routes of projects, floor plans, units and media.
import type { Route } from '../door/route.ts'
import { route } from '../door/route.ts'
import * as parts from './project-parts.ts'
import * as projects from './projects.ts'

// biome-ignore format: a table is read by its columns
export const projectsRoutes: readonly Route[] = [
  route('GET',    '/api/v1/projects',                       projects.list),
  route('GET',    '/api/v1/projects/facets',                projects.facets),
  route('GET',    '/api/v1/projects/map',                   projects.map),
  route('GET',    '/api/v1/map/labels',                     projects.mapLabels),
  route('GET',    '/api/v1/projects/{id}',                  projects.detail),
  route('GET',    '/api/v1/projects/{id}/floor-plans',      parts.projectPlans),
  route('GET',    '/api/v1/projects/{id}/units',            parts.projectUnits),
  route('GET',    '/api/v1/projects/{id}/media',            parts.projectMedia),
  route('GET',    '/api/v1/projects/{id}/history',          parts.history),
  route('GET',    '/api/v1/floor-plans',                    parts.plans),
  route('GET',    '/api/v1/floor-plans/{id}',               parts.plan),
  route('GET',    '/api/v1/floor-plans/{id}/price-history', parts.prices),
  route('GET',    '/api/v1/units',                          parts.units),
  route('GET',    '/api/v1/media',                          parts.media),
  route('GET',    '/api/v1/media/{id}',                     parts.mediaItem),
]
