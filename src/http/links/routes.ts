// The routes of building links, feedback and calibration.
import type { Route } from '../door/route.ts'
import { route } from '../door/route.ts'
import * as batch from './building-link-batch.ts'
import * as links from './building-links.ts'
import * as calibrations from './calibration.ts'
import * as feedback from './link-feedback.ts'

// biome-ignore format: a table is read by its columns
export const linksRoutes: readonly Route[] = [
  route('GET',    '/api/v1/building-links',             links.resolve),
  route('POST',   '/api/v1/building-links',             links.resolveByPost),
  route('POST',   '/api/v1/building-links/batch',       batch.batch),
  route('POST',   '/api/v1/building-links/feedback',    feedback.create),
  route('GET',    '/api/v1/building-links/calibration', calibrations.calibration),
]
