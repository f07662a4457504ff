// The folder of snapshot files: finds the newest usable one, builds missing ones, deletes old ones.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dataset } from '../../events/event-types.ts'
import { SectionFileError } from '../../kernel/section-file.ts'
import { DAY_MS } from '../../kernel/time.ts'
import type { DatasetVersion } from '../snapshot/dataset-content.ts'
import { isSameHistory } from '../snapshot/open-dataset.ts'
import type { OpenedFile, SnapshotFileName } from './snapshot-file.ts'
import { openSnapshotFile, sortNames } from './snapshot-file.ts'

export interface SnapshotFolderOptions {
  readonly folder: string
  /** Signs the files, so that only this installation's files are opened. */
  readonly secret: Uint8Array
  readonly log?: ((message: string, details?: object) => void) | undefined
}

const KEPT_FILES = 3
/** After this long, another process builds too: two builds are wasteful, waiting forever is worse. */
const MAX_WAIT_MS = 10 * 60_000
const WAIT_MS = 200
const HEARTBEAT_MS = 10_000

export class SnapshotFolder {
  readonly folder: string
  readonly secret: Uint8Array
  readonly #log: (message: string, details?: object) => void

  constructor({ folder, secret, log }: SnapshotFolderOptions) {
    this.folder = folder
    this.secret = secret
    this.#log = log ?? (() => {})
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#removeLeftovers()
  }

  names(dataset: Dataset): SnapshotFileName[] {
    return sortNames(readdirSync(this.folder), dataset)
  }

  /** Opens the newest file whose last version the database has published. Deletes files that it refuses. */
  openNewest(dataset: Dataset, versions: readonly DatasetVersion[]): OpenedFile | null {
    for (const { name, version } of this.names(dataset)) {
      if (!versions.some(({ number }) => number === version)) continue
      const opened = this.open(dataset, name)
      if (!opened) continue
      if (isSameHistory(opened.data, versions)) return opened
      opened.file.close()
    }
    return null
  }

  open(dataset: Dataset, name: string): OpenedFile | null {
    const path = join(this.folder, name)
    try {
      return openSnapshotFile(path, dataset, this.secret)
    } catch (error) {
      // Another process may have deleted it meanwhile.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      if (!(error instanceof SectionFileError)) throw error
      this.discard(path, error)
      return null
    }
  }

  /** Deletes a damaged file. The next start builds a new one from the database. */
  discard(path: string, reason: Error): void {
    this.#log('snapshot file refused and deleted', { path, reason: reason.message })
    rmSync(path, { force: true })
  }

  /** Deletes all but the newest files. Processes that have an old one open can still read it. */
  deleteOld(dataset: Dataset): void {
    for (const { name } of this.names(dataset).slice(KEPT_FILES)) rmSync(join(this.folder, name), { force: true })
  }

  /**
   * Runs `build` in one process at a time. The others wait, then get `find()`. If the builder dies, another takes over.
   */
  async buildOnce<T>(dataset: Dataset, find: () => T | null, build: () => Promise<T>): Promise<T> {
    const until = Date.now() + MAX_WAIT_MS
    for (;;) {
      const release = this.tryLock(dataset)
      if (release || Date.now() > until) {
        try {
          return find() ?? (await build())
        } finally {
          release?.()
        }
      }
      await sleep(WAIT_MS)
    }
  }

  /** Null if another live process of this machine holds the lock. */
  tryLock(dataset: Dataset): (() => void) | null {
    const path = join(this.folder, `${dataset}.lock`)
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 })
        return holdLock(path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        if (isHeldByLiveProcess(path)) return null
        rmSync(path, { force: true })
      }
    }
    return null
  }

  /** Temporary files of killed processes, and files of other schema versions after a rolling upgrade. */
  #removeLeftovers(): void {
    const names = readdirSync(this.folder)
    const current = new Set(
      (['production', 'sandbox'] as const).flatMap((dataset) => sortNames(names, dataset).map(({ name }) => name)),
    )
    for (const name of names) {
      if (current.has(name) || !/\.(tmp|snapshot)$/.test(name)) continue
      const path = join(this.folder, name)
      const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
      if (age > (name.endsWith('.tmp') ? DAY_MS : 7 * DAY_MS)) rmSync(path, { force: true })
    }
  }
}

const held = new Set<string>()

function holdLock(path: string): () => void {
  held.add(path)
  const heartbeat = setInterval(() => utimesSync(path, new Date(), new Date()), HEARTBEAT_MS).unref()
  return () => {
    clearInterval(heartbeat)
    held.delete(path)
    rmSync(path, { force: true })
  }
}

/** A dead process does not hold its lock, nor does an unrelated one that got its number after a restart. */
function isHeldByLiveProcess(path: string): boolean {
  try {
    if (Date.now() - statSync(path).mtimeMs > HEARTBEAT_MS * 6) return false
    const pid = Number(readFileSync(path, 'utf8'))
    // Empty while its holder writes it.
    if (!pid) return true
    if (pid === process.pid) return held.has(path)
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
