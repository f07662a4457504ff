// Where the JSON of records is: in a file, in memory, or added after the file was written.
import { LRUCache } from 'lru-cache'

export interface Bodies {
  read(table: string, offset: number, length: number): Buffer
  /** Decoded records by offset. Snapshots that share bodies share it. */
  cacheOf(table: string): LRUCache<number, object>
}

export interface BodySink {
  /** Starts a table. Its bodies follow. */
  raw(table: string): void
  /** Returns the offset of the body. */
  write(body: Uint8Array): number
}

/** Bytes of JSON whose records stay decoded, per table. Decoded, they take about three times as much. */
const CACHED_BYTES = 4 * 1024 * 1024

class Caches {
  readonly #caches = new Map<string, LRUCache<number, object>>()

  of(table: string): LRUCache<number, object> {
    let cache = this.#caches.get(table)
    if (!cache) {
      cache = new LRUCache({ maxSize: CACHED_BYTES })
      this.#caches.set(table, cache)
    }
    return cache
  }
}

/** A section file, complete or being written. */
interface RawSections {
  read(section: string, offset: number, length: number): Buffer
}

export class FileBodies implements Bodies {
  readonly #file: RawSections
  readonly #caches = new Caches()

  constructor(file: RawSections) {
    this.#file = file
  }

  read(table: string, offset: number, length: number): Buffer {
    return this.#file.read(table, offset, length)
  }

  cacheOf(table: string): LRUCache<number, object> {
    return this.#caches.of(table)
  }
}

/** Bodies in memory have negative offsets, never used twice, because snapshots share caches. */
let nextInMemory = -1

/** For snapshots that have no file. */
export class MemoryBodies implements Bodies, BodySink {
  readonly #bodies = new Map<number, Buffer>()
  readonly #caches = new Caches()

  raw(): void {}

  write(body: Uint8Array): number {
    const offset = nextInMemory--
    this.#bodies.set(offset, Buffer.from(body))
    return offset
  }

  read(_table: string, offset: number): Buffer {
    return this.#bodies.get(offset)!
  }

  cacheOf(table: string): LRUCache<number, object> {
    return this.#caches.of(table)
  }
}

/** Bodies that changed after the base was written. */
export class AddedBodies implements Bodies, BodySink {
  readonly base: Bodies
  readonly #added: Map<number, Buffer>
  /** Bytes added since the base was written, including those replaced again. */
  bytes: number

  constructor(before: Bodies) {
    this.base = before instanceof AddedBodies ? before.base : before
    this.#added = before instanceof AddedBodies ? new Map(before.#added) : new Map()
    this.bytes = before instanceof AddedBodies ? before.bytes : 0
  }

  get count(): number {
    return this.#added.size
  }

  raw(): void {}

  write(body: Uint8Array): number {
    const offset = nextInMemory--
    this.#added.set(offset, Buffer.from(body))
    this.bytes += body.length
    return offset
  }

  read(table: string, offset: number, length: number): Buffer {
    return this.#added.get(offset) ?? this.base.read(table, offset, length)
  }

  cacheOf(table: string): LRUCache<number, object> {
    return this.base.cacheOf(table)
  }
}
