// Caches rendered images on disk, written atomically and limited in size.

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HOUR_MS } from '../kernel/time.ts'
import type { Format } from './render.ts'
import type { RenderedVariant } from './variants.ts'

const SHA256 = /^[0-9a-f]{64}$/
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')

export class RenderedFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Undefined when the file is missing or incomplete. */
  async read(sha256: string, variant: RenderedVariant, format: Format): Promise<Buffer | undefined> {
    try {
      const bytes = await readFile(this.#path(sha256, variant, format))
      return isComplete(bytes, format) ? bytes : undefined
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  /** No fsync: `read` detects a file truncated by a power failure. */
  async write(sha256: string, variant: RenderedVariant, format: Format, bytes: Buffer): Promise<void> {
    const path = this.#path(sha256, variant, format)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
    try {
      await writeFile(temporary, bytes, { mode: 0o600, flag: 'wx' })
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  /** Deletes the oldest files until the rest fits. Deleted images are rendered again. */
  async deleteOldest(maxBytes: number, nowMs: number): Promise<void> {
    const files: { path: string; size: number; mtimeMs: number }[] = []
    for (const folder of await readdir(this.#folder).catch(() => [])) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue
      for (const name of await readdir(join(this.#folder, folder))) {
        const path = join(this.#folder, folder, name)
        // Another process deleted it.
        const found = await stat(path).catch(() => undefined)
        if (!found) continue
        const abandoned = name.endsWith('.tmp') && nowMs - found.mtimeMs > HOUR_MS
        if (abandoned) await rm(path, { force: true })
        else files.push({ path, size: found.size, mtimeMs: found.mtimeMs })
      }
    }
    let totalBytes = files.reduce((sum, { size }) => sum + size, 0)
    if (totalBytes <= maxBytes) return
    for (const { path, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      // Down to 90%, so that the next run has nothing to do.
      if (totalBytes <= maxBytes * 0.9) return
      await rm(path, { force: true })
      totalBytes -= size
    }
  }

  /** Built from a checked hash and fixed names, never from text of the caller. */
  #path(sha256: string, variant: RenderedVariant, format: Format): string {
    if (!SHA256.test(sha256)) throw new TypeError('not a sha256')
    return join(this.#folder, sha256.slice(0, 2), `${sha256}-${variant}.${format}`)
  }
}

function isComplete(bytes: Buffer, format: Format): boolean {
  if (format === 'png') return bytes.length > 45 && bytes.subarray(-PNG_END.length).equals(PNG_END)
  // RIFF <length of the rest, padded to even> WEBP
  return bytes.length > 20 && bytes.toString('latin1', 8, 12) === 'WEBP' && bytes.readUInt32LE(4) === bytes.length - 8
}
