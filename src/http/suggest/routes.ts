// The routes of suggestions.
import type { Route } from '../door/route.ts'
import { route } from '../door/route.ts'
import { suggest } from './suggest-operation.ts'

// biome-ignore format: a table is read by its columns
export const suggestRoutes: readonly Route[] = [
  route('GET',    '/api/v1/suggest', suggest),
]
