// Finds media by hash, including replaced files until their URLs expire.
import type { Catalog } from '../catalog/catalog.ts'
import type { MediaRecord } from '../catalog/records/record-types.ts'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import type { Dataset } from '../events/event-types.ts'
import { at } from '../kernel/at.ts'
import { DAY_MS } from '../kernel/time.ts'
import { isStored } from './variants.ts'

const DATASETS: readonly Dataset[] = ['production', 'sandbox']
const MAX_URL_LIFETIME_MS = 2 * DAY_MS

export class MediaFinder {
  readonly #catalog: Pick<Catalog, 'snapshot'>
  readonly #replaced = new Map<string, { readonly record: MediaRecord; readonly untilMs: number }>()

  constructor(catalog: Pick<Catalog, 'snapshot'>) {
    this.#catalog = catalog
  }

  find(sha256: string, nowMs: number): MediaRecord | undefined {
    const replaced = this.#replaced.get(sha256)
    const found = [
      ...DATASETS.flatMap((dataset) => this.#catalog.snapshot(dataset).mediaBySha256.get(sha256) ?? []),
      ...(replaced && replaced.untilMs > nowMs ? [replaced.record] : []),
    ]
    // A record that was imported without its file hides no record that has it.
    return found.find(isStored) ?? found[0]
  }

  /** Called on every snapshot swap: URLs listed before a publish must still work after it. */
  swapped(after: Snapshot, before: Snapshot | undefined, nowMs: number): void {
    if (!before || after.media === before.media) return
    for (const [sha256, { untilMs }] of this.#replaced) if (untilMs <= nowMs) this.#replaced.delete(sha256)
    const [files, later] = [before.media.all.idsOf('sha256'), after.media.all.idsOf('sha256')]
    for (let row = 0; row < files.length; row++) {
      // Compares hashes of the hashes, so that only replaced files are decoded.
      const laterRow = after.media.all.row(at(before.media.all.ids, row))
      if (laterRow !== undefined && later[laterRow] === files[row]) continue
      const record = before.media.all.at(row)
      this.#replaced.set(record.sha256, { record, untilMs: nowMs + MAX_URL_LIFETIME_MS })
    }
  }
}
