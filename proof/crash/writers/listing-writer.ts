// Stores, replaces and deletes listings, one by one and in batches.
import type { CreatedKey } from '../../target/operator.ts'
import type { Value } from '../ledger.ts'
import type { CrashSession, Writer } from '../session.ts'

const KEYS = 60
const BATCH = 12

export class ListingWriter implements Writer {
  readonly name = 'listings'
  readonly #session: CrashSession
  readonly #owner: CreatedKey

  constructor(session: CrashSession, owner: CreatedKey) {
    this.#session = session
    this.#owner = owner
  }

  async prepare(): Promise<void> {}

  async step(): Promise<void> {
    const { random } = this.#session
    if (random.chance(0.25)) return this.#batch()
    const key = `L${random.below(KEYS)}`
    return random.chance(0.25) ? this.#remove(key) : this.#put(key)
  }

  #listing(): { address: string; city: string; status: string } {
    const { random } = this.#session
    return { address: `${2 + 2 * random.below(40)} Marlow St`, city: 'Toronto', status: `s${random.below(1_000_000)}` }
  }

  async #put(key: string): Promise<void> {
    const { ledger } = this.#session
    const body = this.#listing()
    const write = ledger.begin(`listing ${key}`, `${body.address} ${body.status}`)
    const options = { key: this.#owner.key, body }
    ledger.end(write, (await this.#session.write('PUT', `/api/v1/listings/${key}`, options)).outcome)
  }

  async #remove(key: string): Promise<void> {
    const { ledger } = this.#session
    const write = ledger.begin(`listing ${key}`, null)
    const options = { key: this.#owner.key }
    ledger.end(write, (await this.#session.write('DELETE', `/api/v1/listings/${key}`, options)).outcome)
  }

  async #batch(): Promise<void> {
    const { ledger, random } = this.#session
    const keys = new Set(Array.from({ length: BATCH }, () => `L${random.below(KEYS)}`))
    const listings = [...keys].map((key) => (random.chance(0.3) ? { key, delete: true } : { key, ...this.#listing() }))
    const writes = listings.map((item) =>
      ledger.begin(`listing ${item.key}`, 'address' in item ? `${item.address} ${item.status}` : null),
    )
    const options = { key: this.#owner.key, body: { listings } }
    const { outcome, body } = await this.#session.write('POST', '/api/v1/listings/batch', options)
    for (const [i, write] of writes.entries()) {
      const isRefused = outcome === 'done' && body?.data?.[i]?.error !== undefined
      ledger.end(write, isRefused ? 'refused' : outcome)
    }
  }

  async verify(isFull: boolean): Promise<void> {
    const { ledger } = this.#session
    if (isFull) return this.#verifyAll()
    for (const thing of ledger.touched('listing ')) {
      const { status, body } = await this.#session.read(`/api/v1/listings/${thing.slice(8)}`, this.#owner.key)
      this.#check(thing, status === 404 ? null : `${body?.data?.address} ${body?.data?.status}`)
    }
  }

  async #verifyAll(): Promise<void> {
    const { body } = await this.#session.read('/api/v1/listings?limit=200', this.#owner.key)
    const actual = new Map<string, string>()
    for (const { key, address, status } of body?.data ?? []) {
      if (actual.has(key)) this.#session.breach(`listing ${key} is there twice`)
      actual.set(key, `${address} ${status}`)
    }
    const things = new Set([
      ...this.#session.ledger.all('listing '),
      ...[...actual.keys()].map((key) => `listing ${key}`),
    ])
    for (const thing of things) this.#check(thing, actual.get(thing.slice(8)) ?? null)
  }

  #check(thing: string, actual: Value): void {
    const problem = this.#session.ledger.check(thing, actual)
    if (problem) this.#session.breach(problem)
  }
}
