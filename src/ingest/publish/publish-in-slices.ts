// Publishes new projects of a generated source in many short transactions; readers see them after the last one.
import type { Database } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import type { ProjectRow } from '../record/row.ts'
import type { HashedRow } from '../rows/stored-rows.ts'
import { applyGeneratedRows } from './apply-generated.ts'
import { Publication } from './publication.ts'
import type { PublishOptions } from './publish.ts'
import { eachChangedBatch } from './publish.ts'
import { lockDataset, readPresentKeys } from './read-state.ts'
import { markUnfinished } from './write-state.ts'

interface SlicedPublishOptions extends Pick<PublishOptions, 'dataset' | 'source' | 'at'> {
  readonly rows: AsyncIterable<ProjectRow>
  readonly actor: string
  /** Called after each slice with the number of rows read so far. */
  readonly onProgress: (rows: number) => void
}

/** Projects per transaction. On the embedded database every other query waits this long, about 60 ms. */
const SLICE = 15

/**
 * One transaction for the whole demonstration would take half a minute, and the embedded database runs one at a time.
 * Rows of an unfinished version are invisible; after a crash the next publish removes them (Publication.begin). Rows
 * whose project exists are left out: an older version must stay as it is. Returns null if every project exists, and
 * throws `state_conflict` if someone else publishes meanwhile.
 */
export async function publishInSlices(db: Database, options: SlicedPublishOptions): Promise<string | null> {
  const { dataset, source, at, actor, onProgress } = options
  const publish = { dataset, source, kind: 'import', at, note: null, actor, onCrashPoint: () => {} } as const
  const { publication, present } = await db.tx(async (tx) => {
    const begun = await Publication.begin(tx, publish)
    await markUnfinished(tx, dataset, begun.number)
    return { publication: begun, present: await readPresentKeys(tx, dataset, source) }
  })
  publication.silent = true
  const inTransaction = <T>(work: () => Promise<T>) =>
    db.tx(async (tx) => {
      const head = await lockDataset(tx, dataset)
      if (head.number !== publication.head.number) throw publishedMeanwhile()
      publication.tx = tx
      return work()
    })
  const { count } = publication
  const run = async (work: () => Promise<void>) => {
    await inTransaction(work)
    onProgress(present.size + count.rows)
  }
  const context = { source, note: null }
  const apply = (rows: readonly HashedRow[]) => applyGeneratedRows(publication, rows, context)
  const rows = newRows(options.rows, present)
  await eachChangedBatch(publication, { rows }, new Map(), apply, { size: SLICE, run })
  return inTransaction(async () => {
    await markUnfinished(publication.tx, dataset, null)
    return count.hasChanges ? publication.finish([]) : null
  })
}

async function* newRows(
  rows: AsyncIterable<ProjectRow>,
  present: { has(key: string): boolean },
): AsyncGenerator<ProjectRow> {
  for await (const row of rows) if (!present.has(row.key)) yield row
}

function publishedMeanwhile(): Fault {
  return new Fault('state_conflict', { detail: 'The dataset got another version meanwhile.' })
}
