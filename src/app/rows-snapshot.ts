// Builds a snapshot of rows without a database: the sandbox before the first start, and tests.
import type { Bundle } from '../catalog/records/record-types.ts'
import type { DatasetContent } from '../catalog/snapshot/dataset-content.ts'
import { slugify } from '../catalog/snapshot/fold-name.ts'
import type { Snapshot, SnapshotOptions } from '../catalog/snapshot/snapshot.ts'
import { buildSnapshot } from '../catalog/snapshot/snapshot.ts'
import type { Dataset } from '../events/event-types.ts'
import { assemble } from '../ingest/publish/assemble.ts'
import { reportedHistory } from '../ingest/publish/field-changes.ts'
import { assignChildIds } from '../ingest/publish/row-identity.ts'
import type { IdKind } from '../ingest/record/identity.ts'
import { NO_CHILD_IDS } from '../ingest/record/identity.ts'
import type { ProjectRow } from '../ingest/record/row.ts'

interface RowsSnapshotOptions extends SnapshotOptions {
  readonly dataset: Dataset
  readonly publishedAt: string
}

interface RowsOfSource {
  readonly source: string
  readonly rows: Iterable<ProjectRow>
}

export function snapshotOfRows(
  sources: readonly RowsOfSource[],
  { dataset, publishedAt, ...options }: RowsSnapshotOptions,
): Snapshot {
  const counters = new Map<IdKind, number>()
  const take = (kind: IdKind) => {
    const id = (counters.get(kind) ?? 0) + 1
    counters.set(kind, id)
    return id
  }
  const developers = new Map<string, number>()
  const bundles: Bundle[] = []
  const history = []
  const rows = sources.flatMap(({ source, rows }) => Array.from(rows, (row) => ({ source, row })))
  for (const { source, row } of rows) {
    const id = row.id ?? take('project')
    const children = assignChildIds(row, NO_CHILD_IDS, take)
    const developerIds = row.developers.map(({ name }) => {
      if (!developers.has(name)) developers.set(name, developers.size + 1)
      return developers.get(name)!
    })
    bundles.push(assemble(row, { id, slug: slugify(row.name), children, developerIds, source }, publishedAt))
    for (const { effective_at, ...fact } of reportedHistory(row.history, id, children.floor_plan)) {
      history.push({ ...fact, project_id: id, effective: Date.parse(effective_at), version: 1 })
    }
  }
  const sorted = <T extends { id: number }>(records: T[]) => records.sort((a, b) => a.id - b.id)
  const version = {
    number: 1,
    version: `${publishedAt.slice(0, 10)}.1`,
    published_at: publishedAt,
    source: sources.at(-1)!.source,
  }
  const content: DatasetContent = {
    dataset,
    versions: [{ ...version, kind: 'import' }],
    records: {
      project: sorted(bundles.map((bundle) => bundle.project)),
      floor_plan: sorted(bundles.flatMap((bundle) => bundle.floor_plans)),
      unit: sorted(bundles.flatMap((bundle) => bundle.units)),
      media: sorted(bundles.flatMap((bundle) => bundle.media)),
    },
    removed: { project: [], floor_plan: [] },
    history,
  }
  return buildSnapshot(content, options)
}
