// Which field of a feed becomes which field of a listing: defaults and changes.

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
  'latitude',
  'longitude',
  'listed_on',
  'status',
  'modified_at',
  'listing_id',
  'parcel_number',
] as const
export type Target = (typeof TARGETS)[number]

/** The names of the fields to read, in order of preference: the first one with a value wins. */
export type FieldMapping = Readonly<Partial<Record<Target, readonly string[]>>>

/** What the customer changes: other names, or null to leave a field out. */
export type FieldChanges = Readonly<Partial<Record<Target, readonly string[] | null>>>

/** Names of the RESO Data Dictionary. `ApartmentNumber` is the unit at PropTx. */
const RESO_FIELDS: FieldMapping = {
  key: ['ListingKey'],
  address: ['UnparsedAddress'],
  street_number: ['StreetNumber'],
  street_prefix: ['StreetDirPrefix'],
  street_name: ['StreetName'],
  street_suffix: ['StreetSuffix'],
  street_direction: ['StreetDirSuffix'],
  unit: ['UnitNumber', 'ApartmentNumber'],
  city: ['City', 'CityRegion'],
  province: ['StateOrProvince'],
  postal_code: ['PostalCode'],
  building_name: ['BuildingName'],
  condo_corp: ['AssociationName'],
  latitude: ['Latitude'],
  longitude: ['Longitude'],
  listed_on: ['OriginalEntryTimestamp'],
  status: ['StandardStatus'],
  modified_at: ['ModificationTimestamp'],
  listing_id: ['ListingId'],
  parcel_number: ['ParcelNumber'],
}

/** Other names of columns in files. Case, spaces and punctuation do not count. */
const FILE_NAMES: FieldMapping = {
  key: ['key', 'listing_key', 'id'],
  address: ['address', 'full_address', 'street_address'],
  unit: ['unit', 'unit_number', 'suite', 'apartment'],
  city: ['city', 'municipality'],
  province: ['province', 'state'],
  postal_code: ['postal_code', 'postcode'],
  building_name: ['building_name', 'building'],
  condo_corp: ['condo_corp', 'condo_corporation'],
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'lng', 'lon'],
  listed_on: ['listed_on', 'list_date'],
  status: ['status'],
  listing_id: ['listing_id', 'mls_number', 'mls'],
  parcel_number: ['parcel_number', 'pin'],
}

/** Without these nothing can be read. */
export const REQUIRED_RESO = ['key', 'modified_at'] as const satisfies readonly Target[]

export function resoMapping(changes: FieldChanges): FieldMapping {
  return withChanges(RESO_FIELDS, changes)
}

/** Resolves the mapping to the columns that the file has. */
export function fileMapping(changes: FieldChanges, columns: readonly string[]): FieldMapping {
  const byName = new Map<string, string>()
  for (const column of columns) if (!byName.has(fold(column))) byName.set(fold(column), column)
  const defaults: Partial<Record<Target, readonly string[]>> = {}
  for (const target of TARGETS) {
    if (target === 'modified_at') continue
    const names = [...(FILE_NAMES[target] ?? []), ...(RESO_FIELDS[target] ?? [])]
    const found = names.flatMap((name) => byName.get(fold(name)) ?? [])
    if (found.length > 0) defaults[target] = [...new Set(found)]
  }
  return withChanges(defaults, changes)
}

function withChanges(defaults: FieldMapping, changes: FieldChanges): FieldMapping {
  const mapping: Partial<Record<Target, readonly string[]>> = { ...defaults }
  for (const target of TARGETS) {
    const names = changes[target]
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
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
