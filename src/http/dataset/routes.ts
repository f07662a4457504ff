// The routes of the dataset, its changes and exports.
import type { Route } from '../door/route.ts'
import { route } from '../door/route.ts'
import * as dataset from './dataset.ts'
import * as exports from './exports.ts'

// biome-ignore format: a table is read by its columns
export const datasetRoutes: readonly Route[] = [
  route('GET',    '/api/v1/developers',     dataset.developers),
  route('GET',    '/api/v1/cities',         dataset.cities),
  route('GET',    '/api/v1/dataset',        dataset.detail),
  route('GET',    '/api/v1/changes',        dataset.changes),
  route('GET',    '/api/v1/exports',        exports.list),
  route('GET',    '/api/v1/exports/{file}', exports.file),
]
