// Caches all active decisions in memory, so that lookups need no database.
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { Dataset } from '../events/event-types.ts'
import { startOfKey } from './address-key.ts'
import type { DecisionsTable } from './link-tables.ts'
import { candidateProjects } from './rejections.ts'

export interface Verification {
  readonly projectId: number
  /** Null when the curator chose only the project. */
  readonly buildingId: number | null
}

/** The building an address belongs to, or the projects it does not belong to. */
interface ActiveDecision {
  readonly decisionId: string
  readonly target: Verification | undefined
  readonly rejected: ReadonlySet<number>
}

const NO_PROJECTS: ReadonlySet<number> = new Set()

/** Assigns numbers in commit order: the row stays locked until the commit. */
export async function nextLinksRevision(tx: Tx): Promise<number> {
  const row = await tx
    .updateTable('links_revision')
    .set((e) => ({ value: e('value', '+', 1) }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}

type Row = Pick<DecisionsTable, 'id' | 'dataset' | 'state' | 'address_key' | 'project_id' | 'building_id'> & {
  /** For a rejection: the verdict when it was decided. */
  readonly evidence: unknown
}

export class VerifiedAddresses {
  readonly #db: Database
  readonly #byKey: Readonly<Record<Dataset, Map<string, ActiveDecision>>> = {
    production: new Map(),
    sandbox: new Map(),
  }
  /** Decided addresses per civic number. Most queries have none, and skip computing a key. */
  readonly #countByNumber = new Map<string, number>()
  readonly #countByStreet = new Map<string, number>()
  /** The key of each cached decision. It changes when texts are read again. */
  readonly #keyOf = new Map<string, string>()
  #revision = -1

  constructor(db: Database) {
    this.#db = db
  }

  /** Loads decisions newer than the cached revision. Runs every second; on failure the cache stays as it is. */
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
      for (const row of rows) this.#apply(row)
      this.#revision = value
    })
  }

  /** After the database went back in time: its revisions are those of other decisions. */
  async reload(): Promise<void> {
    const { rows } = await sql<{ id: string }>`select id from link_decisions where state = 'verified'`.execute(
      this.#db.query,
    )
    const known = new Set(rows.map(({ id }) => id))
    for (const [dataset, decisions] of Object.entries(this.#byKey))
      for (const { decisionId } of [...decisions.values()])
        if (!known.has(decisionId)) this.#remove(dataset as Dataset, decisionId)
    this.#revision = -1
    await this.sync()
  }

  #apply({ id, dataset, state, address_key, project_id, building_id, evidence }: Row): void {
    this.#remove(dataset, id)
    if (state !== 'verified') return
    const target = project_id === null ? undefined : { projectId: project_id, buildingId: building_id }
    const rejected = candidateProjects(evidence)
    if (!target && rejected.size === 0) return
    const byKey = this.#byKey[dataset]
    if (!byKey.has(address_key)) this.#count(address_key, 1)
    byKey.set(address_key, { decisionId: id, target, rejected })
    this.#keyOf.set(id, address_key)
  }

  /** Another decision may have taken the key already; then it stays. */
  #remove(dataset: Dataset, id: string): void {
    const key = this.#keyOf.get(id)
    if (key === undefined) return
    this.#keyOf.delete(id)
    if (this.#byKey[dataset].get(key)?.decisionId !== id) return
    this.#byKey[dataset].delete(key)
    this.#count(key, -1)
  }

  #count(key: string, step: 1 | -1): void {
    addCount(this.#countByNumber, civicNumberOf(key), step)
    addCount(this.#countByStreet, startOfKey(key), step)
  }

  hasNumber(civicNumber: string | null): boolean {
    return civicNumber !== null && this.#countByNumber.has(civicNumber)
  }

  /** `start`: the beginning of an address key. */
  hasStreet(start: string): boolean {
    return this.#countByStreet.has(start)
  }

  find(dataset: Dataset, key: string | null): Verification | undefined {
    return key === null ? undefined : this.#byKey[dataset].get(key)?.target
  }

  rejected(dataset: Dataset, key: string | null): ReadonlySet<number> {
    return (key === null ? undefined : this.#byKey[dataset].get(key)?.rejected) ?? NO_PROJECTS
  }

  /** Decisions up to this revision are applied. */
  get revision(): number {
    return this.#revision
  }

  get size(): number {
    return this.#byKey.production.size + this.#byKey.sandbox.size
  }
}

function addCount(counts: Map<string, number>, key: string, step: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + step
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

/** `12-16a|york|…` → `12`. */
function civicNumberOf(key: string): string {
  return /^\d*/.exec(key)![0]
}
