// Reads files of named sections: typed arrays in memory, raw bytes on disk, all checksummed.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { crc32 } from 'node:zlib'

/*
 * Layout: MAGIC, the sections (each aligned to 8 bytes), the directory as JSON, then the trailer: offset and length of
 * the directory, its digest, MAGIC again. The directory has the SHA-256 of each section, so its digest covers the file.
 * A raw section has a checksum per block instead, verified when a block is first read: opening reads no raw bytes.
 * An array also has a CRC-32, verified when it is read: SHA-256 would take most of the time of opening a large file.
 */
export const MAGIC = Buffer.from('PLINTHS1')
export const BLOCK_BYTES = 64 * 1024
export const TRAILER_BYTES = 8 + 8 + 32 + MAGIC.length
export const HASH_BYTES = 32

export const ARRAY_TYPES = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const
export type ArrayType = keyof typeof ARRAY_TYPES
export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

export interface SectionEntry {
  readonly name: string
  readonly type: ArrayType | 'raw'
  readonly offset: number
  readonly bytes: number
  /** Hex. For a raw section, of the list of its block hashes, which follows it. */
  readonly sha256: string
  /** Of an array. Missing in files that older versions wrote. */
  readonly crc32?: number
}

export interface Directory {
  /** Typed arrays are stored in the byte order of the machine. */
  readonly littleEndian: boolean
  readonly header: unknown
  readonly sections: readonly SectionEntry[]
}

export interface SectionFileOptions {
  /** Key of the digest. Without it the digest proves that the file is whole, but not who wrote it. */
  readonly secret?: Uint8Array | undefined
}

export interface OpenOptions extends SectionFileOptions {
  /** Reads arrays into shared memory, so that threads can use them without copies. */
  readonly shared?: boolean | undefined
}

/** The file is torn, truncated, altered, or of another format. */
export class SectionFileError extends Error {
  override readonly name = 'SectionFileError'
}

export const LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

