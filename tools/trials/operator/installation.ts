// One installation of the operator: where its data is, its commands and its servers.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresProcess } from '../../target/postgres-process.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import type { Place, Program } from '../image/program.ts'
import { command, serve } from '../image/program.ts'
import { check } from '../image/steps.ts'

export type Engine = 'embedded' | 'postgres'

/** Commands of a built folder, as a terminal runs them. */
export function buildProgram(folder: string, version: string): Program {
  return {
    version,
    spawn: (args, dataDir, env) =>
      spawn(process.execPath, [join(folder, 'bin/plinth.mjs'), ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env, DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    stop: (server) => server.stop(),
  }
}

/** The daily refresh must not run between two readings. */
const refreshAt = (): string => new Date(Date.now() + 12 * 3_600_000).toISOString().slice(11, 16)

const ENV = {
  ALLOW_PRIVATE_WEBHOOKS: '1',
  // Part of the URLs in responses: the same for every server that is compared.
  BASE_URL: 'http://plinth.test',
  // A busy machine must not make the server refuse requests.
  MAX_DELAY_MS: '60000',
  PASSWORD_COST: '14',
  REFRESH_AT: refreshAt(),
}

export class Installation {
  readonly engine: Engine
  readonly dataDir: string
  readonly #databaseUrl: string | undefined
  readonly #nodes: ServerProcess[] = []

  private constructor(engine: Engine, dataDir: string, databaseUrl: string | undefined) {
    this.engine = engine
    this.dataDir = dataDir
    this.#databaseUrl = databaseUrl
  }

  /** An empty data folder and, on PostgreSQL, an empty database. */
  static async create(engine: Engine, dataDir: string, postgres: PostgresProcess | undefined): Promise<Installation> {
    mkdirSync(dataDir, { mode: 0o700 })
    return new Installation(engine, dataDir, engine === 'embedded' ? undefined : await postgres!.createDatabase())
  }

  #place(dataDir: string, env: Readonly<Record<string, string>> = {}): Place {
    return { dataDir, databaseUrl: this.#databaseUrl, env: { ...ENV, ...env } }
  }

  command(program: Program, ...args: readonly string[]): Promise<string> {
    return command(program, this.#place(this.dataDir), ...args)
  }

  async serve(program: Program): Promise<ServerProcess> {
    const server = await this.#serve(program, this.#place(this.dataDir))
    await server.ready()
    return server
  }

  /** Two nodes on PostgreSQL; on the embedded database one server with two workers. */
  async serveTwo(program: Program): Promise<ServerProcess[]> {
    if (this.engine === 'embedded') {
      const server = await this.#serve(program, this.#place(this.dataDir, { WORKERS: '2' }))
      await server.ready()
      return [server]
    }
    const second = `${this.dataDir}-node-2`
    mkdirSync(second, { recursive: true, mode: 0o700 })
    const places = [this.#place(this.dataDir), this.#place(second)]
    const nodes = await Promise.all(places.map((place) => this.#serve(program, place)))
    await Promise.all(nodes.map((node) => node.ready()))
    return nodes
  }

  async #serve(program: Program, place: Place): Promise<ServerProcess> {
    const server = await serve(program, place)
    this.#nodes.push(server)
    return server
  }

  async stop(): Promise<void> {
    const nodes = this.#nodes.splice(0)
    const codes = await Promise.all(nodes.map((node) => node.stop()))
    check(
      codes.every((code) => code === 0),
      `exit codes ${codes}`,
      nodes.map((node) => node.output()).join('\n'),
    )
  }

  /** Ends what a failed step left running. */
  async kill(): Promise<void> {
    await Promise.all(this.#nodes.splice(0).map((node) => node.kill()))
  }
}
