// Many strings in one byte array. A string is decoded when it is read.

import { grown, TypedColumn } from './typed-column.ts'

const HASH_START = 0x811c9dc5 | 0
const HASH_FACTOR = 0x01000193

/** FNV-1a with a final mix, because hash tables use the low bits. */
export function hashOf(text: string): number {
  let hash = HASH_START
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), HASH_FACTOR)
  return hash ^ (hash >>> 15)
}

/**
 * Each UTF-16 code unit is written by itself, in one to three bytes as UTF-8 would. Unlike UTF-8 this also
 * keeps a lone surrogate, so a key from a feed comes back unchanged. For ASCII the two are the same.
 */
export class StringTable {
  readonly bytes: Uint8Array
  /** String i is bytes[offsets[i]] .. bytes[offsets[i + 1]]. */
  readonly offsets: Uint32Array
  readonly #decoded: string[] | null

  /** `isCached` keeps each string that was read. It is for small tables that are read often. */
  constructor(bytes: Uint8Array, offsets: Uint32Array, isCached = false) {
    this.bytes = bytes
    this.offsets = offsets
    this.#decoded = isCached ? new Array(offsets.length - 1) : null
  }

  get length(): number {
    return this.offsets.length - 1
  }

  get(row: number): string {
    if (this.#decoded === null) return decode(this.bytes, this.offsets[row] as number, this.offsets[row + 1] as number)
    const known = this.#decoded[row]
    if (known !== undefined) return known
    const text = decode(this.bytes, this.offsets[row] as number, this.offsets[row + 1] as number)
    this.#decoded[row] = text
    return text
  }

  /** The hash of a string, without decoding it if it is ASCII. */
  hashAt(row: number): number {
    const end = this.offsets[row + 1] as number
    let hash = HASH_START
    for (let at = this.offsets[row] as number; at < end; at++) {
      const byte = this.bytes[at] as number
      if (byte >= 0x80) return hashOf(this.get(row))
      hash = Math.imul(hash ^ byte, HASH_FACTOR)
    }
    return hash ^ (hash >>> 15)
  }

  toArray(): string[] {
    return Array.from({ length: this.length }, (_, row) => this.get(row))
  }

  equals(row: number, text: string): boolean {
    const start = this.offsets[row] as number
    return equalsBytes(this.bytes, start, (this.offsets[row + 1] as number) - start, text)
  }
}

export class StringTableBuilder {
  #bytes = new Uint8Array(256)
  #end = 0
  readonly #offsets = new TypedColumn()

  constructor() {
    this.#offsets.push(0)
  }

  get length(): number {
    return this.#offsets.length - 1
  }

  push(text: string): void {
    this.#reserve(text.length * 3)
    this.#end = encode(text, this.#bytes, this.#end)
    this.#offsets.push(this.#end)
  }

  /** Copies rows `from` .. `to` of another table without decoding them. */
  append({ bytes, offsets }: StringTable, from: number, to: number): void {
    const start = offsets[from] as number
    const end = offsets[to] as number
    this.#reserve(end - start)
    this.#offsets.reserve(to - from)
    this.#bytes.set(bytes.subarray(start, end), this.#end)
    const shift = this.#end - start
    for (let row = from + 1; row <= to; row++) this.#offsets.push((offsets[row] as number) + shift)
    this.#end += end - start
  }

  #reserve(length: number): void {
    if (this.#end + length > this.#bytes.length) this.#bytes = grown(this.#bytes, this.#end + length)
  }

  equals(row: number, text: string): boolean {
    const start = this.#offsets.at(row)
    const length = this.#offsets.at(row + 1) - start
    // one code unit has one to three bytes
    if (length < text.length || length > text.length * 3) return false
    return equalsBytes(this.#bytes, start, length, text)
  }

  freeze(isCached = false): StringTable {
    return new StringTable(this.#bytes.slice(0, this.#end), this.#offsets.toUint32(), isCached)
  }
}

/** Writes a string at `start` and returns the end. */
function encode(text: string, out: Uint8Array, start: number): number {
  let at = start
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c < 0x80) out[at++] = c
    else if (c < 0x800) {
      out[at++] = 0xc0 | (c >> 6)
      out[at++] = 0x80 | (c & 63)
    } else {
      out[at++] = 0xe0 | (c >> 12)
      out[at++] = 0x80 | ((c >> 6) & 63)
      out[at++] = 0x80 | (c & 63)
    }
  }
  return at
}

function equalsBytes(bytes: Uint8Array, start: number, length: number, text: string): boolean {
  if (length < text.length) return false
  const end = start + length
  let at = start
  let i = 0
  for (; i < text.length && at < end; i++) {
    const c = text.charCodeAt(i)
    if (c < 0x80) {
      if (bytes[at++] !== c) return false
    } else if (c < 0x800) {
      if (bytes[at++] !== (0xc0 | (c >> 6)) || bytes[at++] !== (0x80 | (c & 63))) return false
    } else if (
      bytes[at++] !== (0xe0 | (c >> 12)) ||
      bytes[at++] !== (0x80 | ((c >> 6) & 63)) ||
      bytes[at++] !== (0x80 | (c & 63))
    )
      return false
  }
  return at === end && i === text.length
}

const MAX_SCRATCH = 64
/** One array of code units per length: String.fromCharCode is fastest over a plain array of the right size. */
const scratch = Array.from({ length: MAX_SCRATCH + 1 }, (_, length) => new Array<number>(length).fill(0))

function decode(bytes: Uint8Array, start: number, end: number): string {
  const length = end - start
  if (length > MAX_SCRATCH) return decodeLong(bytes, start, end)
  const units = scratch[length] as number[]
  for (let i = 0; i < length; i++) {
    const byte = bytes[start + i] as number
    if (byte >= 0x80) return decodeLong(bytes, start, end)
    units[i] = byte
  }
  return String.fromCharCode.apply(null, units)
}

const CHUNK = 4096

function decodeLong(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  let units: number[] = []
  for (let at = start; at < end; ) {
    const byte = bytes[at++] as number
    if (byte < 0x80) units.push(byte)
    else if (byte < 0xe0) units.push(((byte & 31) << 6) | ((bytes[at++] as number) & 63))
    else units.push(((byte & 15) << 12) | (((bytes[at++] as number) & 63) << 6) | ((bytes[at++] as number) & 63))
    if (units.length < CHUNK) continue
    text += String.fromCharCode(...units)
    units = []
  }
  return text + String.fromCharCode(...units)
}
