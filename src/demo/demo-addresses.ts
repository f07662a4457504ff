// Generates buildings and addresses: ranges, corners, marketing and former addresses.
import type { BuildingRow } from '../ingest/record/row.ts'
import { addMonths } from './calendar.ts'
import type { Random } from './drawings/random.ts'
import { towerKey } from './floor-plans.ts'
import type { Form } from './form.ts'
import { crossingAt } from './gazetteer/crossing.ts'
import { formerName } from './gazetteer/renamed.ts'
import type { Life } from './life.ts'
import type { Site } from './sites.ts'

type AddressRow = BuildingRow['addresses'][number]
export type Addressed = { canonical: string; buildings: BuildingRow[]; lines: string[] }

/** `taken` returns true when a line of that city is in use. */
export function addressesOf(
  random: Random,
  site: Site,
  form: Form,
  life: Life,
  taken: (line: string) => boolean,
): Addressed {
  const { civics, street } = site
  const lineOf = (civic: number | string) => `${civic} ${street.line}`
  const count = form.towers.length
  const isBuilt = life.construction.at(-1)![1] === 'completed' || life.construction.at(-1)![1] === 'occupancy'
  const builtYear = isBuilt ? Number(life.occupancy.slice(0, 4)) : null
  const shareOne = count > 1 && random.chance(0.35)
  const range = count === 1 && form.kind !== 'condo_townhouse' && random.chance(0.05)
  const buildings = form.towers.map((storeys, tower): BuildingRow => {
    const civic = shareOne ? civics[0]! : civics[Math.min(tower, civics.length - 1)]!
    const drift = tower * 0.00028
    return {
      key: count > 1 ? towerKey(tower) : 'main',
      name: count > 1 ? towerName(site, tower) : null,
      storeys,
      units: null,
      latitude: round5(site.latitude + drift * 0.4),
      longitude: round5(site.longitude + drift),
      year_built: builtYear,
      addresses: [municipal(lineOf(civic))],
    }
  })
  const first = buildings[0]!
  if (range)
    first.addresses = [{ line: lineOf(`${civics[0]}-${civics[1]}`), kind: 'range', valid_from: null, valid_to: null }]
  if (form.kind === 'condo_townhouse') first.addresses = civics.slice(0, 6).map((civic) => municipal(lineOf(civic)))
  const corner = count === 1 && random.chance(0.3) ? crossingAt(site.city, street, site) : null
  if (corner && !taken(corner)) first.addresses.push(municipal(corner))
  else if (random.chance(0.03)) first.addresses.push({ ...municipal(lineOf(civics.at(-1)!)), kind: 'entrance' })
  if (!range && random.chance(0.09)) addMarketing(first, lineOf(civics[Math.min(count + 1, civics.length - 1)]!), life)
  const former = formerName(site.city.city, street.line)
  if (former && builtYear !== null && builtYear < Number(former.until.slice(0, 4))) {
    const own = first.addresses[0]!
    first.addresses[0] = { ...own, valid_from: former.until }
    first.addresses.push({
      line: `${civics[0]} ${former.line}`,
      kind: 'historic',
      valid_from: null,
      valid_to: former.until,
    })
  }
  const lines = [...new Set(buildings.flatMap((one) => one.addresses.map((address) => address.line)))]
  return {
    canonical: `${first.addresses.find((one) => one.kind !== 'marketing')!.line}, ${site.city.city}, ${site.city.province}`,
    buildings,
    lines,
  }
}

function municipal(line: string): AddressRow {
  return { line, kind: 'municipal', valid_from: null, valid_to: null }
}

/** The project was sold under a number that the city did not assign. Only recent launches have such a record. */
function addMarketing(building: BuildingRow, line: string, life: Life): void {
  if (!life.launch || life.launch < '2012' || building.addresses.some((address) => address.line === line)) return
  const assigned = addMonths(life.launch, 10)
  const own = building.addresses[0]!
  building.addresses[0] = { ...own, valid_from: assigned }
  building.addresses.unshift({ line, kind: 'marketing', valid_from: addMonths(life.launch, -4), valid_to: assigned })
}

function towerName(site: Site, tower: number): string {
  const letter = String.fromCharCode(65 + tower)
  return site.city.province === 'QC' ? `Tour ${letter}` : `Tower ${letter}`
}

function round5(degrees: number): number {
  return Math.round(degrees * 100_000) / 100_000
}
