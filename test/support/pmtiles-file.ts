// Writes a small PMTiles file in the Protomaps layout: land, water and a few streets.
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { zxyToTileId } from 'pmtiles'

type Point = readonly [longitude: number, latitude: number]

interface MapFeature {
  readonly type: 'line' | 'polygon'
  readonly points: readonly Point[]
  readonly properties: Readonly<Record<string, string | number>>
}

type MapLayers = Readonly<Record<string, readonly MapFeature[]>>

export interface TilesOptions {
  /** Every tile from zoom 0 to `maxZoom` that contains this point is written. */
  readonly centre?: Point
  readonly maxZoom?: number
  readonly layers?: MapLayers
  readonly attribution?: string
  /** 1: vector tiles; 2: PNG. */
  readonly tileType?: number
}

/** Toronto's financial district. */
const CENTRE: Point = [-79.3807, 43.6487]
const MAX_ZOOM = 10
const EXTENT = 4096
const GZIP = 2

function square([longitude, latitude]: Point, degrees: number): Point[] {
  const [west, east, south, north] = [longitude - degrees, longitude + degrees, latitude - degrees, latitude + degrees]
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ]
}

const road = (name: string, kind: string, points: readonly Point[]): MapFeature => ({
  type: 'line',
  points,
  properties: { kind, name, min_zoom: 5 },
})

/** As in Toronto, but only roughly. */
export const SMALL_MAP: MapLayers = {
  earth: [{ type: 'polygon', points: square(CENTRE, 0.3), properties: { kind: 'earth' } }],
  water: [{ type: 'polygon', points: square([-79.38, 43.5], 0.135), properties: { kind: 'lake' } }],
  roads: [
    road('Bay Street', 'major_road', [
      [-79.376, 43.64],
      [-79.3895, 43.671],
    ]),
    road('King Street West', 'major_road', [
      [-79.42, 43.6395],
      [-79.377, 43.649],
      [-79.35, 43.655],
    ]),
    road('York Street', 'major_road', [
      [-79.3793, 43.6355],
      [-79.3852, 43.6505],
    ]),
    road('Temperance Street', 'minor_road', [
      [-79.3815, 43.6508],
      [-79.3785, 43.6514],
    ]),
  ],
}

export function writePmtiles(file: string, options: TilesOptions = {}): void {
  const { centre = CENTRE, maxZoom = MAX_ZOOM, layers = SMALL_MAP, attribution, tileType = 1 } = options
  const tiles = Array.from({ length: maxZoom + 1 }, (_, z) => {
    const { x, y } = tileAt(centre, z)
    return { id: zxyToTileId(z, x, y), data: gzipSync(encodeTile(layers, z, x, y)) }
  }).sort((a, b) => a.id - b.id)
  const directory = gzipSync(encodeDirectory(tiles))
  const metadata = gzipSync(
    JSON.stringify({ vector_layers: Object.keys(layers).map((id) => ({ id, fields: {} })), attribution }),
  )
  const data = Buffer.concat(tiles.map((tile) => tile.data))
  const { x, y } = tileAt(centre, maxZoom)
  const [west, north] = [longitudeOf(x, maxZoom), latitudeOf(y, maxZoom)]
  const [east, south] = [longitudeOf(x + 1, maxZoom), latitudeOf(y + 1, maxZoom)]
  const header = Buffer.alloc(127)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  const parts = [directory, metadata, Buffer.alloc(0), data]
  let at = header.length
  parts.forEach((part, i) => {
    header.writeBigUInt64LE(BigInt(at), 8 + i * 16)
    header.writeBigUInt64LE(BigInt(part.length), 16 + i * 16)
    at += part.length
  })
  for (const offset of [72, 80, 88]) header.writeBigUInt64LE(BigInt(tiles.length), offset)
  header.set([1, GZIP, GZIP, tileType, 0, maxZoom], 96)
  for (const [offset, degrees] of [
    [102, west],
    [106, south],
    [110, east],
    [114, north],
  ] as const)
    header.writeInt32LE(Math.round(degrees * 1e7), offset)
  writeFileSync(file, Buffer.concat([header, ...parts]))
}

const worldX = ([longitude]: Point, z: number) => ((longitude + 180) / 360) * 2 ** z
const worldY = ([, latitude]: Point, z: number) =>
  ((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z
const longitudeOf = (x: number, z: number) => (x / 2 ** z) * 360 - 180
const latitudeOf = (y: number, z: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI

const tileAt = (point: Point, z: number) => ({ x: Math.floor(worldX(point, z)), y: Math.floor(worldY(point, z)) })

/** Each tile's id as a difference, its run length, its length and its offset. */
function encodeDirectory(tiles: readonly { readonly id: number; readonly data: Buffer }[]): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeVarint(tiles.length)
  for (const [i, { id }] of tiles.entries()) pbf.writeVarint(id - (tiles[i - 1]?.id ?? 0))
  for (const _ of tiles) pbf.writeVarint(1)
  for (const { data } of tiles) pbf.writeVarint(data.length)
  // 0: directly after the tile before.
  for (const i of tiles.keys()) pbf.writeVarint(i === 0 ? 1 : 0)
  return pbf.finish()
}

/** A Mapbox vector tile, version 2. */
function encodeTile(layers: MapLayers, z: number, x: number, y: number): Uint8Array {
  const pbf = new PbfWriter()
  for (const [name, features] of Object.entries(layers)) {
    const keys = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))]
    const values = [...new Set(features.flatMap(({ properties }) => Object.values(properties)))]
    const layer = new PbfWriter()
    layer.writeStringField(1, name)
    for (const { type, points, properties } of features) {
      const feature = new PbfWriter()
      const tags = Object.entries(properties).flatMap(([key, value]) => [keys.indexOf(key), values.indexOf(value)])
      feature.writePackedVarint(2, tags)
      feature.writeVarintField(3, type === 'line' ? 2 : 3)
      feature.writePackedVarint(4, encodeGeometry(type, points, z, x, y))
      layer.writeBytesField(2, feature.finish())
    }
    for (const key of keys) layer.writeStringField(3, key)
    for (const value of values) {
      const one = new PbfWriter()
      if (typeof value === 'string') one.writeStringField(1, value)
      else one.writeVarintField(5, value)
      layer.writeBytesField(4, one.finish())
    }
    layer.writeVarintField(5, EXTENT)
    layer.writeVarintField(15, 2)
    pbf.writeBytesField(3, layer.finish())
  }
  return pbf.finish()
}

const MOVE = 1
const LINE = 2
const CLOSE_PATH = 15

function encodeGeometry(type: MapFeature['type'], points: readonly Point[], z: number, x: number, y: number): number[] {
  const zigzag = (n: number) => (n << 1) ^ (n >> 31)
  const limit = (n: number) => Math.min(EXTENT * 8, Math.max(-EXTENT * 8, Math.round(n)))
  let [atX, atY] = [0, 0]
  const steps = points.map((point) => {
    const [tileX, tileY] = [limit((worldX(point, z) - x) * EXTENT), limit((worldY(point, z) - y) * EXTENT)]
    const step = [zigzag(tileX - atX), zigzag(tileY - atY)]
    ;[atX, atY] = [tileX, tileY]
    return step
  })
  const [first, ...rest] = steps
  const path = [MOVE | (1 << 3), ...first!, LINE | (rest.length << 3), ...rest.flat()]
  return type === 'line' ? path : [...path, CLOSE_PATH]
}
