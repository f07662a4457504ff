// Creates, rotates and revokes keys, and tries the revoked ones.
import { setTimeout as sleep } from 'node:timers/promises'
import { Creations } from '../creations.ts'
import { Writer } from './writer.ts'

const WORKS = 'works'
const REFUSED = 'refused'
/** Every node refuses a revoked key within this time. */
const REVOKED_MS = 2000
const OLD_KEYS = 20

export class KeyWriter extends Writer {
  static readonly operations = [
    'POST /api/v1/api-keys',
    'DELETE /api/v1/api-keys/{id}',
    'POST /api/v1/api-keys/{id}/rotate',
  ]

  readonly #creations = new Creations(this.session, 'key')
  /** Keys by id. */
  readonly #secrets = new Map<string, string>()
  readonly #names = new Map<string, string>()
  #created = 0

  override async prepare(): Promise<void> {
    for (let i = 0; i < 3; i++) await this.#create()
  }

  #add({ body }: { readonly body: { data: { id: string; key: string; name: string } } }): void {
    const { id, key, name } = body.data
    this.#secrets.set(id, key)
    this.#names.set(id, name)
    this.created(`key ${id}`, WORKS)
  }

  async #create(): Promise<void> {
    this.#created += 1
    const name = `key ${this.session.seed} ${this.#created}`
    const options = { key: this.key, body: { name, mode: 'live' } }
    await this.#creations.create(name, '/api/v1/api-keys', options, (answer) => this.#add(answer))
  }

  async step(): Promise<void> {
    const { random, ledger } = this.session
    const working = ledger.all('key ').filter((thing) => ledger.known(thing) === WORKS)
    if (working.length < 3 || random.chance(0.3)) return this.#create()
    const thing = random.pick(working.slice(-10))
    const id = thing.slice(4)
    if (random.chance(0.5)) return this.change(thing, REFUSED, 'DELETE', `/api/v1/api-keys/${id}`)
    const write = ledger.begin(thing, REFUSED)
    const options = { key: this.key, body: { overlap_seconds: 0 } }
    // The new key has the same name.
    this.#creations.forget(this.#names.get(id)!)
    await this.#creations.create(`rotation of ${id}`, `/api/v1/api-keys/${id}/rotate`, options, (answer) => {
      ledger.end(write, 'done')
      this.#creations.forget(`rotation of ${id}`)
      this.#add(answer)
    })
  }

  async verify(isFull: boolean): Promise<void> {
    const { ledger, random } = this.session
    await this.#creations.sendAgain()
    const touched = ledger.touched('key ')
    const others = ledger.all('key ').filter((thing) => ledger.known(thing) === REFUSED)
    const old = isFull ? others : Array.from({ length: Math.min(OLD_KEYS, others.length) }, () => random.pick(others))
    for (const thing of new Set([...touched, ...old])) this.check(thing, await this.#stateOf(thing))
    if (!isFull) return
    const { body } = await this.session.read('/api/v1/api-keys', this.key)
    this.#creations.check((body?.data ?? []).map(({ name }: { name: string }) => name))
  }

  async #stateOf(thing: string): Promise<string> {
    const expected = this.session.ledger.known(thing)
    const until = Date.now() + REVOKED_MS
    for (;;) {
      const headers = this.session.fromElsewhere()
      const { status } = await this.session.read('/api/v1/me', this.#secrets.get(thing.slice(4)), headers)
      const state = status === 200 ? WORKS : status === 401 ? REFUSED : `answered with ${status}`
      if (expected === undefined || state === expected || Date.now() > until) return state
      await sleep(100)
    }
  }
}
