// The fields that a file can fill, and how to read each from text.
import type { DATE_PRECISIONS } from '../../catalog/records/record-schemas.ts'
import { Project } from '../../catalog/records/record-schemas.ts'
import { ProjectRow } from '../record/row.ts'

/** A value, or the problem with the text. */
export type FieldValue = { readonly value: unknown } | { readonly problem: string }
type ReadText = (text: string) => FieldValue

const value = (v: unknown): FieldValue => ({ value: v })
const problem = (text: string): FieldValue => ({ problem: text })

const asText: ReadText = (text) => value(text)
/** `a | b`. Not a comma, because many names contain one. */
const asList: ReadText = (text) => value(splitList(text))
/** `TALL LTD. | Deep Inc.` */
const asDevelopers: ReadText = (text) => value(splitList(text).map((name) => ({ name, role: 'developer' })))
/** `Condo apartment`, `condo_apartment` */
const asWord: ReadText = (text) => value(text.toLowerCase().replace(/[\s-]+/g, '_'))

/** `pid:012-345-678 | roll:19-04-1` */
function asParcels(text: string): FieldValue {
  const found = splitList(text).map((item) => /^(pid|pin|roll)\s*:\s*(\S.*)$/i.exec(item))
  return found.every((match) => match !== null)
    ? value(found.map(([, kind, id]) => ({ kind: kind!.toLowerCase(), id })))
    : problem('must be parcel ids, such as "pid:012-345-678 | roll:1904"')
}

/** Spreadsheets write whole numbers as `1,250`, `$849,900` or `1972.0`. */
function asWhole(text: string): FieldValue {
  const plain = text
    .replace(/^\$\s?/, '')
    .replaceAll(',', '')
    .replace(/\s/g, '')
  return /^-?\d{1,15}(\.0+)?$/.test(plain) ? value(Math.trunc(Number(plain))) : problem('is not a whole number')
}

/** Tables use 0 storeys for unknown. */
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
    : problem('must be a registry and a number, such as "TSCC 2345"')
}

const SEASONS: Readonly<Record<string, string>> = { winter: '01', spring: '04', summer: '07', fall: '10', autumn: '10' }
type Precision = (typeof DATE_PRECISIONS)[number]

/** `2027`, `2027-Q3`, `spring 2027`, `2027-05`, `2027-05-12`; a leading `~` marks an estimate. */
export function asFuzzyDate(text: string): FieldValue {
  const isEstimate = text.startsWith('~')
  const plain = (isEstimate ? text.slice(1) : text).trim().toLowerCase()
  const dateValue = (date: string, precision: Precision): FieldValue =>
    Number.isNaN(Date.parse(date)) || new Date(date).toISOString().slice(0, 10) !== date
      ? problem('is not a valid date')
      : value({ date, precision, is_estimate: isEstimate })
  if (/^\d{4}$/.test(plain)) return dateValue(`${plain}-01-01`, 'year')
  if (/^\d{4}-\d\d$/.test(plain)) return dateValue(`${plain}-01`, 'month')
  if (/^\d{4}-\d\d-\d\d$/.test(plain)) return dateValue(plain, 'day')
  const quarter = /^(\d{4})[\s-]?q([1-4])$/.exec(plain)
  if (quarter) return dateValue(`${quarter[1]}-${String(Number(quarter[2]) * 3 - 2).padStart(2, '0')}-01`, 'quarter')
  const season = /^([a-z]{4,6}) (\d{4})$/.exec(plain)
  if (season && SEASONS[season[1]!]) return dateValue(`${season[2]}-${SEASONS[season[1]!]}-01`, 'season')
  return problem('must be a date such as 2027, 2027-Q3, spring 2027, 2027-05 or 2027-05-12')
}

export function splitList(text: string): string[] {
  return text
    .split('|')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Field → how to read it from text. */
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
  parcels: asParcels,
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

/** Our name for a field; undefined when it is unknown, null when we derive it. */
export function textFieldOf(name: string): string | null | undefined {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  const field = Object.hasOwn(ALIASES, plain) ? ALIASES[plain]! : plain
  if (Object.hasOwn(TEXT_FIELDS, field)) return field
  // Our exports contain derived fields; an import computes them again.
  return Object.hasOwn(Project.shape, field) && !Object.hasOwn(ProjectRow.shape, field) ? null : undefined
}

/** Like `textFieldOf`, for JSON objects, which can also contain lists. */
export function fieldOf(name: string): string | null | undefined {
  if (LISTS_OF_ROWS.includes(name)) return name
  if (Object.hasOwn(ProjectRow.shape, name) && name !== 'id') return name
  return name === 'id' ? null : textFieldOf(name)
}
