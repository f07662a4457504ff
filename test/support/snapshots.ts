// Builds snapshots from rows without a database.

import type { Bundle } from '../../src/catalog/records/record-types.ts'
import { slugify } from '../../src/catalog/snapshot/fold-name.ts'
import { HistoryIndex } from '../../src/catalog/snapshot/history-index.ts'
import type { LoadedDataset } from '../../src/catalog/snapshot/loaded-dataset.ts'
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'
import { buildSnapshot } from '../../src/catalog/snapshot/snapshot.ts'
import type { IdKind } from '../../src/ingest/identity.ts'
import { NO_CHILD_IDS } from '../../src/ingest/identity.ts'
import { assemble } from '../../src/ingest/publish/assemble.ts'
import { reportedHistory } from '../../src/ingest/publish/field-changes.ts'
import { assignChildIds } from '../../src/ingest/publish/row-identity.ts'
import type { ProjectRow } from '../../src/ingest/row.ts'

export const PUBLISHED_AT = '2026-11-14T06:00:00.000Z'

export function snapshotOf(rows: Iterable<ProjectRow>, before?: Snapshot): Snapshot {
  const counters = new Map<IdKind, number>()
  const take = (kind: IdKind) => {
    const id = (counters.get(kind) ?? 0) + 1
    counters.set(kind, id)
    return id
  }
  const developers = new Map<string, number>()
  const bundles: Bundle[] = []
  const history = []
  for (const row of rows) {
    const id = row.id ?? take('project')
    const children = assignChildIds(row, NO_CHILD_IDS, take)
    const developerIds = row.developers.map(({ name }) => {
      if (!developers.has(name)) developers.set(name, developers.size + 1)
      return developers.get(name)!
    })
    bundles.push(assemble(row, { id, slug: slugify(row.name), children, developerIds, source: 'test' }, PUBLISHED_AT))
    for (const { effective_at, ...fact } of reportedHistory(row.history, id, children.floor_plan)) {
      history.push({ ...fact, project_id: id, effective: Date.parse(effective_at), version: 1 })
    }
  }
  const sorted = <T extends { id: number }>(records: T[]) => records.sort((a, b) => a.id - b.id)
  const version = {
    number: 1,
    version: '2026-11-14.1',
    published_at: PUBLISHED_AT,
    source: 'test',
    kind: 'import' as const,
  }
  const loaded: LoadedDataset = {
    dataset: 'production',
    versions: [version],
    records: {
      project: sorted(bundles.map((bundle) => bundle.project)),
      floor_plan: sorted(bundles.flatMap((bundle) => bundle.floor_plans)),
      unit: sorted(bundles.flatMap((bundle) => bundle.units)),
      media: sorted(bundles.flatMap((bundle) => bundle.media)),
    },
    removed: { project: new Map(), floor_plan: new Map() },
    history: HistoryIndex.build(history),
  }
  return buildSnapshot(loaded, { previous: before })
}
