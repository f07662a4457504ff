// Requests that create something once, however often they are sent.
import type { Answer, SendOptions } from '../../target/requests.ts'
import type { CrashSession } from './session.ts'

interface Creation {
  readonly label: string
  readonly path: string
  readonly options: SendOptions
  readonly created: (answer: Answer) => void
}

/** An unanswered request is sent again after the start with the same Idempotency-Key. */
export class Creations {
  readonly #session: CrashSession
  readonly #what: string
  #unanswered: Creation[] = []
  readonly #labels = new Set<string>()

  constructor(session: CrashSession, what: string) {
    this.#session = session
    this.#what = what
  }

  async create(label: string, path: string, options: SendOptions, created: (answer: Answer) => void): Promise<void> {
    const headers = { ...options.headers, 'idempotency-key': encodeURIComponent(`${this.#what} ${label}`) }
    await this.#send({ label, path, options: { ...options, headers }, created })
  }

  async #send(creation: Creation): Promise<void> {
    const { label, path, options, created } = creation
    const answer = await this.#session.write('POST', path, options)
    if (answer.outcome === 'done') {
      this.#labels.add(label)
      created(answer)
    }
    if (answer.outcome === 'unknown') this.#unanswered.push(creation)
  }

  async sendAgain(): Promise<void> {
    const again = this.#unanswered
    this.#unanswered = []
    for (const creation of again) await this.#send(creation)
  }

  /** `labels`: of everything that exists now. */
  check(labels: readonly string[]): void {
    const count = new Map<string, number>()
    for (const label of labels) count.set(label, (count.get(label) ?? 0) + 1)
    for (const label of this.#labels) {
      const found = count.get(label) ?? 0
      if (found === 0) this.#session.breach(`the ${this.#what} ${label} is lost`)
      if (found > 1) this.#session.breach(`the ${this.#what} ${label} is there ${found} times`)
    }
  }

  /** Deleted on purpose. */
  forget(label: string): void {
    this.#labels.delete(label)
  }
}
