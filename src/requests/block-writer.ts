// Packs finished requests into blocks of a few bytes per request, without an object for each.
import { requestNumberOf } from '../kernel/ids.ts'

/** A packed block, as it is stored. */
export interface Block {
  readonly account_id: string
  readonly process: string
  readonly first_number: number
  readonly last_number: number
  readonly from_at: string
  readonly to_at: string
  readonly requests: number
  readonly omitted: number
  readonly classes: number
  readonly bytes: Buffer
}

/** What the packed rows start from. Credentials, routes and outcomes are stored once, as names. */
export interface BlockHeader {
  readonly start: number
  readonly base: number
  readonly names: readonly string[]
}

export const FORMAT = 1
/** Small enough to decode in well under a millisecond. */
export const MAX_ROWS = 4096
/** Six numbers of at most 8 bytes. */
const MAX_ROW_BYTES = 48
const FIRST_BYTES = 256

export class BlockWriter {
  readonly #accountId: string
  readonly #process: string
  readonly #names = new Map<string, number>()
  #bytes = Buffer.allocUnsafe(FIRST_BYTES)
  #length = 0
  #rows = 0
  #start = 0
  #at = 0
  #base = 0
  #number = 0
  #first = 0
  #last = 0
  #classes = 0

  constructor(accountId: string, process: string) {
    this.#accountId = accountId
    this.#process = process
  }

  get rows(): number {
    return this.#rows
  }

  /** `outcome` is the status, followed by a space and the error code if there is one. */
  add(at: number, id: string, credential: string, route: string, outcome: string, ms: number): void {
    this.addNumbered(at, requestNumberOf(id), credential, route, outcome, Math.round(ms * 10))
  }

  addNumbered(at: number, number: number, credential: string, route: string, outcome: string, tenths: number): void {
    if (this.#rows === 0) this.#begin(at, number)
    if (this.#bytes.length - this.#length < MAX_ROW_BYTES) this.#grow()
    // Times within a block never decrease, even when the clock is set back.
    const time = Math.max(at, this.#at)
    this.#write(time - this.#at)
    this.#write(zigzag(number - this.#number))
    this.#write(this.#nameOf(credential))
    this.#write(this.#nameOf(route))
    this.#write(this.#nameOf(outcome))
    this.#write(Math.max(0, tenths))
    this.#at = time
    this.#number = number
    if (number < this.#first) this.#first = number
    if (number > this.#last) this.#last = number
    this.#classes |= 1 << (outcome.charCodeAt(0) - 48)
    this.#rows += 1
  }

  #begin(at: number, number: number): void {
    this.#start = this.#at = at
    this.#base = this.#number = this.#first = this.#last = number
  }

  #grow(): void {
    const larger = Buffer.allocUnsafe(this.#bytes.length * 2)
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }

  /** Seven bits per byte, least significant first. */
  #write(value: number): void {
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#length++] = rest
  }

  #nameOf(name: string): number {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const index = this.#names.size
    this.#names.set(name, index)
    return index
  }

  finish(omitted: number): Block {
    const header: BlockHeader = { start: this.#start, base: this.#base, names: [...this.#names.keys()] }
    const text = Buffer.from(JSON.stringify(header))
    const prefix = Buffer.allocUnsafe(5)
    prefix.writeUInt8(FORMAT, 0)
    prefix.writeUInt32LE(text.length, 1)
    return {
      account_id: this.#accountId,
      process: this.#process,
      first_number: this.#first,
      last_number: this.#last,
      from_at: new Date(this.#start).toISOString(),
      to_at: new Date(this.#at).toISOString(),
      requests: this.#rows,
      omitted,
      classes: this.#classes,
      bytes: Buffer.concat([prefix, text, this.#bytes.subarray(0, this.#length)]),
    }
  }
}

/** Small negative numbers become small positive ones: requests do not end in the order of their ids. */
const zigzag = (value: number): number => (value >= 0 ? value * 2 : -value * 2 - 1)
