// Locations of the demonstration projects: city, province, street side and registry.
import { expect, test } from 'vitest'
import { fromCases } from '../support/cases.ts'
import { dataset } from './dataset.ts'

/** City hall, and the city's radius in kilometres. */
const CITY_REACH: Readonly<Record<string, readonly [latitude: number, longitude: number, kilometres: number]>> =
  fromCases('demo/places', 'cities')
const PROVINCE_LETTERS: Readonly<Record<string, string>> = fromCases('demo/places', 'provinces')

function kilometres(latitude: number, longitude: number, fromLatitude: number, fromLongitude: number): number {
  const east = (longitude - fromLongitude) * Math.cos((fromLatitude * Math.PI) / 180)
  return Math.hypot(east, latitude - fromLatitude) * 111.32
}

test('every project is within its city, and its postal code within its province', () => {
  for (const row of dataset()) {
    const reach = CITY_REACH[row.city_name]
    expect(reach, row.city_name).toBeDefined()
    expect(kilometres(row.latitude!, row.longitude!, reach![0], reach![1]), row.address).toBeLessThan(reach![2])
    expect(row.postal_code).toMatch(/^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d$/)
    expect(PROVINCE_LETTERS[row.province], row.address).toContain(row.postal_code!.charAt(0))
  }
})

test('there are at least 30 cities, with half of the projects in and around Toronto', () => {
  const rows = dataset()
  const share = (...cities: string[]) => rows.filter((row) => cities.includes(row.city_name)).length / rows.length
  expect(new Set(rows.map((row) => row.city_name)).size).toBeGreaterThanOrEqual(30)
  const greater = share(
    'Toronto',
    'Mississauga',
    'Brampton',
    'Vaughan',
    'Markham',
    'Richmond Hill',
    'Oakville',
    'Burlington',
    'Pickering',
    'Ajax',
    'Whitby',
    'Oshawa',
  )
  expect(greater).toBeGreaterThan(0.45)
  expect(greater).toBeLessThan(0.55)
  expect(
    share('Vancouver', 'Burnaby', 'Richmond', 'Surrey', 'Coquitlam', 'New Westminster', 'North Vancouver', 'Langley'),
  ).toBeGreaterThan(0.12)
  expect(share('Montréal')).toBeGreaterThan(share('Calgary'))
  expect(share('Calgary')).toBeGreaterThan(share('Edmonton'))
  expect(share('Ottawa')).toBeGreaterThan(share('Québec'))
  expect(share('Québec')).toBeGreaterThan(share('Halifax'))
})

const REGISTRIES: Readonly<Record<string, RegExp>> = {
  ON: /^(YCC|MTCC|TSCC|PCC|PSCC|YRCC|YRSCC|HCC|HSCC|DCC|DSCC|WCC|WSCC|SCC|SSCC|WNCC|WNSCC|WLCC|WLSCC|MCC|MSCC|ECC|ESCC|FCC|FSCC|NNCC|NNSCC|OCCC|OCSCC)$/,
  BC: /^(VAS|VR|NW|LMS|BCS|EPS|VIS|KAS)$/,
  AB: /^CP$/,
  SK: /^CP$/,
  MB: /^WCC$/,
  NS: /^HCCC$/,
}

test('condominium corporations match their registry, rise with the year and are unique', () => {
  const seen = new Set<string>()
  const byYear: number[][] = []
  for (const row of dataset()) {
    if (!row.condo_corp) continue
    const { registry, number } = row.condo_corp
    expect(registry, row.address).toMatch(REGISTRIES[row.province]!)
    if (registry === 'TSCC' || registry === 'MTCC') expect(row.city_name).toBe('Toronto')
    const mark = `${row.province}/${registry}/${number}`
    if (!['WCC', 'WSCC'].includes(registry)) expect(seen.has(mark), mark).toBe(false)
    seen.add(mark)
    if (registry === 'TSCC') byYear.push([row.year_built!, number])
  }
  byYear.sort((a, b) => a[0]! - b[0]!)
  expect(byYear.at(-1)![1]).toBeGreaterThan(byYear[0]![1]! + 1000)
})

test('all kinds of addresses occur: ranges, corners, marketing, former, shared and separate', () => {
  const kinds = new Map<string, number>()
  let sharing = 0
  let apart = 0
  for (const row of dataset()) {
    for (const one of row.buildings)
      for (const address of one.addresses) kinds.set(address.kind, (kinds.get(address.kind) ?? 0) + 1)
    if (row.buildings.length < 2) continue
    const lines = new Set(
      row.buildings.map((one) => one.addresses.find((address) => address.kind === 'municipal')?.line),
    )
    if (lines.size === 1) sharing += 1
    else apart += 1
  }
  for (const kind of ['municipal', 'range', 'marketing', 'historic', 'entrance'])
    expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(0)
  expect(sharing).toBeGreaterThan(20)
  expect(apart).toBeGreaterThan(40)
})

test('quadrants, French order and directions follow Canada Post', () => {
  for (const row of dataset()) {
    const line = row.address.split(',')[0]!
    if (row.city_name === 'Edmonton') expect(line, row.address).toMatch(/ (NW|SW)$/)
    if (row.city_name === 'Calgary') expect(line, row.address).toMatch(/ (NW|SW|NE|SE|N)$/)
    if (row.city_name === 'Montréal') expect(line, row.address).toMatch(/^\d+(-\d+)? (Rue|Boul|Av|Ch) /)
    if (row.province === 'QC') expect(row.description_fr, row.key).not.toBeNull()
  }
})
