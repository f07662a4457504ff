// Writes files in the shape of the National Address Register, of any size, with invented addresses.
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { toStatcanLambert } from '../../../src/ingest/open-data/projections.ts'
import { NAR_2025 } from '../../../test/support/nar-files.ts'
import { Random } from '../../shared/random.ts'
import { inventedStreets } from '../invented-streets.ts'
import REGISTER from './register-places.json' with { type: 'json' }

interface City {
  readonly code: number
  readonly province: string
  readonly name: string
  readonly prefixes: readonly string[]
  readonly longitude: number
  readonly latitude: number
}

/** Of 17 million lines, about 160,000 buildings have five dwellings or more. */
const LINES_PER_BUILDING = 104
/** Buildings whose lines are mixed with each other: the register is not sorted by location. */
const OPEN_BUILDINGS = 64
const CHUNK_LENGTH = 1024 * 1024
const HEX = '0123456789abcdef'

export interface NarFiles {
  readonly files: readonly string[]
  readonly lines: number
  /** Buildings with at least five dwellings. */
  readonly buildings: number
  readonly bytes: number
}

/** One file per province. The same seed writes the same files. */
export async function writeNarFiles(folder: string, lines: number, seed = 20): Promise<NarFiles> {
  mkdirSync(folder, { recursive: true })
  const provinces = [...new Set(REGISTER.nar.map(({ code }) => code))]
  const counts = { lines: 0, buildings: 0, bytes: 0 }
  const files: string[] = []
  for (const code of provinces) {
    const cities = REGISTER.nar.filter((city) => city.code === code)
    const file = join(folder, `Address_${code}.csv`)
    const share = Math.round((lines * cities.length) / REGISTER.nar.length)
    await pipeline(Readable.from(chunks(cities, share, seed + code, counts)), createWriteStream(file))
    files.push(file)
  }
  return { files, ...counts }
}

function* chunks(
  cities: readonly City[],
  count: number,
  seed: number,
  counts: { lines: number; buildings: number; bytes: number },
): Generator<Buffer> {
  let text = `${NAR_2025.join(',')}\n`
  for (const line of linesOf(cities, count, seed, counts)) {
    text += line
    counts.lines++
    if (text.length < CHUNK_LENGTH) continue
    const chunk = Buffer.from(text)
    counts.bytes += chunk.length
    yield chunk
    text = ''
  }
  yield Buffer.from(text)
}

interface OpenBuilding {
  readonly line: (label: string) => string
  readonly labels: string[]
}

function* linesOf(
  cities: readonly City[],
  count: number,
  seed: number,
  counts: { buildings: number },
): Generator<string> {
  const random = new Random(seed)
  const open: OpenBuilding[] = []
  let buildings = 0
  let written = 0
  while (written < count) {
    const isDue = buildings * LINES_PER_BUILDING < written + open.length
    if (isDue && open.length < OPEN_BUILDINGS && written < count * 0.95) {
      const size = sizeOf(random)
      open.push({ line: addressOf(cities, buildings++, random), labels: labelsOf(size) })
      counts.buildings++
    }
    const at = random.below(OPEN_BUILDINGS)
    const building = open[at]
    if (building) {
      yield building.line(building.labels.pop()!)
      if (building.labels.length === 0) open.splice(at, 1)
    } else yield addressOf(cities, -1, random)('')
    written++
  }
  for (const { line, labels } of open) for (const label of labels) yield line(label)
}

function sizeOf(random: Random): number {
  const kind = random.next()
  if (kind < 0.5) return 5 + random.below(8)
  return kind < 0.85 ? 12 + random.below(48) : 60 + random.below(340)
}

function labelsOf(size: number): string[] {
  const perFloor = size < 20 ? 4 : size < 100 ? 8 : 12
  return Array.from({ length: size }, (_, n) => String((1 + Math.floor(n / perFloor)) * 100 + 1 + (n % perFloor)))
}

const STREETS = inventedStreets()

/** Buildings have an address of their own; houses (-1) may repeat. */
function addressOf(cities: readonly City[], building: number, random: Random): (label: string) => string {
  const city = building < 0 ? random.pick(cities) : cities[building % cities.length]!
  const nth = building < 0 ? random.below(4_000_000) : Math.floor(building / cities.length)
  const street = STREETS[nth % STREETS.length]!
  const civic = 1 + 2 * Math.floor(nth / STREETS.length) + (building < 0 ? 5001 : 0)
  const isFrench = city.province === 'QC'
  const type = isFrench ? street.french : street.english
  const prefix = city.prefixes[nth % city.prefixes.length]!
  const postal = `${prefix}${random.below(10)}${'ABCEGH'[random.below(6)]}${random.below(10)}`
  const [x, y] = pointOf(city, nth, random)
  const location = guid(random)
  const middle = `${civic},,${street.name},${type},,${city.code},${city.name},${city.name},CY,${isFrench ? 'V' : 'CY'}`
  const mail = `${street.name.toUpperCase()},${type},,${city.name.toUpperCase()},${city.province},${postal}`
  return (label) => `${location},${guid(random)},${label},${middle},${mail},,,,,,,${x},${y},,,,1\n`
}

/** Four in a thousand have no point, and one in two thousand is 60 km off. */
function pointOf(city: City, nth: number, random: Random): readonly [number | '', number | ''] {
  if (random.chance(0.004)) return ['', '']
  const spot = nth % city.prefixes.length
  const off = random.chance(0.0005) ? 0.6 : 0
  const longitude = city.longitude + spot * 0.02 + random.next() * 0.02 + off
  const [x, y] = toStatcanLambert(longitude, city.latitude + spot * 0.01 + random.next() * 0.02 + off)
  return [Math.round(x * 100) / 100, Math.round(y * 100) / 100]
}

function guid(random: Random): string {
  let text = ''
  for (let i = 0; i < 32; i++) text += HEX[random.below(16)]! + (i === 7 || i === 11 || i === 15 || i === 19 ? '-' : '')
  return text
}
