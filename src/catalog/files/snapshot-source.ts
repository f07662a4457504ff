// Gets the current snapshot of a dataset: from the previous one, a file, or the database.

import { basename } from 'node:path'
import type { Database } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import { SectionFileError } from '../../kernel/section-file.ts'
import { pause } from '../../kernel/settled.ts'
import { RECORD_KINDS } from '../records/record-types.ts'
import type { Bodies } from '../snapshot/bodies.ts'
import { AddedBodies } from '../snapshot/bodies.ts'
import type { DatasetVersion } from '../snapshot/dataset-content.ts'
import { isSameHistory, readPatched, readSnapshot } from '../snapshot/open-dataset.ts'
import { readConsistently, readSize, readVersions, runInSteps } from '../snapshot/read-dataset.ts'
import type { Snapshot, SnapshotOptions } from '../snapshot/snapshot.ts'
import { openInSteps } from '../snapshot/snapshot.ts'
import type { SnapshotData } from '../snapshot/snapshot-data.ts'
import type { InstalledStreets } from '../snapshot/street-files.ts'
import { TABLE_NAMES } from '../snapshot/table-fields.ts'
import { SharedSnapshots } from './shared-snapshots.ts'
import type { OpenedFile } from './snapshot-file.ts'
import { writeFromData, writeFromDatabase } from './snapshot-file.ts'
import { SnapshotFolder } from './snapshot-folder.ts'
import type { StoreOptions } from './snapshot-store.ts'
import { openStore } from './snapshot-store.ts'

export interface SnapshotFilesOptions {
  readonly folder: string
  /** Signs the files, so that only this installation's files are opened. */
  readonly secret: Uint8Array
  /** Files shared between machines. */
  readonly store?: StoreOptions | undefined
}

export interface SnapshotSourceOptions extends Omit<SnapshotOptions, 'previous' | 'installedStreets'> {
  readonly db: Database
  /** Without files, snapshots are in memory. */
  readonly files?: SnapshotFilesOptions | undefined
  readonly log?: ((message: string, details?: object) => void) | undefined
  /** A start does not wait until the whole file is verified. */
  readonly verifyAfterMs?: number | undefined
  /** More changed bodies than this go into a new file. By default 2 % of all records, but at least 2,000. */
  readonly maxAdded?: number | undefined
}

const MAX_ADDED_SHARE = 0.02
const MIN_ADDED = 2000
const VERIFY_AFTER_MS = 5000

export class SnapshotSource {
  readonly #options: SnapshotSourceOptions
  readonly #folder: SnapshotFolder | null = null
  readonly #shared: SharedSnapshots | null = null
  readonly #damaged = new WeakSet<Bodies>()
  readonly #stopping = new AbortController()
  readonly #background = new Set<Promise<void>>()

  constructor(options: SnapshotSourceOptions) {
    this.#options = options
    const { files } = options
    const log = options.log ?? (() => {})
    if (!files) return
    this.#folder = new SnapshotFolder({ ...files, log })
    if (files.store) this.#shared = new SharedSnapshots(openStore(files.store), this.#folder, log)
  }

  /** Waits for files that are being written or uploaded. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.settled()
  }

  async settled(): Promise<void> {
    await Promise.all(this.#background)
  }

  /** The snapshot's file does not contain what was written, so that it must be read again. */
  isDamaged({ data }: Snapshot): boolean {
    return this.#damaged.has(baseOf(data))
  }

  /** The current snapshot, from `previous` and what changed since, if that is possible. */
  async read(dataset: Dataset, previous: Snapshot | undefined, installedStreets?: InstalledStreets): Promise<Snapshot> {
    const { db, model, streetsFolder } = this.#options
    const folder = this.#folder
    const versions = await readVersions(db.query, dataset)
    const size = await readSize(db.query, dataset)
    const options = { previous, model, streetsFolder, installedStreets }
    if (!folder || versions.length === 0) return readSnapshot(db, dataset, options)
    const canPatch = previous && isBaseOf(previous.data, size) && this.#canPatch(previous, versions, folder)
    const base = canPatch ? previous : await this.#open(dataset, versions, size, options)
    // Without a usable disk the service still runs.
    if (!base) return readSnapshot(db, dataset, options)
    const snapshot = await this.#withChanges(base, options)
    if (this.#hasManyAdded(snapshot.data)) this.#inBackground(() => this.#compact(snapshot.data, folder))
    return snapshot
  }

  #canPatch(previous: Snapshot, versions: readonly DatasetVersion[], folder: SnapshotFolder): boolean {
    const { data } = previous
    if (!isSameHistory(data, versions) || this.isDamaged(previous)) return false
    // If so much changed that it was written into a new file, continue from that file.
    return !this.#hasManyAdded(data) || folder.names(data.dataset)[0]?.version !== data.versions.at(-1)!.number
  }

