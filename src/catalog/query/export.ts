// Streams all records of one kind, in ID order, for export files.

import type { RecordKind, RecordOf } from '../records/record-types.ts'
import { isFreeMedia } from '../records/record-types.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { View } from './catalog-query.ts'

export function* exportRows<K extends RecordKind>(snapshot: Snapshot, kind: K, view: View): Generator<RecordOf[K]> {
  const { projects, floorPlans, units, media } = snapshot
  const all: { [P in RecordKind]: Iterable<RecordOf[P]> } = {
    project: projects,
    floor_plan: floorPlans.all,
    unit: units.all,
    media: media.all,
  }
  for (const record of all[kind]) {
    if (kind === 'media' && !view.paidMedia && !isFreeMedia((record as RecordOf['media']).kind)) continue
    yield record
  }
}
