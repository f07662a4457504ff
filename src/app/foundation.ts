// Opens the data folder, the database and the secrets. Commands use it without loading the server.
import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Database, DatabaseOptions } from '../db/database.ts'
import { openDatabase } from '../db/database.ts'
import { isSameSecret } from '../db/instance.ts'
import { backupBeforeUpgrade } from '../db/upgrade-backup.ts'
import type { Config } from '../kernel/config.ts'
import { isIncluded } from '../kernel/config.ts'
import { Stop } from '../kernel/fault.ts'
import { randomBase62 } from '../kernel/ids.ts'
import type { SecretKey, Secrets } from '../kernel/secrets.ts'
import { createSecrets, discardNewKey, loadSecretKey } from '../kernel/secrets.ts'

export interface Foundation {
  readonly db: Database
  readonly secrets: Secrets
}

export const FILES = {
  operatorKey: 'operator-key',
  sandboxKey: 'sandbox-key',
  server: 'server.json',
  mail: 'mail.txt',
  history: 'history.json',
} as const

/** Unique for this process; identifies the holder of a lease. */
export const nodeName = `${hostname()}-${process.pid}-${randomBase62(8)}`

interface FoundationOptions extends Pick<DatabaseOptions, 'engine' | 'waitingThread' | 'poolMax'> {
  /** False: the operator has a backup. */
  readonly backup?: boolean
}

/** `options.engine`: the embedded engine of another process, which owns it. */
export async function openFoundation(
  config: Config,
  log: (message: string) => void,
  { backup = true, ...connection }: FoundationOptions = {},
): Promise<Foundation> {
  const { dataDir, databaseUrl: url, demonstration } = config
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const beforeUpgrade = async (database: Database, schema: string) => {
    if (backup) await backupBeforeUpgrade(database, dataDir, schema, log)
  }
  const template = isIncluded(demonstration, 'real') ? 'real' : 'cluster'
  const db = await openDatabase({ url, dataDir, log, beforeUpgrade, template, ...connection })
  try {
    const key = loadSecretKey(config.secretKey, config.dataDir)
    const secrets = createSecrets(key.value)
    if (!(await isSameSecret(db, secrets.fingerprint))) {
      discardNewKey(key)
      throw wrongSecret(config, key)
    }
    return { db, secrets }
  } catch (error) {
    await db.close()
    throw error
  }
}

function wrongSecret({ dataDir, secretKey }: Config, { newFile }: SecretKey): Stop {
  if (newFile)
    return new Stop(
      'incompatible',
      `The file ${newFile} is missing or empty, and this database was created with its key.`,
      'Put back your copy of the file. Without it, no API key, session or webhook secret of this database works.',
    )
  return new Stop(
    'incompatible',
    secretKey ? 'SECRET_KEY does not match this database.' : `The key in ${dataDir} does not match this database.`,
    'Use the same SECRET_KEY on every node. For the embedded database it is in the file secret-key in the data folder.',
  )
}
