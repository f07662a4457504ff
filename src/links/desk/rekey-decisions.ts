// Reads the texts of active decisions again after the reader or the model changed.
import { sql } from 'kysely'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import type { Database, Tx } from '../../db/database.ts'
import { publishEvents } from '../../events/outbox.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CrashHook } from '../../kernel/crash-hook.ts'
import { readerVersion } from '../address-key.ts'
import type { AutomaticMatch, Links } from '../links.ts'
import { nextLinksRevision } from '../verified-addresses.ts'
import { decisionKey } from './decision-target.ts'
import type { Attribution, Decision } from './ledger.ts'
import { lockDecision, supersede } from './ledger.ts'

export interface RekeyReport {
  /** Decisions that were read again. */
  readonly read: number
  /** Those whose key changed. */
  readonly moved: number
  /** Those that a newer decision on the same address replaced. */
  readonly superseded: number
}

interface RekeyDeps {
  readonly db: Database
  readonly links: Links
  readonly clock: Clock
  readonly crash?: CrashHook<'decisions superseded' | 'keys cleared' | 'keys written'>
}

/** One transaction: after a crash, all keys are as before. Nodes take turns, and the second finds nothing to do. */
export function rekeyDecisions({ db, links, clock, crash = () => {} }: RekeyDeps): Promise<RekeyReport> {
  const version = readerVersion(links.modelVersion)
  return db.tx(async (tx) => {
    await tx.selectFrom('links_revision').select('value').forUpdate().execute()
    const rows = await activeDecisions(tx).where('reader_version', '<>', version).execute()
    // Without published data no place is known, so texts would read differently than later.
    const stale = rows.filter(({ dataset }) => links.snapshot(dataset).version !== null)
    if (stale.length === 0) return { read: 0, moved: 0, superseded: 0 }
    const keys = new Map<string, string>()
    for (const decision of stale) {
      const key = currentKey(decision, links)
      if (key !== decision.address_key) keys.set(decision.id, key)
    }
    const superseded = await supersedeOlder(tx, keys, links, clock)
    crash('decisions superseded')
    for (const id of superseded) keys.delete(id)
    // Keys are unique and may move in a circle, so they are cleared first.
    await writeKeys(tx, new Map([...keys.keys()].map((id) => [id, `~moving ${id}`])))
    crash('keys cleared')
    await writeKeys(tx, keys)
    crash('keys written')
    await tx
      .updateTable('link_decisions')
      .set({ reader_version: version })
      .where('state', 'in', ['verified', 'proposed'])
      .where('dataset', 'in', [...new Set(stale.map(({ dataset }) => dataset))])
      .where('reader_version', '<>', version)
      .execute()
    return { read: stale.length, moved: keys.size, superseded: superseded.length }
  })
}

/** Without the stored evidence, which would fill the memory. */
type ActiveDecision = Pick<Decision, (typeof COLUMNS)[number]>

const COLUMNS = [
  'id',
  'dataset',
  'state',
  'kind',
  'address_key',
  'text',
  'city',
  'province',
  'project_id',
  'building_id',
  'decided_at',
] as const

const activeDecisions = (tx: Tx) =>
  tx
    .selectFrom('link_decisions')
    .select(COLUMNS)
    .where('state', 'in', ['verified', 'proposed'])
    .orderBy('decided_at')
    .orderBy('revision')

/** The key that lookups of this text use now. A text that can no longer be read keeps its key. */
function currentKey(decision: ActiveDecision, links: Links): string {
  const { text, city, province, dataset, address_key, project_id } = decision
  const match = links.automaticMatch({ address: text, city, province }, dataset)
  const { typed, completed } = match.keys
  if (address_key === typed || address_key === completed) return address_key
  const project = project_id === null ? undefined : match.snapshot.projects.get(project_id)
  // While its project is removed, a decision does not apply. Its own text is then all there is.
  if (project_id !== null && !project) return typed ?? address_key
  return keyFor(match, decision, project) ?? address_key
}

function keyFor(
  match: AutomaticMatch,
  { kind, building_id }: ActiveDecision,
  project: ProjectRecord | undefined,
): string | null {
  if (kind === 'alias' && match.keys.typed !== null) return match.keys.typed
  return decisionKey(match, project ? { project, buildingId: building_id } : null)
}

/** Where several verified decisions now have one key, the newest applies. Returns the IDs of the others. */
async function supersedeOlder(
  tx: Tx,
  keys: ReadonlyMap<string, string>,
  links: Links,
  clock: Clock,
): Promise<readonly string[]> {
  if (keys.size === 0) return []
  const newestByKey = new Map<string, ActiveDecision>()
  const older: { id: string; key: string }[] = []
  for (const decision of await activeDecisions(tx).where('state', '=', 'verified').execute()) {
    const key = `${decision.dataset} ${keys.get(decision.id) ?? decision.address_key}`
    const before = newestByKey.get(key)
    if (before) older.push({ id: before.id, key })
    newestByKey.set(key, decision)
  }
  const at = new Date(clock.now())
  const attribution: Attribution = { actor: 'plinth', note: 'A newer decision is about the same address.', at }
  for (const { id, key } of older) {
    const newest = await lockDecision(tx, newestByKey.get(key)!.id)
    const { events } = await supersede(
      tx,
      await lockDecision(tx, id),
      newest,
      links.snapshot(newest.dataset),
      attribution,
    )
    await publishEvents(tx, newest.dataset, events, at)
  }
  return older.map(({ id }) => id)
}

/** One revision for all, so that other nodes load them together. */
async function writeKeys(tx: Tx, keys: ReadonlyMap<string, string>): Promise<void> {
  if (keys.size === 0) return
  const revision = await nextLinksRevision(tx)
  const rows = JSON.stringify([...keys].map(([id, key]) => ({ id, key })))
  await sql`
    update link_decisions as d set address_key = moved.key, revision = ${revision}
    from json_to_recordset(${rows}::json) as moved (id text, key text)
    where d.id = moved.id`.execute(tx)
}
