// Trials with full and read-only disks, and with damaged files.
import { cpSync, existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey, operatorSend } from '../../target/operator.ts'
import { PostgresProcess } from '../../target/postgres-process.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { DAMAGES, damage, filesOf } from './damage.ts'
import type { Ground, Trial } from './ground.ts'
import { checkFacts, mustBeWhole, mustRefuse, start } from './ground.ts'
import { noSmallDisks, SmallDisk } from './small-disk.ts'

const BOTH = ['embedded', 'postgres'] as const
const DISK_MB = 48
/** Writes that a full disk must refuse before this many are accepted. */
const MAX_WRITES = 5000
const HEAL_MS = 120_000

/** The trial's data on a small disk. */
function onSmallDisk(ground: Ground): { disk: SmallDisk; dataDir: string } {
  const disk = SmallDisk.create(join(ground.folder, 'disk'), DISK_MB)
  const dataDir = join(disk.folder, 'data')
  cpSync(ground.dataDir, dataDir, { recursive: true })
  return { disk, dataDir }
}

async function readOnly(ground: Ground): Promise<void> {
  const { disk, dataDir } = onSmallDisk(ground)
  try {
    disk.makeReadOnly()
    for (const folder of [dataDir, join(disk.folder, 'new')])
      await mustRefuse(ground, await start(ground, { dataDir: folder }), {
        exitCode: 1,
        says: [/Cannot (write|use)/, new RegExp(folder), /DATA_DIR/],
      })
    disk.makeWritable()
    await mustBeWhole({ ...ground, dataDir })
  } finally {
    disk.remove()
  }
}

async function fullAtStart(ground: Ground): Promise<void> {
  const { disk, dataDir } = onSmallDisk(ground)
  try {
    disk.fill()
    await mustRefuse(ground, await start(ground, { dataDir }), {
      exitCode: 1,
      says: [/disk is full/i, /Free some space/],
    })
    disk.free()
    await mustBeWhole({ ...ground, dataDir })
  } finally {
    disk.remove()
  }
}

/** A new folder that does not fit. */
async function tooSmall(ground: Ground): Promise<void> {
  const disk = SmallDisk.create(join(ground.folder, 'tiny'), 2)
  try {
    const server = await start(ground, { dataDir: join(disk.folder, 'data') })
    await mustRefuse(ground, server, { exitCode: 1, says: [/disk is full/i, /Free some space/] })
  } finally {
    disk.remove()
  }
}

/** Creates keys until one is refused, and returns the first answer that is not a success. */
async function writeUntilRefused(ground: Ground, server: ServerProcess): Promise<number> {
  for (let i = 0; i < MAX_WRITES; i++) {
    const { status, body, text } = await operatorSend(server, 'POST', '/api/v1/operator/keys', { plan: 'pro' })
    if (status === 201 || status === 200) ground.facts.keys.push(body.data.api_key.key)
    else {
      if (status !== 503) ground.breach(`a write on a full disk is answered ${status}: ${text.slice(0, 200)}`)
      return status
    }
  }
  ground.breach(`a full disk accepted ${MAX_WRITES} writes`)
  return 201
}

async function untilWritable(ground: Ground, server: ServerProcess): Promise<void> {
  const until = Date.now() + HEAL_MS
  for (;;) {
    const { status, body } = await operatorSend(server, 'POST', '/api/v1/operator/keys', { plan: 'pro' })
    if (status === 201 || status === 200) return void ground.facts.keys.push(body.data.api_key.key)
    if (!server.isRunning || Date.now() > until) {
      ground.breach(`with free space again, a write is answered ${status}`)
      return
    }
    await sleep(200)
  }
}

async function fillWhileRunning(
  ground: Ground,
  server: ServerProcess,
  disk: SmallDisk,
  again: () => Promise<void>,
): Promise<void> {
  disk.fill()
  await writeUntilRefused(ground, server)
  for (const path of ['/api/v1/me', '/api/v1/projects?limit=1']) {
    const { status } = await send(server.url, 'GET', path, { key: ground.facts.keys[0] })
    if (status !== 200) ground.breach(`a read on a full disk is answered ${status}`)
  }
  disk.free()
  await again()
  await untilWritable(ground, server)
  await checkFacts(ground, server)
}

async function fullWhileRunning(ground: Ground): Promise<void> {
  const { disk, dataDir } = onSmallDisk(ground)
  const onDisk = { ...ground, dataDir }
  try {
    const server = await start(onDisk)
    await server.ready()
    await fillWhileRunning(onDisk, server, disk, async () => {})
    await server.stop()
    await mustBeWhole(onDisk)
  } finally {
    disk.remove()
  }
}

