// Requests with an Idempotency-Key, which have their effect once however often they are sent.
import { isDeepStrictEqual } from 'node:util'
import type { Answer, SendOptions } from '../../target/requests.ts'
import type { Outcome } from './ledger.ts'
import type { CrashSession } from './session.ts'

type Settled = Answer & { readonly outcome: Outcome }

interface OnceRequest {
  readonly operation: string
  readonly path: string
  readonly options: SendOptions
  readonly settle: (answer: Settled) => void
}

/** Answered requests that are sent again after each start. */
const AGAIN = 3

export class OnceRequests {
  readonly #session: CrashSession
  #unanswered: OnceRequest[] = []
  readonly #answered: { readonly request: OnceRequest; readonly answer: Answer }[] = []

  constructor(session: CrashSession) {
    this.#session = session
  }

  /** `settle` is called when the request is answered, which may be after the next start. */
  async send(key: string, { options, ...request }: OnceRequest): Promise<void> {
    const headers = { ...options.headers, 'idempotency-key': encodeURIComponent(key) }
    await this.#send({ ...request, options: { ...options, headers } })
  }

  async #send(request: OnceRequest): Promise<void> {
    const { operation, path, options, settle } = request
    const answer = await this.#session.write('POST', path, options, undefined, operation)
    if (answer.outcome === 'unknown') return void this.#unanswered.push(request)
    if (answer.outcome === 'done') this.#answered.push({ request, answer })
    settle(answer)
  }

  /** What was not answered, and some of what was: that must get the same answer. */
  async sendAgain(): Promise<void> {
    const { random } = this.#session
    const again = Array.from({ length: Math.min(AGAIN, this.#answered.length) }, () => random.pick(this.#answered))
    for (const request of this.#unanswered.splice(0)) await this.#send(request)
    for (const { request, answer } of again) await this.#compare(request, answer)
  }

  async #compare({ operation, path, options }: OnceRequest, first: Answer): Promise<void> {
    const answer = await this.#session.write('POST', path, options, undefined, operation)
    if (answer.outcome === 'unknown' || answer.status === 429) return
    this.#session.repeated += 1
    const isReplayed = answer.headers['idempotency-replayed'] === 'true'
    if (isReplayed && answer.status === first.status && isDeepStrictEqual(answer.body, first.body)) return
    const what = `${operation} sent again with its Idempotency-Key got another answer than before`
    this.#session.breach(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`)
  }
}
