// Checks that the server's settings make acknowledged writes survive a power failure.
import type pg from 'pg'
import { at } from '../kernel/at.ts'
import { Stop } from '../kernel/fault.ts'

const OLDEST_MAJOR = 15

/** [setting, check, advice]. Checked on both engines at every start. */
const REQUIRED: readonly (readonly [name: string, fine: (value: string) => boolean, advice: string])[] = [
  ['fsync', (value) => value === 'on', 'Set fsync = on.'],
  ['full_page_writes', (value) => value === 'on', 'Set full_page_writes = on.'],
  ['synchronous_commit', (value) => value !== 'off', 'Set synchronous_commit = on.'],
  ['server_encoding', (value) => value === 'UTF8', "Create the database with ENCODING 'UTF8'."],
  ['DateStyle', (value) => value.startsWith('ISO'), "Set datestyle = 'ISO'."],
]

export async function assertSettings(pool: pg.Pool): Promise<void> {
  const version = await show(pool, 'server_version')
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
    throw new Stop('incompatible', `The server is PostgreSQL ${version}.`, `Use PostgreSQL ${OLDEST_MAJOR} or newer.`)
  }
  for (const [name, isValid, advice] of REQUIRED) {
    const value = await show(pool, name)
    if (!isValid(value)) throw new Stop('incompatible', `The database runs with ${name} = ${value}.`, advice)
  }
}

async function show(pool: pg.Pool, name: string): Promise<string> {
  const result = await pool.query<[string]>({ text: `show ${name}`, rowMode: 'array' })
  return at(result.rows, 0)[0]
}
