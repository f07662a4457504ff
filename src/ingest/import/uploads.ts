// Files that an operator sends from a browser: kept for a week under names of our own, for imports to read.

import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Fault } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { cleanText } from '../read/draft.ts'

export interface Upload {
  readonly id: string
  /** What the sender calls it: shown, never opened. */
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

export const MAX_UPLOAD_BYTES = 200 * 1024 * 1024
/** All uploads together. What would not fit is refused; every hour the oldest make room for one more. */
const MAX_STORED_BYTES = 2 * 1024 * 1024 * 1024
const RETENTION_MS = 7 * DAY_MS
const HOUR_SECONDS = 3600
const UPLOAD_ID = /^upl_[0-9A-Za-z]{20}$/

export class Uploads {
  readonly #folder: string
  readonly #mostBytes: number
  readonly #mostKeptBytes: number
  /** Coming in now: each may yet become as large as any. */
  #underWay = 0

  constructor(folder: string, mostBytes = MAX_UPLOAD_BYTES, mostKeptBytes = MAX_STORED_BYTES) {
    this.#folder = folder
    this.#mostBytes = mostBytes
    this.#mostKeptBytes = mostKeptBytes
  }

  /** Writes it down as it comes in. Cut off, too large or empty, nothing of it stays. */
  async save(name: string, bytes: AsyncIterable<Buffer>): Promise<Upload> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    this.#underWay += 1
    try {
      await this.#requireRoom()
      return await this.#write(name, bytes)
    } finally {
      this.#underWay -= 1
    }
  }

  async #requireRoom(): Promise<void> {
    const kept = (await this.#files()).reduce((sum, { bytes }) => sum + bytes, 0)
    if (kept + this.#underWay * this.#mostBytes <= this.#mostKeptBytes) return
    throw new Fault('temporarily_unavailable', {
      detail: 'The folder of uploads is full; the oldest make room within the hour. Or import a file by its path.',
      retryAfterSeconds: HOUR_SECONDS,
    })
  }

  async #write(name: string, bytes: AsyncIterable<Buffer>): Promise<Upload> {
    const id = newId('upl')
    const path = this.#path(id)
    const hash = createHash('sha256')
    const most = this.#mostBytes
    let count = 0
    const measured = async function* () {
      for await (const chunk of bytes) {
        count += chunk.length
        if (count > most) throw new Fault('payload_too_large', { detail: `An upload may have ${most} bytes; gzip it.` })
        hash.update(chunk)
        yield chunk
      }
      if (count === 0) throw new Fault('invalid_parameter', { detail: 'The file is empty.' })
    }
    try {
      await pipeline(measured, createWriteStream(`${path}.part`, { flags: 'wx', mode: 0o600 }))
      const upload: Upload = { id, name: cleanText(name), bytes: count, sha256: hash.digest('hex') }
      await writeFile(`${path}.json`, JSON.stringify(upload), { mode: 0o600 })
      await rename(`${path}.part`, path)
      return upload
    } catch (error) {
      for (const end of ['.part', '.json']) await rm(`${path}${end}`, { force: true })
      throw error
    }
  }

  /** The upload and where it lies; refuses with what to do when it is not here. */
  async find(id: string): Promise<Upload & { readonly path: string }> {
    const path = this.#path(id)
    const facts = UPLOAD_ID.test(id) ? await readFile(`${path}.json`, 'utf8').catch(() => undefined) : undefined
    if (facts === undefined || !(await stat(path).catch(() => undefined)))
      throw new Fault('invalid_parameter', {
        detail: 'There is no such upload on this node; they are kept for 7 days. Upload the file again.',
      })
    return { ...(JSON.parse(facts) as Upload), path }
  }

  /** Forgets what is older than a week, what was left half written, and the oldest of those that leave no room for one more. */
  async deleteExpired(nowMs: number): Promise<void> {
    let kept = this.#mostBytes
    for (const { name, bytes, at } of (await this.#files()).sort((a, b) => b.at - a.at)) {
      kept += bytes
      if (kept > this.#mostKeptBytes || at < nowMs - RETENTION_MS) await rm(join(this.#folder, name), { force: true })
    }
  }

  async #files(): Promise<{ name: string; bytes: number; at: number }[]> {
    const names = await readdir(this.#folder).catch(() => [])
    return Promise.all(
      names.map(async (name) => {
        const facts = await stat(join(this.#folder, name)).catch(() => undefined)
        return { name, bytes: facts?.size ?? 0, at: facts?.mtimeMs ?? 0 }
      }),
    )
  }

  #path(id: string): string {
    return join(this.#folder, id)
  }
}
