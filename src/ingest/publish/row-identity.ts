// Assigns ids to the buildings, plans, units and media of a row, and hashes rows.
import { createHash } from 'node:crypto'
import type { ChildIds, IdKind } from '../record/identity.ts'
import type { ProjectRow } from '../record/row.ts'
import { DERIVATION } from './assemble.ts'

type NextId = (kind: IdKind) => number

function assignIds(known: Readonly<Record<string, number>>, items: readonly { key: string }[], nextId: () => number) {
  // Keys come from the file. Without a prototype, "constructor" is an ordinary key.
  const ids: Record<string, number> = Object.assign(Object.create(null), known)
  for (const { key } of items) ids[key] ??= nextId()
  return ids
}

/** Keeps known ids and assigns new ones. */
export function assignChildIds(row: ProjectRow, known: ChildIds, nextId: NextId): ChildIds {
  return {
    building: assignIds(known.building, row.buildings, () => nextId('building')),
    floor_plan: assignIds(known.floor_plan, row.floor_plans, () => nextId('floor_plan')),
    unit: assignIds(known.unit, row.units, () => nextId('unit')),
    media: assignIds(known.media, row.media, () => nextId('media')),
  }
}

/** Rows with equal hashes have equal content. */
export function hashRow(row: ProjectRow): string {
  return createHash('sha256').update(`${DERIVATION}\n`).update(JSON.stringify(row)).digest('base64url')
}
