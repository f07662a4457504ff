// plinth backup and plinth restore: one file, the same for both engines.
import { resolve } from 'node:path'
import { backup } from '../../db/backup.ts'
import { restore } from '../../db/restore.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import type { Printing } from '../printing.ts'
import { print } from '../printing.ts'
import { findServer } from '../running-server.ts'

export async function backupCommand(config: Config, name: string, options: Printing = {}): Promise<number> {
  const file = resolve(name)
  const server = await findServer(config)
  const rows = server ? await askServer(server, file) : (await backup(databaseOf(config), file)).rows
  print(
    options,
    { file, rows },
    `${file}: ${sum(rows)} rows of ${Object.keys(rows).length} tables`,
    'The secret key is not in it; keep a copy of that apart.',
  )
  return EXIT.ok
}

export async function restoreCommand(config: Config, name: string, options: Printing = {}): Promise<number> {
  if (await findServer(config)) throw new Stop('locked', 'the server is running', 'Stop it before you restore.')
  const { rows } = await restore(databaseOf(config), resolve(name))
  print(options, { rows }, `restored ${sum(rows)} rows of ${Object.keys(rows).length} tables`)
  return EXIT.ok
}

function databaseOf({ databaseUrl, dataDir }: Config): { url: string | undefined; dataDir: string } {
  return { url: databaseUrl, dataDir }
}

async function askServer(server: NonNullable<Awaited<ReturnType<typeof findServer>>>, file: string): Promise<Rows> {
  const response = await server.ask('POST', '/api/v1/operator/backup', { file })
  return ((await response.json()) as { data: { rows: Rows } }).data.rows
}

type Rows = Readonly<Record<string, number>>

function sum(rows: Rows): number {
  return Object.values(rows).reduce((total, count) => total + count, 0)
}
