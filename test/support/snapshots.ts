// Builds snapshots from rows without a database.

import type { Bundle } from '../../src/catalog/records/record-types.ts'
import { MemoryBodies } from '../../src/catalog/snapshot/bodies.ts'
import { Collection } from '../../src/catalog/snapshot/collection.ts'
import type { DatasetContent } from '../../src/catalog/snapshot/dataset-content.ts'
import { slugify } from '../../src/catalog/snapshot/fold-name.ts'
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'
import { buildSnapshot } from '../../src/catalog/snapshot/snapshot.ts'
import type { Fields } from '../../src/catalog/snapshot/table.ts'
import { TableBuilder } from '../../src/catalog/snapshot/table.ts'
import { assemble } from '../../src/ingest/publish/assemble.ts'
import { reportedHistory } from '../../src/ingest/publish/field-changes.ts'
import { assignChildIds } from '../../src/ingest/publish/row-identity.ts'
import type { IdKind } from '../../src/ingest/record/identity.ts'
import { NO_CHILD_IDS } from '../../src/ingest/record/identity.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'

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
  const content: DatasetContent = {
    dataset: 'production',
    versions: [version],
    records: {
      project: sorted(bundles.map((bundle) => bundle.project)),
      floor_plan: sorted(bundles.flatMap((bundle) => bundle.floor_plans)),
      unit: sorted(bundles.flatMap((bundle) => bundle.units)),
      media: sorted(bundles.flatMap((bundle) => bundle.media)),
    },
    removed: { project: [], floor_plan: [] },
    history,
  }
  return buildSnapshot(content, { previous: before })
}

/** Everything that a snapshot contains, decoded. */
export function contentOf(snapshot: Snapshot): DatasetContent {
  const { dataset, versions, projects, floorPlans, units, media, removed, history } = snapshot
  return {
    dataset,
    versions: [...versions.values()],
    records: {
      project: projects.toArray(),
      floor_plan: floorPlans.all.toArray(),
      unit: units.all.toArray(),
      media: media.all.toArray(),
    },
    removed: { project: removed.project.toArray(), floor_plan: removed.floor_plan.toArray() },
    history: [...history.rows()],
  }
}

/** A collection of any records. */
export function collectionOf<T extends { readonly id: number }>(
  records: readonly T[],
  fields: Fields<T> = {},
): Collection<T> {
  const bodies = new MemoryBodies()
  const builder = new TableBuilder(fields)
  for (const record of records) {
    const body = Buffer.from(JSON.stringify(record))
    builder.add(record.id, record, bodies.write(body), body.length)
  }
  const steps = builder.finish()
  for (;;) {
    const step = steps.next()
    if (step.done) return new Collection('records', step.value, bodies)
  }
}
