// Sends requests that are counted and compares them with the usage after the next start.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CreatedKey } from '../../target/operator.ts'
import { send } from '../../target/requests.ts'
import { usageProblem } from './event-checks.ts'
import type { CrashSession } from './session.ts'

/** Below the rate limit of the plan. */
const PAUSE_MS = 40

export class UsageProbe {
  readonly #session: CrashSession
  readonly #owner: CreatedKey
  #counted = 0
  #sent = 0
  #answeredAt: number[] = []
  /** Requests that each kill lost. */
  readonly lost: number[] = []

  constructor(session: CrashSession, owner: CreatedKey) {
    this.#session = session
    this.#owner = owner
  }

  async prepare(): Promise<void> {
    this.#counted = await this.#usage()
  }

  async run(): Promise<void> {
    while (!this.#session.isOver) {
      this.#sent += 1
      const { status } = await send(this.#session.url, 'GET', '/api/v1/me', { key: this.#owner.key, timeoutMs: 30_000 })
      if (status === 200) this.#answeredAt.push(performance.now())
      await sleep(PAUSE_MS)
    }
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
    if (killedAt !== undefined) this.lost.push(Math.max(0, this.#answeredAt.length - counted))
    this.#counted = now
    // The request that read the usage is counted after it.
    this.#sent = 1
    this.#answeredAt = []
  }
}
