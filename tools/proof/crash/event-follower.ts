// Reads the change feed with a cursor and checks that its events reach the receivers.
import type { CreatedKey } from '../../target/operator.ts'
import type { Answer } from '../../target/requests.ts'
import { send } from '../../target/requests.ts'
import type { FeedEvent } from './event-checks.ts'
import { chainProblems, feedProblems, missingEvents } from './event-checks.ts'
import type { ReceiverName, Receivers } from './receivers.ts'
import type { CrashSession } from './session.ts'

/** Longer than a lease of a dead process, which is a minute. */
const ARRIVAL_MS = 180_000
/** Events that wait for a retry are looked up in the delivery log after this time. */
const RECOVERY_MS = 15_000

export class EventFollower {
  static readonly operations = [
    'POST /api/v1/webhooks/endpoints/{id}/replay',
    'POST /api/v1/webhooks/deliveries/{id}/redeliver',
  ]

  readonly #names: readonly ReceiverName[]
  readonly #session: CrashSession
  readonly #owner: Pick<CreatedKey, 'key'>
  readonly #receivers: Receivers
  readonly #endpoints = new Map<ReceiverName, string>()
  #first = 0
  #cursor = 0
  readonly #read: FeedEvent[] = []
  /** Events that reached a failing receiver only after it asked for them again. */
  replayed = 0

  /** Type and subject of all events, by the last check. */
  effects: readonly string[] = []

  /** `names`: the receivers of this account. */
  constructor(
    session: CrashSession,
    owner: Pick<CreatedKey, 'key'>,
    receivers: Receivers,
    names: readonly ReceiverName[],
  ) {
    this.#session = session
    this.#names = names
    this.#owner = owner
    this.#receivers = receivers
  }

  get events(): number {
    return this.#read.length
  }

