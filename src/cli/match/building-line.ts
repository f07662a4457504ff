// Reads one row of the buildings file, and merges rows of the same building.
import type { AddressKind, BuildingAddress, BuildingId, MatchBuilding } from '@plinth/matcher'
import type { Json } from './formats/json-line.ts'
import { condoCorpOf, idOf, numberOf, parseObject, textOf } from './formats/json-line.ts'

const KINDS: readonly string[] = ['municipal', 'marketing', 'historic', 'range', 'entrance'] satisfies AddressKind[]

function readAddresses(row: Json): BuildingAddress[] {
  const first = textOf(row, 'address')
  const more = Array.isArray(row.addresses) ? (row.addresses as (Json | string | null)[]) : []
  const out: BuildingAddress[] = first === null ? [] : [{ line: first }]
  for (const item of more) {
    const one = typeof item === 'string' ? { line: item } : item
    const line = one && textOf(one, 'line')
    if (!line) throw new Error('an item of addresses has no line')
    const kind = KINDS.includes(one.kind as string) ? { kind: one.kind as AddressKind } : {}
    out.push({ line, ...kind, valid_from: textOf(one, 'valid_from'), valid_to: textOf(one, 'valid_to') })
  }
  return out
}

/** The columns of a file of buildings. */
export const BUILDING_COLUMNS = [
  ...['building_key', 'id', 'address', 'addresses', 'city', 'province', 'postal', 'postal_code'],
  ...['lat', 'latitude', 'lng', 'longitude', 'name', 'aliases', 'group', 'project_id', 'project'],
  ...['condo_corp', 'storeys', 'city_name', 'names', 'parcels', 'register', 'register_id', 'gers_id'],
] as const

const NUMBER_COLUMNS: readonly string[] = ['lat', 'latitude', 'lng', 'longitude', 'storeys']
const LIST_COLUMNS: readonly string[] = ['addresses', 'aliases', 'names']

/** A row of CSV has only texts: numbers are read, and `|` separates the items of a list. */
export function rowOfTexts(texts: Readonly<Record<string, string>>): Json {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]): [string, unknown][] => {
      if (text.trim() === '') return []
      if (NUMBER_COLUMNS.includes(name)) return [[name, Number(text)]]
      if (LIST_COLUMNS.includes(name)) return [[name, text.split('|').map((item) => item.trim())]]
      return [[name, text]]
    }),
  )
}

/** A building with what registers call it. */
export interface FileBuilding extends MatchBuilding {
  readonly ids: readonly BuildingId[]
}

/** `gers` for Overture Maps, the registry of a corporation, and kinds of parcels are registers, too. */
function readIds(row: Json): BuildingId[] {
  const named = { register: textOf(row, 'register'), id: idOf(row, 'register_id') }
  const parcels = Array.isArray(row.parcels) ? (row.parcels as (Json | null)[]) : []
  const corporation = condoCorpOf(row)
  return [
    { register: 'gers', id: textOf(row, 'gers_id') },
    named,
    ...parcels.map((parcel) => ({ register: parcel && textOf(parcel, 'kind'), id: parcel && idOf(parcel, 'id') })),
    ...(corporation ? [{ register: corporation.registry, id: String(corporation.number) }] : []),
  ].filter((one): one is BuildingId => one.register !== null && one.id !== null)
}

export const readBuilding = (line: string): FileBuilding => buildingOf(parseObject(line))

/** A line of an export has a building, too: with `city_name` and `names`. */
export function buildingOf(row: Json): FileBuilding {
  const key = idOf(row, 'building_key', 'id')
  const addresses = readAddresses(row)
  if (key === null) throw new Error('building_key or id is missing')
  if (addresses.length === 0) throw new Error('address is missing')
  const group = idOf(row, 'group', 'project_id', 'project')
  const names = row.aliases ?? row.names
  const name = textOf(row, 'name')
  const aliases = Array.isArray(names) ? names.filter((one) => typeof one === 'string' && one && one !== name) : []
  return {
    key,
    ...(group === null ? {} : { group }),
    name,
    ...(aliases.length === 0 ? {} : { aliases }),
    addresses,
    city: textOf(row, 'city', 'city_name') ?? '',
    province: textOf(row, 'province') ?? '',
    postal: textOf(row, 'postal', 'postal_code'),
    lat: numberOf(row, 'lat', 'latitude'),
    lng: numberOf(row, 'lng', 'longitude'),
    storeys: numberOf(row, 'storeys'),
    condo_corp: condoCorpOf(row),
    ids: readIds(row),
  }
}

/** Two lines with one key and one city are one building with several addresses. */
export const isSameBuilding = (a: MatchBuilding, b: MatchBuilding): boolean =>
  a.city === b.city && a.province === b.province

/** The first line wins, except that names and addresses are added. */
export function mergeLines(first: FileBuilding, other: FileBuilding): FileBuilding {
  const names = [...(first.aliases ?? []), ...(other.aliases ?? []), other.name ?? '']
  const aliases = [...new Set(names)].filter((name) => name !== '' && name !== first.name)
  return {
    ...other,
    ...Object.fromEntries(Object.entries(first).filter(([, value]) => value !== null)),
    ...(aliases.length === 0 ? {} : { aliases }),
    addresses: [...first.addresses, ...other.addresses],
    ids: [...new Map([...first.ids, ...other.ids].map((one) => [`${one.register} ${one.id}`, one])).values()],
  } as FileBuilding
}
