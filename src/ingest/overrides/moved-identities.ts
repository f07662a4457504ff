// Source rows that stood for a project which was merged: whose they are now, and how to give them back.
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { Identity } from '../publish/read-state.ts'
import type { ChildIds } from '../publish/row-identity.ts'
import type { ProjectRow } from '../row.ts'
import type { Supplement } from './secondary-sources.ts'
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
 * The rows of a project that becomes another: they speak about that one from now on, and fill in what its owner leaves
 * unknown. Where their source has a row there already, that one speaks for both.
 */
export function planMovedIdentities(
  rows: readonly Identity[],
  there: readonly Identity[],
  fromProject: object,
  towers: ReadonlyMap<number, number>,
): MovedIdentity[] {
  const heard = new Set(there.map(({ source }) => source))
  return rows.map(({ source, key, project_id: from_id, children, offers }) => {
    const said = offers ?? supplementFrom(fromProject as ProjectRow)
    const after = heard.has(source) ? {} : said
    heard.add(source)
    const building = Object.fromEntries(
      Object.entries(children.building).map(([name, id]) => [name, towers.get(id) ?? id]),
    )
    return {
      source,
      key,
      from_id,
      before: { children, offers },
      after: { children: { ...children, building }, offers: after },
    }
  })
}

/** Their rows are looked at again by the next import, whatever they say. */
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
