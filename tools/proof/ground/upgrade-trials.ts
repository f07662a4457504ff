// Trials that upgrade the data of an older version and kill the upgrade.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import type { Ground, Trial } from './ground.ts'
import { mustBeWhole, query, start, writeFacts } from './ground.ts'

const KILLS = 5
/** Two migrations follow each other within milliseconds. */
const BETWEEN_MIGRATIONS_MS = 60
/** The work of a start after its migrations. */
const AFTER_MIGRATIONS_MS = 3000

const SHAPE = `
  select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as part
    from information_schema.columns where table_schema = 'public'
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select 'migration ' || name from schema_migrations
  order by 1`

const migrationsIn = (server: ServerProcess) => server.output().split('migrated the database to').length - 1

/** Returns after some migrations, or when the process has ended. */
async function untilSomeMigrations(ground: Ground, server: ServerProcess): Promise<void> {
  const migrations = ground.random.below(4)
  while (server.isRunning && migrationsIn(server) < migrations) {
    // Everything is migrated already.
    if ((await send(server.url, 'GET', '/readyz', { timeoutMs: 1000 })).status === 200) return
    await sleep(2)
  }
  await sleep(ground.random.below(migrations === 0 ? AFTER_MIGRATIONS_MS : BETWEEN_MIGRATIONS_MS))
}

async function killedUpgrade(ground: Ground): Promise<void> {
  const dataDir = join(ground.folder, 'older')
  mkdirSync(dataDir, { mode: 0o700 })
  const place = { dataDir, databaseUrl: await ground.postgres?.createDatabase() }
  const older = await start({ ...ground, ...place, run: { ...ground.run, build: ground.run.olderBuild! } })
  await older.ready()
  const facts = await writeFacts(older)
  // Some upgrades follow a crash of the older version.
  if (ground.random.chance(0.5)) await older.stop()
  else await older.kill()
  const upgraded: Ground = { ...ground, ...place, facts }
  for (let kill = 0; kill < KILLS; kill++) {
    const command = ground.random.pick(['serve', 'migrate'])
    const server = await start(upgraded, { command, env: { LOG_LEVEL: 'info' } })
    await untilSomeMigrations(upgraded, server)
    await server.kill()
    ground.tally.migrations += migrationsIn(server)
    ground.tally.kills += 1
  }
  await mustBeWhole(upgraded)
  await mustHaveSchemaOf(upgraded, ground)
}

async function mustHaveSchemaOf(upgraded: Ground, fresh: Ground): Promise<void> {
  const partsOf = async (ground: Ground) => (await query(ground, SHAPE)).map((row) => (row as { part: string }).part)
  const [is, shouldBe] = [await partsOf(upgraded), await partsOf(fresh)]
  const missing = shouldBe.filter((part) => !is.includes(part))
  const extra = is.filter((part) => !shouldBe.includes(part))
  if (missing.length + extra.length > 0 || is.length < 100)
    upgraded.breach(`the schema is not that of a new database: without ${missing.join(', ')}; with ${extra.join(', ')}`)
}

export const UPGRADE_TRIALS: readonly Trial[] = [
  {
    name: 'killed upgrade from an older version',
    databases: ['embedded', 'postgres'],
    impossible: ({ olderBuild }) => (olderBuild ? undefined : 'needs an older build: --from FOLDER'),
    run: killedUpgrade,
  },
]
