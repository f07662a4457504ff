// Asks the server whether it has map tiles, once.
import type { Bounds } from './bounds.ts'

export interface MapTiles {
  readonly url: string
  readonly bounds: Bounds
  readonly min_zoom: number
  readonly max_zoom: number
  readonly attribution: string
}

async function load(): Promise<MapTiles | null> {
  const response = await fetch('/map/tiles.json')
  return response.ok ? ((await response.json()) as { tiles: MapTiles | null }).tiles : null
}

let tiles: Promise<MapTiles | null> | undefined

/** Null if there are none, or if the server cannot be reached: the map then has our own base. */
export function loadMapTiles(): Promise<MapTiles | null> {
  tiles ??= load().catch(() => {
    tiles = undefined
    return null
  })
  return tiles
}
