// Backs up a database before its schema changes, for a return to the version before.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBackup } from './backup.ts'
import type { Database } from './database.ts'

const FOLDER = 'backups'

/** Writes `backups/before-upgrade-SCHEMA-TIME.backup` into the data folder; `schema` is the name of the old one. */
export async function backupBeforeUpgrade(
  db: Database,
  dataDir: string,
  schema: string,
  log: (message: string) => void,
): Promise<string> {
  const folder = join(dataDir, FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const file = join(folder, `before-upgrade-${schema}-${time}.backup`)
  await writeBackup(db.query, file)
  log(`backed up the database to ${file}`)
  return file
}
