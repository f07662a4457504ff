// Serves the base map's tiles: one file, read by range requests.
import { z } from 'zod'
import { anyone } from '../../access/rights/policies.ts'
import { Fault } from '../../kernel/fault.ts'
import { textParam } from '../rest/request-params.ts'
import { pageOperation, route } from '../server/route.ts'

const PAGES = { tag: 'Pages', policy: anyone } as const

const FOREVER = 'public, max-age=31536000, immutable'

const description = pageOperation({
  id: 'getMapTilesDescription',
  ...PAGES,
  hidden: true,
  summary: 'Get the address and extent of the map tiles',
  response: { status: 200, type: 'application/json' },
  handle({ services: { mapTiles } }) {
    const tiles = mapTiles && {
      url: `/map/tiles.pmtiles?v=${mapTiles.version}`,
      bounds: mapTiles.bounds,
      min_zoom: mapTiles.minZoom,
      max_zoom: mapTiles.maxZoom,
      attribution: mapTiles.attribution,
    }
    return { body: { tiles }, headers: { 'cache-control': 'no-cache' } }
  },
})

const tiles = pageOperation({
  id: 'getMapTiles',
  ...PAGES,
  hidden: true,
  summary: 'Get the map tiles, or a range of them',
  query: z.object({ v: textParam(40, 'Version of the file').optional() }),
  response: { status: 200, type: 'application/vnd.pmtiles' },
  handle({ services: { mapTiles }, query }) {
    if (!mapTiles)
      throw new Fault('route_not_found', { detail: 'This server has no map tiles. The operator can set MAP_TILES.' })
    // An open page may still request the version of before a restart. It gets the new one and notices by the ETag.
    const cacheControl = query.v === mapTiles.version ? FOREVER : 'no-cache'
    return {
      file: mapTiles.file,
      type: 'application/vnd.pmtiles',
      etag: `"${mapTiles.version}"`,
      headers: { 'cache-control': cacheControl },
    }
  },
})

export const mapTileRoutes = [
  route('GET', '/map/tiles.json', description),
  route('GET', '/map/tiles.pmtiles', tiles),
] as const
