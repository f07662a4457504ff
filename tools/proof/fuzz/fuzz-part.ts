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
import type { Expectations, Finding } from './findings.ts'
import { byteFindings, findingsOf } from './findings.ts'
import type { Input, InputKind } from './input.ts'
import { isHttp, requestBytes } from './input.ts'
import { makeInput } from './make-input.ts'
import { ServerSurroundings } from './surroundings.ts'
import { Tally } from './tally.ts'

/** A busy machine may need long; a server that hangs needs for ever. */
const TIMEOUT_MS = 60_000
const CONNECTIONS = 48
/** After so many inputs, credentials and ids that inputs have deleted are made again. */
const REFRESH_EVERY = 20_000
const MAX_GROWTH_MB = 600
/** Characters of the log that a finding names. */
const LOGGED = 600
const KINDS: readonly InputKind[] = ['api', 'mcp', 'oauth', 'pages', 'paths', 'bytes']

/** Limits per network count the address that the proxy names, and each input names another. */
const ENV = { TRUST_PROXY: '1', PASSWORD_COST: '14', MAX_WAITING: '1000', MAX_DELAY_MS: '5000', LOG_LEVEL: 'error' }

export const fuzzPart: Part = {
  name: 'fuzz',
  title: 'Fuzz: random requests and bytes on every path',
  unit: 'inputs',
  count: 500_000,
  minutes: 60,
  databases: 'both',
  inMemory: true,
  async run(run) {
    const fuzz = new Fuzz(run)
    try {
      await fuzz.start()
      await fuzz.attack()
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
  /** Inputs without an answer yet, by seed. */
  readonly #pending = new Map<number, Input>()
  #listener!: Server
  #listenerPort = 0
  #postgres: PostgresProcess | undefined
  #databaseUrl: string | undefined
  #server!: ServerProcess
  #world!: ServerSurroundings
  #expected!: Expectations
  #next = 0
  #memoryMb: number[] = []
  #seconds = 0

  constructor(run: PartRun) {
    this.#run = run
    this.#tally = new Tally(run.breaches)
    this.#dataDir = join(run.folder, 'data')
    this.#files = join(run.folder, 'files')
  }

  async start(): Promise<void> {
    mkdirSync(this.#files)
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
    this.#server = await startServer(build, { dataDir: this.#dataDir, databaseUrl: this.#databaseUrl, env: ENV })
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
    const { count, signal } = this.#run
    while (this.#next < count && !signal.aborted) {
      const until = Math.min(count, this.#next + REFRESH_EVERY)
      const started = Date.now()
      await Promise.all(Array.from({ length: CONNECTIONS }, () => this.#sendUntil(until)))
      this.#seconds += (Date.now() - started) / 1000
      if (!this.#server.isRunning) await this.#afterExit()
      else this.#memoryMb.push(this.#server.memoryMb())
      if (this.#next < count && !signal.aborted) await this.#world.refresh()
    }
  }

  async #sendUntil(until: number): Promise<void> {
    const connection = new Connection(this.#server.port)
    while (this.#next < until && !this.#run.signal.aborted && this.#server.isRunning) {
      const seed = this.#run.seed + this.#next
      this.#next += 1
      const input = makeInput(seed, this.#world)
      this.#pending.set(seed, input)
      await this.#sendOne(connection, input, seed)
      if (this.#server.isRunning) this.#pending.delete(seed)
      if (this.#tally.total % 200 === 0) this.#run.progress(this.#tally.total, this.#tally.note())
    }
    connection.close()
  }

  /** The server logs only errors. */
  #withLog({ kind, what }: Finding): Finding {
    const last = this.#server.output().trimEnd().split('\n').at(-1) ?? ''
    return { kind, what: `${what} (log: ${last.slice(0, LOGGED)})` }
  }

  async #sendOne(connection: Connection, input: Input, seed: number): Promise<void> {
    if (isHttp(input)) {
      const answer = await connection.send(requestBytes(input), input.method === 'HEAD', TIMEOUT_MS)
      if (!this.#server.isRunning) return
      this.#tally.answer(input.kind, answer.status)
      for (const finding of findingsOf(input, answer, this.#expected))
        this.#tally.finding(finding.kind === 'server error' ? this.#withLog(finding) : finding, input, seed)
      return
    }
    const { received, closed } = await connection.sendAndEnd(input.bytes, TIMEOUT_MS, seed % 10 === 0)
    if (!this.#server.isRunning) return
    const text = received.toString('latin1')
    this.#tally.answer('bytes', readHead(text.slice(0, Math.max(0, text.indexOf('\r\n\r\n')))).status)
    for (const finding of byteFindings(received, closed, this.#expected)) this.#tally.finding(finding, input, seed)
  }

  /** One of the inputs that had no answer ended the server. */
  async #afterExit(): Promise<void> {
    const output = this.#server.output().slice(-2000)
    for (const [seed, input] of [...this.#pending].slice(0, CONNECTIONS))
      this.#tally.finding({ kind: 'server exit', what: `the server ended: ${output}` }, input, seed)
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
        'memory at the end': `${Math.round(last)} MB`,
      },
    }
  }

  async stop(): Promise<void> {
    await this.#server?.kill()
    await this.#postgres?.stop()
    this.#listener.closeAllConnections()
    this.#listener.close()
  }
}
