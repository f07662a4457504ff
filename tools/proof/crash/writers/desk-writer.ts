// Sends feedback on addresses, decides the cases and undoes decisions.
import { Creations } from '../creations.ts'
import { Writer } from './writer.ts'

interface Case {
  readonly id: string
  readonly text: string
  readonly status: string
  readonly version: number
}

export class DeskWriter extends Writer {
  static readonly operations = [
    'POST /api/v1/building-links/feedback',
    'POST /api/v1/desk/cases/{id}/decide',
    'POST /api/v1/desk/decisions/{id}/undo',
  ]

  readonly #feedback = new Creations(this.session, 'case of the feedback on')
  /** Decisions in force, newest last. Only the last one can be undone. */
  readonly #decisions: { readonly id: string; readonly caseId: string }[] = []
  #sent = 0

  override async prepare(): Promise<void> {
    for (let i = 0; i < 5; i++) await this.#sendFeedback()
  }

  async #sendFeedback(): Promise<void> {
    this.#sent += 1
    // Each address has its own case.
    const address = `${1000 + 2 * this.#sent} Marlow St`
    const body = { address, city: 'Toronto', province: 'ON', verdict: 'reject' }
    await this.#feedback.create(address, '/api/v1/building-links/feedback', { key: this.key, body }, () => {})
  }

  async step(): Promise<void> {
    const { random } = this.session
    if (random.chance(0.4)) return this.#sendFeedback()
    const last = this.#decisions.at(-1)
    return random.chance(0.3) && last ? this.#undo(last) : this.#decide()
  }

  async #decide(): Promise<void> {
    const { random, ledger, operatorKey } = this.session
    const queue = await this.session.write('GET', '/api/v1/desk/queue?per_page=50', { key: operatorKey })
    const open: readonly Case[] = (queue.body?.data ?? []).filter(({ text }: Case) => text.endsWith('Marlow St'))
    if (open.length === 0) return
    const { id, version } = random.pick(open)
    ledger.found(`case ${id}`, 'open')
    const write = ledger.begin(`case ${id}`, 'decided')
    const body = { verdict: 'reject', reason: 'no such building' }
    const answer = await this.session.operate('POST', `/api/v1/desk/cases/${id}/decide`, body, {
      'if-match': `"${version}"`,
    })
    ledger.end(write, answer.outcome)
    if (answer.outcome === 'done') {
      const decision = answer.body.data.decision.id
      this.#decisions.push({ id: decision, caseId: id })
      this.created(`decision ${decision}`, 'verified')
    }
    // The server may have one that is newer than the last known one.
    if (answer.outcome === 'unknown') this.#decisions.length = 0
  }

  async #undo({ id, caseId }: { readonly id: string; readonly caseId: string }): Promise<void> {
    const { ledger } = this.session
    this.#decisions.pop()
    const writes = [ledger.begin(`decision ${id}`, 'revoked'), ledger.begin(`case ${caseId}`, 'open')]
    const { outcome } = await this.session.operate('POST', `/api/v1/desk/decisions/${id}/undo`, {})
    for (const write of writes) ledger.end(write, outcome)
  }

  async verify(isFull: boolean): Promise<void> {
    const { ledger } = this.session
    await this.#feedback.sendAgain()
    for (const [kind, field] of [
      ['case', 'status'],
      ['decision', 'state'],
    ] as const)
      for (const thing of isFull ? ledger.all(`${kind} `) : ledger.touched(`${kind} `)) {
        const { status, body } = await this.session.read(`/api/v1/desk/${kind}s/${thing.slice(kind.length + 1)}`)
        this.check(thing, status === 404 ? null : String(body?.data?.[field]))
      }
    if (isFull) this.#feedback.check(await this.#addressesOfCases())
  }

  async #addressesOfCases(): Promise<string[]> {
    const texts: string[] = []
    for (const status of ['open', 'decided', 'skipped'])
      for (let page = 1; ; page++) {
        const { body } = await this.session.read(`/api/v1/desk/queue?status=${status}&per_page=200&page=${page}`)
        for (const { text } of body?.data ?? []) texts.push(text)
        if (!body?.meta?.has_more) break
      }
    return texts
  }
}
