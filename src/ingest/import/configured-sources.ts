// Sources that the daily refresh imports: a file with its format and mapping.
import { isAbsolute } from 'node:path'
import type { Database } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import { FORMATS } from '../read/formats.ts'
import type { Mapping } from '../read/mapping.ts'
import { requireSourceName } from '../source-names.ts'

export interface ConfiguredSource {
  readonly name: string
  readonly kind: 'file'
  /** An absolute path on the server. */
  readonly location: string
  readonly format: string | null
  readonly map: Mapping | null
  readonly enabled: boolean
  /** The last import run of this source. */
  readonly last_run: string | null
}

const COLUMNS = ['name', 'kind', 'location', 'format', 'map', 'enabled', 'last_run'] as const

export async function listSources(db: Database): Promise<ConfiguredSource[]> {
  const rows = await db.query
    .selectFrom('sources')
    .select(COLUMNS)
    .where('location', 'is not', null)
    .orderBy('name')
    .execute()
  return rows as ConfiguredSource[]
}

/** Adds a source or replaces the one with the same name. */
export async function saveSource(
  db: Database,
  { name, location, format, map, enabled }: Omit<ConfiguredSource, 'kind' | 'last_run'>,
): Promise<ConfiguredSource> {
  requireSourceName(name)
  if (!isAbsolute(location))
    throw new Fault('invalid_parameter', {
      detail: `"location" must be an absolute path; got "${location.slice(0, 80)}".`,
    })
  if (format !== null && !FORMATS.some((one) => one.name === format)) {
    const names = FORMATS.map((one) => one.name).join(', ')
    throw new Fault('invalid_parameter', { detail: `Unknown format "${format.slice(0, 40)}". Use one of: ${names}.` })
  }
  const values = { location, format, map: map === null ? null : JSON.stringify(map), enabled }
  const row = await db.query
    .insertInto('sources')
    .values({ name, kind: 'file', ...values, last_run: null })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return row as ConfiguredSource
}

/** Returns false when the source does not exist. Its projects stay: only an import removes projects. */
export async function removeSource(db: Database, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.query.deleteFrom('sources').where('name', '=', name).executeTakeFirst()
  return numDeletedRows > 0n
}
