// Finds media by hash in both datasets until their URLs expire.

import { describe, expect, it } from 'vitest'
import type { MediaRecord } from '../../src/catalog/records/record-types.ts'
import { hashText } from '../../src/catalog/snapshot/id-lookup.ts'
import { TextLookup } from '../../src/catalog/snapshot/lookups.ts'
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'
import { DAY_MS } from '../../src/kernel/time.ts'
import { MediaFinder } from '../../src/media/find-media.ts'
import { collectionOf } from '../support/snapshots.ts'

const item = (id: number, sha256: string, origin = '') => ({ id, sha256, project_id: 1, origin }) as MediaRecord
function snapshot(...records: MediaRecord[]): Snapshot {
  const all = collectionOf(records, { sha256: { kind: 'id', read: ({ sha256 }) => hashText(sha256) } })
  return { media: { all }, mediaBySha256: new TextLookup(all, 'sha256', ({ sha256 }) => sha256) } as unknown as Snapshot
}

describe('a media hash', () => {
  it('is found in either dataset', () => {
    const snapshots = { production: snapshot(item(1, 'a')), sandbox: snapshot(item(1, 'b')) }
    const finder = new MediaFinder({ snapshot: (dataset) => snapshots[dataset] })
    expect(finder.find('a', 0)).toMatchObject({ id: 1, sha256: 'a' })
    expect(finder.find('b', 0)).toMatchObject({ id: 1, sha256: 'b' })
    expect(finder.find('c', 0)).toBeUndefined()
  })

  it('leads to the record that has the file, not to one that was imported without it', () => {
    const snapshots = { production: snapshot(item(1, 'a', 'a.png')), sandbox: snapshot(item(2, 'a', 'drawing:a')) }
    const finder = new MediaFinder({ snapshot: (dataset) => snapshots[dataset] })
    expect(finder.find('a', 0)?.id).toBe(2)
  })

  it('of a replaced or removed file is found for two more days, so that earlier URLs keep working', () => {
    const before = snapshot(item(1, 'kept'), item(2, 'old price list'), item(3, 'removed'))
    const after = snapshot(item(1, 'kept'), item(2, 'new price list'))
    let current = before
    const finder = new MediaFinder({ snapshot: (dataset) => (dataset === 'production' ? current : snapshot()) })
    expect(finder.find('old price list', 0)?.id).toBe(2)
    current = after
    finder.swapped(after, before, 1000)
    for (const sha256 of ['kept', 'new price list', 'old price list', 'removed'])
      expect(finder.find(sha256, 2 * DAY_MS)).toMatchObject({ sha256 })
    expect(finder.find('kept', 1000 + 2 * DAY_MS)).toBeDefined()
    expect(finder.find('old price list', 1000 + 2 * DAY_MS)).toBeUndefined()
    // Expired entries are removed at the next swap.
    finder.swapped(snapshot(item(1, 'kept')), after, 1000 + 2 * DAY_MS)
    expect(finder.find('removed', 0)).toBeUndefined()
    expect(finder.find('new price list', 1000 + 3 * DAY_MS)).toBeDefined()
  })
})
