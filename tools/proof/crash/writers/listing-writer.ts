// Stores, replaces and deletes listings, one by one and in batches.
import { Writer } from './writer.ts'

const KEYS = 60
const BATCH = 12

export class ListingWriter extends Writer {
  static readonly operations = [
    'PUT /api/v1/listings/{key}',
    'DELETE /api/v1/listings/{key}',
    'POST /api/v1/listings/batch',
  ]

  async step(): Promise<void> {
    const { random } = this.session
    if (random.chance(0.25)) return this.#batch()
    const key = `L${random.below(KEYS)}`
    const path = `/api/v1/listings/${key}`
    if (random.chance(0.25)) return this.change(`listing ${key}`, null, 'DELETE', path)
    const body = this.#listing()
    await this.change(`listing ${key}`, `${body.address} ${body.status}`, 'PUT', path, body)
  }

  #listing(): { address: string; city: string; status: string } {
    const { random } = this.session
    return { address: `${2 + 2 * random.below(40)} Marlow St`, city: 'Toronto', status: `s${random.below(1_000_000)}` }
  }

  async #batch(): Promise<void> {
    const { ledger, random } = this.session
    const keys = new Set(Array.from({ length: BATCH }, () => `L${random.below(KEYS)}`))
    const listings = [...keys].map((key) => (random.chance(0.3) ? { key, delete: true } : { key, ...this.#listing() }))
    const writes = listings.map((item) =>
      ledger.begin(`listing ${item.key}`, 'address' in item ? `${item.address} ${item.status}` : null),
    )
    const options = { key: this.key, body: { listings } }
    const { outcome, body } = await this.session.write('POST', '/api/v1/listings/batch', options)
    for (const [i, write] of writes.entries()) {
      const isRefused = outcome === 'done' && body?.data?.[i]?.error !== undefined
      ledger.end(write, isRefused ? 'refused' : outcome)
    }
  }

  async verify(isFull: boolean): Promise<void> {
    if (isFull) return this.#verifyAll()
    const path = (key: string) => `/api/v1/listings/${key}`
    await this.checkThings('listing', false, path, (data) => `${data?.address} ${data?.status}`)
  }

  async #verifyAll(): Promise<void> {
    const { body } = await this.session.read('/api/v1/listings?limit=200', this.key)
    const actual = new Map<string, string>()
    for (const { key, address, status } of body?.data ?? []) {
      if (actual.has(key)) this.session.breach(`listing ${key} is there twice`)
      actual.set(key, `${address} ${status}`)
    }
    const things = new Set([
      ...this.session.ledger.all('listing '),
      ...[...actual.keys()].map((key) => `listing ${key}`),
    ])
    for (const thing of things) this.check(thing, actual.get(thing.slice(8)) ?? null)
  }
}
