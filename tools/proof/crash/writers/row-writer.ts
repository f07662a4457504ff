// Sends the writes of the table: each changes the state of a thing, creates one, or both.
import type { Answer } from '../../../target/requests.ts'
import type { EffectKind, Effects } from '../effects.ts'
import type { Outcome, Value, Write } from '../ledger.ts'
import { outcomeOf } from '../ledger.ts'
import type { Mails } from '../mails.ts'
import { OnceRequests } from '../once.ts'
import type { CrashSession } from '../session.ts'
import type { Callers, PreparedRequest } from './row-requests.ts'
import { cookieOf, RowRequests } from './row-requests.ts'
import { changesOf, firstState, Thing } from './row-things.ts'
import type { Variables, WriteRow } from './rows.ts'
import { draw, fill, stateOf, THINGS, valueAt, WRITES } from './rows.ts'
import { Writer } from './writer.ts'

/** What a change needs to reach every part of the server. */
const SEEN_MS = 2000
/** Others that are checked after each start, besides what was written. */
const OTHERS = 20
const LABEL = /[a-z_]+-\d+-\d+/

export interface RowDeps {
  readonly callers: Callers
  /** Variables of all rows. */
  readonly variables: Variables
  readonly effects: Effects
  readonly mails: Mails
  /** What the build has. */
  readonly operations: readonly string[]
}

interface Request extends PreparedRequest {
  readonly row: WriteRow
  readonly on: Thing | undefined
  readonly variables: Variables
}

type Settled = Answer & { readonly outcome: Outcome }

export class RowWriter extends Writer {
  static readonly operations = WRITES.map(({ operation }) => operation)
  static readonly lanes = [...new Set(Object.values(THINGS).map(({ lane }) => lane))]

  readonly #deps: RowDeps
  readonly #requests: RowRequests
  readonly #rows: readonly WriteRow[]
  readonly #things: Thing[] = []
  readonly #once = new OnceRequests(this.session)
  readonly #sent = new Map<WriteRow, number>()
  readonly #usedTokens = new Set<string>()
  #count = 0

