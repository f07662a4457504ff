// From a fingerprint to the record it belongs to, over all datasets; what a publish replaced is found until its URLs end.

import type { Catalog } from '../catalog/catalog.ts'
import type { MediaRecord } from '../catalog/records/record-types.ts'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import type { Dataset } from '../events/event-types.ts'
import { DAY_MS } from '../kernel/time.ts'

type Shelf = Snapshot['media']
type BySha = ReadonlyMap<string, MediaRecord>

const DATASETS: readonly Dataset[] = ['production', 'sandbox']
/** No URL lives longer. */
const LONGEST_URL_MS = 2 * DAY_MS

export class MediaFinder {
  readonly #catalog: Pick<Catalog, 'snapshot'>
  /** Keyed by the shelf, which outlives snapshots that change no media. */
  readonly #indexes = new WeakMap<Shelf, BySha>()
  readonly #replaced = new Map<string, { readonly record: MediaRecord; readonly untilMs: number }>()

  constructor(catalog: Pick<Catalog, 'snapshot'>) {
    this.#catalog = catalog
  }

  find(sha256: string, nowMs: number): MediaRecord | undefined {
    for (const dataset of DATASETS) {
      const found = this.#indexOf(this.#catalog.snapshot(dataset).media).get(sha256)
      if (found) return found
    }
    const replaced = this.#replaced.get(sha256)
    return replaced && replaced.untilMs > nowMs ? replaced.record : undefined
  }

  /** To be told of every swap: a client that listed before a publish fetches after it, with URLs that are still valid. */
  swapped(after: Snapshot, before: Snapshot, nowMs: number): void {
    if (after.media === before.media) return
    for (const [sha256, { untilMs }] of this.#replaced) if (untilMs <= nowMs) this.#replaced.delete(sha256)
    for (const record of before.media.all.records)
      if (after.media.all.get(record.id)?.sha256 !== record.sha256)
        this.#replaced.set(record.sha256, { record, untilMs: nowMs + LONGEST_URL_MS })
  }

  #indexOf(shelf: Shelf): BySha {
    let index = this.#indexes.get(shelf)
    if (!index) {
      index = new Map(shelf.all.records.map((record) => [record.sha256, record]))
      this.#indexes.set(shelf, index)
    }
    return index
  }
}
