// Turns a record of a feed into a listing. Pure.
import { isCalendarDay, isCleanText, toNfc } from '../../kernel/text.ts'
import { problemOfKey } from '../../listings/listing-key.ts'
import { addressOf, isPostalCodeOf } from './feed-address.ts'
import { corporationOf, isPlaceholder, transactionOf, withoutDecimals } from './feed-words.ts'
import type { FieldMapping, Target } from './field-mapping.ts'

export type FeedRecord = Readonly<Record<string, unknown>>

/** A listing as a feed describes it. The key has the feed's prefix. */
export interface MappedListing {
  readonly key: string
  readonly address: string
  readonly hints: {
    readonly city: string | null
    readonly province: string | null
    readonly postal_code: string | null
    readonly building_name: string | null
    readonly condo_corp: string | null
    readonly unit: string | null
    readonly latitude: number | null
    readonly longitude: number | null
    readonly listed_on: string | null
  }
  readonly status: string | null
  readonly attributes: Readonly<Record<string, string>> | null
}

export type MappedRecord =
  | { readonly kind: 'listing'; readonly listing: MappedListing }
  | { readonly kind: 'rejected'; readonly key: string | null; readonly reason: string }

const MAX_ADDRESS = 8000
/** TRREB writes the district into the city: "Toronto C01". */
const DISTRICT = /^(Toronto) [CEW]\d{1,2}$/i
/** Attributes and their longest values: together they stay below the 2 KB that a listing may have, in any script. */
const ATTRIBUTES = {
  mls_number: 60,
  property_type: 60,
  property_subtype: 60,
  office: 100,
  board: 60,
  legal_level: 20,
  legal_unit: 20,
  parcel_number: 60,
  off_market_on: 40,
  assignment: 10,
  potl: 10,
} as const satisfies Partial<Record<Target, number>>

/** The key of a record, with the feed's prefix; null if it has none that can be stored. */
export function listingKeyOf(value: unknown, prefix: string): string | null {
  const text = textOf(value)
  const key = text === null ? null : `${prefix}${text}`
  return key !== null && problemOfKey(key) === null ? key : null
}

/** A row of a page, which may have a problem of its own. */
export function mapRow(
  { record, key, problem }: { record: FeedRecord; key: string | number | null; problem: string | null },
  mapping: FieldMapping,
  prefix: string,
): MappedRecord {
  if (problem === null) return mapRecord(record, mapping, prefix)
  return { kind: 'rejected', key: listingKeyOf(key, prefix), reason: problem }
}

export function mapRecord(record: FeedRecord, mapping: FieldMapping, prefix: string): MappedRecord {
  const read = (target: Target, max: number): string | null => {
    const text = firstValue(record, mapping[target], isGiven)
    return text !== null && text.length <= max ? withoutDecimals(text) : null
  }
  const own = firstValue(record, mapping.key)
  const key = `${prefix}${own}`
  const problem = own === null ? 'is missing' : problemOfKey(key)
  if (problem !== null) return { kind: 'rejected', key: null, reason: `The key ${problem}.` }
  const address = addressOf({
    whole: firstValue(record, mapping.address),
    number: firstValue(record, mapping.street_number),
    prefix: firstValue(record, mapping.street_prefix),
    name: firstValue(record, mapping.street_name),
    suffix: firstValue(record, mapping.street_suffix),
    direction: firstValue(record, mapping.street_direction),
  })
  if (address === null) return { kind: 'rejected', key, reason: 'The listing has no address.' }
  if (address.length > MAX_ADDRESS)
    return { kind: 'rejected', key, reason: `The address has more than ${MAX_ADDRESS} characters.` }
  const city = read('city', 100)?.replace(DISTRICT, '$1') ?? null
  const province = read('province', 40)
  const postalCode = read('postal_code', 16)
  const listing: MappedListing = {
    key,
    address,
    hints: {
      city,
      province,
      postal_code: postalCode !== null && isPostalCodeOf(postalCode, city, province) ? postalCode : null,
      building_name: read('building_name', 200),
      condo_corp: corporationOf(read('condo_corp', 100), read('condo_corp_number', 20)),
      unit: read('unit', 20),
      ...pointOf(firstValue(record, mapping.latitude), firstValue(record, mapping.longitude)),
      listed_on: dayOf(firstValue(record, mapping.listed_on)),
    },
    status: statusOf(firstValue(record, mapping.status)),
    attributes: attributesOf(read, firstValue(record, mapping.transaction, isTransaction)),
  }
  return { kind: 'listing', listing }
}

const isGiven = (text: string): boolean => !isPlaceholder(text)
const isTransaction = (text: string): boolean => transactionOf(text) !== null

/** The first value that the test accepts. */
function firstValue(
  record: FeedRecord,
  names: readonly string[] | undefined,
  isWanted: (text: string) => boolean = () => true,
): string | null {
  for (const name of names ?? []) {
    const text = textOf(record[name])
    if (text !== null && isWanted(text)) return text
  }
  return null
}

/** Text in one line; null for empty values, objects, and text with control characters. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint' || value === true) return String(value)
  if (typeof value !== 'string') return null
  const text = toNfc(value).replaceAll(/\s+/g, ' ').trim()
  return text !== '' && isCleanText(text) ? text : null
}

/** Both or neither. Zero and zero is how some systems write "unknown". */
function pointOf(latitudeText: string | null, longitudeText: string | null) {
  const [latitude, longitude] = [Number(latitudeText), Number(longitudeText)]
  const isPoint =
    latitudeText !== null &&
    longitudeText !== null &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    !(latitude === 0 && longitude === 0)
  return isPoint ? { latitude, longitude } : { latitude: null, longitude: null }
}

function dayOf(text: string | null): string | null {
  const day = text?.slice(0, 10) ?? ''
  return isCalendarDay(day) ? day : null
}

/** A status may be any word, even one that stands for nothing elsewhere. */
const statusOf = (text: string | null): string | null => (text !== null && text.length <= 60 ? text : null)

function attributesOf(
  read: (target: Target, max: number) => string | null,
  offer: string | null,
): MappedListing['attributes'] {
  const values = Object.entries(ATTRIBUTES).map(([name, max]) => [name, read(name as Target, max)])
  values.push(['transaction', offer && transactionOf(offer)])
  const given = values.filter(([, value]) => value !== null)
  return given.length > 0 ? Object.fromEntries(given) : null
}
