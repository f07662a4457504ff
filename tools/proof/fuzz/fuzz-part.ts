// Sends random requests and bytes to a running server, and looks for anything it should never answer.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Part, PartReport, PartRun } from '../part.ts'
import { choiceCount } from './choices.ts'
import type { Condition } from './conditions.ts'
import { CONDITIONS, USUAL } from './conditions.ts'
import { Connection, readHead, sendBadly } from './connection.ts'
import { Corpus, KNOWN, savedRecipes } from './corpus.ts'
import { Coverage } from './coverage.ts'
import type { Finding } from './findings.ts'
import { byteFindings, findingsOf } from './findings.ts'
import { FuzzedServer } from './fuzzed-server.ts'
import type { Input, InputKind } from './input.ts'
import { isHttp, requestBytes } from './input.ts'
import { keepValues, knownCount } from './known-requests.ts'
import type { Recipe } from './make-input.ts'
import { makeInput, readRecipe, recipeText } from './make-input.ts'
import type { ReaderResult } from './readers/fuzz-readers.ts'
import { fuzzReaders } from './readers/fuzz-readers.ts'
import { Tally } from './tally.ts'

/** A busy machine may need long; a server that hangs needs for ever. */
const TIMEOUT_MS = 60_000
const CONNECTIONS = 48
/** After so many inputs, credentials and ids that inputs have deleted are made again. */
const REFRESH_EVERY = 20_000
const [MIN_BATCH, MAX_BATCH] = [32, 1024]
const CHOICES = 128
/** A shorter run repeats a finding, without the inputs that were kept. */
const FIRST_COUNT = 1000
const MAX_GROWTH_MB = 600
/** Characters of the log that a finding names. */
const LOGGED = 600
/** For each input of the server a part of one for the readers, and at most so long. */
const READER_SHARE = 0.2
const READERS_MS = 60_000
/** Begins the recipe of an input for the readers. */
const READERS = 'readers:'
const KINDS: readonly InputKind[] = ['api', 'mcp', 'oauth', 'pages', 'paths', 'bytes']

export const fuzzPart: Part = {
  name: 'fuzz',
  title: 'Fuzz: random requests and bytes on every path',
  unit: 'inputs',
  count: 100_000,
  minutes: 10,
  databases: 'both',
  inMemory: true,
  async run(run) {
    const fuzz = new Fuzz(run)
    try {
      const isForReaders = run.only.length > 0 && run.only.every((name) => name.startsWith(READERS))
      if (!isForReaders) await fuzz.attack()
      await fuzz.attackReaders()
    } finally {
      await fuzz.stop()
    }
    return fuzz.report()
  },
}

class Fuzz {
  readonly #run: PartRun
  readonly #tally: Tally
  readonly #coverage: Coverage
  readonly #server: FuzzedServer
  readonly #corpus = new Corpus()
  /** Inputs without an answer yet. */
  readonly #pending = new Map<Recipe, Input>()
  #readers: ReaderResult | undefined
  #memoryMb: number[] = []
  #seconds = 0
  #conditions = 0

  constructor(run: PartRun) {
    this.#run = run
    this.#tally = new Tally(run.breaches)
    this.#coverage = new Coverage(run.build.folder, 'dist/http', join(run.folder, 'coverage'))
    this.#server = new FuzzedServer(run, this.#coverage)
  }

