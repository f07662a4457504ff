// Locations of the demonstration projects: city, province, street side and registry.
import { expect, test } from 'vitest'
import { dataset } from './dataset.ts'

/** City hall, and the city's radius in kilometres. */
const CITY_REACH: Readonly<Record<string, readonly [latitude: number, longitude: number, kilometres: number]>> = {
  Toronto: [43.653, -79.384, 28],
  Mississauga: [43.589, -79.644, 16],
  Brampton: [43.685, -79.76, 15],
  Vaughan: [43.837, -79.508, 16],
  Markham: [43.857, -79.337, 16],
  'Richmond Hill': [43.882, -79.44, 13],
  Oakville: [43.447, -79.667, 17],
  Burlington: [43.326, -79.799, 17],
  Pickering: [43.838, -79.087, 13],
  Ajax: [43.851, -79.02, 10],
  Whitby: [43.897, -78.943, 11],
  Oshawa: [43.897, -78.865, 12],
  Hamilton: [43.257, -79.87, 20],
  Barrie: [44.389, -79.69, 12],
  Kitchener: [43.451, -80.493, 13],
  Waterloo: [43.464, -80.52, 10],
  Cambridge: [43.36, -80.313, 13],
  Guelph: [43.545, -80.248, 11],
  London: [42.984, -81.245, 16],
  Windsor: [42.314, -83.036, 14],
  Kingston: [44.231, -76.481, 14],
  'St. Catharines': [43.159, -79.244, 11],
  Ottawa: [45.421, -75.69, 34],
  Gatineau: [45.428, -75.71, 22],
  Montréal: [45.508, -73.554, 26],
  Laval: [45.575, -73.72, 17],
  Longueuil: [45.531, -73.518, 14],
  Québec: [46.813, -71.208, 20],
  Sherbrooke: [45.404, -71.893, 14],
  'Trois-Rivières': [46.343, -72.543, 17],
  Vancouver: [49.261, -123.114, 13],
  Burnaby: [49.249, -122.981, 12],
  Richmond: [49.166, -123.134, 13],
  Surrey: [49.191, -122.849, 25],
  Coquitlam: [49.284, -122.793, 14],
  'New Westminster': [49.206, -122.911, 7],
  'North Vancouver': [49.321, -123.072, 12],
  Langley: [49.104, -122.66, 14],
  Kelowna: [49.888, -119.496, 14],
  Victoria: [48.428, -123.365, 7],
  Calgary: [51.045, -114.057, 27],
  Edmonton: [53.546, -113.494, 24],
  'Red Deer': [52.269, -113.811, 10],
  Saskatoon: [52.13, -106.66, 13],
  Regina: [50.447, -104.606, 12],
  Winnipeg: [49.895, -97.138, 19],
  Halifax: [44.648, -63.575, 18],
  Dartmouth: [44.665, -63.568, 12],
  Moncton: [46.088, -64.778, 11],
  Fredericton: [45.964, -66.643, 11],
  'Saint John': [45.273, -66.063, 11],
  Charlottetown: [46.234, -63.127, 9],
  "St. John's": [47.561, -52.712, 13],
}
const PROVINCE_LETTERS: Readonly<Record<string, string>> = {
  ON: 'KLMNP',
  QC: 'GHJ',
  BC: 'V',
  AB: 'T',
  SK: 'S',
  MB: 'R',
  NS: 'B',
  NB: 'E',
  PE: 'C',
  NL: 'A',
}

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
