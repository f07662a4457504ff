// Sends requests that are counted and compares them with the usage after the next start.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CreatedKey } from '../../target/operator.ts'
import { send } from '../../target/requests.ts'
import { processorTime, stretchOf } from '../overload/measure-processes.ts'
import { usageProblem } from './event-checks.ts'
import type { CrashSession } from './session.ts'

/** Below the rate limit of the plan. */
const PAUSE_MS = 40
/** Every so many requests is a small write, which shows how long one takes now. */
const WRITES_EVERY = 8

export class UsageProbe {
  readonly #session: CrashSession
  readonly #owner: CreatedKey
  #counted = 0
  #sent = 0
  #answeredAt: number[] = []
  /** Requests that each kill lost. */
  readonly #lost: number[] = []

  constructor(session: CrashSession, owner: CreatedKey) {
    this.#session = session
    this.#owner = owner
  }

  async prepare(): Promise<void> {
    this.#counted = await this.#usage()
  }

  async run(): Promise<void> {
    const { key, id } = this.#owner
    while (!this.#session.isOver) {
      this.#sent += 1
      const isWrite = this.#sent % WRITES_EVERY === 0
      const { status } = isWrite
        ? await this.#session.write('PATCH', `/api/v1/api-keys/${id}`, { key, body: { name: `probe ${this.#sent}` } })
        : await send(this.#session.url, 'GET', '/api/v1/me', { key, timeoutMs: 30_000 })
      if (status === 200) this.#answeredAt.push(performance.now())
      await sleep(PAUSE_MS)
    }
  }

  /** How slow the machine and the database are during this time decides how much usage a kill may lose. */
  async measure(pids: readonly number[], ms: number): Promise<void> {
    this.#session.slowestMs = 0
    const before = pids.map(processorTime)
    await sleep(ms)
    this.#session.stretch = stretchOf(before, pids.map(processorTime))
  }

  async #usage(): Promise<number> {
    for (;;) {
      // Reading the usage is a request, too.
      this.#sent += 1
      const answer = await send(this.#session.url, 'GET', '/api/v1/usage', { key: this.#owner.key })
      if (answer.status === 200) return answer.body.data.used.requests
      if (this.#session.isEnded) return this.#counted
      await sleep(200)
    }
  }

  /** `killedAt`: when the server was killed, or the database before it. */
  async verify(killedAt: number | undefined): Promise<void> {
    const now = await this.#usage()
    const counted = now - this.#counted
    const { slowestMs, stretch } = this.#session
    const round = { counted, sent: this.#sent, answeredAt: this.#answeredAt, killedAt, slowestMs, stretch }
    const problem = usageProblem(round)
    if (problem) this.#session.breach(problem)
    if (killedAt !== undefined) this.#lost.push(Math.max(0, this.#answeredAt.length - counted))
    this.#counted = now
    // The request that read the usage is counted after it.
    this.#sent = 1
    this.#answeredAt = []
  }

  summary(): string {
    const lost = this.#lost.toSorted((a, b) => a - b)
    return `median ${lost[lost.length >> 1] ?? 0}, at most ${lost.at(-1) ?? 0} requests`
  }
}
