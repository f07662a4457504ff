// Rendered pictures on disk: written whole or not at all, checked when read, swept when they take too much room.

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

  /** Undefined when there is none, or what is there is not whole: then it is rendered again. */
  async read(sha256: string, variant: RenderedVariant, format: Format): Promise<Buffer | undefined> {
    try {
      const bytes = await readFile(this.#path(sha256, variant, format))
      return isWhole(bytes, format) ? bytes : undefined
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  /** No fsync: after a power cut the file may be short, which `read` sees. */
  async write(sha256: string, variant: RenderedVariant, format: Format, bytes: Buffer): Promise<void> {
    const path = this.#path(sha256, variant, format)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
    try {
      await writeFile(draft, bytes, { mode: 0o600, flag: 'wx' })
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  /** Takes the oldest files away until the rest fits; a rendering can always be made again. */
  async sweep(mostBytes: number, nowMs: number): Promise<void> {
    const files: { path: string; size: number; mtimeMs: number }[] = []
    for (const shelf of await readdir(this.#folder).catch(() => [])) {
      if (!/^[0-9a-f]{2}$/.test(shelf)) continue
      for (const name of await readdir(join(this.#folder, shelf))) {
        const path = join(this.#folder, shelf, name)
        const found = await stat(path).catch(() => undefined)
        if (!found) continue
        const abandoned = name.endsWith('.tmp') && nowMs - found.mtimeMs > HOUR_MS
        if (abandoned) await rm(path, { force: true })
        else files.push({ path, size: found.size, mtimeMs: found.mtimeMs })
      }
    }
    let held = files.reduce((sum, { size }) => sum + size, 0)
    if (held <= mostBytes) return
    for (const { path, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      // Down to nine tenths, so that the next sweep does not start where this one ended.
      if (held <= mostBytes * 0.9) return
      await rm(path, { force: true })
      held -= size
    }
  }

  /** Built from a checked fingerprint and words of closed lists, never from text of the caller's. */
  #path(sha256: string, variant: RenderedVariant, format: Format): string {
    if (!SHA256.test(sha256)) throw new TypeError('not a sha256')
    return join(this.#folder, sha256.slice(0, 2), `${sha256}-${variant}.${format}`)
  }
}

/** Both formats say themselves where they end. */
function isWhole(bytes: Buffer, format: Format): boolean {
  if (format === 'png') return bytes.length > 45 && bytes.subarray(-PNG_END.length).equals(PNG_END)
  // RIFF <length of the rest, padded to even> WEBP
  return bytes.length > 20 && bytes.toString('latin1', 8, 12) === 'WEBP' && bytes.readUInt32LE(4) === bytes.length - 8
}
