// Requests street names and neighbourhoods for what the map shows.
import type { MapLabels } from '../../../src/http/api-types.ts'
import { plinth } from '../../api/plinth.ts'
import type { Bounds } from './bounds.ts'
import type { Features } from './geo.ts'

/**
 * The view grown to a grid whose cells are about as large as the view: small moves need no request, and several viewers
 * of a city share cached responses.
 */
export function labelBounds([west, south, east, north]: Bounds, zoom: number): Bounds {
  const cell = 360 / 2 ** Math.min(16, Math.max(9, Math.floor(zoom) - 1))
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  const down = (degrees: number) => round(Math.floor(degrees / cell) * cell)
  const up = (degrees: number) => round(Math.ceil(degrees / cell) * cell)
  return [down(west), down(south), up(east), up(north)]
}

export async function fetchLabels(bounds: Bounds, signal: AbortSignal): Promise<Features> {
  const bbox = [...bounds] as [number, number, number, number]
  // Curators work on production data, whatever plan their account has.
  const { features } = location.pathname.startsWith('/desk')
    ? await plinth.request<MapLabels>('GET', '/api/v1/desk/map/labels', { query: { bbox }, signal })
    : await plinth.projects.mapLabels({ bbox }, { signal })
  return { type: 'FeatureCollection', features: features as Features['features'] }
}
