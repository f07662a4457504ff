// Asks the server whether it has map tiles, once.
import type { Bounds } from './bounds.ts'
import { fetchOnce } from './fetch-once.ts'

export interface MapTiles {
  readonly url: string
  readonly bounds: Bounds
  readonly min_zoom: number
  readonly max_zoom: number
  readonly attribution: string
}

/** Null if there are none, or if the server cannot be reached: the map then has our own base. */
export function loadMapTiles(): Promise<MapTiles | null> {
  return fetchOnce<{ tiles: MapTiles | null }>('/map/tiles.json').then(
    ({ tiles }) => tiles,
    () => null,
  )
}
