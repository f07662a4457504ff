// The fields of a playground query, converted to and from its URL and its API request.
import type { BuildingLinkQuery } from '../../../src/http/api-types.ts'
import type { Field } from '../../csv/columns.ts'
import { FIELDS } from '../../csv/columns.ts'

/** A point is one field: `49.2757, -123.1309`. */
export type QueryField = Field | 'point'
export const QUERY_FIELDS: readonly QueryField[] = [...FIELDS, 'point']
export type QueryFields = Readonly<Record<QueryField, string>>

export const EMPTY_QUERY = Object.fromEntries(QUERY_FIELDS.map((field) => [field, ''])) as QueryFields

/** Null if the hash holds no query: `#many`, or `#main` from the skip link. */
export function fieldsFromHash(hash: URLSearchParams): QueryFields | null {
  if (!QUERY_FIELDS.some((field) => hash.has(field))) return null
  return Object.fromEntries(QUERY_FIELDS.map((field) => [field, hash.get(field) ?? ''])) as QueryFields
}

export function fieldsToHash(fields: QueryFields): string {
  const filled = QUERY_FIELDS.filter((field) => fields[field] !== '').map((field) => [field, fields[field]])
  return filled.length === 0 ? '' : `#${new URLSearchParams(filled)}`
}

/** An address, a point or a postal code is enough. */
export const canLookUp = ({ address, point, postal_code }: QueryFields): boolean =>
  [address, point, postal_code].some((value) => value.trim() !== '')

/** Leaves out empty fields. */
export function fieldsToQuery({ point, ...fields }: QueryFields): BuildingLinkQuery {
  const filled = FIELDS.filter((field) => fields[field].trim() !== '').map((field) => [field, fields[field].trim()])
  return { ...Object.fromEntries(filled), ...pointToQuery(point) } as BuildingLinkQuery
}

/** What is not a number is sent as typed: the API says what is wrong with it. */
function pointToQuery(point: string): object {
  if (point.trim() === '') return {}
  const [latitude = '', longitude = ''] = point.trim().split(/[\s,;]+/)
  const numberOr = (text: string) => (text === '' || Number.isNaN(Number(text)) ? text : Number(text))
  return { latitude: numberOr(latitude), longitude: numberOr(longitude) }
}

export const EXPLANATION_PARTS = ['evidence', 'parsed', 'readings', 'address'] as const
