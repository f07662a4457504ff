// Measures suggestions while someone types: accuracy after a few characters, and time.
import { existsSync } from 'node:fs'
import type { MatchBuilding } from '@plinth/matcher'
import { search } from '../../../src/catalog/suggest/search.ts'
import { bytesOf } from '../../../src/catalog/suggest/suggest-index.ts'
import { DEMO_AS_OF, demoRowsAt } from '../../../src/demo/prepared-rows.ts'
import { Random } from '../../shared/random.ts'
import { median, quantile, percent as share, table, whole } from '../../shared/tables.ts'
import { rowsOf } from '../accuracy/shared-sets.ts'
import { buildingsIn, hasShared, SHARED, sharedBuildings } from '../shared-data.ts'
import { generateBuildings } from './index-growth.ts'
import { cpuMs, publish } from './measure.ts'
import type { TopThree, TypedCase } from './suggest-accuracy.ts'
import { addressTexts, indexOfBuildings, nameTexts, TopThreeMeter } from './suggest-accuracy.ts'

const ADDRESS_CHARACTERS = 8
const NAME_CHARACTERS = 6
const SIZES = [20_000, 100_000]
const QUERIES = 6000
/** Short starts that are everywhere, and long texts. */
const WORST = ['st', '10', 'av', '1 ', 'a b', 'sa', '1 s', 'st 1', 'rue st', 'ab '.repeat(66), 'x'.repeat(200)]

const percent = ({ cases, found, ceiling }: TopThree) => `${share(found, cases, 1)} (of ${share(ceiling, cases, 1)})`

/** What people type: from the civic number on, without the unit. */
function typedListings(byKey: ReadonlyMap<string, MatchBuilding>): TypedCase[] {
  return rowsOf(SHARED.listings).flatMap(({ text, city, building_key: key }): TypedCase[] => {
    const number = key && /\d+/.exec(byKey.get(key)?.addresses[0]?.line ?? '')?.[0]
    const at = number ? text.search(new RegExp(String.raw`(?<!\d)${number}(?!\d)`)) : -1
    return at < 0 ? [] : [{ text: text.slice(at), city: city!, key: key! }]
  })
}

function addressRows(): string[][] {
  if (!hasShared()) return []
  const buildings = sharedBuildings()
  const byKey = new Map(buildings.map((building) => [building.key, building]))
  const index = indexOfBuildings(buildings)
  const meter = new TopThreeMeter(buildings, index, ADDRESS_CHARACTERS, addressTexts)
  const listings = typedListings(byKey)
  const official = listings.map(({ key, city }) => ({ key, city, text: byKey.get(key)!.addresses[0]!.line }))
  return [row('address of the building', official, meter), row('address as the listing writes it', listings, meter)]
}

function row(what: string, cases: readonly TypedCase[], meter: TopThreeMeter): string[] {
  const [city, none] = [meter.measure(cases, true), meter.measure(cases, false)]
  return [what, String(cases.length), percent(city), percent(none)]
}

async function demoBuildings(): Promise<MatchBuilding[]> {
  const all: MatchBuilding[] = []
  for await (const { key, name, aliases, city_name, province, buildings } of demoRowsAt(DEMO_AS_OF)) {
    const addresses = buildings.flatMap(({ addresses: lines }) => lines)
    all.push({ key, name, aliases, city: city_name, province, addresses })
  }
  return all
}

async function nameRows(): Promise<string[][]> {
  const sets: [string, MatchBuilding[]][] = [['name, demonstration', await demoBuildings()]]
  if (existsSync(SHARED.namedBuildings)) sets.unshift(['name, real', buildingsIn(SHARED.namedBuildings)])
  return sets.map(([what, buildings]) => {
    const meter = new TopThreeMeter(buildings, indexOfBuildings(buildings), NAME_CHARACTERS, nameTexts)
    const cases = buildings.flatMap(({ key, name, city }) => (name ? [{ key, city, text: name }] : []))
    return row(what, cases, meter)
  })
}

/** Some buildings have a name, as in real data. */
function namedBuildings(count: number): MatchBuilding[] {
  const random = new Random(7)
  const first = 'Harbour Maple Crown Summit Cedar Union Regent Lumen Aster Orchard Beacon Vista Cobalt Juniper'.split(
    ' ',
  )
  const second = 'Residences Towers Lofts Place House Square Landing Heights Point Park Gardens Court'.split(' ')
  return Array.from(generateBuildings(count), (building) =>
    random.chance(0.4) ? { ...building, name: `${random.pick(first)} ${random.pick(second)}` } : building,
  )
}

/** Processor time, which other load does not change. */
function timesAt(count: number): string[] {
  const buildings = namedBuildings(count)
  const { result: index, ms: buildMs } = cpuMs(() => indexOfBuildings(buildings))
  const random = new Random(3)
  const texts = Array.from({ length: QUERIES }, () => {
    const { addresses, name } = buildings[random.below(count)]!
    const text = name && random.chance(0.3) ? name : addresses[0]!.line
    return text.slice(0, 2 + random.below(12))
  })
  const run = (q: string) => cpuMs(() => search(index, null, { q })).ms
  for (const q of [...texts, ...WORST]) run(q)
  const times = texts.map(run)
  const slowest = WORST.map((q) => ({ q, ms: median(Array.from({ length: 21 }, () => run(q))) }))
  const worst = slowest.reduce((a, b) => (b.ms > a.ms ? b : a))
  return [
    whole(count),
    `${median(times).toFixed(2)} ms`,
    `${quantile(times, 0.99).toFixed(2)} ms`,
    `${worst.ms.toFixed(2)} ms (\`${worst.q.trim().slice(0, 10)}\`)`,
    `${whole(bytesOf(index) / 1024)} KB`,
    `${Math.round(buildMs)} ms`,
  ]
}

export async function benchSuggest(): Promise<void> {
  const accuracy = table(
    ['typed', 'cases', 'in the first 3, with `city`', 'without'],
    [...addressRows(), ...(await nameRows())],
  )
  const speed = table(['buildings', 'p50', 'p99', 'worst text', 'memory', 'both indexes built'], SIZES.map(timesAt))
  const intro =
    `An address is typed from its civic number, ${ADDRESS_CHARACTERS} characters; a name, ${NAME_CHARACTERS} characters. ` +
    'In brackets: what the start of the text can tell on average, because more than three buildings may share it.'
  const between = 'Processor time of the search, over texts of 2 to 13 characters:'
  publish('suggest', [intro, accuracy, between, speed].join('\n\n'))
}
