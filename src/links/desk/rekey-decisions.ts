// Reads the texts of active decisions again after the reader or the model changed.
import type { Database, Tx } from '../../db/database.ts'
import { publishEvents } from '../../events/outbox.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CrashHook } from '../../kernel/crash-hook.ts'
import { readerVersion } from '../address-key.ts'
import type { AutomaticMatch, Links } from '../links.ts'
import { nextLinksRevision } from '../verified-addresses.ts'
import { decisionKey } from './decision-target.ts'
import type { Attribution, Decision, LedgerChange } from './ledger.ts'
import { supersede } from './ledger.ts'

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
    const stale = await activeDecisions(tx).where('reader_version', '<>', version).orderBy('revision').execute()
    if (stale.length === 0) return { read: 0, moved: 0, superseded: 0 }
    const moves = new Map<string, Move>()
    for (const decision of stale) {
      const key = currentKey(decision, links)
      if (key !== decision.address_key) moves.set(decision.id, { decision, key })
    }
    const superseded = await supersedeOlder(tx, moves, links, clock)
    crash('decisions superseded')
    const remaining = [...moves.values()].filter(({ decision }) => !superseded.has(decision.id))
    // Keys are unique and may move in a circle, so they are cleared first.
    for (const { decision } of remaining) await setKey(tx, decision, `~moving ${decision.id}`)
    crash('keys cleared')
    for (const { decision, key } of remaining) await setKey(tx, decision, key)
    crash('keys written')
    await tx
      .updateTable('link_decisions')
      .set({ reader_version: version })
      .where('state', 'in', ['verified', 'proposed'])
      .where('reader_version', '<>', version)
      .execute()
    return { read: stale.length, moved: remaining.length, superseded: superseded.size }
  })
}

interface Move {
  readonly decision: Decision
  readonly key: string
}

const activeDecisions = (tx: Tx) =>
  tx.selectFrom('link_decisions').selectAll().where('state', 'in', ['verified', 'proposed'])

/** The key that lookups of this text use now. A text that can no longer be read keeps its key. */
function currentKey(decision: Decision, links: Links): string {
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
  { kind, building_id }: Decision,
  project: AutomaticMatch['snapshot']['projects']['records'][number] | undefined,
): string | null {
  if (kind === 'alias' && match.keys.typed !== null) return match.keys.typed
  return decisionKey(match, project ? { project, buildingId: building_id } : null)
}

/** Where several verified decisions now have one key, the newest applies and the others are superseded. */
async function supersedeOlder(
  tx: Tx,
  moves: ReadonlyMap<string, Move>,
  links: Links,
  clock: Clock,
): Promise<ReadonlySet<string>> {
  if (moves.size === 0) return new Set()
  const verified = await activeDecisions(tx).where('state', '=', 'verified').orderBy('revision').execute()
  const byKey = new Map<string, Decision[]>()
  for (const decision of verified) {
    const key = `${decision.dataset} ${moves.get(decision.id)?.key ?? decision.address_key}`
    byKey.set(key, [...(byKey.get(key) ?? []), decision])
  }
  const at = new Date(clock.now())
  const attribution: Attribution = { actor: 'plinth', note: 'A newer decision is about the same address.', at }
  const changes: LedgerChange[] = []
  for (const colliding of byKey.values()) {
    const newest = colliding.reduce((a, b) => (b.decided_at >= a.decided_at ? b : a))
    for (const older of colliding.filter((decision) => decision !== newest))
      changes.push(await supersede(tx, older, newest, links.snapshot(older.dataset), attribution))
  }
  for (const { events, decision } of changes) await publishEvents(tx, decision.dataset, events, at)
  return new Set(changes.map(({ superseded }) => superseded!.id))
}

async function setKey(tx: Tx, { id }: Decision, address_key: string): Promise<void> {
  const revision = await nextLinksRevision(tx)
  await tx.updateTable('link_decisions').set({ address_key, revision }).where('id', '=', id).execute()
}
