// Opens the data folder, the database and the secrets. Commands use it without loading the server.
import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Database, DatabaseOptions } from '../db/database.ts'
import { openDatabase } from '../db/database.ts'
import { requireSameSecret } from '../db/instance.ts'
import type { Config } from '../kernel/config.ts'
import { randomBase62 } from '../kernel/ids.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { createSecrets, loadSecretKey } from '../kernel/secrets.ts'

export interface Foundation {
  readonly db: Database
  readonly secrets: Secrets
}

export const FILES = {
  operatorKey: 'operator-key',
  sandboxKey: 'sandbox-key',
  server: 'server.json',
  mail: 'mail.txt',
} as const

/** Unique for this process; identifies the holder of a lease. */
export const nodeName = `${hostname()}-${process.pid}-${randomBase62(8)}`

/** `connection.engine`: the embedded engine of another process, which owns it. */
export async function openFoundation(
  config: Config,
  log: (message: string) => void,
  connection: Pick<DatabaseOptions, 'engine' | 'poolMax'> = {},
): Promise<Foundation> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const db = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log, ...connection })
  try {
    const secrets = createSecrets(loadSecretKey(config.secretKey, config.dataDir))
    await requireSameSecret(db, secrets.fingerprint)
    return { db, secrets }
  } catch (error) {
    await db.close()
    throw error
  }
}
