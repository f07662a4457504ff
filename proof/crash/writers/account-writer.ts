// Opens accounts, changes their plans, suspends and reactivates them.
import { Creations } from '../creations.ts'
import type { CrashSession, Writer } from '../session.ts'

const PLANS = ['sandbox', 'starter', 'pro', 'elite'] as const

export class AccountWriter implements Writer {
  readonly name = 'accounts'
  readonly #session: CrashSession
  readonly #creations: Creations
  readonly #ids: string[] = []
  #opened = 0

  constructor(session: CrashSession) {
    this.#session = session
    this.#creations = new Creations(session, 'account')
  }

  async prepare(): Promise<void> {
    await this.#open()
  }

  async #open(): Promise<void> {
    this.#opened += 1
    const email = `crash-${this.#session.seed}-${this.#opened}@proof.example`
    const options = { body: { email }, headers: this.#session.fromElsewhere() }
    await this.#creations.create(email, '/api/v1/accounts', options, ({ body }) => {
      const { id } = body.data.account
      this.#ids.push(id)
      const { ledger } = this.#session
      ledger.end(ledger.begin(`account ${id}`, 'sandbox active'), 'done')
    })
  }

  async step(): Promise<void> {
    const { random, ledger } = this.#session
    if (random.chance(0.15) || this.#ids.length === 0) return this.#open()
    // Recent accounts, so that most have several changes.
    const id = random.pick(this.#ids.slice(-8))
    const state = ledger.known(`account ${id}`)
    if (typeof state !== 'string') return
    const [plan, status] = state.split(' ')
    const change = random.chance(0.8)
      ? { plan: random.pick(PLANS) }
      : { status: status === 'active' ? 'suspended' : 'active' }
    const after = { plan, status, ...change }
    const write = ledger.begin(`account ${id}`, `${after.plan} ${after.status}`)
    const { outcome } = await this.#session.operate('PATCH', `/api/v1/operator/accounts/${id}`, change)
    ledger.end(write, outcome)
  }

  async verify(isFull: boolean): Promise<void> {
    const { ledger } = this.#session
    await this.#creations.sendAgain()
    for (const thing of isFull ? ledger.all('account ') : ledger.touched('account ')) {
      const { status, body } = await this.#session.read(`/api/v1/operator/accounts/${thing.slice(8)}`)
      const actual = status === 404 ? null : `${body?.data?.plan} ${body?.data?.status}`
      const problem = ledger.check(thing, actual)
      if (problem) this.#session.breach(problem)
    }
    if (isFull) await this.#checkOnce()
  }

  async #checkOnce(): Promise<void> {
    const emails: string[] = []
    let cursor: string | null = null
    do {
      const page = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const { body } = await this.#session.read(`/api/v1/operator/accounts?q=proof.example&limit=200${page}`)
      for (const { email } of body?.data ?? []) emails.push(email)
      cursor = body?.meta?.next_cursor ?? null
    } while (cursor !== null)
    this.#creations.check(emails)
  }
}