/** PostgreSQL's own disk. It may end; after that it is started again, as its supervisor would. */
async function postgresDiskFull(ground: Ground): Promise<void> {
  const disk = SmallDisk.create(join(ground.folder, 'disk'), 160)
  let postgres: PostgresProcess | undefined
  try {
    postgres = await PostgresProcess.start(disk.folder, ['min_wal_size=32MB', 'max_wal_size=48MB'])
    const databaseUrl = await postgres.createDatabase()
    const empty = { ...ground, databaseUrl }
    const server = await start(empty)
    await server.ready()
    const { key, accountId } = await createKey(server, 'elite')
    const own: Ground = { ...empty, facts: { keys: [key], revoked: [], plan: { accountId, plan: 'elite' } } }
    await fillWhileRunning(own, server, disk, () => postgres!.start())
    await server.stop()
    await mustBeWhole(own)
  } finally {
    await postgres?.stop()
    disk.remove()
  }
}

const FILES = {
  'control file': /^global\/pg_control$/,
  'file of the version': /^PG_VERSION$/,
  'table or index': /^base\/5\/\d+$/,
  'status of transactions': /^pg_xact\/\d+$/,
  'write-ahead log': /^pg_wal\/[0-9A-F]{24}$/,
} as const

/**
 * The server refuses with a clear message, or starts and knows everything that was acknowledged, or answers that it cannot
 * (5xx). It never answers as if something had not happened.
 */
async function damagedFile(ground: Ground, pattern: RegExp): Promise<void> {
  const whole = join(ground.folder, 'whole')
  cpSync(ground.dataDir, whole, { recursive: true })
  const file = ground.random.pick(filesOf(join(ground.dataDir, 'embedded/cluster'), pattern))
  const how = ground.random.pick(DAMAGES)
  damage(file, how, ground.random)
  const place = `${how} ${file.split('/cluster/')[1]}`
  const told = { ...ground, breach: (what: string) => ground.breach(`${place}: ${what}`) }
  const server = await start(told)
  const isUp = await server.ready().then(
    () => true,
    () => false,
  )
  if (!isUp)
    await mustRefuse(told, server, {
      says: [/embedded|The database is damaged/, /Restore a backup|restore a backup|Put back/],
    })
  else {
    for (const key of ground.facts.keys) {
      const { status } = await send(server.url, 'GET', '/api/v1/me', { key })
      if (status !== 200 && status < 500) told.breach(`an acknowledged key is answered ${status}`)
    }
    for (const key of ground.facts.revoked)
      if ((await send(server.url, 'GET', '/api/v1/me', { key })).status === 200) told.breach('a revoked key works')
    await server.kill()
  }
  await mustBeWhole({ ...told, dataDir: whole })
}

/** Snapshots and caches are written again. */
async function damagedSnapshots(ground: Ground): Promise<void> {
  for (const file of filesOf(join(ground.dataDir, 'snapshots'), /./))
    if (existsSync(file)) damage(file, ground.random.pick(DAMAGES), ground.random)
  await mustBeWhole(ground)
}

/** The data folder moves to another path, as after a restore of a disk. */
async function movedFolder(ground: Ground): Promise<void> {
  const dataDir = join(ground.folder, 'moved')
  renameSync(ground.dataDir, dataDir)
  await mustBeWhole({ ...ground, dataDir })
}

export const DISK_TRIALS: readonly Trial[] = [
  { name: 'read-only disk', databases: BOTH, impossible: noSmallDisks, run: readOnly },
  { name: 'full disk at the start', databases: ['embedded'], impossible: noSmallDisks, run: fullAtStart },
  { name: 'disk too small for a new database', databases: ['embedded'], impossible: noSmallDisks, run: tooSmall },
  { name: 'disk fills up', databases: ['embedded'], impossible: noSmallDisks, run: fullWhileRunning },
  { name: 'disk of PostgreSQL fills up', databases: ['postgres'], impossible: noSmallDisks, run: postgresDiskFull },
  ...Object.entries(FILES).map(
    ([name, pattern]): Trial => ({
      name: `damaged ${name}`,
      databases: ['embedded'],
      run: (ground) => damagedFile(ground, pattern),
    }),
  ),
  { name: 'damaged snapshots', databases: BOTH, run: damagedSnapshots },
  { name: 'moved folder', databases: BOTH, run: movedFolder },
]
