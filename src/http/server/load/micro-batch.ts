// Processes requests that arrive together step by step, so that code stays in processor caches: −47 % per request (ADR 24).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { at } from '../../../kernel/at.ts'

export interface RequestSteps<R> {
  /** The response; undefined if it is asynchronous and sent later. */
  readonly run: (request: FastifyRequest, reply: FastifyReply) => R | undefined
  readonly send: (response: R, request: FastifyRequest, reply: FastifyReply) => void
}

interface Member<R> {
  readonly steps: RequestSteps<R>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  response: R | undefined
}

/** Longest time that a finished response waits for other requests of its batch. */
const MAX_BATCH_MS = 2

export class MicroBatch<R> {
  #members: Member<R>[] = []
  /** The last batch had one request, so the next request probably is alone too and runs at once. */
  #isQuiet = true
  /** A request already ran in this turn, so a further one is not alone. */
  #ranThisTurn = false
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Runs a lone request at once, and others after all readable sockets were read. */
  add(steps: RequestSteps<R>, request: FastifyRequest, reply: FastifyReply): void {
    const member: Member<R> = { steps, request, reply, response: undefined }
    if (this.#isQuiet && !this.#ranThisTurn) {
      this.#ranThisTurn = true
      setImmediate(this.#endTurn)
      this.#runFrom(0, [member])
      return
    }
    this.#members.push(member)
    if (this.#members.length === 1) setImmediate(this.#run)
  }

  readonly #endTurn = (): void => {
    this.#ranThisTurn = false
  }

  readonly #run = (): void => {
    const members = this.#members
    this.#members = []
    this.#isQuiet = members.length === 1
    for (let from = 0; from < members.length; ) from = this.#runFrom(from, members)
  }

  #runFrom(from: number, members: readonly Member<R>[]): number {
    const until = this.#now() + MAX_BATCH_MS
    let to = from
    do run(at(members, to++))
    while (to < members.length && this.#now() < until)
    for (let i = from; i < to; i++) send(at(members, i))
    return to
  }
}

function run<R>(member: Member<R>): void {
  const { steps, request, reply } = member
  try {
    member.response = steps.run(request, reply)
  } catch (error) {
    reply.send(error)
  }
}

function send<R>({ steps, request, reply, response }: Member<R>): void {
  try {
    if (response) steps.send(response, request, reply)
  } catch (error) {
    reply.send(error)
  }
}

/** Sends a response that comes after its batch. */
export function sendLate<R>(
  steps: RequestSteps<R>,
  late: Promise<R>,
  request: FastifyRequest,
  reply: FastifyReply,
): undefined {
  late.then((response) => steps.send(response, request, reply)).catch((error: unknown) => reply.send(error))
}
