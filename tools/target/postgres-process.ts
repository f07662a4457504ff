// A PostgreSQL of our own that can be killed and started again on the same files.
import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { postgresUser, untilReady } from '../../test/support/postgres.ts'
import { postgresPrograms } from '../../test/support/tools.ts'
import { familyOf, killAll } from './processes.ts'

export class PostgresProcess {
  readonly folder: string
  readonly #bin: string
  readonly #options: readonly string[]
  #server: ChildProcess | undefined
  #created = 0

  private constructor(bin: string, folder: string, options: readonly string[]) {
    this.#bin = bin
    this.folder = folder
    this.#options = options
  }

  /** `options` are settings such as `max_connections=50`, `initdb` arguments of that program. */
  static async start(
    parent: string,
    options: readonly string[] = [],
    initdb: readonly string[] = [],
  ): Promise<PostgresProcess> {
    const bin = programs()
    const folder = join(parent, 'postgres')
    mkdirSync(folder, { recursive: true })
    const user = postgresUser()
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!)
    const made = new PostgresProcess(bin, folder, options)
    const args = ['-D', made.#data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...initdb]
    execFileSync(join(bin, 'initdb'), args, { ...made.#spawned, stdio: 'pipe' })
    await made.start()
    return made
  }

  /** On the files in `folder/data`, as they are. */
  static async on(folder: string, options: readonly string[] = []): Promise<PostgresProcess> {
    const made = new PostgresProcess(programs(), folder, options)
    await made.start()
    return made
  }

  get #data(): string {
    return join(this.folder, 'data')
  }

  get #spawned() {
    return { ...postgresUser(), cwd: this.folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }
  }

  get isRunning(): boolean {
    return this.#server !== undefined && this.#server.exitCode === null && this.#server.signalCode === null
  }

  /** Starts, or starts again on the same files. */
  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    if (this.isRunning) return
    const settings = ['listen_addresses=', 'fsync=on', ...this.#options].flatMap((setting) => ['-c', setting])
    const args = ['-D', this.#data, '-k', this.folder, ...settings]
    this.#server = spawn(join(this.#bin, 'postgres'), args, {
      ...this.#spawned,
      env: { ...this.#spawned.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    running.add(this)
    await untilReady(this.#server)
  }

  /** SIGKILL of the server and all its connections. */
  async kill(): Promise<void> {
    const server = this.#server
    if (!server || !this.isRunning) return
    killAll(familyOf(server.pid!))
    if (this.isRunning) await once(server, 'exit')
  }

  /** As soon as it can, without a checkpoint; unlike a kill it leaves no shared memory behind. */
  async abort(): Promise<void> {
    const exited = once(this.#server!, 'exit')
    this.endNow()
    await exited
    running.delete(this)
  }

  /** Fast shutdown: open connections are cut. */
  async stop(): Promise<void> {
    const server = this.#server
    if (!server || !this.isRunning) return
    const exited = once(server, 'exit')
    server.kill('SIGINT')
    await exited
    running.delete(this)
  }

  /** Ends with the proof, whatever happens. */
  endNow(): void {
    if (this.isRunning) this.#server!.kill('SIGQUIT')
  }

  urlOf(database: string): string {
    return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(this.folder)}`
  }

  /** `template` is the URL of a database to copy, to which nothing is connected. */
  async createDatabase(template?: string): Promise<string> {
    this.#created += 1
    const name = `proof_${this.#created}`
    const from = template === undefined ? '' : ` template ${new URL(template).pathname.slice(1)}`
    await this.execute('postgres', `create database ${name}${from}`)
    return this.urlOf(name)
  }

  async execute(database: string, statement: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: this.urlOf(database) })
    await client.connect()
    try {
      return await client.query(statement)
    } finally {
      await client.end()
    }
  }
}

function programs(): string {
  const bin = postgresPrograms()
  if (!bin) throw new Error('PostgreSQL is not installed. Install it, or run with --database embedded.')
  return bin
}

const running = new Set<PostgresProcess>()
process.once('exit', () => {
  for (const postgres of running) postgres.endNow()
})
