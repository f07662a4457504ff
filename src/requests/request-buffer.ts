// Finished requests in memory until the next flush, within fixed limits.
import { MINUTE_MS } from '../kernel/time.ts'
import type { Block } from './block-writer.ts'
import { BlockWriter, MAX_ROWS } from './block-writer.ts'

export interface BufferLimits {
  /** Per account, process and minute. Twice the highest rate limit, so that only refused requests are left out. */
  readonly perMinute: number
  /** Above `perMinute`, one request in this many is stored. */
  readonly sampleEvery: number
  /** All blocks of this process that wait for the database. */
  readonly maxBytes: number
}

export const BUFFER_LIMITS: BufferLimits = { perMinute: 4000, sampleEvery: 100, maxBytes: 8 * 1024 * 1024 }

/** One account in this process. */
interface AccountBuffer {
  writer: BlockWriter | undefined
  minute: number
  inMinute: number
  /** Since the last block. */
  omitted: number
}

export class RequestBuffer {
  readonly #process: string
  readonly #limits: BufferLimits
  readonly #accounts = new Map<string, AccountBuffer>()
  #full: Block[] = []
  #fullBytes = 0
  /** Not stored because the buffer was full. */
  dropped = 0

  constructor(process: string, limits: BufferLimits) {
    this.#process = process
    this.#limits = limits
  }

  add(accountId: string, at: number, id: string, credential: string, route: string, outcome: string, ms: number): void {
    const account = this.#account(accountId)
    if (!this.#admits(account, at)) return
    account.writer ??= new BlockWriter(accountId, this.#process)
    account.writer.add(at, id, credential, route, outcome, ms)
    if (account.writer.rows === MAX_ROWS) this.#finish(account)
  }

  #account(id: string): AccountBuffer {
    let account = this.#accounts.get(id)
    if (!account) {
      account = { writer: undefined, minute: 0, inMinute: 0, omitted: 0 }
      this.#accounts.set(id, account)
    }
    return account
  }

  #admits(account: AccountBuffer, at: number): boolean {
    const minute = Math.floor(at / MINUTE_MS)
    if (minute !== account.minute) {
      account.minute = minute
      account.inMinute = 0
    }
    account.inMinute += 1
    const { perMinute, sampleEvery, maxBytes } = this.#limits
    if (this.#fullBytes >= maxBytes) this.dropped += 1
    else if (account.inMinute <= perMinute || account.inMinute % sampleEvery === 0) return true
    account.omitted += 1
    return false
  }

  #finish(account: AccountBuffer): void {
    const block = account.writer!.finish(account.omitted)
    account.writer = undefined
    account.omitted = 0
    this.#full.push(block)
    this.#fullBytes += block.bytes.length
  }

  /** All blocks that wait. Accounts that stay silent are forgotten. */
  take(now: number): Block[] {
    const minute = Math.floor(now / MINUTE_MS)
    for (const [id, account] of this.#accounts)
      if (account.writer) this.#finish(account)
      else if (account.minute < minute && account.omitted === 0) this.#accounts.delete(id)
    const blocks = this.#full
    this.#full = []
    this.#fullBytes = 0
    return blocks
  }

  /** Blocks that could not be written wait for the next flush. */
  restore(blocks: readonly Block[]): void {
    this.#full = [...blocks, ...this.#full]
    for (const { bytes } of blocks) this.#fullBytes += bytes.length
  }
}
