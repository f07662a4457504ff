// People decide whether two rows of different sources are one building.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { recompose } from '../publish/recompose.ts'
import type { ReportedRow } from '../rows/rows-of-project.ts'
import { rowsOfProject } from '../rows/rows-of-project.ts'
import { DATASET } from './current-project.ts'
import type { JoinCase, JoinCaseDetail, JoinsPage, JoinsQuery } from './join-case-rows.ts'
import { listJoinCases, lockJoinCase, readJoinCase, storeDecision, withdrawDecision } from './join-case-rows.ts'

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

  async decide(id: string, decision: JoinDecision, reason: string | null, cause: Cause): Promise<JoinResult> {
    const note = reason ?? (decision === 'join' ? 'two rows are one building' : 'two rows are different buildings')
    return this.#apply(id, note, cause, async (tx, found, at) => {
      if (found.state !== 'open') throw alreadyDecided(found)
      await storeDecision(tx, found, STATES[decision], { at, actor: cause.actor, reason })
      const details = { decision, ...rowsOf(found), reason }
      await audit(tx, cause, { action: 'desk.join_decided', accountId: null, target: id, details }, at)
    })
  }

  /** Opens the case again. */
  async undo(id: string, cause: Cause): Promise<JoinResult> {
    return this.#apply(id, 'a decision about two rows is undone', cause, async (tx, found, at) => {
      if (found.state !== 'joined' && found.state !== 'apart')
        throw new Fault('state_conflict', {
          detail: `Join case ${id} is ${found.state}; there is no decision to undo.`,
        })
      const touched = await withdrawDecision(tx, found)
      const details = { decision: found.state, ...rowsOf(found) }
      await audit(tx, cause, { action: 'desk.join_undone', accountId: null, target: id, details }, at)
      return touched
    })
  }

  /** Stores the decision and publishes its result in one transaction. */
  async #apply(
    id: string,
    note: string,
    { actor }: Cause,
    store: (tx: Tx, found: JoinCase, at: Date) => Promise<ReadonlySet<number> | undefined>,
  ): Promise<JoinResult> {
    const { db, clock, published, snapshot } = this.#options
    const at = new Date(clock.now())
    const decide = async (tx: Tx) => {
      const found = await lockJoinCase(tx, id)
      const { source, key, other_source, other_key } = found
      const refs = [
        { source, key },
        { source: other_source, key: other_key },
      ]
      return { refs, projects: await store(tx, found, at) }
    }
    const done = await recompose(db, { at, actor, note, decide, snapshot: snapshot() })
    // The decision is committed. If loading it fails now, the next poll finds it.
    if (done.published) await published().catch(() => {})
    return { case: await this.read(id), datasetVersion: done.published ? done.version : null }
  }
}

const rowsOf = ({ source, key, other_source, other_key }: JoinCase) => ({ source, key, other_source, other_key })

function alreadyDecided({ id, state, decided_by, decided_at }: JoinCase): Fault {
  const detail =
    state === 'closed'
      ? `Join case ${id} is closed: an import settled it.`
      : `Join case ${id} was already decided: ${state}. Undo that decision first.`
  return new Fault('state_conflict', { detail, extra: { state, decided_by, decided_at } })
}
