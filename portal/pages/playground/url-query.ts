// A question of the playground: its fields, its link (behind `#`, so that no server sees it) and the request it makes.
import type { BuildingLinkQuery } from '../../../src/contract/wire-types.ts'
import type { Field } from '../../csv/columns.ts'
import { FIELDS } from '../../csv/columns.ts'

export type Asked = Readonly<Record<Field, string>>

export const NOTHING_ASKED = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Asked

/** Null where the fragment is about something else, such as the skip link's. */
export function askedIn(hash: string): Asked | null {
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  if (!said.has('address')) return null
  return Object.fromEntries(FIELDS.map((field) => [field, said.get(field) ?? ''])) as Asked
}

export function hashOf(asked: Asked): string {
  const said = new URLSearchParams()
  // The address is there even if it is empty: without it, the fragment would be about something else.
  for (const field of FIELDS) if (asked[field] !== '' || field === 'address') said.set(field, asked[field])
  return asked.address === '' && said.size === 1 ? '' : `#${said}`
}

/** What is left empty is not sent. */
export function queryOf(asked: Asked): BuildingLinkQuery {
  const given = FIELDS.filter((field) => asked[field].trim() !== '')
  return Object.fromEntries(given.map((field) => [field, asked[field].trim()])) as unknown as BuildingLinkQuery
}

export const EXPLAINED = ['evidence', 'parsed', 'readings'] as const
