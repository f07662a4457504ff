// Caches generated files on disk, once per data edition.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseEdition } from './data-edition.ts'

export interface CachedFile {
  readonly path: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** Text of the file in chunks, each with the number of rows it contains. */
export type FileContent = AsyncIterable<{ readonly text: string; readonly rows: number }>

export class FileCache {
  readonly #folder: string
  readonly #pending = new Map<string, Promise<CachedFile>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Concurrent requests for a missing file share one write. */
  async file(edition: string, name: string, content: () => FileContent): Promise<CachedFile> {
    const path = join(this.#folder, edition, name)
    const cached = await readMetadata(path)
    if (cached) return cached
    let pending = this.#pending.get(path)
    if (!pending) {
      pending = this.#write(edition, path, content()).finally(() => this.#pending.delete(path))
      this.#pending.set(path, pending)
    }
    return pending
  }

  async #write(edition: string, path: string, content: FileContent): Promise<CachedFile> {
    await mkdir(join(this.#folder, edition), { recursive: true, mode: 0o700 })
    await this.#deleteOld(edition)
    const hash = createHash('sha256')
    const totals = { rows: 0, bytes: 0 }
    const temporary = `${path}.${process.pid}.tmp`
    const measured = async function* () {
      for await (const { text, rows } of content) {
        const bytes = Buffer.from(text)
        hash.update(bytes)
        totals.bytes += bytes.length
        totals.rows += rows
        yield bytes
      }
    }
    await pipeline(Readable.from(measured()), createWriteStream(temporary, { mode: 0o600 }))
    await rename(temporary, path)
    const file: CachedFile = { path, ...totals, sha256: hash.digest('hex') }
    await writeFile(`${path}.json`, JSON.stringify(file), { mode: 0o600 })
    return file
  }

  /** Keeps the previous version and day. A download in progress keeps its open file. */
  async #deleteOld(edition: string): Promise<void> {
    const { dataset, version, day } = parseEdition(edition)
    for (const folder of await readdir(this.#folder)) {
      const other = parseEdition(folder)
      if (other.dataset === dataset && (other.version < version - 1 || other.day < day - 1))
        await rm(join(this.#folder, folder), { recursive: true, force: true })
    }
  }
}

async function readMetadata(path: string): Promise<CachedFile | undefined> {
  try {
    return JSON.parse(await readFile(`${path}.json`, 'utf8'))
  } catch {
    return undefined
  }
}
