// Writes packages/matcher/src/gazetteer/places.json from open lists of Canadian places.
//   npx tsx tools/build/make-places.ts FOLDER      (its sources and their licences: packages/matcher/README.md)

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Row = Readonly<Record<string, string>>

interface Place {
  readonly name: string
  readonly alt: string
  readonly isMunicipality: boolean
  readonly point: string
}

const folder = process.argv[2]
if (!folder) throw new Error('Name the folder of the TSV files.')

function rowsOf(file: string): Row[] {
  const [head = '', ...lines] = readFileSync(join(folder as string, file), 'utf8')
    .trimEnd()
    .split('\n')
  const names = head.split('\t')
  return lines.map((line) => Object.fromEntries(line.split('\t').map((value, i) => [names[i], value.trim()])))
}

const fold = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()

/** Hundredths of a degree: about a kilometre. */
const pointOf = ({ lat, lng }: Row): string =>
  lat && lng ? `@${Math.round(Number(lat) * 100)},${Math.round(Number(lng) * 100)}` : ''

/** Townships without people and reserves are written with numbers, and are no towns of an address. */
const isTown = ({ name = '' }: Row): boolean => !/\d|Unorganized|Subd\.|Non organis|, Part|^Division/i.test(name)

/** The census districts of cities whose neighbourhoods the list of populated places has. */
const CITY_DISTRICTS: Readonly<Record<string, string>> = { 4811061: 'Edmonton', 4806016: 'Calgary', 3520: 'Toronto' }

/** Neighbourhoods of these cities are open data under licences that allow shipping them. */
const SHIPPED = new Set(['Toronto', 'Vancouver', 'Calgary', 'Edmonton', 'Surrey', 'Montreal', 'Quebec'])

const places = new Map<string, Place & { readonly province: string }>()
const districts = new Map<string, Set<string>>()

function add(province: string, place: Place): void {
  const key = `${province} ${fold(place.name)}`
  const known = places.get(key)
  places.set(key, {
    province,
    name: known?.name ?? place.name,
    alt: known?.alt || place.alt,
    isMunicipality: (known?.isMunicipality ?? false) || place.isMunicipality,
    point: known?.point || place.point,
  })
}

function addDistrict(city: string, name: string): void {
  const list = districts.get(city) ?? new Set()
  districts.set(city, list)
  if (fold(name) !== fold(city)) list.add(name)
}

for (const row of rowsOf('census-subdivisions.tsv'))
  if (isTown(row))
    add(row.province!, {
      name: row.name!,
      alt: row.name_fr !== row.name ? row.name_fr! : '',
      isMunicipality: true,
      point: pointOf(row),
    })
for (const row of rowsOf('geonames-canada.tsv')) {
  const city = CITY_DISTRICTS[row.admin2 ?? '']
  if (city && fold(row.name!) !== fold(city)) addDistrict(city, row.name!)
  else if (isTown(row)) add(row.province!, { name: row.name!, alt: '', isMunicipality: false, point: pointOf(row) })
}
for (const row of rowsOf('geonames-canada-alt.tsv'))
  if (isTown(row)) add(row.province!, { name: row.name!, alt: '', isMunicipality: false, point: pointOf(row) })
for (const { city, name } of rowsOf('neighbourhoods.tsv'))
  if (SHIPPED.has(city!)) for (const part of name!.split(/\s*[/–]\s*/)) addDistrict(city!, part)
for (const { alias, city } of rowsOf('vancouver-locality-aliases.tsv'))
  if (!places.has(`BC ${fold(alias!)}`)) addDistrict(city!, alias!)

// The roll of Québec names municipalities by the end of their census code.
const quebec = rowsOf('census-subdivisions.tsv').filter((row) => row.province === 'QC' && row.class !== 'NO')
const codes = quebec.map(({ csd, name_fr, name }) => [csd!.slice(2), name_fr || name!]).sort()
const codesFile = fileURLToPath(new URL('../../assets/open-data/quebec-municipalities.json', import.meta.url))
writeFileSync(codesFile, `${JSON.stringify(Object.fromEntries(codes), null, 2)}\n`)

const byProvince: Record<string, string[]> = {}
for (const { province, name, alt, isMunicipality, point } of places.values()) {
  byProvince[province] ??= []
  byProvince[province].push(`${isMunicipality ? '' : '~'}${name}${alt && `=${alt}`}${point}`)
}
const sorted = (names: Iterable<string>): string => [...names].sort((a, b) => a.localeCompare(b, 'en')).join('|')
const out = {
  places: Object.fromEntries(Object.entries(byProvince).map(([province, list]) => [province, sorted(list)])),
  districts: Object.fromEntries([...districts].map(([city, list]) => [city, sorted(list)])),
}
const file = fileURLToPath(new URL('../../packages/matcher/src/gazetteer/places.json', import.meta.url))
writeFileSync(file, `${JSON.stringify(out, null, 1)}\n`)
console.log(`${places.size} places and ${[...districts.values()].reduce((n, s) => n + s.size, 0)} districts in ${file}`)
