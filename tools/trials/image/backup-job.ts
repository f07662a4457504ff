// Runs the backup job of compose.yaml once in the image.
import { chownSync, copyFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ImageConfig } from './program.ts'
import { command, imageProgram, makeDataDir } from './program.ts'
import { check } from './steps.ts'

const SCRIPT = fileURLToPath(new URL('../../../deploy/daily-backup.sh', import.meta.url))
const DAY_S = 86_400

export async function runBackupJob(
  root: string,
  { config }: ImageConfig,
  folder: string,
  databaseUrl: string,
): Promise<void> {
  const dataDir = makeDataDir(join(folder, 'backup'))
  copyFileSync(SCRIPT, join(dataDir, 'daily-backup'))
  // As old as the job keeps, and a day older than that.
  const [kept, deleted] = ['plinth-kept.backup', 'plinth-deleted.backup']
  for (const [name, days] of [
    [kept, 13],
    [deleted, 15],
  ] as const) {
    const file = join(dataDir, name)
    const time = Date.now() / 1000 - days * DAY_S
    writeFileSync(file, '')
    utimesSync(file, time, time)
  }
  for (const name of readdirSync(dataDir)) chownSync(join(dataDir, name), 1000, 1000)
  const shell = imageProgram(root, { config: { ...config, Entrypoint: ['/bin/sh'] } })
  await command(shell, { dataDir, databaseUrl }, '/data/daily-backup', '/data', '--once')
  const files = readdirSync(dataDir).filter((name) => name.endsWith('.backup'))
  check(files.includes(kept) && !files.includes(deleted), 'the job keeps 14 days', files)
  const made = files.filter((name) => name !== kept)
  check(made.length === 1 && statSync(join(dataDir, made[0]!)).size > 0, 'the job makes one backup', files)
}
