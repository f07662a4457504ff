// plinth index: reads a buildings file once and writes its index, which opens in milliseconds, or one per place.
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildIndex } from '@plinth/matcher'
import { PROVINCES } from '@plinth/matcher/internal/gazetteer/place-tables'
import { foldToAscii } from '@plinth/matcher/internal/text/fold-text'
import { streetTexts } from '../../catalog/snapshot/street-files.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { writeIndexFile } from './building-index.ts'
import type { FileBuilding } from './building-line.ts'
import { readBuildings } from './match-buildings.ts'

export interface IndexFlags {
  /** A file, or the folder for the files of all places. */
  readonly output: string
  readonly by?: 'province' | 'city'
  readonly streets?: string
}

export async function indexCommand(file: string, { output, by, streets }: IndexFlags): Promise<number> {
  if (streets !== undefined && by === undefined)
    throw new Stop('usage', '--streets requires --by; other indexes use the lists of plinth match --streets')
  const buildings = await readBuildings(file, (message) => console.error(message)).catch((error: Error) => {
    throw new Stop('usage', error.message)
  })
  if (buildings.length === 0) throw new Stop('usage', `${file} has no valid buildings`)
  if (by === undefined) await write(output, buildings, file)
  else {
    mkdirSync(output, { recursive: true })
    for (const [name, { province, rows }] of byPlace(buildings, by))
      await write(join(output, `${name}.plinth`), rows, file, streetTexts(streets, province))
  }
  return EXIT.ok
}

async function write(
  output: string,
  buildings: readonly FileBuilding[],
  source: string,
  streets?: readonly string[],
): Promise<void> {
  const ids = buildings.some((building) => building.ids.length > 0) ? { ids: buildings.map(({ ids }) => ids) } : {}
  await writeIndexFile(output, buildIndex(buildings), source, { ...ids, ...(streets && { streets }) })
  const megabytes = Number((statSync(output).size / 1e6).toPrecision(2))
  console.log(`${output}: ${buildings.length.toLocaleString('en-CA')} buildings, ${megabytes} MB`)
}

interface PlaceFile {
  readonly province: string
  readonly rows: FileBuilding[]
}

/** By the name of the file, such as `on` or `qc-montreal`. The index knows the city of a building that names none. */
function byPlace(buildings: readonly FileBuilding[], by: 'province' | 'city'): ReadonlyMap<string, PlaceFile> {
  const { buildingCity, directory } = buildIndex(buildings)
  const files = new Map<string, PlaceFile>()
  for (const [row, building] of buildings.entries()) {
    const city = directory.cities[buildingCity[row]!]!
    const province = PROVINCES[city.province]!.code
    const words = [province || 'other', ...(by === 'city' ? [city.name || 'other'] : [])]
    const name = words
      .map((word) =>
        foldToAscii(word)
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, '-'),
      )
      .join('-')
    const { rows } = files.get(name) ?? files.set(name, { province, rows: [] }).get(name)!
    rows.push(building)
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
}
