// Measures standard addresses: listings against the address of their labelled building.
import { readFileSync } from 'node:fs'
import type { MatchBuilding } from '@plinth/matcher'
import { buildIndex } from '@plinth/matcher'
import { AddressBook } from '../src/addresses/address-book.ts'
import type { AddressDescription } from '../src/addresses/address-types.ts'
import { describeAddress } from '../src/addresses/describe-address.ts'
import { loadStreets } from '../src/catalog/snapshot/street-files.ts'
import { resultsMonth, writeResultsSection } from './results-file.ts'
import { hasShared, SHARED, sharedBuildings } from './shared-data.ts'

interface Listing {
  readonly text: string
  readonly city: string | null
  readonly province: string | null
  readonly building_key: string | null
}

export function bookOf(buildings: readonly MatchBuilding[]): AddressBook {
  const byKey = new Map(buildings.map((building) => [building.key, building]))
  return new AddressBook(buildIndex(buildings, loadStreets()), (key) => {
    const building = byKey.get(key)
    return building ? { lines: building.addresses.map(({ line }) => line), postal_code: building.postal ?? null } : null
  })
}

/** The line without its unit. */
function lineOf({ standardized, unit }: AddressDescription): string {
  const line = standardized.line ?? ''
  if (!unit) return line
  return line.startsWith(`${unit.value}-`) ? line.slice(unit.value.length + 1) : line.replace(/ \S+ \S+$/, '')
}

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`

export async function benchAddress(): Promise<void> {
  if (!hasShared()) {
    console.log('The labelled listings are not here. Nothing was measured.')
    return
  }
  const buildings = sharedBuildings()
  const book = bookOf(buildings)
  const own = new Map<string, string>()
  let stable = 0
  const unstable: string[] = []
  const describe = (address: string, city: string | null, province: string | null) => {
    const described = describeAddress({ address, city, province }, book)
    const { text } = described.standardized
    const again = describeAddress({ address: text }, book).standardized.text
    if (again === text) stable++
    else unstable.push(`${address} → ${text} → ${again}`)
    return described
  }
  for (const { key, addresses, city, province } of buildings)
    own.set(key, lineOf(describe(addresses[0]!.line, city, province)))
  const listings = readFileSync(SHARED.listings, 'utf8').split('\n').filter(Boolean)
  let [same, labelled, others, wrongly] = [0, 0, 0, 0]
  const lines = new Set(buildings.map(({ key, city }) => `${own.get(key)}, ${city}`))
  const different: string[] = []
  const alike: string[] = []
  const startedAt = performance.now()
  for (const row of listings) {
    const { text, city, province, building_key } = JSON.parse(row) as Listing
    const described = describe(text, city, province)
    const line = lineOf(described)
    if (building_key === null) {
      others++
      const found = `${line}, ${described.standardized.city}`
      if (lines.has(found)) {
        wrongly++
        alike.push(`${text} → ${found}`)
      }
      continue
    }
    labelled++
    if (line === own.get(building_key)) same++
    else different.push(`${text} → ${line}, labelled ${own.get(building_key)}`)
  }
  const microseconds = ((performance.now() - startedAt) / listings.length / 2) * 1000
  const total = buildings.length + listings.length
  const rows = [
    ['listings of a building whose standard line is that of the building', percent(same, labelled), labelled],
    ['listings without a building whose standard line is that of another building', percent(wrongly, others), others],
    ['texts whose standard form is read back unchanged', percent(stable, total), total],
  ] as const
  for (const [what, share, of] of rows) console.log(`  ${share}  ${what} (${of})`)
  console.log(`  ${microseconds.toFixed(0)} µs for an address`)
  if (process.argv.includes('--worst')) {
    const show = (title: string, texts: readonly string[]) =>
      console.log([`\n${title}`, ...texts.slice(0, 60)].join('\n  '))
    show('Different', different)
    show('Alike', alike)
    show('Not read back', unstable)
  }
  if (!process.argv.includes('--write-results')) return
  const table = rows.map(([what, share, of]) => `| ${what} | ${share} | ${of.toLocaleString('en')} |`)
  writeResultsSection(
    'address',
    [
      `Measured ${resultsMonth()} with \`npm run bench address\`.`,
      '',
      '| | share | of |',
      '|---|---|---|',
      ...table,
    ].join('\n'),
  )
}
