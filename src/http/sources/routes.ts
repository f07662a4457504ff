// The routes of the sources of the data.
import type { Route } from '../door/route.ts'
import { route } from '../door/route.ts'
import * as dataSources from './data-sources.ts'

// biome-ignore format: a table is read by its columns
export const sourcesRoutes: readonly Route[] = [
  route('GET',    '/api/v1/dataset/attributions', dataSources.attributions),
]
