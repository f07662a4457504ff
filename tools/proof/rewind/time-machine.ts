// Copies the database of running nodes, and puts the copy in its place later.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Pair } from '../nodes/pair.ts'

export interface TimeMachine {
  copy(): Promise<void>
  goBack(): Promise<void>
}

export const timeMachineOf = (pair: Pair): TimeMachine => (pair.postgres ? onPostgres(pair) : onEmbedded(pair))

/** The nodes run on: their connections end, as in a failover to a standby that lagged behind. */
function onPostgres({ postgres, databaseUrl }: Pair): TimeMachine {
  const name = new URL(databaseUrl!).pathname.slice(1)
  const run = async (...statements: string[]) => {
    for (const statement of statements) await postgres!.execute('postgres', statement)
  }
  const alone = (...statements: string[]) =>
    run(
      `alter database ${name} with allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      ...statements,
      `alter database ${name} with allow_connections true`,
    )
  return {
    copy: () => alone(`drop database if exists ${name}_copy`, `create database ${name}_copy template ${name}`),
    goBack: () => alone(`drop database ${name} with (force)`, `alter database ${name}_copy rename to ${name}`),
  }
}

/** The engine runs in the node, which must be stopped meanwhile; the rest of its folder stays as it is. */
function onEmbedded(pair: Pair): TimeMachine {
  const database = join(pair.first.dataDir, 'embedded')
  const copy = join(pair.run.folder, 'copy')
  const replace = (from: string, to: string) => {
    rmSync(to, { recursive: true, force: true })
    cpSync(from, to, { recursive: true })
  }
  const whileStopped = async (work: () => void) => void (await pair.restart(0, work))
  return {
    copy: () => whileStopped(() => replace(database, copy)),
    goBack: () => whileStopped(() => replace(copy, database)),
  }
}
