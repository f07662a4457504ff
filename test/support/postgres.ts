// A private PostgreSQL cluster for the tests, from the installed programs.
import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../src/db/database.ts'
import { postgresPrograms } from './tools.ts'

export interface PostgresCluster {
  /** The server's maintenance database. */
  readonly url: string
  stop(): Promise<void>
}

/** Databases to copy: `filled` has the sandbox and a small demonstration. */
const TEMPLATES = { empty: 'template0', migrated: 'plinth_migrated', filled: 'plinth_filled' }
export type Content = keyof typeof TEMPLATES

const SETTINGS = ['listen_addresses=', 'max_connections=300']

/** PostgreSQL refuses to run as root, so root runs it as the user postgres or nobody. */
export function postgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  for (const user of ['postgres', 'nobody']) {
    try {
      const id = (option: string) => Number(execFileSync('id', [option, user], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {}
  }
  return {}
}

const urlOf = (cluster: string, database: string): string =>
  `postgres://postgres@localhost/${database}?host=${encodeURIComponent(new URL(cluster).searchParams.get('host')!)}`

/** Starts it if it is installed. */
export async function startPostgres(): Promise<PostgresCluster | undefined> {
  const bin = postgresPrograms()
  if (!bin) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'plinth-pg-'))
  const user = postgresUser()
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!)
  const data = join(folder, 'data')
  const spawned = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...spawned,
    stdio: 'pipe',
  })
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-k', folder, ...SETTINGS.flatMap((setting) => ['-c', setting])],
    {
      ...spawned,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  // A build that fails ends the run without tearing down.
  const end = () => server.kill('SIGQUIT')
  process.once('exit', end)
  await untilReady(server)
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  await makeTemplate(url)
  return {
    url,
    stop: async () => {
      process.off('exit', end)
      const exited = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT') // fast shutdown: open connections are cut
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    server.stderr!.setEncoding('utf8').on('data', (text: string) => {
      // Reads all output, because a full pipe would block the server.
      if (output.length < 100_000) output += text
      if (output.includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output}`)))
  })
}

async function makeTemplate(url: string): Promise<void> {
  await execute(url, `create database ${TEMPLATES.migrated}`)
  const migrated = await openDatabase({ url: urlOf(url, TEMPLATES.migrated), dataDir: '' })
  await migrated.close()
}

/** Creates the database for the template `filled`. The caller fills it and closes it. */
export async function createFilled(cluster: string): Promise<string> {
  await execute(cluster, `create database ${TEMPLATES.filled}`)
  return urlOf(cluster, TEMPLATES.filled)
}

let created = 0

/** Creates a database and returns its URL. */
export async function createDatabase(cluster: string, content: Content): Promise<string> {
  created += 1
  const name = `test_${process.pid}_${created}`
  await execute(cluster, `create database ${name} template ${TEMPLATES[content]} strategy file_copy`)
  return urlOf(cluster, name)
}

export async function dropDatabase(cluster: string, url: string): Promise<void> {
  await execute(cluster, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)
}

export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
