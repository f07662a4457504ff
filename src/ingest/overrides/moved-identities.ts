// Reassigns source rows from a merged project to the survivor, and back.
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { ChildIds, Identity, Supplement } from '../identity.ts'
import type { ProjectRow } from '../row.ts'
import { supplementFrom } from './secondary-sources.ts'

interface Side {
  readonly children: ChildIds
  readonly offers: Supplement | null
}

export interface MovedIdentity {
  readonly source: string
  readonly key: string
  readonly from_id: number
  readonly before: Side
  readonly after: Side
}

/**
 * The rows of the merged project become secondary rows of the survivor. When a source already has a row for the
 * survivor, that row speaks for both and the moved one supplies nothing.
 */
export function planMovedIdentities(
  rows: readonly Identity[],
  survivorRows: readonly Identity[],
  fromProject: object,
  buildingIds: ReadonlyMap<number, number>,
): MovedIdentity[] {
  const reporting = new Set(survivorRows.map(({ source }) => source))
  return rows.map(({ source, key, project_id: from_id, children, offers }) => {
    const supplement = reporting.has(source) ? {} : (offers ?? supplementFrom(fromProject as ProjectRow))
    reporting.add(source)
    const building = Object.fromEntries(
      Object.entries(children.building).map(([name, id]) => [name, buildingIds.get(id) ?? id]),
    )
    return {
      source,
      key,
      from_id,
      before: { children, offers },
      after: { children: { ...children, building }, offers: supplement },
    }
  })
}

/** Clears the row hashes, so that the next import processes these rows again. */
export async function moveIdentities(
  tx: Tx,
  dataset: Dataset,
  moved: readonly MovedIdentity[],
  side: 'before' | 'after',
  intoId: number,
): Promise<void> {
  for (const { source, key, from_id, ...sides } of moved) {
    const { children, offers } = sides[side]
    await sql`
      update identities set row_hash = '', project_id = ${side === 'after' ? intoId : from_id}::int,
        children = ${JSON.stringify(children)}::json, offers = ${offers === null ? null : JSON.stringify(offers)}::json
      where dataset = ${dataset} and source = ${source} and key = ${key}`.execute(tx)
  }
}
