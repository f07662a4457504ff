// Reads the lists of real streets that were imported.

import { createHash } from 'node:crypto'
import { createLargeLexicon, parseStreetList } from '@plinth/matcher'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../db/database-tables.ts'
import { runInSteps } from './snapshot/read-dataset.ts'
import type { InstalledStreets } from './snapshot/street-files.ts'

/** Returns `known` when it is current, and undefined when nothing was imported. */
export async function readInstalledStreets(
  db: Kysely<Tables>,
  known?: InstalledStreets,
): Promise<InstalledStreets | undefined> {
  const { rows } = await sql<{ sources: string[]; digests: string | null }>`
    select coalesce(array_agg(distinct source), '{}') as sources,
      string_agg(digest, '' order by source, province, place) as digests
    from street_lists`.execute(db)
  const { sources, digests } = rows[0]!
  if (digests === null) return undefined
  const version = createHash('sha256').update(digests).digest('hex').slice(0, 8)
  if (version === known?.version) return known
  const lists = await db.selectFrom('street_lists').select('list').orderBy('source').orderBy('province').execute()
  const lexicon = await runInSteps(createLargeLexicon(lists.map(({ list }) => parseStreetList(list))))
  return { lexicon, version, sources }
}
