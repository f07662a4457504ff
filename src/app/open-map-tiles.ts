// Opens the file of map tiles that MAP_TILES names, and checks that the portal can draw it.

import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { MapTiles } from '../http/server/services.ts'
import { at } from '../kernel/at.ts'
import { Stop } from '../kernel/fault.ts'

const HEADER_BYTES = 127
/** Larger parts are damage: the root directory has at most 16 kB, and metadata are a few kB. */
const MAX_PART_BYTES = 4 * 1024 * 1024
const GZIP = 2
const VECTOR_TILES = 1
/** Layers that the portal's style draws. */
const NEEDED_LAYERS = ['earth', 'roads', 'water']

/** Null without a file. Throws a `Stop` that says what is wrong with the file. */
export function openMapTiles(file: string | undefined): MapTiles | null {
  if (file === undefined) return null
  let fd: number
  try {
    fd = openSync(file, 'r')
  } catch (error) {
    throw unusable(file, (error as Error).message)
  }
  try {
    let isOpen = true
    const close = () => {
      if (isOpen) closeSync(fd)
      isOpen = false
    }
    return { ...describe(file, fd), close }
  } catch (error) {
    closeSync(fd)
    throw error instanceof Stop ? error : unusable(file, (error as Error).message)
  }
}

function unusable(file: string, problem: string): Stop {
  return new Stop(
    'usage',
    `the map tiles ${file} cannot be used: ${problem}`,
    'Set MAP_TILES to a Protomaps basemap (a .pmtiles file), or unset it. docs/operations.md says how to get one.',
  )
}

/** The header of PMTiles version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). */
function describe(file: string, fd: number): Omit<MapTiles, 'close'> {
  const stats = fstatSync(fd)
  if (!stats.isFile()) throw unusable(file, 'it is not a file')
  const bytes = stats.size
  const header = readAt(fd, 0, Math.min(HEADER_BYTES, bytes))
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, 7) !== 'PMTiles' || header[7] !== 3)
    throw unusable(file, 'it is not a PMTiles file of version 3')
  const number = (offset: number) => Number(header.readBigUInt64LE(offset))
  const end = Math.max(number(8) + number(16), number(24) + number(32), number(56) + number(64))
  if (end > bytes) throw unusable(file, `it is incomplete: it has ${bytes} of ${end} bytes`)
  const [internalCompression, tileCompression, tileType] = [at(header, 97), at(header, 98), at(header, 99)]
  if (tileType !== VECTOR_TILES) throw unusable(file, 'its tiles are pictures, not vector tiles')
  if (tileCompression > GZIP)
    throw unusable(file, 'its tiles are not compressed with gzip, so browsers cannot read them')
  const directory = readPart(fd, number(8), number(16))
  const stored = readPart(fd, number(24), number(32))
  const metadata = JSON.parse(
    (internalCompression === GZIP ? gunzipSync(stored, { maxOutputLength: MAX_PART_BYTES }) : stored).toString(),
  ) as Metadata
  const layers = Array.isArray(metadata.vector_layers) ? metadata.vector_layers.map(({ id }) => id) : []
  const missing = NEEDED_LAYERS.filter((layer) => !layers.includes(layer))
  if (missing.length > 0) throw unusable(file, `it is no Protomaps basemap: it has no layer ${missing.join(', ')}`)
  const degrees = (offset: number) => header.readInt32LE(offset) / 1e7
  return {
    file: { path: file, bytes, fd },
    version: createHash('sha256').update(header).update(directory).update(stored).digest('hex').slice(0, 16),
    bounds: [degrees(102), degrees(106), degrees(110), degrees(114)],
    minZoom: at(header, 100),
    maxZoom: at(header, 101),
    attribution: plainText(metadata.attribution),
  }
}

interface Metadata {
  readonly vector_layers?: readonly { readonly id: string }[]
  readonly attribution?: unknown
}

function readPart(fd: number, offset: number, length: number): Buffer {
  if (length > MAX_PART_BYTES) throw new Error('its header is damaged')
  return readAt(fd, offset, length)
}

function readAt(fd: number, offset: number, length: number): Buffer {
  const part = Buffer.alloc(length)
  return part.subarray(0, readSync(fd, part, 0, length, offset))
}

const ENTITIES: Readonly<Record<string, string>> = { '&copy;': '©', '&amp;': '&', '&lt;': '<', '&gt;': '>' }
const OPEN_STREET_MAP = '© OpenStreetMap'

/** Attributions are HTML. The licence of the data requires the name of OpenStreetMap in any case. */
function plainText(attribution: unknown): string {
  const text = (typeof attribution === 'string' ? attribution : '')
    .replace(/<[^>]*>/g, '')
    .replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
  if (text === '') return OPEN_STREET_MAP
  return text.includes('OpenStreetMap') ? text : `${text} ${OPEN_STREET_MAP}`
}
