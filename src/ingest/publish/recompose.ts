// Joins and composes stored rows again without a file, after a decision or a change of trust.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { CrashHook } from '../../kernel/crash-hook.ts'
import type { RowRef } from '../join/decisions.ts'
import { DESK_SOURCE } from '../record/source-names.ts'
import { followSuccessors } from './follow-successors.ts'
import type { CrashPoint } from './publication.ts'
import { Publication } from './publication.ts'
import { resolveProjects } from './resolve-projects.ts'

export interface RecomposeOptions {
  readonly dataset?: Dataset
  readonly at: Date
  readonly actor: string
  /** Stored with the version. */
  readonly note: string | null
  /** Compose every project with several rows again: needed when the order of trust changed. */
  readonly everything?: boolean
  /**
   * Runs in the same transaction, after the lock: stores the decision or the new order, and its audit entry. Returns the
   * rows that it is about, and projects that must be composed again; otherwise all rows are joined.
   */
  readonly decide?: (tx: Tx) => Promise<Decided | undefined>
  /** The current data. When two projects become one, people's decisions move with it. */
  readonly snapshot?: Snapshot | undefined
  readonly onCrashPoint?: CrashHook<CrashPoint>
}

export interface Decided {
  readonly refs: readonly RowRef[]
  readonly projects?: ReadonlySet<number> | undefined
}

export interface Recomposed {
  /** False when no project changed. The decision is stored all the same. */
  readonly published: boolean
  /** The current version afterwards; null when nothing was ever published. */
  readonly version: string | null
  /** Rows that were joined again. */
  readonly rowsJoined: number
}

export async function recompose(db: Database, options: RecomposeOptions): Promise<Recomposed> {
  const { dataset = 'production', at, actor, note, everything = false, onCrashPoint = () => {} } = options
  const done = await db.tx(async (tx): Promise<Recomposed> => {
    const publish = {
      dataset,
      source: DESK_SOURCE,
      kind: 'merge',
      at,
      note,
      actor,
      onCrashPoint,
    } as const
    const publication = await Publication.begin(tx, publish)
    const { refs = null, projects: touched = new Set<number>() } = (await options.decide?.(tx)) ?? {}
    const rows = { changed: new Set<string>(), added: new Set<string>(), refs, former: [] }
    const resolved = await resolveProjects(publication, { ...rows, touched, everything, reason: note })
    if (options.snapshot) await followSuccessors(publication, resolved, options.snapshot)
    const { hasChanges: published, rowsJoined } = publication.count
    return { published, version: published ? await publication.finish([]) : publication.head.version, rowsJoined }
  })
  if (done.published) onCrashPoint('after commit')
  return done
}
