// The two databases: how each runs under the recorder, and how the state after a cut is read.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { postgresUser } from '../../../test/support/postgres.ts'
import { postgresPrograms } from '../../../test/support/tools.ts'
import type { Build } from '../../target/build.ts'
import { PostgresProcess } from '../../target/postgres-process.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { freePort, startServer } from '../../target/server-process.ts'

/** Reads every table, so that a broken page is found. */
const READ_ALL = `
do $$ declare name text; n bigint; begin
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('select count(*) from (select t::text from %I t) rows', name) into n;
  end loop;
end $$`
/** The things of the ledger. */
const THINGS = `
select 'listing ' || key, address || ' ' || status from listings
union all select 'endpoint ' || id,
  format('{"description":"%s","paused":"%s"}', description, case when disabled_reason is null then 'no' else 'yes' end)
  from webhook_endpoints
union all select 'account ' || id, format('{"plan":"%s","status":"%s","deleted":"%s","email":"%s"}', plan, status,
  case when erase_at is null then 'no' else 'yes' end, case when email is null then 'no' else 'yes' end)
  from accounts
union all select 'key ' || id, format('{"name":"%s"}', name)
  from api_keys where revoked_at is null and (expires_at is null or expires_at > now())`

type Rows = readonly (readonly [string, string])[]

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
  /** Of a folder that a cut left. */
  read(folder: string): Promise<Rows>
  /** Starts database and server on such a folder; throws if the server does not get ready. */
  tryStart(folder: string): Promise<void>
  end(): Promise<void>
}

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
    read: async (folder) => {
      const reader = readers.pop() ?? new Worker(new URL('./read-embedded.mjs', import.meta.url))
      const late = AbortSignal.timeout(START_MS)
      reader.postMessage({ folder, statements: `${READ_ALL}; ${THINGS}` })
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
    tryStart: async (folder) => {
      const aside = `${folder}.server`
      cpSync(folder, join(aside, 'embedded/cluster'), { recursive: true })
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
  const postgres = await PostgresProcess.start(folder, ['checkpoint_timeout=30s', 'max_wal_size=32MB'])
  const databaseUrl = await postgres.createDatabase()
  const database = new URL(databaseUrl).pathname.slice(1)
  // Each state is written out whole: without the databases that nobody uses it has a third of the files.
  await postgres.execute(database, 'update pg_database set datistemplate = false')
  for (const unused of ['template0', 'template1', 'postgres'])
    await postgres.execute(database, `drop database ${unused}`)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const port = await freePort()
  let server: ServerProcess
  const opened = async <T>(at: string, work: (recovered: PostgresProcess) => Promise<T>): Promise<T> => {
    giveTo(at)
    const recovered = await PostgresProcess.on(at)
    try {
      return await work(recovered)
    } finally {
      await recovered.abort()
    }
  }
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
    read: (at) => {
      giveTo(at)
      return readAlone(at, database)
    },
    tryStart: (at) =>
      opened(at, async (recovered) => {
        const other = await startServer(build, {
          dataDir: join(at, 'server'),
          databaseUrl: recovered.urlOf(database),
          env: ENV,
        })
        try {
          await other.ready('sandbox')
        } finally {
          await other.kill()
        }
      }),
    end: async () => {
      await server?.kill()
      await postgres.stop()
    },
  }
}

/** Only read: another cut is made anew, so nothing needs to be synced. */
const ALONE = ['fsync=off', 'shared_buffers=4MB', 'max_connections=5']

/** Recovers and reads without a server: a state takes a third of the time. */
async function readAlone(at: string, database: string): Promise<Rows> {
  const file = join(at, 'rows.json')
  const settings = ALONE.flatMap((setting) => ['-c', setting])
  const child = spawn(
    join(postgresPrograms()!, 'postgres'),
    ['--single', '-j', '-D', join(at, 'data'), ...settings, database],
    {
      ...postgresUser(),
      cwd: at,
      stdio: ['pipe', 'ignore', 'pipe'],
      timeout: START_MS,
    },
  )
  // One line without escapes: JSON has neither of these characters.
  const unquoted = "(format csv, quote e'\\x01', delimiter e'\\x02')"
  const rows = `select json_agg(json_build_array(thing, value)) from (${THINGS}) t (thing, value)`
  child.stdin.end(`${READ_ALL};\n\ncopy (${rows}) to '${file}' ${unquoted};\n\n`)
  const problems: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (/ERROR|FATAL|PANIC/.test(line)) problems.push(line)
  })
  const [code] = await once(child, 'close')
  if (code !== 0 || problems.length > 0) throw new Error(problems.at(-1) ?? `PostgreSQL ended with ${code}`)
  return JSON.parse(readFileSync(file, 'utf8')) ?? []
}

/** PostgreSQL opens only what belongs to its user. */
function giveTo(folder: string): void {
  const { uid, gid } = postgresUser()
  if (uid === undefined) return
  chownSync(folder, uid, gid!)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), uid, gid!)
}
