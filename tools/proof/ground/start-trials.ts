// Trials with settings, ports and limits under which the server cannot start.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { holdsWithin } from '../../shared/waiting.ts'
import { listenLocally } from '../../target/listen.ts'
import { send } from '../../target/requests.ts'
import type { Ground, Trial } from './ground.ts'
import { checkFacts, mustBeWhole, mustRefuse, query, start } from './ground.ts'

const BOTH = ['embedded', 'postgres'] as const

async function portInUse(ground: Ground, workers: number): Promise<void> {
  const other = createServer((socket) => socket.destroy())
  const port = await listenLocally(other)
  const says = [new RegExp(`127\\.0\\.0\\.1:${port}`), /PORT/]
  await mustRefuse(ground, await start(ground, { port, workers }), { exitCode: 1, says })
  await new Promise((resolve) => other.close(resolve))
  await mustBeWhole(ground, { port, workers })
}

/** A wrong setting is refused, and without it everything is there. */
function setting(
  name: string,
  env: Record<string, string>,
  exitCode: number,
  says: RegExp[],
  databases: Trial['databases'] = BOTH,
): Trial {
  return {
    name,
    databases,
    async run(ground) {
      await mustRefuse(ground, await start(ground, { env }), { exitCode, says })
      await mustBeWhole(ground)
    },
  }
}

async function otherSecret(ground: Ground): Promise<void> {
  const env = { SECRET_KEY: 'another secret key of more than 32 characters' }
  await mustRefuse(ground, await start(ground, { env }), {
    exitCode: 4,
    says: [/SECRET_KEY does not match/, /same SECRET_KEY/],
  })
  await mustBeWhole(ground)
}

async function lostSecret(ground: Ground): Promise<void> {
  const file = join(ground.dataDir, 'secret-key')
  const key = readFileSync(file)
  if (ground.random.chance(0.5)) rmSync(file)
  else writeFileSync(file, '')
  await mustRefuse(ground, await start(ground), {
    exitCode: 4,
    says: [/secret-key is missing or empty/, /Put back your copy/],
  })
  writeFileSync(file, key)
  await mustBeWhole(ground)
}

async function fileInPlaceOfFolder(ground: Ground): Promise<void> {
  const file = join(ground.folder, 'a-file')
  writeFileSync(file, 'precious')
  const dataDir = ground.random.chance(0.5) ? file : join(file, 'below')
  await mustRefuse(ground, await start(ground, { dataDir }), { exitCode: 1, says: [/a-file/, /DATA_DIR/] })
  if (readFileSync(file, 'utf8') !== 'precious') ground.breach('a file of another program was changed')
  await mustBeWhole(ground)
}

/** A row of a schema that no version has, as if a newer version had migrated. */
async function newerSchema(ground: Ground): Promise<void> {
  await query(
    ground,
    `insert into schema_migrations (version, name, checksum) select max(version) + 1, 'from-the-future', 'x' from schema_migrations`,
  )
  await mustRefuse(ground, await start(ground), { exitCode: 4, says: [/from-the-future/, /newer version/] })
  // Only PostgreSQL can be changed without a server; the embedded copy ends here.
  if (!ground.databaseUrl) return
  await query(ground, `delete from schema_migrations where name = 'from-the-future'`)
  await mustBeWhole(ground)
}

async function foreignFolder(ground: Ground): Promise<void> {
  const dataDir = join(ground.folder, 'foreign')
  const file = join(dataDir, 'embedded/cluster/precious.txt')
  mkdirSync(join(dataDir, 'embedded/cluster'), { recursive: true })
  writeFileSync(file, 'precious')
  await mustRefuse(ground, await start(ground, { dataDir }), {
    exitCode: 1,
    says: [/is not a database/, /new DATA_DIR/],
  })
  if (spawnSync('cat', [file], { encoding: 'utf8' }).stdout !== 'precious')
    ground.breach('a file of another program was deleted')
}

const noPrlimit = () =>
  spawnSync('prlimit', ['--version'], { stdio: 'pipe' }).status === 0 ? undefined : 'prlimit is not installed'
const openFiles = (limit: number) => ['prlimit', `--nofile=${limit}:${limit}`]

async function fewOpenFiles(ground: Ground): Promise<void> {
  const limit = ground.random.pick([40, 64, 100, 200])
  await mustRefuse(ground, await start(ground, { through: openFiles(limit) }), {
    exitCode: 1,
    says: [/open files/, /ulimit -n/],
  })
  await mustBeWhole(ground)
}

/** More connections than files: the others may be refused, but the server lives, and answers when they are gone. */
async function connectionsTakeAllFiles(ground: Ground): Promise<void> {
  const server = await start(ground, { through: openFiles(300) })
  await server.ready()
  const sockets: Socket[] = []
  for (let i = 0; i < 400; i++) sockets.push(connect(server.port, '127.0.0.1').on('error', () => {}))
  await sleep(1500)
  if (!server.isRunning) ground.breach(`the server ended when it had no files left\n${server.output().slice(-400)}`)
  for (const socket of sockets) socket.destroy()
  const isReady = async () =>
    !server.isRunning || (await send(server.url, 'GET', '/readyz', { timeoutMs: 5000 })).status === 200
  if (!(await holdsWithin(60_000, isReady, 100)))
    ground.breach('the server does not answer after the connections were closed')
  await checkFacts(ground, server)
  await server.stop()
  await mustBeWhole(ground)
}

export const START_TRIALS: readonly Trial[] = [
  { name: 'port in use', databases: BOTH, run: (ground) => portInUse(ground, 1) },
  { name: 'port in use, two workers', databases: BOTH, run: (ground) => portInUse(ground, 2) },
  setting('address of another machine', { HOST: '192.0.2.1' }, 1, [/192\.0\.2\.1/, /HOST/]),
  setting('invalid PORT', { PORT: 'eighty' }, 2, [/PORT must be a whole number/, /eighty/]),
  setting('invalid LOG_LEVEL', { LOG_LEVEL: 'loud' }, 2, [/LOG_LEVEL must be one of/]),
  setting('short SECRET_KEY', { SECRET_KEY: 'short' }, 2, [/SECRET_KEY must have at least 32 characters/, /openssl/]),
  setting('no SECRET_KEY', { SECRET_KEY: '' }, 2, [/SECRET_KEY is required/, /openssl/], ['postgres']),
  setting(
    'invalid DATABASE_URL',
    { DATABASE_URL: 'db.example/plinth' },
    2,
    [/DATABASE_URL must start with/],
    ['postgres'],
  ),
  setting(
    'database that does not answer',
    { DATABASE_URL: 'postgres://127.0.0.1:1/plinth' },
    5,
    [/Cannot connect to the database/, /DATABASE_URL/],
    ['postgres'],
  ),
  { name: 'another secret', databases: BOTH, run: otherSecret },
  { name: 'lost secret key', databases: ['embedded'], run: lostSecret },
  { name: 'a file in place of the folder', databases: BOTH, run: fileInPlaceOfFolder },
  { name: 'schema of a newer version', databases: BOTH, run: newerSchema },
  { name: 'folder of another program', databases: ['embedded'], run: foreignFolder },
  { name: 'few open files', databases: BOTH, impossible: noPrlimit, run: fewOpenFiles },
  { name: 'connections take all files', databases: BOTH, impossible: noPrlimit, run: connectionsTakeAllFiles },
]
