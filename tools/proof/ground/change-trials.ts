// Trials with backups under load, killed upgrades and a clock that jumps.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '../../target/operator.ts'
import { PostgresProcess } from '../../target/postgres-process.ts'
import { outputOf } from '../../target/processes.ts'
import { send } from '../../target/requests.ts'
import { ServerClock } from '../../target/server-clock.ts'
import type { Ground, Trial } from './ground.ts'
import { checkFacts, mustBeWhole, secretOf, start } from './ground.ts'

const BOTH = ['embedded', 'postgres'] as const

async function command(ground: Ground, args: readonly string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [...ground.run.build.program, ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await outputOf(child, `plinth ${args[0]}`)
}

/** Everything that was acknowledged before the backup began is in it, on the other engine. */
async function backupUnderLoad(ground: Ground): Promise<void> {
  const server = await start(ground)
  await server.ready()
  let isWriting = true
  const writer = async () => {
    while (isWriting) {
      const key = await createKey(server, 'pro').catch(() => undefined)
      if (key) ground.facts.keys.push(key.key)
    }
  }
  const writers = [writer(), writer()]
  while (ground.facts.keys.length < 20) await sleep(20)
  const before = [...ground.facts.keys]
  const file = join(ground.folder, 'backup.gz')
  await command(ground, ['backup', file], {
    DATA_DIR: ground.dataDir,
    SECRET_KEY: secretOf(ground),
    ...(ground.databaseUrl && { DATABASE_URL: ground.databaseUrl }),
  })
  isWriting = false
  await Promise.all(writers)
  await server.stop()

  const dataDir = join(ground.folder, 'restored')
  mkdirSync(dataDir, { mode: 0o700 })
  const secret = secretOf(ground)
  const postgres = ground.databaseUrl ? undefined : await PostgresProcess.start(ground.folder)
  try {
    const databaseUrl = await postgres?.createDatabase()
    const env = { DATA_DIR: dataDir, SECRET_KEY: secret, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
    await command(ground, ['restore', file], env)
    const facts = { ...ground.facts, keys: before }
    await mustBeWhole({ ...ground, dataDir, databaseUrl, facts }, { env: { SECRET_KEY: secret } })
  } finally {
    await postgres?.stop()
  }
}

/** A first start or an upgrade that is killed again and again ends well when it is left alone. */
async function killedMigrations(ground: Ground): Promise<void> {
  const dataDir = join(ground.folder, 'new')
  const databaseUrl = ground.postgres && (await ground.postgres.createDatabase())
  const fresh = { ...ground, dataDir, databaseUrl }
  for (let kill = 0; kill < 4; kill++) {
    const server = await start(fresh)
    await Promise.race([sleep(300 + ground.random.below(3000)), server.exited])
    await server.kill()
  }
  const server = await start(fresh)
  await server.ready().catch((error) => ground.breach(`after killed migrations: ${error.message.slice(0, 500)}`))
  if (server.isRunning) {
    const { key } = await createKey(server, 'pro')
    if ((await send(server.url, 'GET', '/api/v1/me', { key })).status !== 200) ground.breach('a new key does not work')
    const sandbox = await send(server.url, 'GET', '/api/v1/building-links?address=1480+howe+st')
    if (sandbox.status >= 500) ground.breach(`the sandbox answers ${sandbox.status}`)
    ground.tally.starts += 1
  }
  await server.stop()
}

/** The clock of the running server jumps by hours, forward and back. */
async function clockJumps(ground: Ground): Promise<void> {
  const clock = ServerClock.shifted(join(ground.folder, 'clock'), 0)
  const server = await start(ground, clock.options({}))
  await server.ready()
  for (const hours of [3, -3, 0]) {
    await clock.set(hours * 3_600_000)
    const { key } = await createKey(server, 'pro')
    ground.facts.keys.push(key)
    await checkFacts(ground, server)
    const ready = await send(server.url, 'GET', '/readyz')
    if (ready.status !== 200) ground.breach(`after a jump of ${hours} h /readyz answers ${ready.status}`)
  }
  await server.stop()
  await mustBeWhole(ground)
}

export const CHANGE_TRIALS: readonly Trial[] = [
  { name: 'backup under load, restored on the other engine', databases: BOTH, run: backupUnderLoad },
  { name: 'killed migrations', databases: BOTH, run: killedMigrations },
  { name: 'clock jumps', databases: BOTH, run: clockJumps },
]
