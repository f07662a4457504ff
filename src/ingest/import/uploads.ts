// Stores files that operators upload for imports, for seven days.
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Fault } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { openInput } from '../formats/read-files.ts'
import { withoutPeople } from '../people/blank-people.ts'
import { NO_MAPPING } from '../read/mapping.ts'
import { cleanText } from '../record/draft.ts'

export interface Upload {
  readonly id: string
  /** The name that the client sent. For display only. */
  readonly name: string
  /** Of the file as it was sent. */
  readonly bytes: number
  readonly sha256: string
  /** Columns about people. Their values are not stored. */
  readonly removed_columns: readonly string[]
  /** The recognized format; null if a mapping must say what the columns mean. */
  readonly format: string | null
}

export const MAX_UPLOAD_BYTES = 200 * 1024 * 1024
/** Limit for all uploads together. Every hour, the oldest are deleted to make room for one more. */
const MAX_STORED_BYTES = 2 * 1024 * 1024 * 1024
const RETENTION_MS = 7 * DAY_MS
const HOUR_SECONDS = 3600
const MAX_REMOVED_COLUMNS = 50
const UPLOAD_ID = /^upl_[0-9A-Za-z]{20}$/

/** What is wrong with the file is said when it is imported. */
async function formatNameOf(path: string, name: string): Promise<string | null> {
  return openInput([path], name, undefined, NO_MAPPING).then(
    ({ format }) => format.name,
    () => null,
  )
}

export class Uploads {
  readonly #folder: string
  readonly #maxBytes: number
  readonly #maxStoredBytes: number
  /** Number of running uploads. Each can reach the maximum size. */
  #running = 0

  constructor(folder: string, maxBytes = MAX_UPLOAD_BYTES, maxStoredBytes = MAX_STORED_BYTES) {
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#maxStoredBytes = maxStoredBytes
  }

  /** Streams the body to disk, without values about people. An aborted, too large or empty upload leaves no file. */
  async save(name: string, bytes: AsyncIterable<Buffer>): Promise<Upload> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    this.#running += 1
    try {
      await this.#requireRoom()
      return await this.#write(name, bytes)
    } finally {
      this.#running -= 1
    }
  }

  async #requireRoom(): Promise<void> {
    const stored = (await this.#files()).reduce((sum, { bytes }) => sum + bytes, 0)
    if (stored + this.#running * this.#maxBytes <= this.#maxStoredBytes) return
    throw new Fault('temporarily_unavailable', {
      detail: 'The upload folder is full. Try again in an hour, or import a file by its path on the server.',
      retryAfterSeconds: HOUR_SECONDS,
    })
  }

  async #write(name: string, bytes: AsyncIterable<Buffer>): Promise<Upload> {
    const id = newId('upl')
    const path = this.#path(id)
    const hash = createHash('sha256')
    const maxBytes = this.#maxBytes
    let count = 0
    const measured = async function* () {
      for await (const chunk of bytes) {
        count += chunk.length
        if (count > maxBytes)
          throw new Fault('payload_too_large', {
            detail: `The file is larger than ${maxBytes} bytes. Compress it with gzip.`,
          })
        hash.update(chunk)
        yield chunk
      }
      if (count === 0) throw new Fault('invalid_parameter', { detail: 'The file is empty.' })
    }
    // Open before anything can fail: a file that is still opening would appear after its removal.
    const part = await open(`${path}.part`, 'wx', 0o600)
    try {
      const file = withoutPeople(measured())
      await pipeline(file.bytes, part.createWriteStream())
      const removed_columns = file.removed().slice(0, MAX_REMOVED_COLUMNS).map(cleanText)
      const format = await formatNameOf(`${path}.part`, cleanText(name))
      const sha256 = hash.digest('hex')
      const upload: Upload = { id, name: cleanText(name), bytes: count, sha256, removed_columns, format }
      await writeFile(`${path}.json`, JSON.stringify(upload), { mode: 0o600 })
      await rename(`${path}.part`, path)
      return upload
    } catch (error) {
      for (const suffix of ['.part', '.json']) await rm(`${path}${suffix}`, { force: true })
      throw error
    }
  }

  async find(id: string): Promise<Upload & { readonly path: string }> {
    const path = this.#path(id)
    // A file that cannot be read is reported as missing.
    const facts = UPLOAD_ID.test(id) ? await readFile(`${path}.json`, 'utf8').catch(() => undefined) : undefined
    if (facts === undefined || !(await stat(path).catch(() => undefined)))
      throw new Fault('invalid_parameter', {
        detail: 'This node has no such upload. Uploads are deleted after 7 days. Upload the file again.',
      })
    return { ...(JSON.parse(facts) as Upload), path }
  }

  /** Deletes expired and partial uploads, and the oldest ones until one more upload fits. */
  async deleteExpired(nowMs: number): Promise<void> {
    let total = this.#maxBytes
    for (const { name, bytes, at } of (await this.#files()).sort((a, b) => b.at - a.at)) {
      total += bytes
      if (total > this.#maxStoredBytes || at < nowMs - RETENTION_MS) await rm(join(this.#folder, name), { force: true })
    }
  }

  async #files(): Promise<{ name: string; bytes: number; at: number }[]> {
    const names = await readdir(this.#folder).catch(() => [])
    return Promise.all(
      names.map(async (name) => {
        // Deleted meanwhile.
        const facts = await stat(join(this.#folder, name)).catch(() => undefined)
        return { name, bytes: facts?.size ?? 0, at: facts?.mtimeMs ?? 0 }
      }),
    )
  }

  #path(id: string): string {
    return join(this.#folder, id)
  }
}
