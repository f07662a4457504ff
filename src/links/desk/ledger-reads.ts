// Reads ledger entries with their state changes, and training labels.

import { DEFAULT_MIN_CONFIDENCE } from '@plinth/matcher'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import type { DecisionKind, DecisionState } from '../link-tables.ts'
import type { Decision } from './ledger.ts'

export interface LedgerQuery {
  readonly state?: DecisionState | undefined
  readonly kind?: DecisionKind | undefined
  readonly projectId?: number | undefined
  readonly actor?: string | undefined
  readonly limit: number
  readonly offset: number
}

export interface Move {
  readonly from_state: DecisionState | null
  readonly to_state: DecisionState
  readonly actor: string
  readonly note: string | null
  readonly moved_at: string
}

export interface LedgerEntry extends Decision {
  readonly moves: readonly Move[]
}

export async function readLedger(
  db: Database,
  { state, kind, projectId, actor, limit, offset }: LedgerQuery,
): Promise<{ entries: readonly LedgerEntry[]; total: number }> {
  const chosen = db.query
    .selectFrom('link_decisions')
    .$if(state !== undefined, (q) => q.where('state', '=', state!))
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind!))
    .$if(projectId !== undefined, (q) => q.where('project_id', '=', projectId!))
    .$if(actor !== undefined, (q) => q.where('actor', '=', actor!))
  const { total } = await chosen.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await chosen
    .selectAll()
    .orderBy('decided_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { entries: await withMoves(db, rows), total: Number(total) }
}

export async function readDecision(db: Database, id: string): Promise<LedgerEntry> {
  const row = await db.query.selectFrom('link_decisions').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Fault('decision_not_found', { detail: `Decision ${id} not found.` })
  return (await withMoves(db, [row]))[0]!
}

export async function withMoves(db: Database, rows: readonly Decision[]): Promise<LedgerEntry[]> {
  if (rows.length === 0) return []
  const moves = await db.query
    .selectFrom('link_moves')
    .selectAll()
    .where(
      'decision_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    ...row,
    moves: moves
      .filter(({ decision_id }) => decision_id === row.id)
      .map(({ from_state, to_state, actor, note, moved_at }) => ({ from_state, to_state, actor, note, moved_at })),
  }))
}

/** A link that callers receive, or received, for an address. */
export interface LinkedBuilding {
  readonly project_id: number
  readonly building_id: number | null
  readonly match_method: 'auto' | 'verified'
  readonly match_confidence: number
}

/** The link that callers received before and after a decision; null means no match. */
export async function linkBeforeAndAfter(
  db: Database,
  entry: LedgerEntry,
): Promise<{ before: LinkedBuilding | null; after: LinkedBuilding | null }> {
  const previous = entry.supersedes ? await readDecision(db, entry.supersedes) : null
  return {
    before: previous ? verifiedBuilding(previous) : candidateBuilding(entry.evidence),
    after: verifiedBuilding(entry),
  }
}

function verifiedBuilding({ project_id, building_id }: Decision): LinkedBuilding | null {
  return project_id === null ? null : { project_id, building_id, match_method: 'verified', match_confidence: 1 }
}

interface StoredCandidate {
  readonly project_id?: number
  readonly building_id?: number | null
  readonly confidence?: number
}

/** The top candidate of the stored verdict, if it reached the default confidence. */
function candidateBuilding(evidence: unknown): LinkedBuilding | null {
  const { candidates = [] } = (evidence ?? {}) as { candidates?: readonly StoredCandidate[] }
  const { project_id, building_id = null, confidence = 0 } = candidates[0] ?? {}
  if (project_id === undefined || confidence < DEFAULT_MIN_CONFIDENCE) return null
  return { project_id, building_id, match_method: 'auto', match_confidence: confidence }
}

/** The longest time between a state change and its event. */
const MAX_WAIT_MS = 60_000

/** Searches near the times of its state changes, because events are indexed by time. */
export async function eventsOfDecision(db: Database, { id, moves }: LedgerEntry) {
  const rows = await db.query
    .selectFrom('events')
    .select(['sequence', 'type', 'occurred_at'])
    .where('resource_type', '=', 'building_link')
    .where('resource_id', '=', id)
    .where((e) =>
      e.or(
        moves.map(({ moved_at }) =>
          e.between('occurred_at', moved_at, new Date(Date.parse(moved_at) + MAX_WAIT_MS).toISOString()),
        ),
      ),
    )
    .orderBy('sequence')
    .execute()
  return rows.map(({ sequence, type, occurred_at }) => ({ sequence: Number(sequence), type, occurred_at }))
}

/** An address and its building, or null, as a curator decided. Training data for tools/bench/fit.ts. */
export interface Label {
  readonly text: string
  readonly city: string | null
  readonly province: string | null
  readonly building_id: number | null
  readonly decided_at: string
}

const LABEL_BATCH = 500

/** Yields, in batches, every verified decision with a building or a rejection, in ledger order. */
export async function* readLabels(db: Database): AsyncGenerator<Label[]> {
  let after = { decided_at: '0001-01-01T00:00:00.000Z', id: '' }
  for (;;) {
    const rows = await db.query
      .selectFrom('link_decisions')
      .select(['id', 'text', 'city', 'province', 'building_id', 'decided_at'])
      .where('state', '=', 'verified')
      .where('dataset', '=', 'production')
      .where((e) => e.or([e('building_id', 'is not', null), e('project_id', 'is', null)]))
      .where(sql<boolean>`(decided_at, id) > (${after.decided_at}::timestamptz, ${after.id})`)
      .orderBy('decided_at')
      .orderBy('id')
      .limit(LABEL_BATCH)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ id, ...label }) => label)
    after = last
  }
}
