// Holds the current snapshot of each dataset, looks for newer versions, builds aside and swaps. Reads never wait for the database.
import { setImmediate as pause, setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { Dataset } from '../events/event-types.ts'
import { HistoryIndex } from './snapshot/history-index.ts'
import { loadDataset, readHead } from './snapshot/load-dataset.ts'
import type { LoadedDataset } from './snapshot/loaded-dataset.ts'
import type { Snapshot } from './snapshot/snapshot.ts'
import { buildInSteps, buildSnapshot } from './snapshot/snapshot.ts'

export const DATASETS: readonly Dataset[] = ['production', 'sandbox']

export interface CatalogOptions {
  readonly db: Database
  readonly pollMs?: number
  readonly log?: (message: string, details?: object) => void
}

export interface Freshness {
  readonly version: string | null
  readonly published_at: string | null
  /** When this node took the version into use. */
  readonly loaded_at: string | null
  /** When the database last said that there is nothing newer. */
  readonly checked_at: string | null
  /** The last look failed: the snapshot may be old, and is served all the same. */
  readonly databaseUnreachable: boolean
  readonly projects: number
  readonly floor_plans: number
  readonly units: number
  readonly media: number
}

type SwapListener = (snapshot: Snapshot, previous: Snapshot) => void

const POLL_MS = 1000

export class Catalog {
  readonly #options: CatalogOptions
  readonly #snapshots = new Map<Dataset, Snapshot>()
  readonly #loadedAt = new Map<Dataset, string>()
  readonly #listeners = new Set<SwapListener>()
  readonly #stopping = new AbortController()
  #checkedAt: string | null = null
  #away = false
  #polling: Promise<void> = Promise.resolve()
  #refreshing: Promise<void> | null = null
  #nextRefresh: Promise<void> | null = null

  constructor(options: CatalogOptions) {
    this.#options = options
    for (const dataset of DATASETS) this.#snapshots.set(dataset, buildSnapshot(emptyDataset(dataset)))
  }

  /** The snapshot in force. Take it once per request: the next call may give a newer one. */
  snapshot(dataset: Dataset): Snapshot {
    return this.#snapshots.get(dataset)!
  }

  /** Calls back after every swap; returns how to stop that. */
  onSwap(listener: SwapListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  freshness(dataset: Dataset): Freshness {
    const { version, projects, floorPlans, units, media } = this.snapshot(dataset)
    return {
      version: version?.version ?? null,
      published_at: version?.published_at ?? null,
      loaded_at: this.#loadedAt.get(dataset) ?? null,
      checked_at: this.#checkedAt,
      databaseUnreachable: this.#away,
      projects: projects.size,
      floor_plans: floorPlans.all.size,
      units: units.all.size,
      media: media.all.size,
    }
  }

  /** Loads what is there and goes on looking. Rejects when the first load fails. */
  async start(): Promise<void> {
    await this.refresh()
    this.#polling = this.#poll()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#polling
  }

  /**
   * Looks for newer versions now, as after a publish of this very process. One look at a time: who asks during one waits
   * for the next, because this one may have passed what he published.
   */
  refresh(): Promise<void> {
    if (this.#refreshing) {
      const again = () => {
        this.#nextRefresh = null
        return this.refresh()
      }
      this.#nextRefresh ??= this.#refreshing.then(again, again)
      return this.#nextRefresh
    }
    this.#refreshing = this.#look().finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await sleep(this.#options.pollMs ?? POLL_MS, null, { signal, ref: false }).catch(() => {})
      if (!signal.aborted) await this.refresh().catch((error: Error) => this.#lost(error))
    }
  }

  #lost(error: Error): void {
    if (!this.#away) this.#options.log?.('the database is away; serving the last snapshot', { error: error.message })
    this.#away = true
  }

  async #look(): Promise<void> {
    for (const dataset of DATASETS) {
      const previous = this.snapshot(dataset)
      const head = await readHead(this.#options.db.query, dataset)
      // Another number, not only a higher one: after a restore from a backup the newest version is an older one.
      if (head !== (previous.version?.number ?? 0)) await this.#swap(previous)
    }
    if (this.#away) this.#options.log?.('the database is back')
    this.#away = false
    this.#checkedAt = new Date().toISOString()
  }

  async #swap(previous: Snapshot): Promise<void> {
    const started = performance.now()
    const { dataset } = previous
    const loaded = await loadDataset(this.#options.db, dataset, previous.version === null ? undefined : previous.loaded)
    const loadMs = Math.round(performance.now() - started)
    const snapshot = await buildWithPauses(loaded, previous)
    this.#snapshots.set(dataset, snapshot)
    this.#loadedAt.set(dataset, new Date().toISOString())
    const buildMs = Math.round(performance.now() - started) - loadMs
    this.#options.log?.('snapshot swapped', { dataset, version: snapshot.version?.version, loadMs, buildMs })
    for (const listener of this.#listeners) {
      try {
        listener(snapshot, previous)
      } catch (error) {
        // The snapshot is in force all the same.
        this.#options.log?.('a listener to swaps failed', { error: (error as Error).message })
      }
    }
  }
}

async function buildWithPauses(loaded: LoadedDataset, previous: Snapshot): Promise<Snapshot> {
  const steps = buildInSteps(loaded, previous)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pause()
  }
}

function emptyDataset(dataset: Dataset): LoadedDataset {
  const removed = { project: new Map(), floor_plan: new Map() }
  const records = { project: [], floor_plan: [], unit: [], media: [] }
  return { dataset, versions: [], records, removed, history: HistoryIndex.EMPTY }
}
