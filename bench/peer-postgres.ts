// PostgreSQL's pg_trgm as a peer, if installed: a temporary cluster over a Unix socket.

import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Peer, PeerAnswer, PeerBuilding } from './peers.ts'
import { normalise } from './peers.ts'

const ROOT = '/usr/lib/postgresql'

function binaries(): string | null {
  if (!existsSync(ROOT)) return null
  const version = readdirSync(ROOT).sort().at(-1)
  return version && existsSync(join(ROOT, version, 'bin', 'initdb')) ? join(ROOT, version, 'bin') : null
}

/** PostgreSQL refuses to run as root, so root runs it as `postgres` or `nobody`. */
function postgresUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const line =
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((l) => l.startsWith('postgres:') || l.startsWith('nobody:')) ?? ''
  const [, , uid, gid] = line.split(':')
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

/** Returns null when PostgreSQL is not installed. */
export async function postgresPeer(buildings: readonly PeerBuilding[]): Promise<Peer | null> {
  const bin = binaries()
  if (!bin) return null
  const folder = mkdtempSync(join(tmpdir(), 'plinth-trgm-'))
  const user = postgresUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const run = (program: string, ...args: string[]) =>
    spawnSync(join(bin, program), args, { ...(user ?? {}), cwd: folder, stdio: 'ignore' }).status === 0
  const data = join(folder, 'data')
  const stop = async (): Promise<void> => {
    run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
    rmSync(folder, { recursive: true, force: true })
  }
  if (
    !run('initdb', '-D', data, '-U', 'bench', '-A', 'trust', '--no-sync') ||
    !run(
      'pg_ctl',
      '-D',
      data,
      '-w',
      '-l',
      join(folder, 'log'),
      '-o',
      `-k ${folder} -c listen_addresses= -c fsync=off`,
      'start',
    )
  ) {
    await stop()
    return null
  }
  const client = new pg.Client({ host: folder, user: 'bench', database: 'postgres' })
  await client.connect()
  await client.query('CREATE EXTENSION pg_trgm')
  await client.query('CREATE TABLE b (key text, number int, line text)')
  const rows = buildings.map((b) => ({
    key: b.key,
    line: `${normalise(b.line)} ${normalise(b.city)} ${normalise(b.name ?? '')}`.trim(),
  }))
  await client.query(
    "INSERT INTO b SELECT key, NULLIF(regexp_replace(split_part(line, ' ', 1), '\\D', '', 'g'), '')::int, line FROM json_to_recordset($1) AS r(key text, line text)",
    [JSON.stringify(rows)],
  )
  await client.query('CREATE INDEX ON b (number)')
  await client.query('ANALYZE b')
  const find = async (text: string, city: string | null): Promise<PeerAnswer | null> => {
    const clean = normalise(`${text} ${city ?? ''}`)
    const numbers = clean
      .split(' ')
      .filter((w) => /^\d{1,9}$/.test(w))
      .map(Number)
      .filter((n) => n < 2 ** 31)
    const { rows: found } = await client.query({
      name: 'find',
      text: 'SELECT key, similarity(line, $1) AS score FROM b WHERE number = ANY($2) ORDER BY score DESC LIMIT 1',
      values: [clean, numbers],
    })
    return found[0] ? { key: found[0].key, score: Number(found[0].score) } : null
  }
  const close = async (): Promise<void> => {
    await client.end()
    await stop()
  }
  return { name: 'pg_trgm + normaliser + number filter', limit: 3000, find, close }
}
