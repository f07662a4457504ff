// Finds media by hash, including replaced files until their URLs expire.

import type { Catalog } from '../catalog/catalog.ts'
import type { MediaRecord } from '../catalog/records/record-types.ts'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import type { Dataset } from '../events/event-types.ts'
import { DAY_MS } from '../kernel/time.ts'

type MediaTable = Snapshot['media']
type BySha = ReadonlyMap<string, MediaRecord>

const DATASETS: readonly Dataset[] = ['production', 'sandbox']
const MAX_URL_LIFETIME_MS = 2 * DAY_MS

export class MediaFinder {
  readonly #catalog: Pick<Catalog, 'snapshot'>
  /** Keyed by the media table, which snapshots without media changes share. */
  readonly #indexes = new WeakMap<MediaTable, BySha>()
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

  /** Called on every snapshot swap: URLs listed before a publish must still work after it. */
  swapped(after: Snapshot, before: Snapshot, nowMs: number): void {
    if (after.media === before.media) return
    for (const [sha256, { untilMs }] of this.#replaced) if (untilMs <= nowMs) this.#replaced.delete(sha256)
    for (const record of before.media.all.records)
      if (after.media.all.get(record.id)?.sha256 !== record.sha256)
        this.#replaced.set(record.sha256, { record, untilMs: nowMs + MAX_URL_LIFETIME_MS })
  }

  #indexOf(media: MediaTable): BySha {
    let index = this.#indexes.get(media)
    if (!index) {
      index = new Map(media.all.records.map((record) => [record.sha256, record]))
      this.#indexes.set(media, index)
    }
    return index
  }
}
