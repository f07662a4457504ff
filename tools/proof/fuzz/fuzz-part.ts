// Sends random requests and bytes to a running server, and looks for anything it should never answer.
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { listenLocally } from '../../target/listen.ts'
import { publishDemonstration } from '../../target/operator.ts'
import { PostgresProcess } from '../../target/postgres-process.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { PROOF_SECRET, startServer } from '../../target/server-process.ts'
import type { Part, PartReport, PartRun } from '../part.ts'
import { Connection, readHead } from './connection.ts'
import { Corpus, savedRecipes } from './corpus.ts'
import { Coverage } from './coverage.ts'
import type { Expectations, Finding } from './findings.ts'
import { byteFindings, findingsOf } from './findings.ts'
import type { Input, InputKind } from './input.ts'
import { isHttp, requestBytes } from './input.ts'
import type { Recipe } from './make-input.ts'
import { makeInput, readRecipe, recipeText } from './make-input.ts'
import type { ReaderResult } from './readers/fuzz-readers.ts'
import { fuzzReaders } from './readers/fuzz-readers.ts'
import { ServerSurroundings } from './surroundings.ts'
import { Tally } from './tally.ts'

/** A busy machine may need long; a server that hangs needs for ever. */
const TIMEOUT_MS = 60_000
const CONNECTIONS = 48
/** After so many inputs, credentials and ids that inputs have deleted are made again. */
const REFRESH_EVERY = 20_000
const [MIN_BATCH, MAX_BATCH] = [32, 1024]
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

/** Limits per network count the address that the proxy names, and each input names another. */
const ENV = { TRUST_PROXY: '1', PASSWORD_COST: '14', MAX_WAITING: '1000', MAX_DELAY_MS: '5000', LOG_LEVEL: 'error' }

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
      mkdirSync(join(run.folder, 'files'))
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
  readonly #dataDir: string
  readonly #files: string
  readonly #coverage: Coverage
  readonly #corpus = new Corpus()
  /** Inputs without an answer yet. */
  readonly #pending = new Map<Recipe, Input>()
  #listener: Server | undefined
  #listenerPort = 0
  #postgres: PostgresProcess | undefined
  #databaseUrl: string | undefined
  #server!: ServerProcess
  #world!: ServerSurroundings
  #expected!: Expectations
  #readers: ReaderResult | undefined
  #memoryMb: number[] = []
  #seconds = 0

  constructor(run: PartRun) {
    this.#run = run
    this.#tally = new Tally(run.breaches)
    this.#dataDir = join(run.folder, 'data')
    this.#files = join(run.folder, 'files')
    this.#coverage = new Coverage(run.build.folder, 'dist/http', join(run.folder, 'coverage'))
  }

  async #start(): Promise<void> {
    writeFileSync(join(this.#files, 'rows.ndjson'), '{"id":1,"name":"A","address":"1 Main St","city":"Toronto"}\n')
    writeFileSync(join(this.#files, 'rows.csv'), 'id,name,address,city,province\n1,A,1 Main St,Toronto,ON\n')
    // Receives webhooks and answers feeds.
    this.#listener = createServer((request, response) => {
      request.resume()
      response.end('id,address\n1,1480 Howe St\n')
    })
    this.#listenerPort = await listenLocally(this.#listener)
    if (this.#run.database === 'postgres') {
      this.#postgres = await PostgresProcess.start(this.#run.folder)
      this.#databaseUrl = await this.#postgres.createDatabase()
    }
    await this.#startServer(this.#postgres !== undefined)
  }

  async #startServer(isEmpty = false): Promise<void> {
    const { build, count } = this.#run
    const { nodeArguments, env } = this.#coverage.options
    const where = { dataDir: this.#dataDir, databaseUrl: this.#databaseUrl }
    this.#server = await startServer(build, { ...where, nodeArguments, env: { ...ENV, ...env } })
    await this.#server.ready()
    if (isEmpty) await publishDemonstration(this.#server)
    const share = Math.min(1, Math.max(0.1, count / 20_000))
    this.#world = new ServerSurroundings(build, this.#server, { share, port: this.#listenerPort, folder: this.#files })
    this.#expected = {
      document: this.#world.document,
      folders: [build.folder, this.#dataDir, PROOF_SECRET],
      owners: this.#world.credentials.owners,
    }
    await this.#world.refresh()
  }

  async attack(): Promise<void> {
    await this.#start()
    const { count, signal, only } = this.#run
    if (only.length > 0) return this.#send(only.filter((name) => !name.startsWith(READERS)).map(readRecipe))
    let size = MAX_BATCH
    for (const recipe of count < FIRST_COUNT ? [] : savedRecipes()) this.#corpus.add(recipe)
    await this.#send(this.#corpus.recipes)
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
      this.#memoryMb.push(this.#server.memoryMb())
      await this.#world.refresh()
    }
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
    await Promise.all(Array.from({ length: CONNECTIONS }, () => this.#sendFrom(queue)))
    this.#seconds += (Date.now() - started) / 1000
    if (!this.#server.isRunning) await this.#afterExit()
  }

  /** Several connections take from one queue. */
  async #sendFrom(queue: Iterator<Recipe>): Promise<void> {
    const connection = new Connection(this.#server.port)
    while (!this.#run.signal.aborted && this.#server.isRunning) {
      const { value: recipe, done } = queue.next()
      if (done) break
      const input = makeInput(recipe, this.#world)
      this.#pending.set(recipe, input)
      await this.#sendOne(connection, input, recipe)
      if (this.#server.isRunning) this.#pending.delete(recipe)
      if (this.#tally.total % 200 === 0) this.#run.progress(this.#tally.total, this.#tally.note())
    }
    connection.close()
  }

  /** The server logs only errors. */
  #withLog({ kind, what }: Finding): Finding {
    const last = this.#server.output().trimEnd().split('\n').at(-1) ?? ''
    return { kind, what: `${what} (log: ${last.slice(0, LOGGED)})` }
  }

  async #sendOne(connection: Connection, input: Input, recipe: Recipe): Promise<void> {
    if (isHttp(input)) {
      const answer = await connection.send(requestBytes(input), input.method === 'HEAD', TIMEOUT_MS)
      if (!this.#server.isRunning) return
      this.#tally.answer(input.kind, answer.status)
      for (const finding of findingsOf(input, answer, this.#expected))
        this.#tally.finding(finding.kind === 'server error' ? this.#withLog(finding) : finding, input, recipe)
      return
    }
    const { received, closed } = await connection.sendAndEnd(input.bytes, TIMEOUT_MS, recipe.at(-1)! % 10 === 0)
    if (!this.#server.isRunning) return
    const text = received.toString('latin1')
    this.#tally.answer('bytes', readHead(text.slice(0, Math.max(0, text.indexOf('\r\n\r\n')))).status)
    for (const finding of byteFindings(received, closed, this.#expected)) this.#tally.finding(finding, input, recipe)
  }

  /** One of the inputs that had no answer ended the server. */
  async #afterExit(): Promise<void> {
    const output = this.#server.output().slice(-2000)
    for (const [recipe, input] of [...this.#pending].slice(0, CONNECTIONS))
      this.#tally.finding({ kind: 'server exit', what: `the server ended: ${output}` }, input, recipe)
    this.#pending.clear()
    await this.#startServer()
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

  async stop(): Promise<void> {
    await this.#server?.kill()
    await this.#postgres?.stop()
    this.#listener?.closeAllConnections()
    this.#listener?.close()
  }
}
