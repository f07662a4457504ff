// The fields a file may fill, by name, and how each is read from text. CSV columns, mapping files and OSM tags all end here.
import type { DATE_PRECISIONS } from '../../catalog/record-schemas.ts'
import { Project } from '../../catalog/record-schemas.ts'
import { ProjectRow } from '../row.ts'

/** A value, or why the text is none. */
export type FieldValue = { readonly value: unknown } | { readonly problem: string }
type ReadText = (text: string) => FieldValue

const value = (v: unknown): FieldValue => ({ value: v })
const problem = (text: string): FieldValue => ({ problem: text })

const asText: ReadText = (text) => value(text)
/** `a | b`: a comma is part of too many names. */
const asList: ReadText = (text) => value(splitList(text))
/** `TALL LTD. | Deep Inc.` */
const asDevelopers: ReadText = (text) => value(splitList(text).map((name) => ({ name, role: 'developer' })))
/** `Condo apartment`, `condo_apartment` */
const asWord: ReadText = (text) => value(text.toLowerCase().replace(/[\s-]+/g, '_'))

/** `1,250`, `$849,900`, `1972.0`: what spreadsheets make of a whole number. */
function asWhole(text: string): FieldValue {
  const plain = text
    .replace(/^\$\s?/, '')
    .replaceAll(',', '')
    .replace(/\s/g, '')
  return /^-?\d{1,15}(\.0+)?$/.test(plain) ? value(Math.trunc(Number(plain))) : problem('is not a whole number')
}

/** No building has 0 storeys: it is how a table says that it does not know. */
function asCount(text: string): FieldValue {
  const read = asWhole(text)
  return 'value' in read && read.value === 0 ? value(null) : read
}

function asNumber(text: string): FieldValue {
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? value(Number(text)) : problem('is not a number')
}

/** `TSCC 2345`, `EPS1234` */
function asCondoCorp(text: string): FieldValue {
  const found = /^([A-Za-z]{2,8})[\s#.-]*(\d{1,7})$/.exec(text)
  return found
    ? value({ registry: found[1]!.toUpperCase(), number: Number(found[2]) })
    : problem('is not a registry and a number, such as "TSCC 2345"')
}

const SEASONS: Readonly<Record<string, string>> = { winter: '01', spring: '04', summer: '07', fall: '10', autumn: '10' }
type Precision = (typeof DATE_PRECISIONS)[number]

/** `2027`, `2027-Q3`, `spring 2027`, `2027-05`, `2027-05-12`; a `~` in front says that it is an estimate. */
export function asFuzzyDate(text: string): FieldValue {
  const isEstimate = text.startsWith('~')
  const plain = (isEstimate ? text.slice(1) : text).trim().toLowerCase()
  const made = (date: string, precision: Precision): FieldValue =>
    Number.isNaN(Date.parse(date)) || new Date(date).toISOString().slice(0, 10) !== date
      ? problem('is not a date of the calendar')
      : value({ date, precision, is_estimate: isEstimate })
  if (/^\d{4}$/.test(plain)) return made(`${plain}-01-01`, 'year')
  if (/^\d{4}-\d\d$/.test(plain)) return made(`${plain}-01`, 'month')
  if (/^\d{4}-\d\d-\d\d$/.test(plain)) return made(plain, 'day')
  const quarter = /^(\d{4})[\s-]?q([1-4])$/.exec(plain)
  if (quarter) return made(`${quarter[1]}-${String(Number(quarter[2]) * 3 - 2).padStart(2, '0')}-01`, 'quarter')
  const season = /^([a-z]{4,6}) (\d{4})$/.exec(plain)
  if (season && SEASONS[season[1]!]) return made(`${season[2]}-${SEASONS[season[1]!]}-01`, 'season')
  return problem('is not a date such as 2027, 2027-Q3, spring 2027, 2027-05 or 2027-05-12')
}

export function splitList(text: string): string[] {
  return text
    .split('|')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Every field that text can fill. */
export const TEXT_FIELDS: Readonly<Record<string, ReadText>> = {
  key: asText,
  name: asText,
  name_fr: asText,
  aliases: asList,
  address: asList,
  city_name: asText,
  province: asText,
  neighbourhood_name: asText,
  postal_code: asText,
  latitude: asNumber,
  longitude: asNumber,
  location_accuracy: asWord,
  developers: asDevelopers,
  architects: asList,
  interior_designers: asList,
  building_type: asWord,
  tenure: asWord,
  storeys: asCount,
  units_total: asCount,
  sales_status: asWord,
  construction_status: asWord,
  price_from: asWhole,
  price_to: asWhole,
  size_min_sqft: asWhole,
  size_max_sqft: asWhole,
  bedrooms_min: asWhole,
  bedrooms_max: asWhole,
  launch_date: asFuzzyDate,
  occupancy_date: asFuzzyDate,
  completion_date: asFuzzyDate,
  year_built: asCount,
  condo_corp: asCondoCorp,
  amenities: asList,
  description: asText,
  description_fr: asText,
  website_url: asText,
}

const ALIASES: Readonly<Record<string, string>> = {
  city: 'city_name',
  neighbourhood: 'neighbourhood_name',
  postal: 'postal_code',
  lat: 'latitude',
  lng: 'longitude',
  lon: 'longitude',
  developer: 'developers',
  units: 'units_total',
  website: 'website_url',
}

const LISTS_OF_ROWS = ['buildings', 'floor_plans', 'units', 'media', 'history']

/** Our name for a field that text can fill; undefined when there is none, null for what we derive ourselves. */
export function textFieldOf(name: string): string | null | undefined {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  const field = Object.hasOwn(ALIASES, plain) ? ALIASES[plain]! : plain
  if (Object.hasOwn(TEXT_FIELDS, field)) return field
  // What our own exports hold beside: it is derived anew.
  return Object.hasOwn(Project.shape, field) && !Object.hasOwn(ProjectRow.shape, field) ? null : undefined
}

/** The same for a field of a JSON object, which may hold lists of rows too. */
export function fieldOf(name: string): string | null | undefined {
  if (LISTS_OF_ROWS.includes(name)) return name
  if (Object.hasOwn(ProjectRow.shape, name) && name !== 'id') return name
  return name === 'id' ? null : textFieldOf(name)
}
