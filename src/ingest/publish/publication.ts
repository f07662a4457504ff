// A running publish: holds the lock, writes batches, and publishes events at the end.
import type { Transaction } from 'kysely'
import type { DatasetVersion } from '../../catalog/snapshot/dataset-content.ts'
import type { Tables } from '../../db/database-tables.ts'
import type { Dataset, EventDraft } from '../../events/event-types.ts'
import { lastRewind } from '../../events/history.ts'
import { publishEvents } from '../../events/outbox.ts'
import type { CrashHook } from '../../kernel/crash-hook.ts'
import { Overrides } from '../overrides/overrides.ts'
import type { Counts } from '../versions/version-list.ts'
import { nextVersion } from '../versions/version-names.ts'
import { BuildingMoves } from './building-events.ts'
import type { ProjectDiff } from './diff.ts'
import type { DatasetHead } from './read-state.ts'
import { lockDataset } from './read-state.ts'
import { Registry } from './registry.ts'
import { PublishCounter } from './report.ts'
import { deleteUnfinished, writeHistory, writeRecords } from './write-state.ts'

/** Points where a test can end the process, in order. */
export const CRASH_POINTS = [
  'before batch',
  'after batch',
  'before history',
  'after history',
  'before outbox',
  'after outbox',
  'before commit',
  'after commit',
] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

export type PublishPhase = 'joining' | 'writing'

export interface PublicationOptions {
  readonly dataset: Dataset
  readonly source: string
  readonly kind: DatasetVersion['kind']
  readonly at: Date
  readonly note: string | null
  /** Stored with the version. */
  readonly actor: string | null
  readonly onCrashPoint: CrashHook<CrashPoint>
  /** Called while a long step runs. */
  readonly onProgress?: ((phase: PublishPhase, done: number, total: number) => void) | undefined
  /** Called with every diff that is written. */
  readonly onDiff?: ((diff: ProjectDiff) => void) | undefined
}

const EMPTY: Counts = { project: 0, floor_plan: 0, unit: 0, media: 0 }

export class Publication {
  readonly count = new PublishCounter()
  /** When the changes took effect: an import of an older release is about its day. */
  at: string
  /** When they are published. */
  readonly now: string
  /**
   * Suppresses events per record, for example during the first import of a source. `dataset.published` then counts the
   * projects that changed without an event, so that consumers know that they must read the data again.
   */
  silent = false
  /** Replaced for every slice by `publishInSlices`. */
  tx: Transaction<Tables>
  readonly options: PublicationOptions
  readonly head: DatasetHead
  readonly registry: Registry
  readonly overrides: Overrides
  #events: EventDraft[] = []
  readonly #moves = new BuildingMoves()
  readonly #unannounced = { created: 0, changed: 0, removed: 0 }

  private constructor(
    tx: Transaction<Tables>,
    options: PublicationOptions,
    head: DatasetHead,
    registry: Registry,
    overrides: Overrides,
  ) {
    this.tx = tx
    this.options = options
    this.head = head
    this.registry = registry
    this.overrides = overrides
    this.now = options.at.toISOString()
    this.at = this.now
  }

  static async begin(tx: Transaction<Tables>, options: PublicationOptions): Promise<Publication> {
    const head = await lockDataset(tx, options.dataset)
    if (head.hasUnfinished || head.number === 0) await deleteUnfinished(tx, options.dataset, head.number)
    const registry = await Registry.load(tx, options.dataset)
    const overrides = await Overrides.load(tx, options.dataset)
    for (const { address, projectId } of overrides.formerAddresses()) registry.addFormerAddress(address, projectId)
    return new Publication(tx, options, head, registry, overrides)
  }

  get number(): number {
    return this.head.number + 1
  }

  get eventCount(): number {
    return this.#events.length
  }

  /** Writes a batch of diffs. Their events wait until the end, where they get their sequence numbers. */
  async write(diffs: readonly ProjectDiff[]): Promise<void> {
    const { tx, number } = this
    const { dataset, onCrashPoint, onDiff } = this.options
    for (const diff of diffs) {
      this.count.add(diff)
      onDiff?.(diff)
      if (this.silent) {
        this.#countUnannounced(diff)
        continue
      }
      this.#moves.add({ before: diff.before?.project ?? null, after: diff.after?.project ?? null })
      for (const event of diff.events) this.#events.push(event)
    }
    onCrashPoint('before batch')
    await writeRecords(tx, dataset, { number, removedAt: this.at === this.now ? null : this.at }, diffs)
    onCrashPoint('after batch')
    onCrashPoint('before history')
    await writeHistory(tx, dataset, number, diffs)
    onCrashPoint('after history')
  }

  #countUnannounced({ before, after, events }: ProjectDiff): void {
    if (events.length === 0) return
    this.#unannounced[after === null ? 'removed' : before === null ? 'created' : 'changed']++
  }

  /** Null when every change has its own event. */
  get #summary(): Readonly<Record<string, number>> | null {
    const { created, changed, removed } = this.#unannounced
    return created + changed + removed === 0 ? null : this.#unannounced
  }

  /** Adds events that no diff produces. */
  addEvents(events: readonly EventDraft[]): void {
    this.#events.push(...events)
  }

  /** Writes the version, the names and, last, the events. Returns the version's name. */
  async finish(retired: readonly string[]): Promise<string> {
    const { tx, number, head, options } = this
    const { dataset, source, kind, note, at, actor, onCrashPoint } = options
    const rewind = await lastRewind(tx)
    const version = nextVersion(head.version, at, rewind && { at: rewind.at, lost: rewind.versions?.[dataset] })
    await this.registry.save(tx, dataset)
    const counts = this.count.totals(await this.#countsBefore())
    await tx
      .insertInto('dataset_versions')
      .values({ dataset, number, version, published_at: at, source, kind, note, actor, counts: JSON.stringify(counts) })
      .execute()
    this.#events = this.#moves.applyTo(this.#events)
    this.#events.push({
      type: 'dataset.published',
      resource_type: 'dataset',
      resource_id: version,
      project_id: null,
      changed_fields: [],
      body: { changes: [], details: { version, number, source, kind, counts, retired, summary: this.#summary } },
    })
    onCrashPoint('before outbox')
    await publishEvents(tx, dataset, this.#events, at)
    onCrashPoint('after outbox')
    onCrashPoint('before commit')
    return version
  }

  async #countsBefore(): Promise<Counts> {
    if (this.head.version === null) return EMPTY
    const row = await this.tx
      .selectFrom('dataset_versions')
      .select('counts')
      .where('dataset', '=', this.options.dataset)
      .where('number', '=', this.head.number)
      .executeTakeFirstOrThrow()
    return row.counts as Counts
  }
}
