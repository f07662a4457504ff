// Which of our ids a source's keys stand for. An id once given to a key stays with it, also through absence and return.
import { createHash } from 'node:crypto'
import type { ProjectRow } from '../row.ts'
import { DERIVATION } from './assemble.ts'

export const ID_KINDS = ['project', 'building', 'floor_plan', 'unit', 'media', 'developer'] as const
export type IdKind = (typeof ID_KINDS)[number]

type IdByKey = Readonly<Record<string, number>>

export interface ChildIds {
  readonly building: IdByKey
  readonly floor_plan: IdByKey
  readonly unit: IdByKey
  readonly media: IdByKey
}

export const NO_CHILDREN: ChildIds = { building: {}, floor_plan: {}, unit: {}, media: {} }

export type NextId = (kind: IdKind) => number

function extend(known: IdByKey, items: readonly { key: string }[], take: () => number): IdByKey {
  // Keys are foreign text: without a prototype, "constructor" is a key like any other.
  const ids: Record<string, number> = Object.assign(Object.create(null), known)
  for (const { key } of items) ids[key] ??= take()
  return ids
}

/** The ids of everything below a project: known ones kept, new ones taken. */
export function assignChildIds(row: ProjectRow, known: ChildIds, take: NextId): ChildIds {
  return {
    building: extend(known.building, row.buildings, () => take('building')),
    floor_plan: extend(known.floor_plan, row.floor_plans, () => take('floor_plan')),
    unit: extend(known.unit, row.units, () => take('unit')),
    media: extend(known.media, row.media, () => take('media')),
  }
}

/** Two rows with one hash say the same. */
export function hashRow(row: ProjectRow): string {
  return createHash('sha256').update(`${DERIVATION}\n`).update(JSON.stringify(row)).digest('base64url')
}
