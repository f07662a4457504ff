// People decide whether two rows of different sources are one building.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault, fieldFault } from '../../kernel/fault.ts'
import type { RowRef } from '../join/decisions.ts'
import { countContradicted } from '../join/decisions.ts'
import { recompose } from '../publish/recompose.ts'
import { readDecisions } from '../rows/join-cases.ts'
import type { ReportedRow } from '../rows/rows-of-project.ts'
import { rowsOfProject } from '../rows/rows-of-project.ts'
import type { AutomaticJoinsPage, AutomaticJoinsQuery } from './automatic-joins.ts'
import { listAutomaticJoins } from './automatic-joins.ts'
import { readCaseRows } from './case-rows.ts'
import { DATASET } from './current-project.ts'
import type { JoinCase, JoinCaseDetail, JoinState, JoinsPage, JoinsQuery, RowPair } from './join-case-rows.ts'
import {
  listJoinCases,
  lockJoinCase,
  lockPair,
  readJoinCase,
  storeDecision,
  withdrawDecision,
} from './join-case-rows.ts'

export type JoinDecision = 'join' | 'apart'

export interface JoinDeskOptions {
  readonly db: Database
  readonly clock: Clock
  /** The current data: verified addresses move with a project that another one takes over. */
  readonly snapshot: () => Snapshot
  /** Called after a publish. */
  readonly published: () => Promise<void>
}

export interface JoinResult {
  readonly case: JoinCaseDetail
  /** Null when the decision changed no project. */
  readonly datasetVersion: string | null
}

const STATES = { join: 'joined', apart: 'apart' } as const

export class JoinDesk {
  readonly #options: JoinDeskOptions

  constructor(options: JoinDeskOptions) {
    this.#options = options
  }

  list(query: JoinsQuery): Promise<JoinsPage> {
    return listJoinCases(this.#options.db, query)
  }

  read(id: string): Promise<JoinCaseDetail> {
    return readJoinCase(this.#options.db, id)
  }

  /** What every source says about a project. */
  projectRows(projectId: number): Promise<ReportedRow[]> {
    return rowsOfProject(this.#options.db, DATASET, projectId)
  }

  /** Rows that imports joined, newest first. */
  automatic(query: AutomaticJoinsQuery): Promise<AutomaticJoinsPage> {
    return listAutomaticJoins(this.#options.db, query)
  }

  decide(id: string, decision: JoinDecision, reason: string | null, cause: Cause): Promise<JoinResult> {
    return this.#decide((tx) => lockJoinCase(tx, id), ['open'], decision, reason, cause)
  }

  /** About any two rows of different sources, whether they are joined or not. */
  async decidePair(pair: RowPair, decision: JoinDecision, reason: string | null, cause: Cause): Promise<JoinResult> {
    await requireRows(this.#options.db, pair)
    return this.#decide((tx, at) => lockPair(tx, pair, at), ['open', 'closed'], decision, reason, cause)
  }

  #decide(
    find: FindCase,
    undecided: readonly JoinState[],
    decision: JoinDecision,
    reason: string | null,
    cause: Cause,
  ): Promise<JoinResult> {
    const note = reason ?? (decision === 'join' ? 'two rows are one building' : 'two rows are different buildings')
    return this.#apply(find, note, cause, async (tx, found, at) => {
      if (!undecided.includes(found.state)) throw alreadyDecided(found)
      const before = countContradicted(await readDecisions(tx, DATASET))
      await storeDecision(tx, found, STATES[decision], { at, actor: cause.actor, reason })
      if (countContradicted(await readDecisions(tx, DATASET)) > before) throw contradicted(decision)
      const details = { decision, ...rowsOf(found), reason }
      await audit(tx, cause, { action: 'desk.join_decided', accountId: null, target: found.id, details }, at)
    })
  }

  /** Opens the case again. The rows get back the projects that they had before. */
  async undo(id: string, cause: Cause): Promise<JoinResult> {
    const find: FindCase = (tx) => lockJoinCase(tx, id)
    return this.#apply(find, 'a decision about two rows is undone', cause, async (tx, found, at) => {
      if (found.state !== 'joined' && found.state !== 'apart')
        throw new Fault('state_conflict', {
          detail: `Join case ${id} is ${found.state}; there is no decision to undo.`,
        })
      await withdrawDecision(tx, found)
      const details = { decision: found.state, ...rowsOf(found) }
      await audit(tx, cause, { action: 'desk.join_undone', accountId: null, target: id, details }, at)
    })
  }

  /** Stores the decision and publishes its result in one transaction. */
  async #apply(
    find: FindCase,
    note: string,
    { actor }: Cause,
    store: (tx: Tx, found: JoinCase, at: Date) => Promise<void>,
  ): Promise<JoinResult> {
    const { db, clock, published, snapshot } = this.#options
    const at = new Date(clock.now())
    let id = ''
    const decide = async (tx: Tx) => {
      const found = await find(tx, at)
      id = found.id
      await store(tx, found, at)
      return { refs: refsOf(found) }
    }
    const done = await recompose(db, { at, actor, note, decide, snapshot: snapshot() })
    // The decision is committed. If loading it fails now, the next poll finds it.
    if (done.published) await published().catch(() => {})
    return { case: await this.read(id), datasetVersion: done.published ? done.version : null }
  }
}

type FindCase = (tx: Tx, at: Date) => Promise<JoinCase>

const refsOf = ({ source, key, other_source, other_key }: JoinCase): readonly [RowRef, RowRef] => [
  { source, key },
  { source: other_source, key: other_key },
]

const rowsOf = ({ source, key, other_source, other_key }: JoinCase) => ({ source, key, other_source, other_key })

function alreadyDecided({ id, state, decided_by, decided_at }: JoinCase): Fault {
  const detail =
    state === 'closed'
      ? `Join case ${id} is closed: an import settled it.`
      : `Join case ${id} was already decided: ${state}. Undo that decision first.`
  return new Fault('state_conflict', { detail, extra: { state, decided_by, decided_at } })
}

function contradicted(decision: JoinDecision): Fault {
  const detail =
    decision === 'join'
      ? 'Another decision keeps these rows, or rows that are together with them, apart. Undo that decision first.'
      : 'Other decisions or a merge put these rows together. Undo those first.'
  return new Fault('state_conflict', { detail })
}

/** A source knows its own buildings, so only rows of two sources are compared. */
async function requireRows(db: Database, { row, other }: RowPair): Promise<void> {
  if (row.source === other.source) {
    const detail = 'Both rows are from one source. Merge their projects instead.'
    throw fieldFault('invalid_parameter', '/other/source', detail)
  }
  for (const [at, one] of (await readCaseRows(db, [row, other])).entries())
    if (one.row === null) {
      const detail = `The source ${one.source} has no row ${one.key}.`
      throw fieldFault('invalid_parameter', at === 0 ? '/row/key' : '/other/key', detail)
    }
}