  async prepare(): Promise<void> {
    this.#receivers.isFlaky = false
    for (const name of this.#names) {
      const body = { url: this.#receivers.urlOf(name), event_types: ['*'] }
      const options = { key: this.#owner.key, body }
      const answer = await this.#session.write('POST', '/api/v1/webhooks/endpoints', options)
      if (answer.outcome !== 'done') throw new Error(`No endpoint for ${name}: ${answer.status} ${answer.text}`)
      this.#endpoints.set(name, answer.body.data.id)
    }
    for (const id of this.#endpoints.values()) await this.#untilEnabled(id)
    this.#receivers.isFlaky = true
    const { body } = await this.#session.read('/api/v1/dataset', this.#owner.key)
    for await (const { next } of this.#pages(body.data.sequence)) this.#first = next
    this.#cursor = this.#first
  }

  async #untilEnabled(id: string): Promise<void> {
    const path = `/api/v1/webhooks/endpoints/${id}`
    const isEnabled = async () => (await this.#session.read(path, this.#owner.key)).body?.data?.status === 'enabled'
    if (!(await this.#session.holdsWithin(ARRIVAL_MS, isEnabled, 100)))
      throw new Error(`The endpoint ${id} was not enabled.`)
  }

  /** Reads on from the cursor, as a mirror does. */
  async readOn(): Promise<void> {
    for await (const page of this.#pages(this.#cursor)) {
      this.#read.push(...page.events)
      this.#cursor = page.next
    }
  }

  async *#pages(since: number): AsyncGenerator<{ events: FeedEvent[]; next: number }> {
    for (let at = since; ; ) {
      const { status, body } = await this.#session.read(`/api/v1/changes?since=${at}&limit=200`, this.#owner.key)
      if (status !== 200) return this.#session.breach(`the change feed answered with ${status} after ${at}`)
      const events: FeedEvent[] = body.data.map((one: Answer['body']) => ({
        sequence: one.sequence,
        id: one.event_id,
        type: one.type,
        subject: String(one.resource.id),
      }))
      yield { events, next: body.meta.next_since }
      if (!body.meta.has_more) return
      at = body.meta.next_since
    }
  }

  /** Everything must arrive: the receivers recover, and the load has stopped. A run whose time is up waits for it too. */
  async verifyAll(): Promise<void> {
    const { isDown } = this.#receivers
    this.#receivers.isFlaky = false
    this.#receivers.isDown = false
    await this.readOn()
    const whole: FeedEvent[] = []
    for await (const { events } of this.#pages(this.#first)) whole.push(...events)
    for (const problem of feedProblems(this.#read, whole)) this.#session.breach(problem)
    for (const name of this.#names) await this.#verifyReceiver(name, whole)
    if (whole.length > 0) await this.#sendAgain(this.#names[0]!, whole.at(-1)!)
    this.effects = whole.flatMap(({ type, id, subject }) => [`${type} ${subject}`, `${type} ${id}`])
    for (const problem of this.#receivers.problems.splice(0)) this.#session.breach(problem)
    this.#receivers.isFlaky = true
    this.#receivers.isDown = isDown
  }

  async #verifyReceiver(name: ReceiverName, expected: readonly FeedEvent[]): Promise<void> {
    const received = this.#receivers.events[name]
    const missing = () => missingEvents(expected, received)
    const isWorking = name !== 'flaky' && name !== 'down'
    await this.#session.holdsWithin(isWorking ? ARRIVAL_MS : RECOVERY_MS, () => missing().length === 0)
    if (isWorking && missing().length > 0)
      this.#session.breach(`${missing().length} of ${expected.length} events never reached ${name}`)
    if (!isWorking && missing().length > 0) await this.#replay(name, missing())
    await this.#session.holdsWithin(ARRIVAL_MS, () => missing().length === 0)
    if (!isWorking && missing().length > 0)
      this.#session.breach(`${missing().length} of ${expected.length} events did not reach ${name} after a replay`)
    for (const problem of chainProblems(name, expected, received)) this.#session.breach(problem)
    const ids = new Set(expected.map(({ id }) => id))
    const others = [...received.keys()].filter((id) => !ids.has(id))
    if (others.length > 0)
      this.#session.breach(`${name} got ${others.length} events that the change feed does not have: ${others[0]}`)
  }

  /** A replay and a redelivery send an event that has arrived once more. */
  async #sendAgain(name: ReceiverName, { id, sequence }: FeedEvent): Promise<void> {
    const { key } = this.#owner
    const endpoint = this.#endpoints.get(name)!
    const once = async (path: string, body: object) => {
      const before = this.#receivers.arrivals(name, id)
      const { outcome, status } = await this.#session.write('POST', path, { key, body })
      const arrives = () => this.#receivers.arrivals(name, id) > before
      if (outcome !== 'done') this.#session.breach(`${path} answered with ${status}`)
      else if (!(await this.#session.holdsWithin(ARRIVAL_MS, arrives)))
        this.#session.breach(`${path} sent nothing to ${name}`)
    }
    await once(`/api/v1/webhooks/endpoints/${endpoint}/replay`, { since_sequence: sequence - 1 })
    const { body } = await this.#session.read(`/api/v1/webhooks/deliveries?endpoint_id=${endpoint}&limit=200`, key)
    const delivery = (body?.data ?? []).find(({ event_id }: { event_id: string }) => event_id === id)
    if (delivery) await once(`/api/v1/webhooks/deliveries/${delivery.id}/redeliver`, {})
    else this.#session.breach(`event ${id} for ${name} is in no delivery`)
  }

  /** What has not arrived must be in the delivery log with its state, and a replay must send it. */
  async #replay(name: ReceiverName, missing: readonly FeedEvent[]): Promise<void> {
    const endpoint = this.#endpoints.get(name)!
    const logged = await this.#deliveriesOf(endpoint)
    // It may arrive while the log is read.
    const unseen = missing.filter(({ id }) => !logged.has(id) && !this.#receivers.events[name].has(id))
    if (unseen.length > 0) this.#session.breach(`${unseen.length} events for ${name} are in no delivery`)
    this.replayed += missing.length
    const path = `/api/v1/webhooks/endpoints/${endpoint}`
    const { key } = this.#owner
    const { body } = await this.#session.read(path, key)
    if (body?.data?.status !== 'enabled') await send(this.#session.url, 'POST', `${path}/enable`, { key, body: {} })
    const since_sequence = missing[0]!.sequence - 1
    const answer = await send(this.#session.url, 'POST', `${path}/replay`, { key, body: { since_sequence } })
    if (answer.status >= 300) this.#session.breach(`the replay for ${name} answered with ${answer.status}`)
  }

  async #deliveriesOf(endpoint: string): Promise<Set<string>> {
    const ids = new Set<string>()
    let cursor: string | null = null
    do {
      const page = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const path = `/api/v1/webhooks/deliveries?endpoint_id=${endpoint}&limit=200${page}`
      const { body } = await this.#session.read(path, this.#owner.key)
      for (const { event_id } of body?.data ?? []) ids.add(event_id)
      cursor = body?.meta?.next_cursor ?? null
    } while (cursor !== null)
    return ids
  }
}
