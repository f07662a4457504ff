// The sources of the catalogue: their licence and trust, and the file that the refresh reads.
import { isAbsolute } from 'node:path'
import type { Database, Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import { Fault } from '../../kernel/fault.ts'
import { FORMATS } from '../formats/formats.ts'
import type { Mapping } from '../read/mapping.ts'
import { requireSourceName } from '../record/source-names.ts'
import type { SourceFacts } from './format-facts.ts'

export interface Source extends SourceFacts {
  readonly name: string
  /** `open`: a source of the table of open data, which is downloaded. */
  readonly kind: 'file' | 'open'
  /** The absolute path that the daily refresh reads, or the name in the table. Null: the source is imported manually. */
  readonly location: string | null
  readonly format: string | null
  readonly map: Mapping | null
  readonly enabled: boolean
  /** The last import run of this source. */
  readonly last_run: string | null
  /** When an operator allowed the share-alike licence. */
  readonly share_alike_allowed_at: string | null
  /** Of an open source: when its data was last found to be that of the publisher. */
  readonly checked_at: string | null
  /** Of an open source: why the last download failed. */
  readonly problem: string | null
  /** Of an open source: identifies the files that were imported last. */
  readonly imported_hash: string | null
}

/** A source that the daily refresh reads. */
export type RefreshedFile = Source & { readonly location: string }

const COLUMNS = [
  'name',
  'kind',
  'location',
  'format',
  'map',
  'enabled',
  'last_run',
  'title',
  'publisher',
  'licence',
  'licence_url',
  'attribution',
  'share_alike',
  'share_alike_allowed_at',
  'trust',
  'creates_projects',
  'checked_at',
  'problem',
  'imported_hash',
] as const

/** In order of trust. */
export async function listSources(db: Database): Promise<Source[]> {
  const rows = await db.query.selectFrom('sources').select(COLUMNS).orderBy('trust').orderBy('name').execute()
  return rows as Source[]
}

/** By name. */
export async function listRefreshedFiles(db: Database): Promise<RefreshedFile[]> {
  const rows = await db.query
    .selectFrom('sources')
    .select(COLUMNS)
    .where('location', 'is not', null)
    .orderBy('name')
    .execute()
  return rows as RefreshedFile[]
}

export async function readSource(tx: Tx, name: string): Promise<Source | null> {
  const row = await tx.selectFrom('sources').select(COLUMNS).where('name', '=', name).forUpdate().executeTakeFirst()
  return (row as Source | undefined) ?? null
}

export async function writeSource(tx: Tx, source: Source): Promise<void> {
  const { name, map, ...rest } = source
  const values = { ...rest, map: map === null ? null : JSON.stringify(map) }
  await tx
    .insertInto('sources')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** A source that was never imported. Its title stays null until then. */
export function newSource(name: string): Source {
  return {
    name,
    location: null,
    format: null,
    map: null,
    enabled: false,
    last_run: null,
    title: null,
    publisher: null,
    licence: null,
    licence_url: null,
    attribution: null,
    share_alike: false,
    share_alike_allowed_at: null,
    trust: 500,
    creates_projects: true,
    ...NO_DOWNLOADS,
  }
}

/** Of a source that is not downloaded. */
const NO_DOWNLOADS = { kind: 'file', checked_at: null, problem: null, imported_hash: null } as const

/** Adds a file to the daily refresh, or replaces the one with the same name. */
export async function saveSource(
  db: Database,
  file: Pick<RefreshedFile, 'name' | 'location' | 'format' | 'map' | 'enabled'>,
): Promise<Source> {
  const { name, location, format } = file
  requireSourceName(name)
  if (!isAbsolute(location))
    throw new Fault('invalid_parameter', {
      detail: `"location" must be an absolute path; got "${location.slice(0, 80)}".`,
    })
  if (format !== null && !FORMATS.some((one) => one.name === format)) {
    const names = FORMATS.map((one) => one.name).join(', ')
    throw new Fault('invalid_parameter', { detail: `Unknown format "${format.slice(0, 40)}". Use one of: ${names}.` })
  }
  return db.tx(async (tx) => {
    const saved = { ...((await readSource(tx, name)) ?? newSource(name)), ...file, ...NO_DOWNLOADS }
    await writeSource(tx, saved)
    return saved
  })
}

/**
 * Removes a file from the daily refresh. Returns false when there is none. Its projects stay, and so do its licence and
 * trust: only an import removes projects.
 */
export async function removeSource(db: Database, name: string): Promise<boolean> {
  return db.tx((tx) => removeRefreshed(tx, name))
}

export async function removeRefreshed(tx: Tx, name: string): Promise<boolean> {
  const source = await readSource(tx, name)
  if (source?.location == null) return false
  if (source.title === null && source.licence === null && !source.share_alike)
    await tx.deleteFrom('sources').where('name', '=', name).execute()
  else await writeSource(tx, { ...source, location: null, format: null, map: null, enabled: false, ...NO_DOWNLOADS })
  return true
}

type ChangeableFacts = Omit<SourceFacts, 'title' | 'share_alike'> & { readonly title: string }

/** A field that is not set stays as it is. */
export type SourceChange = { readonly [Field in keyof ChangeableFacts]?: ChangeableFacts[Field] | undefined } & {
  /** True enables a share-alike source by name; false refuses its next imports. */
  readonly share_alike_allowed?: boolean | undefined
}

/** Fields whose default comes from the format of the first import. */
const NEEDS_IMPORT = ['title', 'trust', 'creates_projects'] as const

/** Changes what is known about a source. A new name is added, so that its licence can be stated before the import. */
export async function changeSource(
  tx: Tx,
  name: string,
  change: SourceChange,
  cause: Cause,
  now: Date,
): Promise<Source> {
  requireSourceName(name)
  const before = (await readSource(tx, name)) ?? newSource(name)
  const early = NEEDS_IMPORT.find((field) => change[field] !== undefined)
  if (before.title === null && early !== undefined)
    throw new Fault('state_conflict', {
      detail: `Source "${name}" has no imports, so its ${early} is not known yet. Import it first; a dry run is enough.`,
    })
  const details = Object.fromEntries(
    Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  ) as Record<string, string | number | boolean | null>
  const after = withChange(before, details, now)
  if (after.share_alike && after.licence === null && before.licence !== null)
    throw new Fault('state_conflict', { detail: `Source "${name}" is share-alike and must have a licence.` })
  await writeSource(tx, after)
  const action = change.share_alike_allowed ? 'data.share_alike_allowed' : 'data.source_changed'
  await audit(tx, cause, { action, accountId: null, target: name, details }, now)
  return after
}

function withChange(before: Source, { share_alike_allowed: allowed, ...facts }: SourceChange, now: Date): Source {
  const changed = { ...before, ...facts } as Source
  if (allowed === undefined) return changed
  if (!allowed) return { ...changed, share_alike_allowed_at: null }
  return { ...changed, share_alike: true, share_alike_allowed_at: before.share_alike_allowed_at ?? now.toISOString() }
}
