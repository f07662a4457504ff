// Builds snapshots from rows without a database.

import { snapshotOfRows } from '../../src/app/rows-snapshot.ts'
import { MemoryBodies } from '../../src/catalog/snapshot/bodies.ts'
import { Collection } from '../../src/catalog/snapshot/collection.ts'
import type { DatasetContent } from '../../src/catalog/snapshot/dataset-content.ts'
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'
import type { Fields } from '../../src/catalog/snapshot/table.ts'
import { TableBuilder } from '../../src/catalog/snapshot/table.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'

export const PUBLISHED_AT = '2026-11-14T06:00:00.000Z'

export const snapshotOf = (rows: Iterable<ProjectRow>, before?: Snapshot): Snapshot =>
  snapshotOfRows([{ source: 'test', rows }], { dataset: 'production', publishedAt: PUBLISHED_AT, previous: before })

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
