// Downloads snapshot files from the store and uploads new ones. Failures only cost time.
import { randomBytes } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Dataset } from '../../events/event-types.ts'
import { openSectionFile, SectionFileError } from '../../kernel/section-file.ts'
import type { DatasetVersion } from '../snapshot/dataset-content.ts'
import { sortNames } from './snapshot-file.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import type { SnapshotStore } from './snapshot-store.ts'

const KEPT_FILES = 3

export class SharedSnapshots {
  readonly #store: SnapshotStore
  readonly #files: SnapshotFolder
  /** Damaged files in the store, to be replaced. */
  readonly #refused = new Set<string>()
  readonly #log: (message: string, details?: object) => void

  constructor(store: SnapshotStore, files: SnapshotFolder, log: (message: string, details?: object) => void) {
    this.#store = store
    this.#files = files
    this.#log = log
  }

  /** Downloads the newest file of a published version. Returns whether there is one. */
  async download(dataset: Dataset, versions: readonly DatasetVersion[]): Promise<boolean> {
    try {
      const published = new Set(versions.map(({ number }) => number))
      const names = sortNames(await this.#store.names(), dataset).filter(({ version }) => published.has(version))
      for (const { name, digest } of names.slice(0, KEPT_FILES)) if (await this.#fetch(name, digest)) return true
    } catch (error) {
      this.#log('cannot read the snapshot store', { error: (error as Error).message })
    }
    return false
  }

  async #fetch(name: string, digest: string): Promise<boolean> {
    const path = join(this.#files.folder, name)
    const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
    try {
      await this.#store.download(name, temporary)
      const file = openSectionFile(temporary, { secret: this.#files.secret })
      try {
        if (!file.digest.startsWith(digest)) throw new SectionFileError(`${name} contains another snapshot.`)
        await file.verify()
      } finally {
        file.close()
      }
      renameSync(temporary, path)
      this.#log('snapshot downloaded', { name })
      return true
    } catch (error) {
      rmSync(temporary, { force: true })
      if (error instanceof SectionFileError) this.#refused.add(name)
      this.#log('snapshot in the store refused', { name, reason: (error as Error).message })
      return false
    }
  }

  /** Uploads a file and deletes old ones of its dataset. */
  async upload(dataset: Dataset, path: string): Promise<void> {
    try {
      const name = basename(path)
      const stored = await this.#store.names()
      if (!stored.includes(name) || this.#refused.has(name)) await this.#store.upload(name, path)
      for (const old of sortNames([...stored, name], dataset).slice(KEPT_FILES)) await this.#store.delete(old.name)
    } catch (error) {
      this.#log('cannot write to the snapshot store', { error: (error as Error).message })
    }
  }
}
