// The ground that a trial makes bad: a server's data, what it acknowledged, and what is checked.
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Random } from '../../shared/random.ts'
import { createKey, operatorSend } from '../../target/operator.ts'
import type { PostgresProcess } from '../../target/postgres-process.ts'
import { send } from '../../target/requests.ts'
import type { ServerOptions, ServerProcess } from '../../target/server-process.ts'
import { PROOF_SECRET, startServer } from '../../target/server-process.ts'
import type { DatabaseKind, PartRun } from '../part.ts'

/** A server that does not end by itself within this time hangs. */
const END_MS = 120_000

/** Writes that a server acknowledged before the ground became bad. */
export interface Facts {
  readonly keys: string[]
  readonly revoked: string[]
  /** An account and its plan. */
  readonly plan: { readonly accountId: string; readonly plan: string }
}

export interface Ground {
  readonly run: PartRun
  readonly random: Random
  /** A folder of this trial. */
  readonly folder: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly postgres: PostgresProcess | undefined
  readonly facts: Facts
  readonly tally: Tally
  breach(what: string): void
}

export interface Trial {
  readonly name: string
  readonly databases: readonly DatabaseKind[]
  /** Why this machine cannot make this ground, if it cannot. */
  impossible?(run: PartRun): string | undefined
  run(ground: Ground): Promise<void>
}

/** Counts for the table. */
export class Tally {
  messages = 0
  starts = 0
  worstStartMs = 0
  acknowledged = 0
  /** Upgrades that were killed, and the migrations that they had applied. */
  kills = 0
  migrations = 0
}

/** What every trial copies: data with some acknowledged writes, written by a server that was stopped. */
export class Base {
  readonly #run: PartRun
  readonly #postgres: PostgresProcess | undefined
  readonly #facts: Facts
  readonly #dataDir: string
  #copies = 0

  private constructor(run: PartRun, postgres: PostgresProcess | undefined, dataDir: string, facts: Facts) {
    this.#run = run
    this.#postgres = postgres
    this.#dataDir = dataDir
    this.#facts = facts
  }

  static async create(run: PartRun, postgres: PostgresProcess | undefined): Promise<Base> {
    const dataDir = join(run.folder, 'base')
    mkdirSync(dataDir, { mode: 0o700 })
    if (postgres) await postgres.execute('postgres', 'create database base')
    const server = await startServer(run.build, {
      dataDir,
      ...environment(postgres?.urlOf('base')),
    })
    try {
      await server.ready()
      const facts = await writeFacts(server)
      await server.stop()
      return new Base(run, postgres, dataDir, facts)
    } finally {
      await server.kill()
    }
  }

