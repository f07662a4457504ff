// The bytes of files and of their results: in the data folder, and in the store that machines share, if there is one.
import { createHash } from 'node:crypto'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SnapshotStore } from '../catalog/files/snapshot-store.ts'
import { HOUR_MS } from '../kernel/time.ts'

/** Another machine has the file, and there is no shared store. */
export class FileElsewhere extends Error {}

const DRAFT = '.tmp'
/** An upload that takes longer has failed. */
const DRAFT_MS = 24 * HOUR_MS

export class FileStore {
  readonly #folder: string
  readonly #shared: SnapshotStore | undefined

  constructor(folder: string, shared?: SnapshotStore) {
    this.#folder = folder
    this.#shared = shared
  }

  #path(name: string): string {
    return join(this.#folder, name)
  }

  /** Writes an upload beside its final name, where `keep` puts it. */
  async receive(name: string, bytes: AsyncIterable<Uint8Array>): Promise<{ path: string; sha256: string }> {
    const hash = createHash('sha256')
    const path = await this.#write(name, async function* () {
      for await (const chunk of bytes) {
        hash.update(chunk)
        yield chunk
      }
    })
    return { path, sha256: hash.digest('hex') }
  }

  async keep(name: string): Promise<void> {
    const path = this.#path(name)
    await rename(`${path}${DRAFT}`, path)
    // The name, too, must survive a power cut.
    const folder = await open(this.#folder)
    await folder.sync().finally(() => folder.close())
    await this.#shared?.upload(name, path)
  }

  /** A part of a result is complete when it appears. */
  async save(name: string, bytes: Buffer): Promise<void> {
    await this.#write(name, async function* () {
      yield bytes
    })
    await this.keep(name)
  }

  async #write(name: string, bytes: () => AsyncIterable<Uint8Array>): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = `${this.#path(name)}${DRAFT}`
    const file = await open(path, 'w', 0o600)
    try {
      // Flushed, because the database will say that it is there.
      await pipeline(bytes, file.createWriteStream({ flush: true }))
      return path
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  /** The path of a file on this machine. */
  async local(name: string): Promise<string> {
    const path = this.#path(name)
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path
    if (!this.#shared) throw new FileElsewhere(name)
    const draft = `${path}.${process.pid}${DRAFT}`
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await this.#shared.download(name, draft)
    await rename(draft, path)
    return path
  }

  async delete(names: readonly string[]): Promise<void> {
    for (const name of names) {
      for (const path of [this.#path(name), `${this.#path(name)}${DRAFT}`]) await rm(path, { force: true })
      await this.#shared?.delete(name)
    }
  }

  /** Every stored name, and drafts that nothing writes any more. */
  async names(nowMs: number): Promise<string[]> {
    const own = await readdir(this.#folder).catch(() => [])
    const names = new Set(await this.#shared?.names())
    for (const name of own) {
      const isDraft = name.endsWith(DRAFT)
      const { mtimeMs = nowMs } = isDraft ? await stat(this.#path(name)).catch(() => ({}) as { mtimeMs?: number }) : {}
      if (!isDraft || mtimeMs < nowMs - DRAFT_MS) names.add(name)
    }
    return [...names]
  }
}
