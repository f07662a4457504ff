// Publishes the first version of a dataset in many short transactions; readers see it after the last one.
import type { Database } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import type { HashedRow } from '../rows/stored-rows.ts'
import { applyGeneratedRows } from './apply-generated.ts'
import { Publication } from './publication.ts'
import type { PublishOptions } from './publish.ts'
import { eachChangedBatch } from './publish.ts'
import { lockDataset } from './read-state.ts'

interface FirstPublishOptions extends Pick<PublishOptions, 'dataset' | 'source' | 'rows' | 'at'> {
  readonly actor: string
  /** Called after each batch with the number of rows read so far. */
  readonly onProgress: (rows: number) => void
}

/** Projects per transaction. On the embedded database every other query waits this long, about 0.3 s. */
const BATCH = 50

/**
 * One transaction for the whole demonstration would take most of a minute, and the embedded database runs one at a time.
 * Rows without a version are invisible. After a crash they stay until the next publish removes them (Publication.begin).
 * Throws `state_conflict` if someone else publishes meanwhile.
 */
export async function publishFirst(db: Database, options: FirstPublishOptions): Promise<string> {
  const { dataset, source, at, actor, onProgress } = options
  const publish = { dataset, source, kind: 'import', at, note: null, actor, onCrashPoint: () => {} } as const
  const publication = await db.tx(async (tx) => requireEmpty(await Publication.begin(tx, publish)))
  publication.silent = true
  const inTransaction = <T>(work: () => Promise<T>) =>
    db.tx(async (tx) => {
      const head = await lockDataset(tx, dataset)
      if (head.number !== 0) throw publishedMeanwhile()
      publication.tx = tx
      return work()
    })
  const runBatch = async (work: () => Promise<void>) => {
    await inTransaction(work)
    onProgress(publication.count.rows)
  }
  const context = { source, note: null }
  const apply = (rows: readonly HashedRow[]) => applyGeneratedRows(publication, rows, context)
  await eachChangedBatch(publication, options, new Map(), apply, { size: BATCH, run: runBatch })
  return inTransaction(() => publication.finish([]))
}

function requireEmpty(publication: Publication): Publication {
  if (publication.head.number !== 0) throw publishedMeanwhile()
  return publication
}

function publishedMeanwhile(): Fault {
  return new Fault('state_conflict', { detail: 'The dataset already has a version.' })
}
