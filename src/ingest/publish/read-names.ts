// Looks up the names that are unique in a dataset: slugs, addresses and developers.
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'

export async function readNames(tx: Tx, dataset: Dataset, ids: readonly number[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ project_id: number; slug: string; address_key: string | null }>`
    select project_id, slug, address_key from project_names
    where dataset = ${dataset} and project_id = any(${ids}::int[])`.execute(tx)
  return rows
}

/** Address → project. */
export async function holdersOf(tx: Tx, dataset: Dataset, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ project_id: number; address_key: string }>`
    select project_id, address_key from project_names
    where dataset = ${dataset} and address_key = any(${keys}::text[])`.execute(tx)
  return new Map(rows.map(({ project_id, address_key }) => [address_key, project_id]))
}

/** Those of the slugs that a project has or had. */
export async function takenSlugs(tx: Tx, dataset: Dataset, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return []
  const { rows } = await sql<{ slug: string }>`
    select slug from project_names where dataset = ${dataset} and slug = any(${slugs}::text[])`.execute(tx)
  return rows.map(({ slug }) => slug)
}

export async function readPresentIds(tx: Tx, dataset: Dataset): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    select project_id from project_names where dataset = ${dataset} and address_key is not null`.execute(tx)
  return rows.map(({ project_id }) => project_id)
}

export async function readDevelopers(tx: Tx, dataset: Dataset, keys: readonly string[]) {
  if (keys.length === 0) return []
  const { rows } = await sql<{ id: number; name_key: string }>`
    select id, name_key from developers where dataset = ${dataset} and name_key = any(${keys}::text[])`.execute(tx)
  return rows
}
