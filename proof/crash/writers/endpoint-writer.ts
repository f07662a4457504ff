// Creates, changes and deletes webhook endpoints.
import type { CreatedKey } from '../../target/operator.ts'
import { Creations } from '../creations.ts'
import type { CrashSession, Writer } from '../session.ts'

const MOST = 12

export class EndpointWriter implements Writer {
  readonly name = 'endpoints'
  readonly #session: CrashSession
  readonly #owner: CreatedKey
  readonly #url: string
  readonly #creations: Creations
  /** Labels of created endpoints, by id. */
  readonly #labels = new Map<string, string>()
  #created = 0

  /** `url` receives their pings. */
  constructor(session: CrashSession, owner: CreatedKey, url: string) {
    this.#session = session
    this.#owner = owner
    this.#url = url
    this.#creations = new Creations(session, 'endpoint')
  }

  async prepare(): Promise<void> {
    await this.#create()
  }

  async #create(): Promise<void> {
    this.#created += 1
    const label = `${this.#url}?n=${this.#session.seed}-${this.#created}`
    const body = { url: label, description: 'new', event_types: ['project.removed'] }
    const options = { key: this.#owner.key, body }
    await this.#creations.create(label, '/api/v1/webhooks/endpoints', options, (answer) => {
      const { id } = answer.body.data
      this.#labels.set(id, label)
      const { ledger } = this.#session
      ledger.end(ledger.begin(`endpoint ${id}`, 'new'), 'done')
    })
  }

  async step(): Promise<void> {
    const { random, ledger } = this.#session
    const present = ledger.all('endpoint ').filter((thing) => typeof ledger.known(thing) === 'string')
    if (present.length === 0 || (present.length < MOST && random.chance(0.3))) return this.#create()
    const thing = random.pick(present)
    const path = `/api/v1/webhooks/endpoints/${thing.slice(9)}`
    const { key } = this.#owner
    if (random.chance(0.3)) {
      const write = ledger.begin(thing, null)
      // Deleted, or about to be: it need not be in the list any more.
      this.#creations.forget(this.#labels.get(thing.slice(9))!)
      return ledger.end(write, (await this.#session.write('DELETE', path, { key })).outcome)
    }
    const description = `changed ${random.below(1_000_000)}`
    const write = ledger.begin(thing, description)
    ledger.end(write, (await this.#session.write('PATCH', path, { key, body: { description } })).outcome)
  }

  async verify(isFull: boolean): Promise<void> {
    const { ledger } = this.#session
    await this.#creations.sendAgain()
    for (const thing of isFull ? ledger.all('endpoint ') : ledger.touched('endpoint ')) {
      const { status, body } = await this.#session.read(`/api/v1/webhooks/endpoints/${thing.slice(9)}`, this.#owner.key)
      const problem = ledger.check(thing, status === 404 ? null : String(body?.data?.description))
      if (problem) this.#session.breach(problem)
    }
    const { body } = await this.#session.read('/api/v1/webhooks/endpoints', this.#owner.key)
    this.#creations.check((body?.data ?? []).map(({ url }: { url: string }) => url))
  }
}
