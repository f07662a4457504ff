// Maps OpenStreetMap tags to our fields, for Overpass and GeoJSON files.

/** Residential values of the `building` tag, with what each says. The other fields stay unknown. */
const RESIDENTIAL = new Map<string, Readonly<Record<string, string>>>([
  ['apartments', { building_type: 'multi_unit' }],
  ['residential', {}],
  ['dormitory', {}],
  ['condominium', { building_type: 'multi_unit', tenure: 'condo' }],
  ['terrace', {}],
  ['mixed_use', { building_type: 'mixed' }],
])

/** Tag → field. When two tags fill one field, the first wins. */
const TAGS: readonly (readonly [string, string])[] = [
  ['name', 'name'],
  ['name:fr', 'name_fr'],
  ['addr:city', 'city_name'],
  ['addr:province', 'province'],
  ['addr:state', 'province'],
  ['addr:postcode', 'postal_code'],
  ['addr:suburb', 'neighbourhood_name'],
  ['addr:neighbourhood', 'neighbourhood_name'],
  ['building:levels', 'storeys'],
  ['building:flats', 'units_total'],
  ['website', 'website_url'],
  ['contact:website', 'website_url'],
]

/** A semicolon separates several values. */
const ALIAS_TAGS = ['alt_name', 'old_name', 'short_name']

type Tags = Readonly<Record<string, unknown>>

export interface OsmFields {
  readonly fields: Readonly<Record<string, unknown>>
  readonly columns: Readonly<Record<string, string>>
}

export const hasOsmTags = (tags: Tags): boolean =>
  Object.hasOwn(tags, 'addr:housenumber') || Object.hasOwn(tags, 'addr:street') || Object.hasOwn(tags, 'building')

/** Returns the fields of a residential building, or why the element is skipped. */
export function osmFields(tags: Tags): OsmFields | string {
  const tag = (name: string) => (Object.hasOwn(tags, name) && tags[name] != null ? String(tags[name]).trim() : '')
  const said = RESIDENTIAL.get(tag('building'))
  if (!said) return 'skipped: not a residential building'
  const number = tag('addr:housenumber')
  const street = tag('addr:street')
  if ((number === '' || street === '') && tag('name') === '') return 'skipped: a building without an address or a name'
  const fields: Record<string, unknown> = { ...said }
  const columns: Record<string, string> = {}
  for (const [name, field] of TAGS) {
    if (tag(name) === '' || fields[field] !== undefined) continue
    fields[field] = tag(name)
    columns[field] = name
  }
  if (number !== '' && street !== '') {
    fields.address = addressOf(number, street)
    columns.address = 'addr:housenumber, addr:street'
  }
  // Levels can be 5.5, and a start date `~1968` or `C19`. Values that are not plain numbers stay unknown.
  if (!/^\d{1,3}$/.test(tag('building:levels'))) delete fields.storeys
  if (!/^\d{1,5}$/.test(tag('building:flats'))) delete fields.units_total
  const year = /^~?(\d{4})(?!\d)/.exec(tag('start_date'))
  if (year) fields.year_built = Number(year[1])
  const aliases = ALIAS_TAGS.flatMap((name) => tag(name).split(';')).map((alias) => alias.trim())
  if (aliases.some((alias) => alias !== '')) fields.aliases = aliases.filter((alias) => alias !== '')
  return { fields, columns }
}

/** `100;102` are two civic numbers of one building. */
function addressOf(number: string, street: string): string[] {
  return number
    .split(/[;,]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => `${one} ${street}`)
}
