// Caches generated files on disk, once per data edition and content encoding.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transform } from 'node:stream'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import type { FileEncoding } from './content-encoding.ts'
import { parseEdition } from './data-edition.ts'

export interface CachedFile {
  readonly path: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** The file in chunks, each with the number of rows it contains. */
export type FileContent = AsyncIterable<{ readonly data: string | Uint8Array; readonly rows: number }>

const COMPRESSED: Readonly<
  Record<Exclude<FileEncoding, 'identity'>, readonly [suffix: string, create: () => Transform]>
> = {
  gzip: ['gz', () => zlib.createGzip()],
  // Not in the types of Node 20; offered only where it exists.
  zstd: ['zst', () => (zlib as unknown as { createZstdCompress(): Transform }).createZstdCompress()],
}

export class FileCache {
  readonly #folder: string
  readonly #pending = new Map<string, Promise<CachedFile>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Files that are being written now. */
  get writing(): number {
    return this.#pending.size
  }

  async file(edition: string, name: string, content: () => FileContent): Promise<CachedFile> {
    return this.#once(join(this.#folder, edition, name), async (path) => {
      await mkdir(join(this.#folder, edition), { recursive: true, mode: 0o700 })
      await this.#deleteOld(edition)
      return writeMeasured(path, content())
    })
  }

  /** The file in another encoding, beside it. The size and hash are those of the compressed bytes. */
  async encoded(file: CachedFile, encoding: FileEncoding): Promise<CachedFile> {
    if (encoding === 'identity') return file
    const [suffix, create] = COMPRESSED[encoding]
    return this.#once(`${file.path}.${suffix}`, (path) => {
      const chunks = create()
      createReadStream(file.path)
        .on('error', (error) => chunks.destroy(error))
        .pipe(chunks)
      const content = async function* () {
        for await (const data of chunks) yield { data, rows: 0 }
      }
      return writeMeasured(path, content(), file.rows)
    })
  }

  /** Concurrent requests for a missing file share one write. */
  async #once(path: string, write: (path: string) => Promise<CachedFile>): Promise<CachedFile> {
    const cached = await readMetadata(path)
    if (cached) return cached
    let pending = this.#pending.get(path)
    if (!pending) {
      pending = write(path).finally(() => this.#pending.delete(path))
      this.#pending.set(path, pending)
    }
    return pending
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

/** The metadata is written last: a file without it is incomplete. */
async function writeMeasured(path: string, content: FileContent, knownRows = 0): Promise<CachedFile> {
  const hash = createHash('sha256')
  const totals = { rows: knownRows, bytes: 0 }
  const temporary = `${path}.${process.pid}.tmp`
  const measured = async function* () {
    for await (const { data, rows } of content) {
      const bytes = Buffer.from(data as string)
      hash.update(bytes)
      totals.bytes += bytes.length
      totals.rows += rows
      yield bytes
    }
  }
  await pipeline(Readable.from(measured()), createWriteStream(temporary, { mode: 0o600 }))
  await rename(temporary, path)
  const file: CachedFile = { path, ...totals, sha256: hash.digest('hex') }
  const metadata = `${temporary}.json`
  await writeFile(metadata, JSON.stringify(file), { mode: 0o600 })
  await rename(metadata, `${path}.json`)
  return file
}

async function readMetadata(path: string): Promise<CachedFile | undefined> {
  try {
    return JSON.parse(await readFile(`${path}.json`, 'utf8'))
  } catch {
    return undefined
  }
}