  constructor(session: CrashSession, lane: string, deps: RowDeps) {
    super(session, '')
    this.#deps = deps
    this.#requests = new RowRequests(session, deps.callers)
    this.#rows = WRITES.filter(
      ({ on, makes, operation }) => THINGS[on ?? makes!]!.lane === lane && deps.operations.includes(operation),
    )
  }

  async step(): Promise<void> {
    const { random } = this.session
    const { effects, mails } = this.#deps
    // A late email says what is true when it is written.
    const unsent = effects.missing('email', mails.names())
    const isReady = (thing: Thing) => !unsent.some((name) => name.endsWith(` ${thing.variables.email}`))
    const possible = this.#rows
      .map((row) => ({ row, on: this.#targets(row, isReady) }))
      .filter(({ on }) => on.length > 0)
    if (possible.length === 0) return
    const sentOf = ({ row }: { readonly row: WriteRow }) => this.#sent.get(row) ?? 0
    const least = Math.min(...possible.map(sentOf))
    // Rare ones first, so that a short run sends all.
    const rare = random.chance(0.6) ? possible.filter((one) => sentOf(one) === least) : possible
    const { row, on } = random.pick(rare)
    const request = await this.#prepare(row, random.pick(on))
    if (request) await this.#send(request)
  }

  /** The things that a row can change now; one undefined if it only creates. */
  #targets(row: WriteRow, isReady: (thing: Thing) => boolean): readonly (Thing | undefined)[] {
    const { ledger } = this.session
    const { makes, on } = row
    const present = makes ? this.#things.filter((thing) => thing.kind === makes && thing.state(ledger)) : []
    if (makes && present.length >= THINGS[makes]!.most) return []
    return on === undefined ? [undefined] : this.#things.filter((thing) => thing.accepts(row, ledger) && isReady(thing))
  }

  /** Undefined if something is missing for it, such as the token of an email. */
  async #prepare(row: WriteRow, on: Thing | undefined): Promise<Request | undefined> {
    this.#count += 1
    this.#sent.set(row, (this.#sent.get(row) ?? 0) + 1)
    const { random, seed } = this.session
    const named = row.makes && { label: `${row.makes}-${seed}-${this.#count}` }
    const numbers = { n: String(this.#count), on: on?.variables.id ?? '' }
    let variables: Variables = { ...this.#deps.variables, ...on?.variables, ...numbers, ...named }
    variables = { ...variables, ...draw(row.draw ?? {}, random, variables) }
    if (row.token) {
      const token = this.#deps.mails.token(variables.email!, row.token)
      if (token === undefined || this.#usedTokens.has(token)) return undefined
      this.#usedTokens.add(token)
      variables = { ...variables, token }
    }
    if (row.makes && this.#things.some(({ kind, label }) => kind === row.makes && label === variables.label))
      return undefined
    const prepared = await this.#requests.request(row, variables)
    return prepared && { row, on, variables, ...prepared }
  }

  async #send(request: Request): Promise<void> {
    const { row, on, variables, method, path, options } = request
    const { ledger } = this.session
    const changes = changesOf(row, on, variables, ledger)
    if (changes.some(([thing, value]) => ledger.known(thing.name) === value)) return
    on?.count(row)
    const writes = changes.map(([thing, value]) => ledger.begin(thing.name, value))
    const settle = (answer: Settled) => this.#settle(request, writes, answer)
    const { operation, ok = [] } = row
    if (row.once) return this.#once.send(`${on?.name} ${variables.n}`, { operation, path, options, settle })
    const outcome = (answer: Answer) => (ok.includes(answer.status) ? 'done' : outcomeOf(answer))
    await settle(await this.session.write(method, path, options, outcome, operation))
  }

  async #settle({ row, on, variables }: Request, writes: readonly Write[], answer: Settled): Promise<void> {
    const { session } = this
    const { outcome, status } = answer
    for (const write of writes) session.ledger.end(write, outcome)
    if (row.never?.includes(status)) session.breach(`${row.operation} for ${on?.name} was refused with ${status}`)
    // The answer would have had its new credential.
    if (outcome === 'unknown' && on && (row.byHalf || (row.answer && !row.makes))) on.isForgotten = true
    const known =
      outcome === 'done' ? await this.#answered(row, variables, answer) : without(variables, row.answer ?? {})
    if (known) this.#expect(row, known, outcome)
    if (outcome !== 'done' || !known) return
    if (row.makes) this.#made(row, on, known)
    else if (on)
      on.variables = without(
        { ...on.variables, ...pick(known, row.answer ?? {}), ...fill(row.keeps ?? {}, known) },
        row.drops ?? {},
      )
    if (on && row.sets === null) this.#forgetWhatCameFrom(on)
  }

  /** The variables with those from the answer; undefined if what was acknowledged is not there. */
  async #answered(row: WriteRow, variables: Variables, answer: Answer): Promise<Variables | undefined> {
    const known = { ...variables, ...valuesAt(row.answer ?? {}, answer.body, answer) }
    if (!row.lookup) return known
    const { path, as, find, answer: wanted } = row.lookup
    const { body } = await this.#requests.read(this.#requests.path(path, known)!, as, known)
    const record = find
      ? (valueAt(body, find.in) ?? []).find((one: Answer['body']) => String(one[find.by]) === fill(find.is, known))
      : body
    if (record !== undefined) return { ...known, ...valuesAt(wanted, record) }
    this.session.breach(`${row.operation} was acknowledged, but ${path} does not have ${find && fill(find.is, known)}`)
    return undefined
  }

  #expect({ event, audit, email }: WriteRow, variables: Variables, outcome: Outcome): void {
    for (const [kind, template] of Object.entries({ event, 'audit entry': audit, email }) as [EffectKind, string?][]) {
      const name = template && fill(template, variables)
      if (name) this.#deps.effects.expect(kind, name, outcome)
    }
  }

  #made(row: WriteRow, on: Thing | undefined, variables: Variables): void {
    const thing = new Thing(row.makes!, variables.label!, on, variables)
    this.#things.push(thing)
    this.created(thing.name, firstState(thing.kind, row, variables))
  }

  /** Tokens end with their application. */
  #forgetWhatCameFrom(gone: Thing): void {
    for (const thing of this.#things) if (thing.comesFrom(gone)) thing.isForgotten = true
  }

  async verify(isFull: boolean): Promise<void> {
    const { random, ledger } = this.session
    await this.#once.sendAgain()
    const touched = new Set(ledger.touched(''))
    const others = Array.from({ length: Math.min(OTHERS, this.#things.length) }, () => random.pick(this.#things))
    const written = this.#things.filter(({ name }) => isFull || touched.has(name))
    for (const thing of new Set([...written, ...others]))
      if (thing.isKnown && (isFull || !thing.row.settlesMs)) await this.#check(thing)
    if (isFull) for (const kind of new Set(this.#things.map((thing) => thing.kind))) await this.#checkList(kind)
  }

  async #check(thing: Thing): Promise<void> {
    let actual: Value = null
    const isExpected = async () => {
      actual = await this.#read(thing)
      return this.session.ledger.allows(thing.name, actual)
    }
    await this.session.holdsWithin(thing.row.settlesMs ?? SEEN_MS, isExpected, 200)
    this.check(thing.name, actual)
    if (actual === null) this.#forgetWhatCameFrom(thing)
  }

  async #read({ row, variables }: Thing): Promise<Value> {
    const answers: Answer[] = []
    for (const read of row.reads)
      answers.push(await this.#requests.read(this.#requests.path(read, variables)!, row.as, variables))
    if ((row.gone ?? [404]).includes(answers[0]!.status)) return null
    return (
      stateOf(
        row,
        answers.map(({ body }) => body),
        variables,
      ) ?? null
    )
  }

  /** A creation that was sent again must not have created another one. */
  async #checkList(kind: string): Promise<void> {
    const { list } = THINGS[kind]!
    if (!list) return
    const ids = new Set(this.#things.map(({ variables }) => variables.id))
    const known = new Set(this.#things.map(({ label }) => label))
    const others = (await this.list(list.path, (path) => this.#requests.read(path, list.as, {})))
      .filter(({ id }) => !ids.has(id))
      .map((one) => LABEL.exec(String(one[list.label]))?.[0])
    for (const label of new Set(others)) {
      const count = others.filter((one) => one === label).length + (known.has(label!) ? 1 : 0)
      if (label !== undefined && count > 1) this.session.breach(`${kind} ${label} is there ${count} times`)
    }
  }
}

const pick = (variables: Variables, names: object): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => name in names))

const without = (variables: Variables, names: object): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !(name in names)))

/** `cookie` is that of the response. */
function valuesAt(paths: Variables, body: unknown, answer?: Answer): Variables {
  return Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [
      name,
      String(path === 'cookie' ? answer && cookieOf(answer) : valueAt(body, path)),
    ]),
  )
}
