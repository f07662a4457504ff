// Limits the memory that large request bodies take together and per caller.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../../kernel/fault.ts'
import type { Text } from '../../../kernel/phrase.ts'
import { say } from '../../../kernel/phrase.ts'

/** Smaller bodies are as large as other state of a request. */
const MIN_COUNTED_BYTES = 64 * 1024
const MAX_BYTES = 64 * 1024 * 1024
/** A caller whose bodies arrive slowly must leave room for others. */
const MAX_CALLER_BYTES = MAX_BYTES / 4
const RETRY_AFTER_SECONDS = 2

export class BodyMemory {
  #bytes = 0
  readonly #byCaller = new Map<string, number>()

  /** Returns the function that frees the memory; call it when the response has been sent. */
  reserve(caller: string, bytes: number): (() => void) | undefined {
    if (bytes <= MIN_COUNTED_BYTES) return undefined
    const own = this.#byCaller.get(caller) ?? 0
    if (own > 0 && own + bytes > MAX_CALLER_BYTES)
      throw refusal(say`Your requests in progress already send ${own} bytes.`)
    if (this.#bytes > 0 && this.#bytes + bytes > MAX_BYTES)
      throw refusal('The server is receiving too many large bodies right now.')
    this.#bytes += bytes
    this.#byCaller.set(caller, own + bytes)
    return () => this.#free(caller, bytes)
  }

  #free(caller: string, bytes: number): void {
    this.#bytes -= bytes
    const left = this.#byCaller.get(caller)! - bytes
    if (left > 0) this.#byCaller.set(caller, left)
    else this.#byCaller.delete(caller)
  }
}

function refusal(detail: Text): Fault {
  return new Fault('overloaded', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/** Reserves the announced length; without one, the maximum. */
export function reserveBody(memory: BodyMemory, request: FastifyRequest, reply: FastifyReply, maxBytes: number): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (length === undefined && encoding === undefined) return
  const free = memory.reserve(callerOf(request), length === undefined ? maxBytes : Number(length))
  if (free) reply.raw.once('close', free)
}

function callerOf({ requestContext, ip }: FastifyRequest): string {
  const principal = requestContext?.principal
  return principal && principal.credential.kind !== 'visitor' ? principal.account.id : ip
}
