// Opens accounts, changes their plans, suspends and reactivates them.
import { Creations } from '../creations.ts'
import { Writer } from './writer.ts'

const PLANS = ['sandbox', 'starter', 'pro', 'elite'] as const

export class AccountWriter extends Writer {
  static readonly operations = ['POST /api/v1/accounts', 'PATCH /api/v1/operator/accounts/{id}']

  readonly #creations = new Creations(this.session, 'account')
  readonly #ids: string[] = []
  #opened = 0

  override async prepare(): Promise<void> {
    await this.#open()
  }

  async #open(): Promise<void> {
    this.#opened += 1
    const email = `crash-${this.session.seed}-${this.#opened}@proof.example`
    const options = { body: { email }, headers: this.session.fromElsewhere() }
    await this.#creations.create(email, '/api/v1/accounts', options, ({ body }) => {
      const { id } = body.data.account
      this.#ids.push(id)
      this.created(`account ${id}`, 'sandbox active')
    })
  }

  async step(): Promise<void> {
    const { random, ledger } = this.session
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
    const path = `/api/v1/operator/accounts/${id}`
    await this.change(`account ${id}`, `${after.plan} ${after.status}`, 'PATCH', path, change)
  }

  async verify(isFull: boolean): Promise<void> {
    await this.#creations.sendAgain()
    const path = (id: string) => `/api/v1/operator/accounts/${id}`
    await this.checkThings('account', isFull, path, (data) => `${data?.plan} ${data?.status}`)
    if (!isFull) return
    const accounts = await this.list('/api/v1/operator/accounts?q=proof.example&limit=200')
    this.#creations.check(accounts.map(({ email }) => email))
  }
}
