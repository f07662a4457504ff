// The attacked server with its database and its surroundings, in one condition after another.
import { existsSync, mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writePmtiles } from '../../../test/support/pmtiles-file.ts'
import { holdsWithin } from '../../shared/waiting.ts'
import { listenLocally } from '../../target/listen.ts'
import { publishDemonstration } from '../../target/operator.ts'
import { PostgresProcess } from '../../target/postgres-process.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { freePort, PROOF_SECRET, startServer } from '../../target/server-process.ts'
import type { PartRun } from '../part.ts'
import type { Condition } from './conditions.ts'
import { CONDITIONS, USUAL } from './conditions.ts'
import type { Coverage } from './coverage.ts'
import type { Expectations } from './findings.ts'
import { ServerSurroundings } from './surroundings.ts'

/** Limits per network count the address that the proxy names, and each input names another. */
const ENV = {
  ...{ TRUST_PROXY: '1', PASSWORD_COST: '14', MAX_WAITING: '1000', MAX_DELAY_MS: '5000', LOG_LEVEL: 'error' },
  ...{ CONTACT_EMAIL: 'operator@proof.example', MAP_TILES: '{folder}/map.pmtiles' },
}
const LISTENING_MS = 300_000
/** Inputs are under way when something happens, and go on while it lasts. */
const BEFORE_MS = 300
const AWAY_MS = 6000
const ROWS = { csv: 'id,address\n1,1480 Howe St\n2,88 Scott St\n', ndjson: '{"key":"1","address":"1480 Howe St"}\n' }

export class FuzzedServer {
  readonly #run: PartRun
  readonly #coverage: Coverage
  readonly #files: string
  /** Receives webhooks and answers feeds. */
  readonly #listener: Server = createServer((request, response) => {
    request.resume()
    response.end(request.url?.endsWith('.ndjson') ? ROWS.ndjson : ROWS.csv)
  })
  #postgres: PostgresProcess | undefined
  #listenerPort = 0
  #port = 0
  #usualWorld: ServerSurroundings | undefined
  condition = USUAL
  process!: ServerProcess
  world!: ServerSurroundings
  expected!: Expectations

  constructor(run: PartRun, coverage: Coverage) {
    this.#run = run
    this.#coverage = coverage
    this.#files = join(run.folder, 'files')
  }

  async open(): Promise<void> {
    mkdirSync(this.#files)
    writePmtiles(join(this.#files, 'map.pmtiles'))
    this.#listenerPort = await listenLocally(this.#listener)
    if (this.#run.database === 'postgres') this.#postgres = await PostgresProcess.start(this.#run.folder)
    this.#port = await freePort()
    await this.start()
    if (this.#postgres) await publishDemonstration(this.process)
    await this.world.refresh()
  }

  /** The embedded database ends with its server. */
  get conditions(): readonly Condition[] {
    return CONDITIONS.filter(({ event }) => event !== 'no database' || this.#run.database === 'postgres')
  }

  /** Starts the server as the condition asks; in the usual one with the data that it had. */
  async start(condition = USUAL): Promise<void> {
    const { build, database, folder } = this.#run
    const { nodeArguments, env } = this.#coverage.options
    const dataDir = join(folder, condition.isNew ? `data-${condition.name.replaceAll(' ', '-')}` : 'data')
    const databaseUrl = database === 'postgres' ? await this.#databaseUrl(condition) : undefined
    const own = Object.entries({ ...ENV, ...condition.env }).map(([name, value]) => [
      name,
      value.replace('{folder}', this.#files),
    ])
    const settings = { ...env, ...Object.fromEntries(own) }
    this.condition = condition
    this.process = await startServer(build, { dataDir, databaseUrl, port: this.#port, nodeArguments, env: settings })
    const hasKey = () => existsSync(join(dataDir, 'operator-key'))
    const isListening = async () => hasKey() && (await send(this.process.url, 'GET', '/healthz')).status > 0
    await (condition.isNew
      ? holdsWithin(LISTENING_MS, isListening)
      : this.process.ready(this.#postgres ? 'sandbox' : 'production'))
    if (condition.isNew || !this.#usualWorld) this.world = this.#surroundings(condition)
    else this.world = this.#usualWorld
    if (condition.isNew) await this.world.credentials.renew()
    else this.#usualWorld = this.world
    this.expected = {
      document: this.world.document,
      folders: [build.folder, dataDir, PROOF_SECRET],
      owners: this.world.credentials.owners,
      mayFail: condition !== USUAL,
    }
  }

  async #databaseUrl({ isNew }: Condition): Promise<string> {
    return isNew || !this.#usualWorld ? this.#postgres!.createDatabase() : this.#postgres!.urlOf('proof_1')
  }

  #surroundings({ isNew }: Condition): ServerSurroundings {
    const share = isNew ? 0.01 : Math.min(1, Math.max(0.1, this.#run.count / 20_000))
    const options = { share, port: this.#listenerPort, folder: this.#files }
    return new ServerSurroundings(this.#run.build, this.process, options)
  }

  /** Another condition with other settings needs another process. */
  async enter(condition: Condition): Promise<void> {
    if (this.process.isRunning) await this.#coverage.take()
    const needsOwn = condition.env !== undefined || condition.event === 'stop'
    if (needsOwn || this.condition.env !== undefined || !this.process.isRunning) {
      await this.leave()
      await this.start(needsOwn ? condition : USUAL)
    }
    this.condition = condition
    this.expected = { ...this.expected, mayFail: condition !== USUAL, isLoading: condition.isNew === true }
  }

  /** Ends the process as an operator does. */
  async leave(): Promise<void> {
    await this.process.stop()
    this.#coverage.takeLast()
  }

  /** Resolves when what happens in the condition is over. */
  async happen({ event }: Condition): Promise<void> {
    if (event === undefined) return
    await sleep(BEFORE_MS)
    if (event === 'stop') return this.leave()
    if (!this.#postgres) return
    await this.#postgres.stop()
    await sleep(AWAY_MS)
    await this.#postgres.start()
  }

  async stop(): Promise<void> {
    await this.process?.kill()
    await this.#postgres?.stop()
    this.#listener.closeAllConnections()
    this.#listener.close()
  }
}
