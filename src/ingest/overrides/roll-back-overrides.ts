// What a rollback does with what people did by hand: what came after the version ends, what held in it holds again.
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { IdPrefix } from '../../kernel/ids.ts'
import { newId } from '../../kernel/ids.ts'
import type { Publication } from '../publish/publication.ts'
import type { MovedIdentity } from './moved-identities.ts'
import { moveIdentities } from './moved-identities.ts'

/** Before the projects are put back: whose a row is decides which of them are there. */
export async function rollBackOverrides(
  publication: Publication,
  target: number,
  actor: string,
): Promise<RolledBackMerges> {
  const { tx, options } = publication
  const { dataset } = options
  const ended = await end(publication, 'merges', target, actor)
  for (const { into_id, identities } of ended)
    await moveIdentities(tx, dataset, identities as MovedIdentity[], 'before', into_id)
  const renewed = await renew(publication, 'merges', target)
  for (const { into_id, identities } of renewed)
    await moveIdentities(tx, dataset, identities as MovedIdentity[], 'after', into_id)
  await end(publication, 'corrections', target, actor)
  await renew(publication, 'corrections', target)
  return { ended, renewed }
}

type OverrideTable = 'merges' | 'corrections'

export interface RolledBackMerge {
  readonly id: string
  /** That made it, the first time. */
  readonly version: number
  readonly from_id: number
  readonly into_id: number
  readonly identities: unknown
  /** What became of people's decisions: the room of edits knows how to read it. */
  readonly decisions: unknown
}

/** Those that are no more, the newest first, and those that hold again, the oldest first. */
export interface RolledBackMerges {
  readonly ended: readonly RolledBackMerge[]
  readonly renewed: readonly RolledBackMerge[]
}

/** What a later version brought. The newest first, for a project may have been merged on. */
async function end(
  publication: Publication,
  table: OverrideTable,
  target: number,
  actor: string,
): Promise<RolledBackMerge[]> {
  const { tx, options, number, at } = publication
  const { rows } = await sql<RolledBackMerge>`
    update ${sql.table(table)} set state = 'rolled_back', ended_at = ${at}::timestamptz, ended_by = ${actor},
      end_reason = ${options.note}, ended_version = ${number}::int
    where dataset = ${options.dataset} and state = 'in_force' and version > ${target}::int
    returning *`.execute(tx)
  return rows.toSorted((a, b) => b.version - a.version)
}

const PREFIX: Readonly<Record<OverrideTable, IdPrefix>> = { corrections: 'cor', merges: 'mrg' }

/** What held then and has ended since: entered again, for a row says from when to when it held. */
async function renew(publication: Publication, table: OverrideTable, target: number): Promise<RolledBackMerge[]> {
  const { tx, options, number } = publication
  const { rows } = await sql<RolledBackMerge>`
    select * from ${sql.table(table)}
    where dataset = ${options.dataset} and version <= ${target}::int and ended_version > ${target}::int
    order by version`.execute(tx)
  const renewed = rows.map((row) => ({ was: row.id, is: { ...row, id: newId(PREFIX[table]) } }))
  for (const { was, is } of renewed) await copy(tx, table, was, is.id, number)
  return renewed.map(({ is }) => is)
}

const COLUMNS: Readonly<Record<OverrideTable, string>> = {
  corrections: 'dataset, project_id, field, value, source_value, reason, actor, made_at',
  merges: 'dataset, from_id, into_id, from_address, additions, identities, decisions, reason, actor, made_at',
}

async function copy(tx: Tx, table: OverrideTable, old: string, id: string, version: number): Promise<void> {
  const columns = sql.raw(COLUMNS[table])
  await sql`
    insert into ${sql.table(table)} (id, version, state, ${columns})
    select ${id}, ${version}::int, 'in_force', ${columns} from ${sql.table(table)} where id = ${old}`.execute(tx)
}
