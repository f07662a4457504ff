// The two databases: how each runs under the recorder, and how the state after a cut is read.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { postgresUser } from '../../../test/support/postgres.ts'
import { postgresPrograms } from '../../../test/support/tools.ts'
import type { Build } from '../../target/build.ts'
import { PostgresProcess } from '../../target/postgres-process.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { freePort, startServer } from '../../target/server-process.ts'
import type { Owner } from './state-folder.ts'
import { StateFolder } from './state-folder.ts'

/** Tables, and the files of their rows. */
export const TABLES = `
select t.relname, pg_relation_filepath(f.oid) from pg_class t join pg_class f on f.oid in (t.oid, t.reltoastrelid)
  where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace`
/** The things of the ledger; each recording has an account of its own for its listings. */
export const thingsOf = (account: string) => `
select 'listing ' || key, address || ' ' || status from listings where account_id = '${account}'
union all select 'endpoint ' || id,
  format('{"description":"%s","paused":"%s"}', description, case when disabled_reason is null then 'no' else 'yes' end)
  from webhook_endpoints
union all select 'account ' || id, format('{"plan":"%s","status":"%s","deleted":"%s","email":"%s"}', plan, status,
  case when erase_at is null then 'no' else 'yes' end, case when email is null then 'no' else 'yes' end)
  from accounts
union all select 'key ' || id, format('{"name":"%s"}', name)
  from api_keys where revoked_at is null and (expires_at is null or expires_at > now())`

export type Rows = readonly (readonly [string, string])[]

/** A database that did not start, or not within the time, is not there after a power cut. */
const START_MS = 120_000

export interface Engine {
  /** What is recorded. */
  readonly root: string
  /** Starts database and server; `env` is the recorder's. */
  start(env?: Readonly<Record<string, string>>): Promise<ServerProcess>
  stop(): Promise<void>
  /** SIGKILL of everything. */
  kill(): Promise<void>
  checkpoint(): Promise<void>
  /** A new folder for states of the disk. */
  stateFolder(name: string): StateFolder
  /** Opens the database on such a folder. The statement has two columns of text. */
  read(folder: StateFolder, statement: string): Promise<Rows>
  /** Starts database and server on such a folder; throws if the server does not get ready. */
  tryStart(folder: StateFolder): Promise<void>
  end(): Promise<void>
}

const LOCK_FILE = 'postmaster.pid'
const ENV = { TRUST_PROXY: '1', MAX_DELAY_MS: '60000' }

