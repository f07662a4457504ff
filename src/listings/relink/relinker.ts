// Keeps the links of stored listings true: plans passes and runs them, one process at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { DATASETS } from '../../catalog/catalog.ts'
import type { Database } from '../../db/database.ts'
import { acquireLease, releaseLease, renewLease } from '../../db/lease.ts'
import type { Dataset } from '../../events/event-types.ts'
import { publishEvents } from '../../events/outbox.ts'
import { at } from '../../kernel/at.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CrashHook } from '../../kernel/crash-hook.ts'
import { answerVersion } from '../../links/link-facts.ts'
import type { Links } from '../../links/links.ts'
import type { ListingLinker } from '../link-listing.ts'
import type { SyncState } from '../sync-state.ts'
import type { Pass } from './pass-queue.ts'
import { finishPass, movePass, nextIds, openPass, staleIds } from './pass-queue.ts'
import { needsPasses, planPasses } from './plan-passes.ts'
import { readRows, relinkRows, writeRelinked } from './relink-rows.ts'

const DEFAULT_CHUNK = 500
/** Ids that are looked up at once. */
const MAX_IDS = 20_000
const DEFAULT_LEASE_MS = 15_000
/** How long to wait for another process's lease before the next attempt. */
const RETRY_MS = 50
/** After this time a run ends, so that a stopping process does not wait for it. The next run continues. */
const MAX_RUN_MS = 5000

export const RELINK_POINTS = ['planned', 'linked', 'written', 'announced', 'committed'] as const
export type RelinkPoint = (typeof RELINK_POINTS)[number]

interface RelinkerDeps {
  readonly db: Database
  readonly links: Links
  readonly linker: ListingLinker
  readonly clock: Clock
  /** The name of this process. */
  readonly holder: string
  /** Called after events were published. */
  readonly onEvents?: (() => void) | undefined
  readonly crash?: CrashHook<RelinkPoint> | undefined
  /** Listings per transaction. */
  readonly chunk?: number | undefined
  /** How long a killed process keeps others from continuing. */
  readonly leaseMs?: number | undefined
}

export class Relinker {
  readonly #deps: RelinkerDeps
  readonly #crash: CrashHook<RelinkPoint>
  readonly #chunk: number
  /** The datasets whose links were computed with this process's model. */
  readonly #hadOwnModel = new Set<Dataset>()
  #relinked = 0
  #changed = 0

  constructor(deps: RelinkerDeps) {
    this.#deps = deps
    this.#crash = deps.crash ?? (() => {})
    this.#chunk = deps.chunk ?? DEFAULT_CHUNK
  }

  /** Listings that were linked again since the start of the process. */
  get relinked(): number {
    return this.#relinked
  }

  /** Changes that were announced since the start of the process. */
  get changed(): number {
    return this.#changed
  }

  /** Does what there is to do. Returns soon if there is much; the next call continues. */
  async tick(): Promise<void> {
    for (const dataset of DATASETS) if (await this.#hasWork(dataset)) await this.#runWithLease(dataset)
  }

  /** Works until all links are true for the data of this process. For tests and benchmarks. */
  async settle(): Promise<void> {
    for (const dataset of DATASETS)
      while (await this.#hasWork(dataset)) if (!(await this.#runWithLease(dataset))) await sleep(RETRY_MS)
  }

  /** One small query, because it runs every second. */
  async #hasWork(dataset: Dataset): Promise<boolean> {
    const { rows } = await sql<SyncState & { is_open: boolean }>`
      select version_number, links_revision, model_version,
        exists (select from listing_passes where dataset = ${dataset} and finished_at is null)
        or exists (select from listings where dataset = ${dataset} and is_stale) as is_open
      from listing_sync where dataset = ${dataset}`.execute(this.#deps.db.query)
    const known = at(rows, 0)
    const now = this.#state(dataset)
    if (known.model_version === now.model_version) this.#hadOwnModel.add(dataset)
    // During an upgrade two models run side by side. The one that started last wins, or both would relink for ever.
    else if (this.#hadOwnModel.has(dataset)) return false
    return needsPasses(known, now) || (known.is_open && isReached(known, now))
  }

  /** What links of this process are computed with. */
  #state(dataset: Dataset): SyncState {
    const snapshot = this.#deps.links.snapshot(dataset)
    return {
      version_number: snapshot.version?.number ?? 0,
      links_revision: this.#deps.links.revision,
      model_version: answerVersion(snapshot),
    }
  }

  async #runWithLease(dataset: Dataset): Promise<boolean> {
    const { db, holder, leaseMs = DEFAULT_LEASE_MS } = this.#deps
    const lease = `listing relinker ${dataset}`
    if (!(await acquireLease(db.query, lease, holder, leaseMs))) return false
    try {
      await this.#run(dataset, () => renewLease(db.query, lease, holder, leaseMs))
      return true
    } finally {
      await releaseLease(db.query, lease, holder)
    }
  }

  async #run(dataset: Dataset, renew: () => Promise<boolean>): Promise<void> {
    const { db, links, clock } = this.#deps
    await planPasses(db, links.snapshot(dataset), this.#state(dataset), new Date(clock.now()))
    this.#crash('planned')
    const ends = performance.now() + MAX_RUN_MS
    while (performance.now() < ends && (await renew())) {
      const pass = await openPass(db, dataset)
      if (pass && pass.to_version > this.#state(dataset).version_number) return
      if (pass) await this.#runPass(pass, ends, renew)
      else if (!(await this.#relinkStale(dataset))) return
    }
  }

  async #runPass(pass: Pass, ends: number, renew: () => Promise<boolean>): Promise<void> {
    const { db, clock } = this.#deps
    const ids = await nextIds(db, pass, MAX_IDS)
    if (ids.length === 0) return finishPass(db, pass.id, new Date(clock.now()))
    for (let from = 0; from < ids.length; from += this.#chunk) {
      const started = performance.now()
      await this.#relink(pass.dataset, ids.slice(from, from + this.#chunk), pass)
      if (performance.now() >= ends || !(await renew())) return
      // Relinking everything is not urgent, so it leaves half of the time to requests.
      if (pass.link_keys === null) await sleep(performance.now() - started)
    }
  }

  /** Rows that a process wrote which had older data. False if there are none. */
  async #relinkStale(dataset: Dataset): Promise<boolean> {
    const ids = await staleIds(this.#deps.db, dataset, this.#chunk)
    if (ids.length > 0) await this.#relink(dataset, ids, undefined)
    return ids.length > 0
  }

  async #relink(dataset: Dataset, ids: readonly number[], pass: Pass | undefined): Promise<void> {
    const { db, linker, clock, onEvents } = this.#deps
    const rows = await readRows(db, ids)
    const relinked = await relinkRows(linker, dataset, rows, pass?.why ?? 'data')
    this.#crash('linked')
    const at = new Date(clock.now())
    const count = await db.tx(async (tx) => {
      const events = await writeRelinked(tx, dataset, relinked, at)
      this.#crash('written')
      const changed = events.filter(({ type }) => type === 'listing.link_changed').length
      if (pass) await movePass(tx, pass.id, ids.at(-1)!, { done: rows.length, changed })
      await publishEvents(tx, dataset, events, at)
      this.#crash('announced')
      return events.length
    })
    this.#crash('committed')
    this.#relinked += rows.length
    this.#changed += count
    if (count > 0) onEvents?.()
  }
}

/** This process has the data that the passes and stale rows wait for. */
const isReached = (known: SyncState, now: SyncState): boolean =>
  known.model_version === now.model_version &&
  now.version_number >= known.version_number &&
  now.links_revision >= known.links_revision
