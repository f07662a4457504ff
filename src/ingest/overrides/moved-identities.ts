// Reassigns source rows from a merged project to the survivor, and back.
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { ChildIds, Identity } from '../record/identity.ts'

export interface MovedIdentity {
  readonly source: string
  readonly key: string
  readonly from_id: number
  /** As it was. Merges of older installations do not say whether it was the anchor. */
  readonly before: { readonly children: ChildIds; readonly is_anchor?: boolean }
}

export function planMovedIdentities(rows: readonly Identity[]): MovedIdentity[] {
  return rows.map(({ source, key, project_id, children, is_anchor }) => ({
    source,
    key,
    from_id: project_id!,
    before: { children, is_anchor },
  }))
}

/** Clears the row hashes, so that the next import processes these rows again. */
export async function moveIdentities(
  tx: Tx,
  dataset: Dataset,
  moved: readonly MovedIdentity[],
  side: 'before' | 'after',
  intoId: number,
): Promise<void> {
  for (const { source, key, from_id, before } of moved) {
    const isAnchor = side === 'before' && (before.is_anchor ?? true)
    const children = side === 'before' ? JSON.stringify(before.children) : null
    await sql`
      update identities set row_hash = '', project_id = ${side === 'after' ? intoId : from_id}::int,
        is_anchor = ${isAnchor}, children = coalesce(${children}::json, children)
      where dataset = ${dataset} and source = ${source} and key = ${key}`.execute(tx)
  }
}
