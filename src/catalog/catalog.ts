// Holds each dataset's current snapshot and replaces it when a newer version is published.

import type { Model } from '@plinth/matcher/internal/decide/model-shape'
import type { Database } from '../db/database.ts'
import type { Changes, ChangesQuery } from '../events/change-log.ts'
import { readChanges, sequenceAt } from '../events/change-log.ts'
import type { Dataset } from '../events/event-types.ts'
import { pause } from '../kernel/settled.ts'
import type { SnapshotFilesOptions } from './files/snapshot-source.ts'
import { SnapshotSource } from './files/snapshot-source.ts'
import { readInstalledStreets } from './installed-streets.ts'
import { emptyDataset } from './snapshot/dataset-content.ts'
import { readHead } from './snapshot/read-dataset.ts'
import type { Snapshot } from './snapshot/snapshot.ts'
import { buildSnapshot } from './snapshot/snapshot.ts'
import type { InstalledStreets } from './snapshot/street-files.ts'

export const DATASETS: readonly Dataset[] = ['production', 'sandbox']

export interface CatalogOptions {
  readonly db: Database
  /** Replaces the matcher's built-in model. */
  readonly model?: Model
  /** Folder with lists of real streets, in addition to those that ship with the product. */
  readonly streetsFolder?: string | undefined
  /** Where snapshots are stored. Without it they are in memory. */
  readonly files?: SnapshotFilesOptions | undefined
  readonly pollMs?: number
  readonly log?: (message: string, details?: object) => void
}

export interface Freshness {
  readonly version: string | null
  readonly published_at: string | null
  /** When this node started to serve the version. */
  readonly loaded_at: string | null
  /** When this node last confirmed that there is no newer version. */
  readonly checked_at: string | null
  /** The last check failed: the snapshot may be stale, but is still served. */
  readonly databaseUnreachable: boolean
  readonly projects: number
  readonly floor_plans: number
  readonly units: number
  readonly media: number
}

/** `previous` is undefined for the first version. */
type SwapListener = (snapshot: Snapshot, previous: Snapshot | undefined) => void

const POLL_MS = 1000

export class Catalog {
  readonly #options: CatalogOptions
  readonly #source: SnapshotSource
  readonly #snapshots = new Map<Dataset, Snapshot>()
  readonly #sequences = new WeakMap<Snapshot, number>()
  readonly #loadedAt = new Map<Dataset, string>()
  readonly #listeners = new Set<SwapListener>()
  readonly #stopping = new AbortController()
  /** Of all datasets. Null before they are read. */
  #streets: InstalledStreets | undefined | null = null
  #checkedAt: string | null = null
  #isUnreachable = false
  #polling: Promise<void> = Promise.resolve()
  #refreshing: Promise<void> | null = null
  #nextRefresh: Promise<void> | null = null

  constructor(options: CatalogOptions) {
    this.#options = options
    this.#source = new SnapshotSource(options)
  }

  /** Call once per request: the next call may return a newer snapshot. */
  snapshot(dataset: Dataset): Snapshot {
    return this.#snapshots.get(dataset) ?? this.#empty(dataset)
  }

  /** Built only for a dataset without a version: its matcher takes a tenth of a second. */
  #empty(dataset: Dataset): Snapshot {
    const { model, streetsFolder } = this.#options
    const installedStreets = this.#streets ?? undefined
    const empty = buildSnapshot(emptyDataset(dataset), { model, streetsFolder, installedStreets })
    this.#snapshots.set(dataset, empty)
    return empty
  }

  /** The change log's sequence number when this version was published. A mirror continues from it. */
  async sequenceOf(snapshot: Snapshot): Promise<number | null> {
    const cached = this.#sequences.get(snapshot)
    if (cached !== undefined) return cached
    if (!snapshot.version) return null
    const sequence = await sequenceAt(
      this.#options.db.forRequests.query,
      snapshot.dataset,
      snapshot.version.published_at,
    )
    this.#sequences.set(snapshot, sequence)
    return sequence
  }

  readChanges(query: ChangesQuery): Promise<Changes> {
    return readChanges(this.#options.db.forRequests.query, query)
  }

  /** Returns a function that removes the listener. */
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
      databaseUnreachable: this.#isUnreachable,
      projects: projects.size,
      floor_plans: floorPlans.all.size,
      units: units.all.size,
      media: media.all.size,
    }
  }

  /** Loads the current versions, then polls for newer ones. Rejects if the first load fails. */
  async start(): Promise<void> {
    await this.refresh()
    this.#polling = this.#poll()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#polling
    await this.#source.stop()
  }

  /**
   * Checks for newer versions now. Only one check runs at a time. A call during a check waits for the next one, because
   * the running check may have missed the version that the caller just published.
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
    this.#refreshing = this.#loadNewVersions().finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await pause(this.#options.pollMs ?? POLL_MS, signal)
      if (!signal.aborted) await this.refresh().catch((error: Error) => this.#onUnreachable(error))
    }
  }

  #onUnreachable(error: Error): void {
    if (!this.#isUnreachable)
      this.#options.log?.('database unreachable; serving the last snapshot', { error: error.message })
    this.#isUnreachable = true
  }

  async #loadNewVersions(): Promise<void> {
    for (const dataset of DATASETS) {
      const current = this.#snapshots.get(dataset)
      const head = await readHead(this.#options.db.query, dataset)
      const isDamaged = current !== undefined && this.#source.isDamaged(current)
      // A restored backup lowers the number, and gives it to another version later.
      const isOther = head?.number !== current?.version?.number || head?.published_at !== current?.version?.published_at
      // An import of streets is a version of the production dataset, which comes first.
      if (this.#streets === null || (isOther && dataset === 'production'))
        this.#streets = await readInstalledStreets(this.#options.db.query, this.#streets ?? undefined)
      const hasOtherStreets = current?.installedStreets !== this.#streets
      if (isOther || isDamaged || hasOtherStreets) await this.#swap(dataset, current, this.#streets)
    }
    if (this.#isUnreachable) this.#options.log?.('database reachable again')
    this.#isUnreachable = false
    this.#checkedAt = new Date().toISOString()
  }

  async #swap(dataset: Dataset, previous: Snapshot | undefined, streets: InstalledStreets | undefined): Promise<void> {
    const started = performance.now()
    const snapshot = await this.#source.read(dataset, previous, streets)
    this.#snapshots.set(dataset, snapshot)
    this.#loadedAt.set(dataset, new Date().toISOString())
    const ms = Math.round(performance.now() - started)
    this.#options.log?.('snapshot swapped', { dataset, version: snapshot.version?.version, ms })
    for (const listener of this.#listeners) {
      try {
        listener(snapshot, previous)
      } catch (error) {
        this.#options.log?.('snapshot swap listener failed', { error: (error as Error).message })
      }
    }
  }
}
