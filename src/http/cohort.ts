// Requests that came in together are worked on together: all questions first, then all answers. What a step needs is then in
// the processor's caches from the request before, which for a small answer is worth half of its time (ADR 26).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reply } from './route.ts'

/** What a route does with a request once it is let in. */
export interface Steps {
  /** The answer; nothing where it comes later, and is sent then. */
  readonly work: (request: FastifyRequest, reply: FastifyReply) => Reply | undefined
  readonly send: (answer: Reply, request: FastifyRequest, reply: FastifyReply) => void
}

interface Member {
  readonly steps: Steps
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  answer: Reply | undefined
}

/** Whoever is answered does not wait longer than this for the questions of others. */
const LONGEST_WORK_MS = 2

export class Cohort {
  #members: Member[] = []
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Its turn comes when all sockets that have something to read were read. */
  add(steps: Steps, request: FastifyRequest, reply: FastifyReply): void {
    this.#members.push({ steps, request, reply, answer: undefined })
    if (this.#members.length === 1) setImmediate(this.#run)
  }

  readonly #run = (): void => {
    const members = this.#members
    this.#members = []
    for (let from = 0; from < members.length; ) from = this.#runFrom(from, members)
  }

  #runFrom(from: number, members: readonly Member[]): number {
    const until = this.#now() + LONGEST_WORK_MS
    let to = from
    do {
      const member = members[to++]!
      attempt(member, () => {
        member.answer = member.steps.work(member.request, member.reply)
      })
    } while (to < members.length && this.#now() < until)
    for (let i = from; i < to; i++) {
      const member = members[i]!
      const { answer } = member
      if (answer) attempt(member, () => member.steps.send(answer, member.request, member.reply))
    }
    return to
  }
}

/** What one request throws is its own affair. */
function attempt({ reply }: Member, step: () => void): void {
  try {
    step()
  } catch (error) {
    reply.send(error)
  }
}
