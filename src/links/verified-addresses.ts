// Every decision in force, in memory: loaded at the start, followed by its revision, so that answers need no database.
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { Dataset } from '../events/event-types.ts'
import type { DecisionsTable } from './link-tables.ts'
import { offeredProjects } from './rejections.ts'

export interface Verification {
  readonly projectId: number
  /** Null when the person was certain of the project alone. */
  readonly buildingId: number | null
}

/** What a person decided about an address: where it is, or which projects it is not in. */
interface ActiveDecision {
  readonly decisionId: string
  readonly target: Verification | undefined
  readonly rejected: ReadonlySet<number>
}

const NONE: ReadonlySet<number> = new Set()

/** Numbers are given out in commit order, because the row stays locked until then. */
export async function nextLinksRevision(tx: Tx): Promise<number> {
  const row = await tx
    .updateTable('links_revision')
    .set((e) => ({ value: e('value', '+', 1) }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}

type Row = Pick<DecisionsTable, 'id' | 'dataset' | 'state' | 'address_key' | 'project_id' | 'building_id'> & {
  /** Of a rejection: the verdict at the time. */
  readonly evidence: unknown
}

export class VerifiedAddresses {
  readonly #db: Database
  readonly #byKey: Readonly<Record<Dataset, Map<string, ActiveDecision>>> = {
    production: new Map(),
    sandbox: new Map(),
  }
  /** How many decided addresses have a civic number: most questions are about none of them, and pay for no key. */
  readonly #numbers = new Map<string, number>()
  #revision = -1

  constructor(db: Database) {
    this.#db = db
  }

  /** Loads what is newer than what is held. Called once a second; a failure leaves what is known in force. */
  async sync(): Promise<void> {
    await this.#db.tx(async (tx) => {
      const { value } = await tx.selectFrom('links_revision').select('value').executeTakeFirstOrThrow()
      if (value === this.#revision) return
      const rows = await tx
        .selectFrom('link_decisions')
        .select(['id', 'dataset', 'state', 'address_key', 'project_id', 'building_id'])
        .select(sql<unknown>`case when kind = 'reject' then evidence end`.as('evidence'))
        .where('revision', '>', this.#revision)
        .orderBy('revision')
        .execute()
      for (const row of rows) this.#take(row)
      this.#revision = value
    })
  }

  #take({ id, dataset, state, address_key, project_id, building_id, evidence }: Row): void {
    const byKey = this.#byKey[dataset]
    const known = byKey.get(address_key)
    const target = project_id === null ? undefined : { projectId: project_id, buildingId: building_id }
    const rejected = offeredProjects(evidence)
    if (state === 'verified' && (target || rejected.size > 0)) {
      if (!known) this.#count(address_key, 1)
      byKey.set(address_key, { decisionId: id, target, rejected })
    } else if (known?.decisionId === id) {
      byKey.delete(address_key)
      this.#count(address_key, -1)
    }
  }

  #count(key: string, step: 1 | -1): void {
    const number = numberOf(key)
    const count = (this.#numbers.get(number) ?? 0) + step
    if (count > 0) this.#numbers.set(number, count)
    else this.#numbers.delete(number)
  }

  hasNumber(civicNumber: string | null): boolean {
    return civicNumber !== null && this.#numbers.has(civicNumber)
  }

  find(dataset: Dataset, key: string | null): Verification | undefined {
    return key === null ? undefined : this.#byKey[dataset].get(key)?.target
  }

  rejected(dataset: Dataset, key: string | null): ReadonlySet<number> {
    return (key === null ? undefined : this.#byKey[dataset].get(key)?.rejected) ?? NONE
  }

  get size(): number {
    return this.#byKey.production.size + this.#byKey.sandbox.size
  }
}

/** `12-16a|york|…` → `12`. */
function numberOf(key: string): string {
  return /^\d*/.exec(key)![0]
}
