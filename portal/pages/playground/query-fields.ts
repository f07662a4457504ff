// The fields of a playground query, converted to and from its URL and its API request.
import type { BuildingLinkQuery } from '../../../src/contract/api-types.ts'
import type { Field } from '../../csv/columns.ts'
import { FIELDS } from '../../csv/columns.ts'

export type QueryFields = Readonly<Record<Field, string>>

export const EMPTY_QUERY = Object.fromEntries(FIELDS.map((field) => [field, ''])) as QueryFields

/** Null if the hash holds no query: `#many`, or `#main` from the skip link. */
export function fieldsFromHash(hash: URLSearchParams): QueryFields | null {
  if (!FIELDS.some((field) => hash.has(field))) return null
  return Object.fromEntries(FIELDS.map((field) => [field, hash.get(field) ?? ''])) as QueryFields
}

export function fieldsToHash(fields: QueryFields): string {
  const filled = FIELDS.filter((field) => fields[field] !== '').map((field) => [field, fields[field]])
  return filled.length === 0 ? '' : `#${new URLSearchParams(filled)}`
}

/** Leaves out empty fields. */
export function fieldsToQuery(fields: QueryFields): BuildingLinkQuery {
  const filled = FIELDS.filter((field) => fields[field].trim() !== '')
  return Object.fromEntries(filled.map((field) => [field, fields[field].trim()])) as unknown as BuildingLinkQuery
}

export const EXPLANATION_PARTS = ['evidence', 'parsed', 'readings'] as const
