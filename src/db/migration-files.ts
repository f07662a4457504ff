// Reads migrations/NNNN-name.sql, numbered without gaps, with their checksums.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

const NAME = /^(\d{4})-[a-z0-9-]+\.sql$/
/** Each migration runs in one transaction, which these statements would end early. */
const TRANSACTION_CONTROL = /^\s*(begin|start transaction|commit|rollback|end)\s*;/im

export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(files.map((file, position) => readMigration(folder, file, position + 1)))
}

async function readMigration(folder: string, file: string, expected: number): Promise<Migration> {
  const version = Number(NAME.exec(file)?.[1])
  if (version !== expected) throw new Error(`migrations/${file}: the name must start with ${numberOf(expected)}-`)
  const sql = await readFile(join(folder, file), 'utf8')
  if (TRANSACTION_CONTROL.test(sql)) throw new Error(`migrations/${file} must not begin or end a transaction`)
  // Line ends depend on Git settings.
  const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
  return { version, name: file.replace(/\.sql$/, ''), sql, checksum }
}

export const numberOf = (version: number): string => String(version).padStart(4, '0')
