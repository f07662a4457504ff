// The routes of health, media files and MCP.
import type { Route } from '../door/route.ts'
import { route } from '../door/route.ts'
import * as mcp from './mcp-endpoint.ts'
import * as media from './media-bytes.ts'
import * as system from './system.ts'

// biome-ignore format: a table is read by its columns
export const systemRoutes: readonly Route[] = [
  route('POST',   '/mcp',                      mcp.post),
  route('GET',    '/media/{sha256}/{variant}', media.bytes),
  route('GET',    '/healthz',                  system.health),
  route('GET',    '/readyz',                   system.readiness),
]
