// Makes a query of a record: checks the text, reads the hints.

import type { MatchQuery } from '@plinth/matcher'
import { MAX_TEXT } from '@plinth/matcher/internal/text/repair'
import { isCalendarDay } from '../../../kernel/text.ts'
import type { Json } from './json-line.ts'
import { condoCorpOf, numberOf, textOf } from './json-line.ts'
import { FIELD } from './query-columns.ts'
import type { RecordFields } from './record-fields.ts'

/** `none` uses only the text of a query. */
export type Hints = 'none' | 'all'

export const ADDRESS_NAMES = 'address or text'

function checkAddress(typed: unknown, names: string): string {
  if (typeof typed !== 'string') throw new Error(`${names} is missing`)
  const address = typed.trim()
  if (address.length > MAX_TEXT)
    throw new Error(`the text must have at most ${MAX_TEXT} characters; got ${address.length}`)
  return address
}

function checkDay(listed_on: string | null): string | null {
  if (listed_on !== null && !isCalendarDay(listed_on)) throw new Error('listed_on must be a date such as 2026-11-14')
  return listed_on
}

/** `names` are what the input calls the text, for the message when it is missing. */
export function readQuery(row: Json, hints: Hints, names = ADDRESS_NAMES): MatchQuery {
  const typed =
    typeof row.address === 'string' && (row.address || typeof row.text !== 'string') ? row.address : row.text
  const address = checkAddress(typed, names)
  if (hints === 'none') return { address }
  const listed_on = checkDay(textOf(row, 'listed_on'))
  const corporation = condoCorpOf(row)
  return {
    address,
    city: textOf(row, 'city'),
    province: textOf(row, 'province'),
    postal: textOf(row, 'postal', 'postal_code'),
    lat: numberOf(row, 'lat', 'latitude'),
    lng: numberOf(row, 'lng', 'longitude'),
    building_name: textOf(row, 'building_name'),
    condo_corp: corporation ? `${corporation.registry} ${corporation.number}` : textOf(row, 'condo_corp'),
    listed_on,
  }
}

/** The same for a record that was scanned and not parsed. */
export function scannedQuery(fields: RecordFields, hints: Hints, names: string): MatchQuery {
  const first = fields.text(FIELD.address)
  const address = checkAddress(first || (fields.text(FIELD.text) ?? first), names)
  if (hints === 'none') return { address }
  const corporation = fields.filledText(FIELD.condo_corp)
  return {
    address,
    city: fields.filledText(FIELD.city),
    province: fields.filledText(FIELD.province),
    postal: fields.filledText(FIELD.postal) ?? fields.filledText(FIELD.postal_code),
    lat: fields.number(FIELD.lat) ?? fields.number(FIELD.latitude),
    lng: fields.number(FIELD.lng) ?? fields.number(FIELD.longitude),
    building_name: fields.filledText(FIELD.building_name),
    condo_corp: corporation === null ? null : corporationText(corporation),
    listed_on: checkDay(fields.filledText(FIELD.listed_on)),
  }
}

function corporationText(typed: string): string {
  const corporation = condoCorpOf({ condo_corp: typed })
  return corporation ? `${corporation.registry} ${corporation.number}` : typed
}