  async attack(): Promise<void> {
    await this.#server.open()
    const { count, signal, only } = this.#run
    // One after the other: some need what others made.
    if (only.length > 0 || count >= FIRST_COUNT) await this.#sendFrom(KNOWN.values())
    if (only.length > 0) return this.#repeat(only)
    let size = MAX_BATCH
    if (count >= FIRST_COUNT) {
      for (const recipe of savedRecipes()) this.#corpus.add(recipe)
      await this.#send(this.#corpus.recipes.slice(KNOWN.length))
      await this.#coverage.take()
      await this.#sendChoices()
      for (const condition of this.#server.conditions) if (!signal.aborted) await this.#sendIn(condition)
      await this.#server.enter(USUAL)
    }
    await this.#coverage.take()
    for (let next = 0, fresh = 0; next < count && !signal.aborted; ) {
      const batch = Array.from({ length: Math.min(size, count - next) }, (_, i) =>
        this.#corpus.next(this.#run.seed + next + i),
      )
      next += batch.length
      fresh += batch.length
      await this.#send(batch)
      const { found } = await this.#coverage.take()
      if (found.length > 0) await this.#findReasons(batch, found)
      // Looking for the input behind a new branch takes less time in a small batch.
      size = found.length > 0 ? Math.max(MIN_BATCH, size / 2) : Math.min(MAX_BATCH, size * 2)
      if (fresh < REFRESH_EVERY) continue
      fresh = 0
      this.#memoryMb.push(this.#server.process.memoryMb())
      await this.#server.world.refresh()
    }
  }

  /** What a fixed set of valid inputs reaches need not be found by chance. */
  async #sendChoices(): Promise<void> {
    const count = choiceCount(this.#server.world)
    for (let next = knownCount; next < count && !this.#run.signal.aborted; next += CHOICES) {
      const batch = Array.from({ length: Math.min(CHOICES, count - next) }, (_, i) => [-1 - next - i])
      await this.#send(batch)
      const { found } = await this.#coverage.take()
      if (found.length > 0) await this.#findReasons(batch, found)
    }
  }

  /** `17.204`, or `overloaded:17.204` in a condition. */
  async #repeat(names: readonly string[]): Promise<void> {
    for (const name of names.filter((one) => !one.startsWith(READERS))) {
      const [recipe, of] = name.split(':').reverse() as [string, string?]
      const condition = CONDITIONS.find((one) => one.name === of) ?? USUAL
      await this.#sendIn({ ...condition, inputs: 1 }, [readRecipe(recipe)])
    }
  }

  /** The inputs that were kept, and further ones. */
  async #sendIn(condition: Condition, first: readonly Recipe[] = this.#corpus.recipes): Promise<void> {
    await this.#server.enter(condition)
    const { inputs, together = 1 } = condition
    const further = Array.from({ length: Math.max(0, inputs - first.length) }, (_, i) => [this.#run.seed + i])
    const recipes = [...first, ...further].flatMap((recipe) => Array<Recipe>(together).fill(recipe)).slice(0, inputs)
    await Promise.all([this.#send(recipes), this.#server.happen(condition)])
    this.#conditions += 1
  }

  /** The readers of files, without a server. The database does not matter to them. */
  async attackReaders(): Promise<void> {
    const { build, seed, count, only, database, folder, signal, breaches } = this.#run
    const recipe = only.find((name) => name.startsWith(READERS))?.slice(READERS.length)
    if (database !== 'embedded' || (recipe === undefined && count < FIRST_COUNT)) return
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), READERS_MS)
    signal.addEventListener('abort', () => limit.abort(), { once: true })
    const order = { build, seed, folder, count: Math.ceil(count * READER_SHARE), signal: limit.signal }
    this.#readers = await fuzzReaders(
      { ...order, recipe: recipe === undefined ? recipe : readRecipe(recipe) },
      ({ what, recipe }) => breaches.push({ what: `${what} (--only ${READERS}${recipeText(recipe)})`, seed }),
    )
    clearTimeout(timer)
  }

  /** Sends the inputs again by halves, and keeps those that reach the branches. Some did only in that order: they are lost. */
  async #findReasons(recipes: readonly Recipe[], branches: readonly string[]): Promise<void> {
    let wanted = branches
    for (const half of [recipes.slice(0, recipes.length / 2), recipes.slice(recipes.length / 2)]) {
      if (wanted.length === 0 || half.length === 0 || this.#run.signal.aborted) return
      await this.#send(half)
      const { ran } = await this.#coverage.take()
      const found = wanted.filter((branch) => ran.has(branch))
      if (found.length === 0) continue
      if (half.length === 1) this.#corpus.add(half[0]!)
      else await this.#findReasons(half, found)
      wanted = wanted.filter((branch) => !ran.has(branch))
    }
  }

