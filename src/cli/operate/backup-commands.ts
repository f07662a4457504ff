// plinth backup and plinth restore
import { resolve } from 'node:path'
import { backup } from '../../db/backup.ts'
import { restore } from '../../db/restore.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import type { OutputOptions } from '../terminal/output.ts'
import { print } from '../terminal/output.ts'
import { ShareLine } from '../terminal/progress-bar.ts'
import { findServer } from '../terminal/running-server.ts'

type RowCounts = Readonly<Record<string, number>>

export async function backupCommand(config: Config, name: string, options: OutputOptions = {}): Promise<number> {
  const file = resolve(name)
  const server = await findServer(config)
  const line = new ShareLine(process.stderr)
  const onProgress = (done: number, total: number) =>
    line.show(done / Math.max(1, total), () => `${done.toLocaleString('en-CA')} rows`)
  const { rows } = await (server
    ? server.requestData<{ rows: RowCounts }>('POST', '/api/v1/operator/backup', { file })
    : backup(databaseOptions(config), file, onProgress)
  ).finally(() => line.clear())
  print(
    options,
    { file, rows },
    `${file}: ${rowsInTables(rows)}`,
    'The backup does not contain the secret key. Keep a copy of the key in a different place.',
  )
  return EXIT.ok
}

export async function restoreCommand(config: Config, name: string, options: OutputOptions = {}): Promise<number> {
  if (await findServer(config)) throw new Stop('locked', 'the server is running', 'Stop it before you restore.')
  const { rows } = await restore(databaseOptions(config), resolve(name))
  print(options, { rows }, `restored ${rowsInTables(rows)}`)
  return EXIT.ok
}

function databaseOptions({ databaseUrl, dataDir }: Config): { url: string | undefined; dataDir: string } {
  return { url: databaseUrl, dataDir }
}

function rowsInTables(rows: RowCounts): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return `${total} rows in ${Object.keys(rows).length} tables`
}