export async function openEmbedded(build: Build, parent: string): Promise<Engine> {
  const dataDir = join(realpathSync(parent), 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const root = join(dataDir, 'embedded/cluster')
  const port = await freePort()
  const readers: Worker[] = []
  let server: ServerProcess
  return {
    root,
    start: async (env = {}) => {
      server = await startServer(build, { dataDir, port, env: { ...ENV, ...env } })
      await server.ready()
      return server
    },
    stop: async () => {
      await server.stop()
    },
    kill: () => server.kill(),
    // Its clean stop makes one.
    checkpoint: async () => {},
    stateFolder: (name) => new StateFolder(join(parent, name)),
    read: async ({ path }, statement) => {
      // As Plinth does before it starts the engine.
      rmSync(join(path, LOCK_FILE), { force: true })
      const reader = readers.pop() ?? new Worker(new URL('./read-embedded.mjs', import.meta.url))
      const late = AbortSignal.timeout(START_MS)
      reader.postMessage({ folder: path, statement })
      const [answer]: { rows?: Rows; error?: string }[] = await once(reader, 'message', { signal: late }).catch(
        async (cause) => {
          await reader.terminate()
          throw cause
        },
      )
      if (!answer?.rows) {
        await reader.terminate()
        throw new Error(answer?.error)
      }
      readers.push(reader)
      return answer.rows
    },
    tryStart: async ({ path }) => {
      const aside = `${path}.server`
      cpSync(path, join(aside, 'embedded/cluster'), { recursive: true })
      for (const name of readdirSync(dataDir))
        if (name !== 'embedded') cpSync(join(dataDir, name), join(aside, name), { recursive: true })
      const other = await startServer(build, { dataDir: aside, env: ENV })
      try {
        await other.ready()
      } finally {
        await other.kill()
        rmSync(aside, { recursive: true })
      }
    },
    end: async () => {
      await server?.kill()
      for (const reader of readers) await reader.terminate()
    },
  }
}

export async function openPostgres(build: Build, parent: string): Promise<Engine> {
  const folder = realpathSync(parent)
  const settings = ['checkpoint_timeout=30s', 'max_wal_size=32MB']
  const postgres = await PostgresProcess.start(folder, settings, ['--wal-segsize=1'])
  const databaseUrl = await postgres.createDatabase()
  const database = new URL(databaseUrl).pathname.slice(1)
  // Without the databases that nobody uses a state has a third of the files.
  await postgres.execute(database, 'update pg_database set datistemplate = false')
  for (const unused of ['template0', 'template1', 'postgres'])
    await postgres.execute(database, `drop database ${unused}`)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const port = await freePort()
  let server: ServerProcess
  const user = postgresUser()
  return {
    root: join(postgres.folder, 'data'),
    start: async (env = {}) => {
      await postgres.start(env)
      server = await startServer(build, { dataDir, databaseUrl, port, env: ENV })
      await server.ready('sandbox')
      return server
    },
    stop: async () => {
      await server.stop()
      await postgres.stop()
    },
    kill: async () => {
      await server.kill()
      await postgres.kill()
    },
    checkpoint: async () => {
      await postgres.execute(database, 'checkpoint')
    },
    stateFolder: (name) => {
      const parent = join(folder, name)
      mkdirSync(parent, { mode: 0o711 })
      if (user.uid !== undefined) chownSync(parent, user.uid, user.gid!)
      return new StateFolder(join(parent, 'data'), user)
    },
    read: ({ path }, statement) => {
      removeEmptyLock(path)
      return readAlone(dirname(path), database, statement, user)
    },
    tryStart: async ({ path }) => {
      const at = dirname(path)
      const dataDir = join(at, 'server')
      removeEmptyLock(path)
      const recovered = await PostgresProcess.on(at)
      try {
        const other = await startServer(build, { dataDir, databaseUrl: recovered.urlOf(database), env: ENV })
        await other.ready('sandbox').finally(() => other.kill())
      } finally {
        await recovered.abort()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    end: async () => {
      await server?.kill()
      await postgres.stop()
    },
  }
}

/** A cut during a start can leave one. PostgreSQL refuses it and tells the operator to delete it. */
function removeEmptyLock(folder: string): void {
  const file = join(folder, LOCK_FILE)
  if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file)
}

/** Nothing needs to be synced or recycled. */
const ALONE = ['fsync=off', 'wal_recycle=off', 'wal_init_zero=off', 'shared_buffers=4MB', 'max_connections=5']

/** Recovers and reads without a server: a state takes a third of the time. */
async function readAlone(at: string, database: string, statement: string, user: Owner): Promise<Rows> {
  const file = join(at, 'rows.json')
  // The last state must not answer for this one.
  rmSync(file, { force: true })
  const settings = ALONE.flatMap((setting) => ['-c', setting])
  const child = spawn(
    join(postgresPrograms()!, 'postgres'),
    ['--single', '-j', '-D', join(at, 'data'), ...settings, database],
    {
      ...user,
      cwd: at,
      stdio: ['pipe', 'ignore', 'pipe'],
      timeout: START_MS,
    },
  )
  // One line without escapes: JSON has neither of these characters.
  const unquoted = "(format csv, quote e'\\x01', delimiter e'\\x02')"
  const rows = `select json_agg(json_build_array(thing, value)) from (${statement}) t (thing, value)`
  child.stdin.end(`copy (${rows}) to '${file}' ${unquoted};\n\n`)
  const problems: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (/ERROR|FATAL|PANIC/.test(line)) problems.push(line)
  })
  const [code] = await once(child, 'close')
  if (code !== 0 || problems.length > 0) throw new Error(problems.at(-1) ?? `PostgreSQL ended with ${code}`)
  return JSON.parse(readFileSync(file, 'utf8')) ?? []
}
