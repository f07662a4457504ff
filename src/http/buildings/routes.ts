// The routes of buildings.
import type { Route } from '../door/route.ts'
import { route } from '../door/route.ts'
import * as buildings from './buildings-api.ts'

// biome-ignore format: a table is read by its columns
export const buildingsRoutes: readonly Route[] = [
  route('GET',    '/api/v1/buildings',        buildings.list),
  route('POST',   '/api/v1/buildings/search', buildings.search),
  route('GET',    '/api/v1/buildings/map',    buildings.map),
  route('GET',    '/api/v1/buildings/{id}',   buildings.detail),
]
