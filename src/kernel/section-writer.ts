// Writes a section file to a temporary name and renames it when it is complete.
import { randomBytes } from 'node:crypto'
import { closeSync, fsync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import type { ArrayType, Directory, SectionArray, SectionEntry, SectionFileOptions } from './section-file.ts'
import {
  ARRAY_TYPES,
  BLOCK_BYTES,
  digestOf,
  LITTLE_ENDIAN,
  MAGIC,
  readFully,
  sha256,
  TRAILER_BYTES,
} from './section-file.ts'

const sync = promisify(fsync)
const PADDING = Buffer.alloc(8)

interface OpenRaw {
  readonly name: string
  readonly offset: number
  readonly hashes: Buffer[]
  readonly block: Buffer
  filled: number
  bytes: number
}

/** Writes are synchronous: the page cache takes them at memory speed. Only `finish` waits for the disk. */
export class SectionWriter {
  readonly #options: SectionFileOptions
  readonly #temporary: string
  readonly #fd: number
  readonly #sections: SectionEntry[] = []
  #raw: OpenRaw | null = null
  #position = 0
  #isOpen = true

  /** The temporary file is next to `path`, which may be only the start of the final name. */
  constructor(path: string, options: SectionFileOptions = {}) {
    this.#options = options
    this.#temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
    this.#fd = openSync(this.#temporary, 'wx+', 0o600)
    this.#append(MAGIC)
  }

  array(name: string, values: SectionArray): void {
    const type = typeOf(values)
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    this.#align()
    this.#sections.push({
      name,
      type,
      offset: this.#position,
      bytes: bytes.length,
      sha256: sha256(bytes).toString('hex'),
      crc32: crc32(bytes),
    })
    this.#append(bytes)
  }

  /** Starts a raw section, to be filled by `write`. It ends with the next section. */
  raw(name: string): void {
    this.#align()
    const block = Buffer.allocUnsafe(BLOCK_BYTES)
    this.#raw = { name, offset: this.#position, hashes: [], block, filled: 0, bytes: 0 }
  }

  /** Appends to the raw section. Returns the offset of `bytes` in it. */
  write(bytes: Uint8Array): number {
    const raw = this.#raw
    if (!raw) throw new TypeError('write() needs an open raw section')
    const offset = raw.bytes
    raw.bytes += bytes.length
    for (let done = 0; done < bytes.length; ) {
      const part = bytes.subarray(done, done + BLOCK_BYTES - raw.filled)
      raw.block.set(part, raw.filled)
      raw.filled += part.length
      done += part.length
      if (raw.filled === BLOCK_BYTES) this.#flushBlock(raw)
    }
    return offset
  }

  /** Reads part of a raw section that has ended, before the file is complete. */
  read(name: string, offset: number, length: number): Buffer {
    const entry = this.#sections.find((section) => section.name === name)
    if (!entry) throw new TypeError(`section ${name} has not ended`)
    const target = Buffer.allocUnsafe(length)
    readFully(this.#fd, target, entry.offset + offset)
    return target
  }

  /** Resolves when the file is on disk under its final name. Returns the digest and that name. */
  async finish(header: unknown, pathOf: (digest: string) => string): Promise<{ digest: string; path: string }> {
    this.#align()
    const directory: Directory = { littleEndian: LITTLE_ENDIAN, header, sections: this.#sections }
    const bytes = Buffer.from(JSON.stringify(directory))
    const digest = digestOf(bytes, this.#options.secret)
    const trailer = Buffer.alloc(TRAILER_BYTES)
    trailer.writeDoubleLE(this.#position, 0)
    trailer.writeDoubleLE(bytes.length, 8)
    trailer.set(digest, 16)
    trailer.set(MAGIC, TRAILER_BYTES - MAGIC.length)
    this.#append(bytes)
    this.#append(trailer)
    await sync(this.#fd)
    const path = pathOf(digest.toString('hex'))
    renameSync(this.#temporary, path)
    this.#isOpen = false
    closeSync(this.#fd)
    return { digest: digest.toString('hex'), path }
  }

  /** Removes the temporary file. Does nothing after `finish`. */
  abort(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    closeSync(this.#fd)
    rmSync(this.#temporary, { force: true })
  }

  #append(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#fd, bytes, done)
    this.#position += bytes.length
  }

  #flushBlock(raw: OpenRaw): void {
    const content = raw.block.subarray(0, raw.filled)
    raw.hashes.push(sha256(content))
    this.#append(content)
    raw.filled = 0
  }

  #align(): void {
    const raw = this.#raw
    if (raw) {
      this.#raw = null
      if (raw.filled > 0) this.#flushBlock(raw)
      const hashes = Buffer.concat(raw.hashes)
      this.#append(hashes)
      const { name, offset, bytes } = raw
      this.#sections.push({ name, type: 'raw', offset, bytes, sha256: sha256(hashes).toString('hex') })
    }
    const rest = this.#position % 8
    if (rest > 0) this.#append(PADDING.subarray(rest))
  }
}

function typeOf(values: SectionArray): ArrayType {
  for (const [type, ArrayOf] of Object.entries(ARRAY_TYPES)) if (values instanceof ArrayOf) return type as ArrayType
  throw new TypeError('a section must be one of the supported typed arrays')
}

export interface SectionFileContent {
  readonly header: unknown
  readonly arrays: Readonly<Record<string, SectionArray>>
  /** Raw sections, as chunks. */
  readonly raw?: Readonly<Record<string, Iterable<Uint8Array>>> | undefined
}

/** Writes the whole file at once. Returns its digest. */
export async function writeSectionFile(
  path: string,
  { header, arrays, raw = {} }: SectionFileContent,
  options: SectionFileOptions = {},
): Promise<string> {
  const writer = new SectionWriter(path, options)
  try {
    for (const [name, values] of Object.entries(arrays)) writer.array(name, values)
    for (const [name, chunks] of Object.entries(raw)) {
      writer.raw(name)
      for (const chunk of chunks) writer.write(chunk)
    }
    return (await writer.finish(header, () => path)).digest
  } finally {
    writer.abort()
  }
}
