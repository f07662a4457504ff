// Turns a record of a feed into a listing. Pure.
import { isCalendarDay, isCleanText, toNfc } from '../../kernel/text.ts'
import { KEY_RULE, problemOfKey } from '../../listings/listing-key.ts'
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
/** "TSCC 2345", "YRSCC-1021", "EPS1234". Other associations have names that say nothing about the building. */
const CONDO_CORP = /^[A-Za-z]{2,6}[ .#-]*\d{1,5}$/

/** The key of a record, with the feed's prefix; null if it has none that can be stored. */
export function listingKeyOf(value: unknown, prefix: string): string | null {
  const text = textOf(value)
  const key = text === null ? null : `${prefix}${text}`
  return key !== null && problemOfKey(key) === null ? key : null
}

export function mapRecord(record: FeedRecord, mapping: FieldMapping, prefix: string): MappedRecord {
  const read = (target: Target, max: number): string | null => {
    const text = firstValue(record, mapping[target])
    return text !== null && text.length <= max ? text : null
  }
  const own = firstValue(record, mapping.key)
  const key = listingKeyOf(own, prefix)
  if (key === null) {
    const problem = own === null ? 'is missing' : (problemOfKey(`${prefix}${own}`) ?? KEY_RULE)
    return { kind: 'rejected', key: null, reason: `The key ${problem}.` }
  }
  const address = firstValue(record, mapping.address) ?? streetOf(record, mapping)
  if (address === null) return { kind: 'rejected', key, reason: 'The listing has no address.' }
  if (address.length > MAX_ADDRESS)
    return { kind: 'rejected', key, reason: `The address has more than ${MAX_ADDRESS} characters.` }
  const corporation = read('condo_corp', 40)
  const listing: MappedListing = {
    key,
    address,
    hints: {
      city: read('city', 100)?.replace(DISTRICT, '$1') ?? null,
      province: read('province', 40),
      postal_code: read('postal_code', 16),
      building_name: read('building_name', 200),
      condo_corp: corporation !== null && CONDO_CORP.test(corporation) ? corporation : null,
      unit: read('unit', 20),
      ...pointOf(firstValue(record, mapping.latitude), firstValue(record, mapping.longitude)),
      listed_on: dayOf(firstValue(record, mapping.listed_on)),
    },
    status: read('status', 60),
    attributes: attributesOf(read('listing_id', 100), read('parcel_number', 100)),
  }
  return { kind: 'listing', listing }
}

function firstValue(record: FeedRecord, names: readonly string[] | undefined): string | null {
  for (const name of names ?? []) {
    const text = textOf(record[name])
    if (text !== null) return text
  }
  return null
}

/** Text in one line; null for empty values, objects, and text with control characters. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'string') return null
  const text = toNfc(value).replaceAll(/\s+/g, ' ').trim()
  return text !== '' && isCleanText(text) ? text : null
}

function streetOf(record: FeedRecord, mapping: FieldMapping): string | null {
  const number = firstValue(record, mapping.street_number)
  const name = firstValue(record, mapping.street_name)
  if (number === null || name === null) return null
  const parts = [
    number,
    firstValue(record, mapping.street_prefix),
    name,
    firstValue(record, mapping.street_suffix),
    firstValue(record, mapping.street_direction),
  ]
  return parts.filter((part) => part !== null).join(' ')
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

function attributesOf(listingId: string | null, parcelNumber: string | null): MappedListing['attributes'] {
  if (listingId === null && parcelNumber === null) return null
  return {
    ...(listingId !== null && { listing_id: listingId }),
    ...(parcelNumber !== null && { parcel_number: parcelNumber }),
  }
}