  async #send(recipes: readonly Recipe[]): Promise<void> {
    const queue = recipes.values()
    const started = Date.now()
    const { event, clients, together = CONNECTIONS } = this.#server.condition
    // Slow clients take no time of the server.
    const connections = clients?.pauseMs === undefined ? together : recipes.length
    await Promise.all(Array.from({ length: connections }, () => this.#sendFrom(queue)))
    this.#seconds += (Date.now() - started) / 1000
    if (!this.#server.process.isRunning && event !== 'stop') await this.#afterExit()
  }

  /** Several connections take from one queue. */
  async #sendFrom(queue: Iterator<Recipe>): Promise<void> {
    const { process: server, world } = this.#server
    const connection = new Connection(server.port)
    while (!this.#run.signal.aborted && server.isRunning) {
      const { value: recipe, done } = queue.next()
      if (done) break
      const input = makeInput(recipe, world)
      this.#pending.set(recipe, input)
      await this.#sendOne(connection, input, recipe)
      if (server.isRunning) this.#pending.delete(recipe)
      if (this.#tally.total % 200 === 0) this.#run.progress(this.#tally.total, this.#tally.note())
    }
    connection.close()
  }

  /** The server logs only errors. */
  #withLog({ kind, what }: Finding): Finding {
    const last = this.#server.process.output().trimEnd().split('\n').at(-1) ?? ''
    return { kind, what: `${what} (log: ${last.slice(0, LOGGED)})` }
  }

  async #sendOne(connection: Connection, input: Input, recipe: Recipe): Promise<void> {
    const { process: server, expected, condition } = this.#server
    const isOver = () => !server.isRunning
    const where = condition.name && `${condition.name}:`
    if (condition.clients) {
      await sendBadly(server.port, isHttp(input) ? requestBytes(input) : input.bytes, condition.clients, recipe.at(-1)!)
      this.#tally.answer(input.kind, 0)
    } else if (isHttp(input)) {
      const answer = await connection.send(requestBytes(input), input.method === 'HEAD', TIMEOUT_MS)
      if (isOver()) return
      keepValues(recipe, answer, this.#server.world)
      this.#tally.answer(input.kind, answer.status)
      for (const finding of findingsOf(input, answer, expected))
        this.#tally.finding(finding.kind === 'server error' ? this.#withLog(finding) : finding, input, recipe, where)
    } else {
      const { received, closed } = await connection.sendAndEnd(input.bytes, TIMEOUT_MS, recipe.at(-1)! % 10 === 0)
      if (isOver()) return
      const text = received.toString('latin1')
      this.#tally.answer('bytes', readHead(text.slice(0, Math.max(0, text.indexOf('\r\n\r\n')))).status)
      for (const finding of byteFindings(received, closed, expected)) this.#tally.finding(finding, input, recipe, where)
    }
  }

  /** One of the inputs that had no answer ended the server. */
  async #afterExit(): Promise<void> {
    const output = this.#server.process.output().slice(-2000)
    for (const [recipe, input] of [...this.#pending].slice(0, CONNECTIONS))
      this.#tally.finding({ kind: 'server exit', what: `the server ended: ${output}` }, input, recipe)
    this.#pending.clear()
    await this.#server.start(this.#server.condition)
  }

  report(): PartReport {
    // The first blocks fill caches.
    const [first = 0, last = 0] = [this.#memoryMb.at(Math.min(2, this.#memoryMb.length - 1)), this.#memoryMb.at(-1)]
    const breaches = this.#tally.breaches
    if (last - first > MAX_GROWTH_MB)
      breaches.push({ what: `memory: grew from ${Math.round(first)} to ${Math.round(last)} MB`, seed: this.#run.seed })
    const tally = this.#tally
    // With --keep, somebody may look at them.
    const missed = { ...this.#coverage.modules.missed(), ...this.#readers?.modules.missed() }
    writeFileSync(join(this.#run.folder, 'missed.json'), JSON.stringify(missed, null, 1))
    if (this.#run.write) this.#corpus.save()
    return {
      done: tally.total,
      breaches,
      figures: {
        'inputs per second': String(Math.round(tally.total / Math.max(1, this.#seconds))),
        'server errors': String(tally.count('server error') + tally.count('server exit')),
        hangs: String(tally.count('hang')),
        leaks: String(tally.count('leak')),
        'broken responses': String(tally.count('broken HTTP') + tally.count('wrong body')),
        answers: tally.shares('all'),
        ...Object.fromEntries(KINDS.map((kind) => [`answers to ${kind}`, tally.shares(kind)])),
        conditions: `${this.#conditions} of ${this.#server.conditions.length}`,
        'branches of src/http reached': this.#coverage.modules.figure(),
        ...(this.#readers && {
          'inputs for the readers of files': this.#readers.inputs.toLocaleString('en'),
          'branches of the readers reached': this.#readers.modules.figure(),
        }),
        'inputs that reached new ones': this.#corpus.recipes.length.toLocaleString('en'),
        'memory at the end': `${Math.round(last)} MB`,
      },
    }
  }

  stop(): Promise<void> {
    return this.#server.stop()
  }
}
