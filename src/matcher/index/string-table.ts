// Many strings in one byte array. A string is decoded when it is read.

import { TypedColumn } from './typed-column.ts'

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

  toArray(): string[] {
    return Array.from({ length: this.length }, (_, row) => this.get(row))
  }

  equals(row: number, text: string): boolean {
    const start = this.offsets[row] as number
    return equalsBytes(this.bytes, start, (this.offsets[row + 1] as number) - start, text)
  }
}

export class StringTableBuilder {
  readonly #bytes = new TypedColumn(Uint8Array)
  readonly #offsets = new TypedColumn(Uint32Array)

  constructor() {
    this.#offsets.push(0)
  }

  get length(): number {
    return this.#offsets.length - 1
  }

  push(text: string): void {
    encode(text, this.#bytes)
    this.#offsets.push(this.#bytes.length)
  }

  /** Copies a string of another table without decoding it. */
  pushFrom({ bytes, offsets }: StringTable, row: number): void {
    this.#bytes.append(bytes.subarray(offsets[row], offsets[row + 1]))
    this.#offsets.push(this.#bytes.length)
  }

  equals(row: number, text: string): boolean {
    const start = this.#offsets.at(row)
    const length = this.#offsets.at(row + 1) - start
    // one code unit has one to three bytes
    if (length < text.length || length > text.length * 3) return false
    return equalsBytes(this.#bytes.view(), start, length, text)
  }

  freeze(isCached = false): StringTable {
    return new StringTable(this.#bytes.toArray(), this.#offsets.toArray(), isCached)
  }
}

function encode(text: string, out: TypedColumn<Uint8Array>): void {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c < 0x80) out.push(c)
    else if (c < 0x800) {
      out.push(0xc0 | (c >> 6))
      out.push(0x80 | (c & 63))
    } else {
      out.push(0xe0 | (c >> 12))
      out.push(0x80 | ((c >> 6) & 63))
      out.push(0x80 | (c & 63))
    }
  }
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