export function digestOf(directory: Uint8Array, secret: Uint8Array | undefined): Buffer {
  return (secret ? createHmac('sha256', secret) : createHash('sha256')).update(directory).digest()
}

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** Throws SectionFileError if the file is not whole or its digest does not match. */
export function openSectionFile(path: string, options: OpenOptions = {}): SectionFile {
  const fd = openSync(path, 'r')
  try {
    return new SectionFile(path, fd, readDirectory(path, fd, options.secret), options.shared ?? false)
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

function readDirectory(path: string, fd: number, secret: Uint8Array | undefined) {
  const fail = (reason: string) => new SectionFileError(`${path} ${reason}.`)
  const { size } = fstatSync(fd)
  const start = Buffer.alloc(MAGIC.length)
  const trailer = Buffer.alloc(TRAILER_BYTES)
  if (size < MAGIC.length + TRAILER_BYTES) throw fail('is too short')
  readFully(fd, start, 0)
  readFully(fd, trailer, size - TRAILER_BYTES)
  if (!start.equals(MAGIC)) throw fail('is not a section file of this format')
  if (!trailer.subarray(-MAGIC.length).equals(MAGIC)) throw fail('is truncated')
  const [offset, length] = [trailer.readDoubleLE(0), trailer.readDoubleLE(8)]
  if (offset + length + TRAILER_BYTES !== size) throw fail('is truncated')
  const bytes = Buffer.alloc(length)
  readFully(fd, bytes, offset)
  const digest = trailer.subarray(16, 16 + HASH_BYTES)
  if (!timingSafeEqual(digestOf(bytes, secret), digest)) throw fail('was altered, or written with another key')
  const directory = JSON.parse(bytes.toString()) as Directory
  if (directory.littleEndian !== LITTLE_ENDIAN) throw fail('was written on a machine with another byte order')
  return { directory, digest: digest.toString('hex'), size }
}

export function readFully(fd: number, target: Uint8Array, position: number): void {
  for (let done = 0; done < target.length; ) {
    const read = readSync(fd, target, done, Math.min(target.length - done, 1 << 30), position + done)
    if (read === 0) throw new SectionFileError('The file ended early.')
    done += read
  }
}

const isIntact = (content: Uint8Array, entry: SectionEntry): boolean =>
  entry.crc32 === undefined ? sha256(content).toString('hex') === entry.sha256 : crc32(content) === entry.crc32

/** Readers may outlive a replaced file: its descriptor closes when nothing uses the file any more. */
const descriptors = new FinalizationRegistry<number>((fd) => closeSync(fd))

interface RawSection {
  readonly entry: SectionEntry
  readonly hashes: Uint8Array
  /** One byte per block: 1 after its checksum matched. */
  readonly verified: Uint8Array
}

export class SectionFile {
  readonly path: string
  readonly header: unknown
  /** Identifies the content: equal digests, equal files. */
  readonly digest: string
  readonly size: number
  readonly #fd: number
  readonly #shared: boolean
  readonly #entries: ReadonlyMap<string, SectionEntry>
  readonly #raw = new Map<string, RawSection>()
  #isClosed = false

  constructor(
    path: string,
    fd: number,
    { directory, digest, size }: { directory: Directory; digest: string; size: number },
    shared: boolean,
  ) {
    this.path = path
    this.#fd = fd
    this.#shared = shared
    this.header = directory.header
    this.digest = digest
    this.size = size
    this.#entries = new Map(directory.sections.map((entry) => [entry.name, entry]))
    descriptors.register(this, fd, this)
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  names(): string[] {
    return [...this.#entries.keys()]
  }

  /** Size of a section in bytes. */
  bytesOf(name: string): number {
    return this.#entry(name).bytes
  }

  /** Reads a typed array and finds damage. Each call reads it again. Only `verify` finds a forged checksum. */
  array<T extends SectionArray>(name: string): T {
    const entry = this.#entry(name)
    const { type, offset, bytes } = entry
    if (type === 'raw') throw new TypeError(`section ${name} is raw; use read()`)
    const content = this.#load(offset, bytes)
    if (!isIntact(content, entry)) throw this.#altered(name)
    const ArrayOf = ARRAY_TYPES[type]
    return new ArrayOf(content.buffer as ArrayBuffer, 0, bytes / ArrayOf.BYTES_PER_ELEMENT) as SectionArray as T
  }

  /** Reads part of a raw section from disk. The operating system caches it for all processes. */
  read(name: string, offset: number, length: number): Buffer {
    const raw = this.#rawSection(name)
    if (offset < 0 || offset + length > raw.entry.bytes)
      throw new RangeError(`section ${name} has ${raw.entry.bytes} bytes; asked for ${length} at ${offset}`)
    const last = Math.floor((offset + length - 1) / BLOCK_BYTES)
    for (let block = Math.floor(offset / BLOCK_BYTES); block <= last; block++) this.#verifyBlock(name, raw, block)
    const target = Buffer.allocUnsafe(length)
    readFully(this.#fd, target, raw.entry.offset + offset)
    return target
  }

  /** Verifies the whole file, a piece at a time. Rejects with SectionFileError. */
  async verify(): Promise<void> {
    for (const entry of this.#entries.values()) {
      if (entry.type === 'raw') await this.#verifyRaw(entry.name)
      else await this.#verifyArray(entry)
    }
  }

  async #verifyRaw(name: string): Promise<void> {
    const raw = this.#rawSection(name)
    for (let block = 0; block < raw.verified.length && !this.#isClosed; block++) {
      this.#verifyBlock(name, raw, block)
      if (block % 16 === 15) await yieldToEventLoop()
    }
  }

  async #verifyArray({ name, offset, bytes, sha256: expected }: SectionEntry): Promise<void> {
    const hash = createHash('sha256')
    const piece = Buffer.allocUnsafe(16 * BLOCK_BYTES)
    for (let done = 0; done < bytes; done += piece.length) {
      if (this.#isClosed) return
      const part = piece.subarray(0, Math.min(piece.length, bytes - done))
      readFully(this.#fd, part, offset + done)
      hash.update(part)
      await yieldToEventLoop()
    }
    if (hash.digest('hex') !== expected) throw this.#altered(name)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    descriptors.unregister(this)
    closeSync(this.#fd)
  }

  #entry(name: string): SectionEntry {
    const entry = this.#entries.get(name)
    if (!entry) throw new SectionFileError(`${this.path} has no section ${name}.`)
    return entry
  }

  #load(offset: number, bytes: number): Uint8Array {
    const content = new Uint8Array(this.#shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes))
    readFully(this.#fd, content, offset)
    return content
  }

  #rawSection(name: string): RawSection {
    let raw = this.#raw.get(name)
    if (!raw) {
      const entry = this.#entry(name)
      if (entry.type !== 'raw') throw new TypeError(`section ${name} is an array; use array()`)
      const blocks = Math.ceil(entry.bytes / BLOCK_BYTES)
      const hashes = this.#load(entry.offset + entry.bytes, blocks * HASH_BYTES)
      if (sha256(hashes).toString('hex') !== entry.sha256) throw this.#altered(name)
      raw = { entry, hashes, verified: new Uint8Array(blocks) }
      this.#raw.set(name, raw)
    }
    return raw
  }

  #verifyBlock(name: string, { entry, hashes, verified }: RawSection, block: number): void {
    if (verified[block] === 1) return
    const from = block * BLOCK_BYTES
    const content = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, entry.bytes - from))
    readFully(this.#fd, content, entry.offset + from)
    if (!sha256(content).equals(hashes.subarray(block * HASH_BYTES, (block + 1) * HASH_BYTES)))
      throw this.#altered(name)
    verified[block] = 1
  }

  #altered(name: string): SectionFileError {
    return new SectionFileError(`${this.path}: the checksum of section ${name} does not match.`)
  }
}
