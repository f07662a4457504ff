// Changes a feed of listings and its rows, runs it, and compares the listings with the rows.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CrashSession } from '../session.ts'
import { Writer } from './writer.ts'

const ROWS = 25
/** A killed run starts over, after its lease of a minute on PostgreSQL. */
const MIRROR_MS = 180_000

export class FeedWriter extends Writer {
  static readonly operations = ['PATCH /api/v1/feeds/{id}', 'POST /api/v1/feeds/{id}/run']

  readonly #url: string
  readonly #serve: (text: string) => void
  #id = ''
  #statuses: string[] = []

  /** `serve` sets what `url` answers. */
  constructor(session: CrashSession, key: string, url: string, serve: (text: string) => void) {
    super(session, key)
    this.#url = url
    this.#serve = serve
  }

  override async prepare(): Promise<void> {
    this.#statuses = Array.from({ length: ROWS }, () => 'first')
    this.#serveRows()
    const body = { kind: 'ndjson', name: 'first', url: this.#url, key_prefix: 'F-' }
    const { outcome, body: answer } = await this.session.write('POST', '/api/v1/feeds', { key: this.key, body })
    if (outcome !== 'done') throw new Error('The feed was not created.')
    this.#id = answer.data.id
    this.created('mirror', 'first')
  }

  #serveRows(): void {
    const rows = this.#statuses.map((status, i) =>
      JSON.stringify({ key: `R${i}`, address: `${2 + 2 * i} Marlow St`, city: 'Toronto', province: 'ON', status }),
    )
    this.#serve(`${rows.join('\n')}\n`)
  }

  async step(): Promise<void> {
    const { random } = this.session
    const path = `/api/v1/feeds/${this.#id}`
    if (random.chance(0.5)) {
      this.#statuses[random.below(ROWS)] = `s${random.below(1_000_000)}`
      this.#serveRows()
      await this.session.write('POST', `${path}/run`, { key: this.key, body: { sweep: random.chance(0.3) } })
      return
    }
    const name = `name ${random.below(1_000_000)}`
    await this.change('mirror', name, 'PATCH', path, { name })
  }

  async verify(isFull: boolean): Promise<void> {
    const { body } = await this.session.read('/api/v1/feeds', this.key)
    const feeds: { name: string }[] = body?.data ?? []
    if (feeds.length > 1) this.session.breach(`the feed is there ${feeds.length} times`)
    this.check('mirror', feeds[0]?.name ?? null)
    if (isFull) await this.#verifyMirror()
  }

  async #verifyMirror(): Promise<void> {
    const expected = this.#statuses.map((status, i) => `F-R${i} ${status}`).sort()
    let actual: string[] = []
    const isMirrored = async () => {
      const options = { key: this.key, body: { sweep: false } }
      await this.session.write('POST', `/api/v1/feeds/${this.#id}/run`, options)
      await sleep(500)
      const { body } = await this.session.read('/api/v1/listings?limit=200', this.key)
      actual = (body?.data ?? []).map((one: { key: string; status: string }) => `${one.key} ${one.status}`).sort()
      return actual.join() === expected.join()
    }
    if (await this.session.holdsWithin(MIRROR_MS, isMirrored)) return
    const wrong = expected.filter((one) => !actual.includes(one)).length
    this.session.breach(`${wrong} of ${ROWS} listings of the feed differ from it; there are ${actual.length}`)
  }
}
