// Publishes versions: imports, corrections, merges, their undoing, and rollbacks.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '../../../target/requests.ts'
import type { Effects } from '../effects.ts'
import type { Outcome } from '../ledger.ts'
import { lastLineOf, streamOutcomeOf } from '../ledger.ts'
import type { CrashSession } from '../session.ts'
import { Writer } from './writer.ts'

/** Everything that this writer changes. A rollback changes all of it at once, so it is one thing in the ledger. */
interface State {
  readonly price: number
  /** Of the projects that are corrected. */
  readonly storeys: readonly number[]
  readonly isMerged: boolean
}

const THING = 'catalogue'
const FIRST_PRICE = 500_000
const STOREYS = 10
/** Two are corrected, one is merged into another. */
const BASE = 4
const PRICED = 5
const LOAD_MS = 10_000

export class CatalogueWriter extends Writer {
  static readonly operations = [
    'POST /api/v1/operator/imports',
    'POST /api/v1/operator/uploads',
    'POST /api/v1/operator/imports/{id}/approve',
    'POST /api/v1/operator/rollback',
    'POST /api/v1/desk/projects/{id}/corrections',
    'POST /api/v1/desk/projects/{id}/corrections/{correction}/revoke',
    'POST /api/v1/desk/projects/{id}/merge',
    'POST /api/v1/desk/merges/{id}/undo',
  ]

  readonly #folder: string
  readonly #effects: Effects
  /** Ids of the base projects. */
  #base: number[] = []
  #priced = 0
  #price = FIRST_PRICE
  readonly #versions = new Map<string, string>()

  /** `key` may read every project. */
  constructor(session: CrashSession, key: string, folder: string, effects: Effects) {
    super(session, key)
    this.#folder = folder
    this.#effects = effects
  }

  override async prepare(): Promise<void> {
    const base = Array.from({ length: BASE }, (_, i) => ({ ...row('Base', i), storeys: STOREYS, price_from: 400_000 }))
    for (const [source, rows] of [
      ['base', base],
      ['priced', this.#rows(FIRST_PRICE)],
    ] as const) {
      const answer = await this.#import(source, rows)
      if (answer.outcome !== 'done') throw new Error(`The first import failed: ${answer.status} ${answer.text}`)
    }
    for (let i = 0; i < BASE; i++) this.#base.push(await this.#idOf(`Base ${i}`))
    this.#priced = await this.#idOf('Priced 0')
    const state: State = { price: FIRST_PRICE, storeys: [STOREYS, STOREYS], isMerged: false }
    this.created(THING, JSON.stringify(state))
    await this.#rememberVersion()
  }

  /** Ids of the projects that are corrected and merged. */
  get projects(): readonly number[] {
    return this.#base
  }

  #rows(price: number): object[] {
    return Array.from({ length: PRICED }, (_, i) => ({ ...row('Priced', i), price_from: price }))
  }

