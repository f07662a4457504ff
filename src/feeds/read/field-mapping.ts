// Which field of a feed becomes which field of a listing: defaults and changes.
import { readAsset } from '../../kernel/tables/assets.ts'
import { FEED_DATA } from './feed-data.ts'

/** Fields of a listing that a feed can fill. The street parts are joined when `address` is empty. */
export const TARGETS = [
  'key',
  'address',
  'street_number',
  'street_prefix',
  'street_name',
  'street_suffix',
  'street_direction',
  'unit',
  'city',
  'province',
  'postal_code',
  'building_name',
  'condo_corp',
  'condo_corp_number',
  'latitude',
  'longitude',
  'listed_on',
  'status',
  'modified_at',
  'mls_number',
  'transaction',
  'property_type',
  'property_subtype',
  'office',
  'board',
  'legal_level',
  'legal_unit',
  'parcel_number',
  'off_market_on',
  'assignment',
  'potl',
  // The former name of `mls_number`, still accepted in changes.
  'listing_id',
] as const
export type Target = (typeof TARGETS)[number]

/** The names of the fields to read, in order of preference: the first one with a value wins. */
export type FieldMapping = Readonly<Partial<Record<Target, readonly string[]>>>

/** What the customer changes: other names, or null to leave a field out. */
export type FieldChanges = Readonly<Partial<Record<Target, readonly string[] | null>>>

/** A change of the defaults: rows that were read with older ones are read once more. */
export const MAPPING_VERSION = 3

/** The fields that a RESO server has, by its host. The first dialect has all that any server is known to have. */
export interface Dialect {
  readonly name: string
  readonly hosts: readonly string[]
  readonly maxPage: number | null
  readonly fields: FieldMapping
}

const DIALECTS: readonly Dialect[] = FEED_DATA.dialects
const ANY_DIALECT = DIALECTS[0]!

export function dialectOf(url: string): Dialect {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return DIALECTS.find(({ hosts }) => hosts.includes(host)) ?? ANY_DIALECT
}

/** Other names of columns in files, beside the field's own. */
const FILE_NAMES: FieldMapping = readAsset('column-names.json')

/** `#2` is the second column of a file without a header. */
const POSITION = /^#\d+$/

export function hasNoHeader(changes: FieldChanges): boolean {
  return Object.values(changes).some((names) => names?.some((name) => POSITION.test(name)))
}

/** Without these nothing can be read. */
export const REQUIRED_RESO = ['key', 'modified_at'] as const satisfies readonly Target[]

export function resoMapping(changes: FieldChanges, url = ''): FieldMapping {
  return withChanges(dialectOf(url).fields, changes)
}

/** Resolves the mapping to the columns that the file has. */
export function fileMapping(changes: FieldChanges, columns: readonly string[]): FieldMapping {
  const byName = new Map<string, string>()
  for (const column of columns) if (!byName.has(fold(column))) byName.set(fold(column), column)
  const defaults: Partial<Record<Target, readonly string[]>> = {}
  for (const target of TARGETS) {
    if (target === 'modified_at' || target === 'listing_id') continue
    const names = [target, ...(FILE_NAMES[target] ?? []), ...(ANY_DIALECT.fields[target] ?? [])]
    const found = names.flatMap((name) => byName.get(fold(name)) ?? [])
    // A row without its key is rejected: the key of another column would be another listing.
    if (found.length > 0) defaults[target] = target === 'key' ? found.slice(0, 1) : [...new Set(found)]
  }
  return withChanges(defaults, changes)
}

function withChanges(defaults: FieldMapping, changes: FieldChanges): FieldMapping {
  const mapping: Partial<Record<Target, readonly string[]>> = { ...defaults }
  for (const target of TARGETS) {
    if (target === 'listing_id') continue
    const names = target === 'mls_number' ? (changes[target] ?? changes.listing_id) : changes[target]
    if (names === null) delete mapping[target]
    else if (names) mapping[target] = names
  }
  return mapping
}

/** Every field that the mapping reads, each once. */
export function fieldsOf(mapping: FieldMapping): string[] {
  return [...new Set(Object.values(mapping).flat())]
}

function fold(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}