  async #withChanges(base: Snapshot, options: SnapshotOptions): Promise<Snapshot> {
    const data = await readConsistently(this.#options.db, async (tx) => {
      const versions = await readVersions(tx, base.dataset)
      return versions.at(-1)?.number === base.version?.number ? base.data : readPatched(tx, base, versions)
    })
    const isCurrent = data === base.data && base.installedStreets === options.installedStreets
    return isCurrent ? base : runInSteps(openInSteps(data, { ...options, previous: base }))
  }

  async #open(
    dataset: Dataset,
    versions: readonly DatasetVersion[],
    size: number,
    options: SnapshotOptions,
  ): Promise<Snapshot | null> {
    const folder = this.#folder!
    try {
      for (;;) {
        const { data, file } = await this.#openOrBuild(dataset, versions, size, folder)
        const opened = await runInSteps(openInSteps(data, options)).catch((error: Error) => error)
        if (!(opened instanceof Error)) return opened
        if (!(opened instanceof SectionFileError)) throw opened
        folder.discard(file.path, opened)
      }
    } catch (error) {
      if (!('syscall' in (error as Error))) throw error
      this.#options.log?.('cannot write the snapshot file; using memory', { error: (error as Error).message })
      return null
    }
  }

  async #openOrBuild(
    dataset: Dataset,
    versions: readonly DatasetVersion[],
    size: number,
    folder: SnapshotFolder,
  ): Promise<OpenedFile> {
    const find = () => {
      const newest = folder.openNewest(dataset, versions)
      if (!newest || isBaseOf(newest.data, size)) return newest
      newest.file.close()
      return null
    }
    const opened =
      find() ??
      (await folder.buildOnce(dataset, find, async () => {
        if (await this.#shared?.download(dataset, versions)) {
          const downloaded = find()
          if (downloaded) return downloaded
        }
        return this.#build(dataset, folder)
      }))
    void this.#verify(opened, folder)
    return opened
  }

  async #build(dataset: Dataset, folder: SnapshotFolder): Promise<OpenedFile> {
    const { query } = this.#options.db
    const path = await writeFromDatabase(query, dataset, await readVersions(query, dataset), folder)
    const opened = folder.open(dataset, basename(path))
    if (!opened) throw new Error(`Cannot open ${path}, which was just written. Check the disk of ${folder.folder}.`)
    this.#published(dataset, path, folder)
    return opened
  }

  #published(dataset: Dataset, path: string, folder: SnapshotFolder): void {
    folder.deleteOld(dataset)
    const shared = this.#shared
    if (shared) this.#inBackground(() => shared.upload(dataset, path))
  }

  /** Writes the changes into a new file, unless another process does. */
  async #compact(data: SnapshotData, folder: SnapshotFolder): Promise<void> {
    const number = data.versions.at(-1)!.number
    if (folder.names(data.dataset).some(({ version }) => version >= number)) return
    const release = folder.tryLock(data.dataset)
    if (!release) return
    try {
      this.#published(data.dataset, await writeFromData(data, folder), folder)
    } finally {
      release()
    }
  }

  async #verify({ file, data }: OpenedFile, folder: SnapshotFolder): Promise<void> {
    const { signal } = this.#stopping
    await pause(this.#options.verifyAfterMs ?? VERIFY_AFTER_MS, signal)
    if (signal.aborted) return
    try {
      await file.verify()
    } catch (error) {
      this.#damaged.add(baseOf(data))
      folder.discard(file.path, error as Error)
    }
  }

  #hasManyAdded({ bodies, tables }: SnapshotData): boolean {
    if (!(bodies instanceof AddedBodies)) return false
    const records = TABLE_NAMES.reduce((sum, name) => sum + tables[name].ids.length, 0)
    return bodies.count > (this.#options.maxAdded ?? Math.max(MIN_ADDED, records * MAX_ADDED_SHARE))
  }

  #inBackground(work: () => Promise<void>): void {
    const failed = (error: Error) => this.#options.log?.('snapshot file not written', { error: error.message })
    const done = work().catch(failed)
    this.#background.add(done)
    done.then(() => this.#background.delete(done))
  }
}

const baseOf = ({ bodies }: SnapshotData): Bodies => (bodies instanceof AddedBodies ? bodies.base : bodies)

/** Changes are read into memory at once. A dataset that has outgrown its snapshot is read anew, in batches. */
function isBaseOf({ tables }: SnapshotData, size: number): boolean {
  const records = RECORD_KINDS.reduce((sum, kind) => sum + tables[kind].ids.length, 0)
  return size - records <= Math.max(MIN_ADDED, records)
}
