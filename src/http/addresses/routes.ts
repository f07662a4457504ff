// The routes of addresses.
import type { Route } from '../door/route.ts'
import { route } from '../door/route.ts'
import * as addresses from './parse-addresses.ts'

// biome-ignore format: a table is read by its columns
export const addressesRoutes: readonly Route[] = [
  route('POST',   '/api/v1/addresses/parse', addresses.parse),
]