  async ground(seed: number, tally: Tally, breach: (what: string) => void): Promise<Ground> {
    this.#copies += 1
    const folder = join(this.#run.folder, `trial-${this.#copies}`)
    const dataDir = join(folder, 'data')
    mkdirSync(folder)
    cpSync(this.#dataDir, dataDir, { recursive: true })
    let databaseUrl: string | undefined
    if (this.#postgres) {
      const name = `trial_${this.#copies}`
      await this.#postgres.execute('postgres', `create database ${name} template base`)
      databaseUrl = this.#postgres.urlOf(name)
    }
    const facts = { ...this.#facts, keys: [...this.#facts.keys], revoked: [...this.#facts.revoked] }
    const { run } = { run: this.#run }
    return {
      run,
      random: new Random(seed),
      folder,
      dataDir,
      databaseUrl,
      postgres: this.#postgres,
      facts,
      tally,
      breach,
    }
  }
}

export async function writeFacts(server: ServerProcess): Promise<Facts> {
  const keys: string[] = []
  for (let i = 0; i < 3; i++) keys.push((await createKey(server, 'pro')).key)
  const { key, id } = await createKey(server, 'pro')
  const deleted = await send(server.url, 'DELETE', `/api/v1/api-keys/${id}`, { key })
  if (deleted.status !== 200) throw new Error(`A key was not revoked: ${deleted.status} ${deleted.text}`)
  const { accountId } = await createKey(server, 'starter')
  await operatorSend(server, 'PATCH', `/api/v1/operator/accounts/${accountId}`, { plan: 'elite' })
  return { keys, revoked: [key], plan: { accountId, plan: 'elite' } }
}

/** A busy machine must not make the server refuse the requests of a trial. */
const PATIENT = { MAX_DELAY_MS: '60000' }

/** The embedded database uses the key in its data folder; nodes of PostgreSQL are given one. */
export function environment(databaseUrl: string | undefined): Pick<ServerOptions, 'databaseUrl' | 'env'> {
  if (databaseUrl === undefined) return { env: { ...PATIENT, SECRET_KEY: '' } }
  return { databaseUrl, env: { ...PATIENT, SECRET_KEY: PROOF_SECRET } }
}

export function secretOf(ground: Ground): string {
  return ground.databaseUrl ? PROOF_SECRET : readFileSync(join(ground.dataDir, 'secret-key'), 'utf8').trim()
}

export function start(ground: Ground, options: Partial<ServerOptions> = {}): Promise<ServerProcess> {
  const standard = environment(ground.databaseUrl)
  const env = { ...standard.env, ...options.env }
  return startServer(ground.run.build, { dataDir: ground.dataDir, ...standard, ...options, env })
}

interface Refusal {
  /** Undefined: any code but 0. */
  readonly exitCode?: number
  /** What the message must say: what is wrong, where, and what to do. */
  readonly says: readonly RegExp[]
}

/** The server must end by itself with a message for people: no stack trace. */
export async function mustRefuse(ground: Ground, server: ServerProcess, { exitCode, says }: Refusal): Promise<void> {
  const ended = await Promise.race([server.exited, sleep(END_MS, 'runs' as const, { ref: false })])
  await server.kill()
  ground.tally.messages += 1
  const output = server.output()
  const shown = `\n${output.trim().slice(0, 600)}`
  if (ended === 'runs') return ground.breach(`the server neither started nor ended${shown}`)
  if (ended === 0) return ground.breach(`the server ended with exit code 0${shown}`)
  if (exitCode !== undefined && ended !== exitCode)
    return ground.breach(`the exit code is ${ended}, not ${exitCode}${shown}`)
  const missing = says.filter((pattern) => !pattern.test(output))
  if (missing.length > 0) return ground.breach(`the message does not say ${missing.join(' or ')}${shown}`)
  if (/^\s+at \S+ \(|node:internal/m.test(output)) ground.breach(`the message is a stack trace${shown}`)
}

/** The server must start and know everything that was acknowledged. */
export async function mustBeWhole(ground: Ground, options: Partial<ServerOptions> = {}): Promise<void> {
  const started = performance.now()
  const server = await start(ground, options)
  try {
    await server.ready()
  } catch (error) {
    await server.kill()
    return ground.breach(`it does not start again: ${(error as Error).message.slice(0, 600)}`)
  }
  ground.tally.starts += 1
  ground.tally.worstStartMs = Math.max(ground.tally.worstStartMs, performance.now() - started)
  await checkFacts(ground, server)
  const { status } = await operatorSend(server, 'POST', '/api/v1/operator/keys', { plan: 'pro' })
  if (status !== 201 && status !== 200) ground.breach(`a write on good ground is answered ${status}`)
  await server.stop()
}

export async function checkFacts({ facts, tally, breach }: Ground, server: ServerProcess): Promise<void> {
  const statusOf = async (key: string) => (await send(server.url, 'GET', '/api/v1/me', { key })).status
  for (const key of facts.keys)
    if ((await statusOf(key)) !== 200) breach(`an acknowledged key is lost: ${await statusOf(key)}`)
  for (const key of facts.revoked) if ((await statusOf(key)) === 200) breach('a revoked key works')
  const { accountId, plan } = facts.plan
  const account = await operatorSend(server, 'GET', `/api/v1/operator/accounts/${accountId}`)
  if (account.body?.data?.plan !== plan)
    breach(`an acknowledged plan is lost: ${account.status} ${account.text.slice(0, 200)}`)
  tally.acknowledged += facts.keys.length + facts.revoked.length + 1
}

/** Runs a statement in the trial's database. The embedded one needs a server meanwhile. */
export async function query(ground: Ground, statement: string): Promise<readonly object[]> {
  const server = ground.databaseUrl ? undefined : await start(ground)
  await server?.ready()
  const client = new pg.Client(
    ground.databaseUrl
      ? { connectionString: ground.databaseUrl }
      : { host: join(ground.dataDir, 'embedded'), port: 5432, user: 'postgres', database: 'postgres' },
  )
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  await server?.stop()
  return rows
}