  async #idOf(name: string): Promise<number> {
    const { body } = await this.session.read(`/api/v1/desk/projects?q=${encodeURIComponent(name)}`)
    const found = (body?.data ?? []).find((project: { name: string }) => project.name === name)
    if (!found) throw new Error(`The project ${name} is missing after its import.`)
    return found.id
  }

  /** As an upload whose import an operator tries, and then approves. Undefined if the trial was not answered. */
  async #upload(source: string, rows: readonly object[]): Promise<string | undefined> {
    const headers = { 'content-type': 'application/octet-stream' }
    const path = `/api/v1/operator/uploads?name=${source}.ndjson`
    const options = { key: this.session.operatorKey, headers, body: linesOf(rows) }
    const { body } = await this.session.write('POST', path, options)
    const upload = body?.data?.upload_id
    if (upload === undefined) return undefined
    const trial = { upload, source, format: 'ndjson', dry_run: true }
    const run = lastLineOf(await this.#stream('/api/v1/operator/imports', trial)).data as { id?: string } | undefined
    return run?.id
  }

  async #import(source: string, rows: readonly object[]) {
    const file = join(this.#folder, `${source}.ndjson`)
    writeFileSync(file, linesOf(rows))
    const body = { file, source, format: 'ndjson', approve: true }
    return this.#stream('/api/v1/operator/imports', body)
  }

  #stream(path: string, body: object) {
    const { operatorKey } = this.session
    return this.session.write('POST', path, { key: operatorKey, body }, streamOutcomeOf)
  }

  async step(): Promise<void> {
    const { ledger, random } = this.session
    const known = ledger.known(THING)
    // After an unanswered write, the next check says what the state is.
    if (typeof known !== 'string') return
    const state: State = JSON.parse(known)
    const choice = random.next()
    if (choice < 0.35) return this.#importPrices(state)
    if (choice < 0.65) return this.#correct(state)
    if (choice < 0.85) return this.#mergeOrUndo(state)
    return this.#rollBack(state)
  }

  async #change(before: State, after: State, work: () => Promise<{ outcome: Outcome } & Answer>): Promise<void> {
    const { ledger } = this.session
    const write = ledger.begin(THING, JSON.stringify(after))
    const answer = await work()
    ledger.end(write, answer.outcome)
    for (const event of this.#eventsOf(before, after)) this.#effects.expect('event', event, answer.outcome)
    if (answer.outcome !== 'done') return
    const data = answer.body?.data ?? lastLineOf(answer).data
    const version = data?.dataset_version ?? data?.version
    if (typeof version !== 'string') return
    // A change that the data has already publishes nothing, and names the version in use.
    if (!this.#versions.has(version)) this.#effects.expect('event', `dataset.published ${version}`, 'done')
    this.#versions.set(version, write.value!)
  }

  #eventsOf(before: State, after: State): string[] {
    const corrected = before.storeys.flatMap((storeys, i) => (storeys === after.storeys[i] ? [] : [this.#base[i]!]))
    return [
      ...(before.price === after.price ? [] : [`project.price_changed ${this.#priced}`]),
      ...corrected.map((id) => `project.updated ${id}`),
      ...(after.isMerged && !before.isMerged ? [`project.removed ${this.#base[2]}`] : []),
      ...(before.isMerged && !after.isMerged ? [`project.created ${this.#base[2]}`] : []),
    ]
  }

  async #importPrices(state: State): Promise<void> {
    this.#price += 1000
    const [after, rows] = [{ ...state, price: this.#price }, this.#rows(this.#price)]
    if (this.session.random.chance(0.6)) return this.#change(state, after, () => this.#import('priced', rows))
    const run = await this.#upload('priced', rows)
    if (run === undefined) return
    await this.#change(state, after, () =>
      this.#stream(`/api/v1/operator/imports/${run}/approve`, { reason: 'Proof.' }),
    )
  }

  async #correct(state: State): Promise<void> {
    const { random } = this.session
    const at = random.below(state.storeys.length)
    const id = this.#base[at]!
    const { headers, body, status } = await this.#read(id)
    if (status !== 200) return
    const isCorrected = state.storeys[at] !== STOREYS
    const inForce = body.data.corrections.find((one: { state: string }) => one.state === 'in_force')
    const withStoreys = (storeys: number): State => ({ ...state, storeys: state.storeys.with(at, storeys) })
    const path = `/api/v1/desk/projects/${id}/corrections`
    if (isCorrected && inForce && random.chance(0.4))
      return this.#change(state, withStoreys(STOREYS), () =>
        this.session.operate('POST', `${path}/${inForce.id}/revoke`, { reason: 'The source was right.' }),
      )
    const storeys = STOREYS + 1 + random.below(30)
    if (storeys === state.storeys[at]) return
    await this.#change(state, withStoreys(storeys), () =>
      this.session.operate('POST', path, { storeys, reason: 'Counted.' }, { 'if-match': String(headers.etag) }),
    )
  }

  #read(id: number) {
    return this.session.write('GET', `/api/v1/desk/projects/${id}`, { key: this.session.operatorKey })
  }

  async #mergeOrUndo(state: State): Promise<void> {
    const [from, into] = this.#base.slice(2) as [number, number]
    const after = { ...state, isMerged: !state.isMerged }
    if (state.isMerged) {
      const { body } = await this.#read(into)
      const merge = (body?.data?.merges ?? []).find((one: { state: string }) => one.state === 'in_force')
      if (!merge) return
      const path = `/api/v1/desk/merges/${merge.id}/undo`
      return this.#change(state, after, () => this.session.operate('POST', path, { reason: 'They are two.' }))
    }
    const preview = await this.session.operate('GET', `/api/v1/desk/projects/${from}/merge-preview?into=${into}`)
    const preview_token = preview.body?.data?.preview_token
    if (preview_token === undefined) return
    const body = { into, reason: 'One building.', preview_token }
    await this.#change(state, after, () => this.session.operate('POST', `/api/v1/desk/projects/${from}/merge`, body))
  }

  async #rollBack(current: State): Promise<void> {
    const versions = [...this.#versions].slice(-10, -1)
    if (versions.length === 0) return
    const [version, state] = this.session.random.pick(versions)
    const body = { version, reason: 'Proof.' }
    await this.#change(current, JSON.parse(state), () => this.#stream('/api/v1/operator/rollback', body))
  }

  async verify(): Promise<void> {
    await this.#untilLoaded()
    this.check(THING, JSON.stringify(await this.#actual()))
    await this.#rememberVersion()
  }

  /** A server that lived on may load the newest version only now. */
  async #untilLoaded(): Promise<void> {
    const isLoaded = async () => {
      const versions = await this.session.read('/api/v1/operator/versions?limit=1')
      const dataset = await this.session.read('/api/v1/dataset', this.key)
      return versions.body?.data?.[0]?.version === dataset.body?.data?.version
    }
    await this.session.holdsWithin(LOAD_MS, isLoaded, 100)
  }

  async #actual(): Promise<State> {
    const project = (id: number) => this.session.read(`/api/v1/projects/${id}`, this.key)
    const storeys: number[] = []
    for (const id of this.#base.slice(0, 2)) storeys.push((await project(id)).body?.data?.storeys)
    return {
      price: (await project(this.#priced)).body?.data?.price_from,
      storeys,
      isMerged: (await project(this.#base[2]!)).status === 410,
    }
  }

  async #rememberVersion(): Promise<void> {
    const { body } = await this.session.read('/api/v1/dataset', this.key)
    const version = body?.data?.version
    const state = this.session.ledger.known(THING)
    if (typeof version === 'string' && typeof state === 'string') this.#versions.set(version, state)
  }
}

const linesOf = (rows: readonly object[]) => `${rows.map((one) => JSON.stringify(one)).join('\n')}\n`

/** Streets far apart, so that no rows are taken for one building. */
const row = (name: string, i: number) => ({
  key: `${name}-${i}`,
  name: `${name} ${i}`,
  address: `${100 + 50 * i} ${name === 'Base' ? 'Tallow Rd' : 'Osprey Cres'}`,
  city: 'Toronto',
  province: 'ON',
})
