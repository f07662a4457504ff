// What the writers and checks of a crash run share: the server, the ledger, counts and breaches.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../shared/random.ts'
import { holdsWithin } from '../../shared/waiting.ts'
import type { Build } from '../../target/build.ts'
import type { Answer, SendOptions } from '../../target/requests.ts'
import { send } from '../../target/requests.ts'
import type { Breach } from '../part.ts'
import type { Outcome } from './ledger.ts'
import { Ledger, outcomeOf } from './ledger.ts'
import { OperationNames } from './operations.ts'

/** A server that has just started on a busy machine may need this long. */
const READ_MS = 120_000

export class CrashSession {
  readonly build: Build
  readonly ledger: Ledger
  readonly breaches: Breach[] = []
  readonly counts: Record<Outcome, number> = { done: 0, refused: 0, unknown: 0 }
  /** Answers of 500, by operation. */
  readonly internalErrors = new Map<string, number>()
  /** Operations that were answered with success, and how often. */
  readonly acknowledged = new Map<string, number>()
  names = new OperationNames([])
  url = ''
  operatorKey = ''
  seed = 0
  random!: Random
  /** The server is about to be killed: writers stop. */
  isOver = false
  /** The slowest acknowledged write of the round. */
  slowestMs = 0
  /** How much longer the server took in this round because it shared the processors. */
  stretch = 1
  /** Answered requests that were sent again with their Idempotency-Key. */
  repeated = 0
  /** Checks wait no longer than this. */
  #until = Number.POSITIVE_INFINITY
  #isInterrupted = false
  #nextAddress = 0

  constructor(build: Build, ledger = new Ledger()) {
    this.build = build
    this.ledger = ledger
  }

  /** The run ends within this time; without time, what is found from now on means nothing. */
  endWithin(ms: number): void {
    this.#until = Date.now() + ms
    this.#isInterrupted = ms === 0
    this.isOver = true
  }

  async holdsWithin(ms: number, condition: () => boolean | Promise<boolean>, everyMs?: number): Promise<boolean> {
    let holds = false
    const isDecided = async () => {
      holds = await condition()
      return holds || this.isEnded
    }
    await holdsWithin(ms, isDecided, everyMs)
    return holds
  }

  get isEnded(): boolean {
    return Date.now() > this.#until
  }

  breach(what: string): void {
    if (this.#isInterrupted) return
    this.breaches.push({ what, seed: this.seed })
  }

  /** A write. `outcome` says how it ended if not the status alone, `operation` what it does if not the path alone. */
  async write(
    method: string,
    path: string,
    options: SendOptions,
    outcome: (answer: Answer) => Outcome = outcomeOf,
    operation = this.names.of(method, path),
  ): Promise<Answer & { readonly outcome: Outcome }> {
    const started = performance.now()
    const answer = await send(this.url, method, path, { timeoutMs: 30_000, ...options })
    const result = outcome(answer)
    if (result === 'done') this.slowestMs = Math.max(this.slowestMs, performance.now() - started)
    this.counts[result] += 1
    if (result === 'done') count(this.acknowledged, operation)
    if (answer.status === 500) count(this.internalErrors, operation)
    return { ...answer, outcome: result }
  }

  operate(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return this.write(method, path, { key: this.operatorKey, body, headers })
  }

  /** A read for a check. It waits until the server and its database answer. */
  read(path: string, key: string = this.operatorKey): Promise<Answer> {
    return this.readWith(path, { key })
  }

  async readWith(path: string, options: SendOptions): Promise<Answer> {
    const until = Date.now() + READ_MS
    for (;;) {
      const answer = await send(this.url, 'GET', path, { timeoutMs: 30_000, ...options })
      const isAnswer = answer.status >= 200 && answer.status <= 499 && answer.status !== 429
      if (isAnswer || Date.now() > until || this.isEnded) return answer
      await sleep(100)
    }
  }

  /** Another address each time, because many refused keys from one address are locked out. */
  fromElsewhere(): Record<string, string> {
    this.#nextAddress += 1
    const [a, b] = [(this.#nextAddress >> 8) & 255, this.#nextAddress & 255]
    return { 'x-forwarded-for': `10.77.${a}.${b}` }
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
