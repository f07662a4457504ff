// Limits the memory that large request bodies take together and per caller.
import { Fault } from '../../../kernel/fault.ts'
import type { Text } from '../../../kernel/phrase.ts'
import { say } from '../../../kernel/phrase.ts'
import { RetrySlots } from '../../../kernel/retry-slots.ts'

/** Smaller bodies are as large as other state of a request. */
const MIN_COUNTED_BYTES = 64 * 1024
const MAX_BYTES = 64 * 1024 * 1024
/** A caller whose bodies arrive slowly must leave room for others. */
const MAX_CALLER_BYTES = MAX_BYTES / 4
const RETRY_AFTER_SECONDS = 2
const MAX_RETRY_AFTER_SECONDS = 30
/** How much one more body changes the average. */
const AVERAGE_SHARE = 1 / 8

interface Caller {
  bytes: number
  readonly slots: RetrySlots
}

export class BodyMemory {
  #bytes = 0
  readonly #byCaller = new Map<string, Caller>()
  readonly #slots = new RetrySlots(MAX_RETRY_AFTER_SECONDS)
  /** How long a body keeps its memory. */
  #averageMs = 0

  /** Returns the function that frees the memory; call it when the response has been sent. */
  reserve(caller: string, bytes: number): (() => void) | undefined {
    if (bytes <= MIN_COUNTED_BYTES) return undefined
    const own = this.#byCaller.get(caller) ?? { bytes: 0, slots: new RetrySlots(MAX_RETRY_AFTER_SECONDS) }
    if (own.bytes > 0 && own.bytes + bytes > MAX_CALLER_BYTES)
      throw this.#refusal(
        say`Your requests in progress already send ${own.bytes} bytes.`,
        own.slots,
        bytes / MAX_CALLER_BYTES,
      )
    if (this.#bytes > 0 && this.#bytes + bytes > MAX_BYTES)
      throw this.#refusal('The server is receiving too many large bodies right now.', this.#slots, bytes / MAX_BYTES)
    this.#bytes += bytes
    own.bytes += bytes
    this.#byCaller.set(caller, own)
    const startedMs = performance.now()
    return () => this.#free(caller, own, bytes, performance.now() - startedMs)
  }

  #free(caller: string, own: Caller, bytes: number, ms: number): void {
    this.#averageMs += (ms - this.#averageMs) * AVERAGE_SHARE
    this.#bytes -= bytes
    own.bytes -= bytes
    if (own.bytes === 0) this.#byCaller.delete(caller)
  }

  /** `share`: the part of the memory that the body needs. */
  #refusal(detail: Text, slots: RetrySlots, share: number): Fault {
    const soonestMs = Math.max(RETRY_AFTER_SECONDS * 1000, this.#averageMs)
    return new Fault('overloaded', { detail, retryAfterSeconds: slots.take(soonestMs, this.#averageMs * share) })
  }
}
