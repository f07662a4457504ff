// Creates, changes and deletes webhook endpoints.
import { Creations } from '../creations.ts'
import type { CrashSession } from '../session.ts'
import { Writer } from './writer.ts'

const MOST = 12
const PATH = '/api/v1/webhooks/endpoints'

export class EndpointWriter extends Writer {
  static readonly operations = [
    'POST /api/v1/webhooks/endpoints',
    'PATCH /api/v1/webhooks/endpoints/{id}',
    'DELETE /api/v1/webhooks/endpoints/{id}',
  ]

  readonly #url: string
  readonly #creations = new Creations(this.session, 'endpoint')
  /** Labels of created endpoints, by id. */
  readonly #labels = new Map<string, string>()
  #created = 0

  /** `url` receives their pings. */
  constructor(session: CrashSession, key: string, url: string) {
    super(session, key)
    this.#url = url
  }

  override async prepare(): Promise<void> {
    await this.#create()
  }

  async #create(): Promise<void> {
    this.#created += 1
    const label = `${this.#url}?n=${this.session.seed}-${this.#created}`
    const body = { url: label, description: 'new', event_types: ['project.removed'] }
    await this.#creations.create(label, PATH, { key: this.key, body }, (answer) => {
      const { id } = answer.body.data
      this.#labels.set(id, label)
      this.created(`endpoint ${id}`, 'new')
    })
  }

  async step(): Promise<void> {
    const { random, ledger } = this.session
    const present = ledger.all('endpoint ').filter((thing) => typeof ledger.known(thing) === 'string')
    if (present.length === 0 || (present.length < MOST && random.chance(0.3))) return this.#create()
    const thing = random.pick(present)
    const id = thing.slice(9)
    if (random.chance(0.3)) {
      // Deleted, or about to be: it need not be in the list any more.
      this.#creations.forget(this.#labels.get(id)!)
      return this.change(thing, null, 'DELETE', `${PATH}/${id}`)
    }
    const description = `changed ${random.below(1_000_000)}`
    await this.change(thing, description, 'PATCH', `${PATH}/${id}`, { description })
  }

  async verify(isFull: boolean): Promise<void> {
    await this.#creations.sendAgain()
    const path = (id: string) => `${PATH}/${id}`
    await this.checkThings('endpoint', isFull, path, (data) => String(data?.description))
    const { body } = await this.session.read(PATH, this.key)
    this.#creations.check((body?.data ?? []).map(({ url }: { url: string }) => url))
  }
}
