// The sources an installation reads again by itself: a file, its format and its mapping, by name.
import { isAbsolute } from 'node:path'
import type { Database } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import { FORMATS } from '../read/formats.ts'
import type { Mapping } from '../read/mapping.ts'
import { requireSourceName } from './import-file.ts'

export interface ConfiguredSource {
  readonly name: string
  readonly kind: 'file'
  /** An absolute path on the machine of the server. */
  readonly location: string
  readonly format: string | null
  readonly map: Mapping | null
  readonly enabled: boolean
  /** The last import run of this name. */
  readonly last_run: string | null
}

export async function listSources(db: Database): Promise<ConfiguredSource[]> {
  const rows = await db.query.selectFrom('sources').selectAll().orderBy('name').execute()
  return rows as ConfiguredSource[]
}

/** Adds a source, or changes the one of that name. */
export async function saveSource(
  db: Database,
  { name, location, format, map, enabled }: Omit<ConfiguredSource, 'kind' | 'last_run'>,
): Promise<ConfiguredSource> {
  requireSourceName(name)
  if (!isAbsolute(location)) throw new Fault('invalid_parameter', { detail: 'The location must be an absolute path.' })
  if (format !== null && !FORMATS.some((one) => one.name === format)) {
    const names = FORMATS.map((one) => one.name).join(', ')
    throw new Fault('invalid_parameter', { detail: `There is no format "${format.slice(0, 40)}". Formats: ${names}.` })
  }
  const values = { location, format, map: map === null ? null : JSON.stringify(map), enabled }
  const row = await db.query
    .insertInto('sources')
    .values({ name, kind: 'file', ...values, last_run: null })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as ConfiguredSource
}

/** False when there was none. Its projects stay: only an import takes projects away. */
export async function removeSource(db: Database, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.query.deleteFrom('sources').where('name', '=', name).executeTakeFirst()
  return numDeletedRows > 0n
}
