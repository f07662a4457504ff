// Changes buildings under stored listings, and measures until their links are true again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../src/db/database.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { publishChangedBuildings } from './listing-lines.ts'

export const CHANGED = 100

export interface Relinked {
  readonly firstEventMs: number
  readonly doneMs: number
  readonly asked: number
  readonly announced: number
}

async function publishChanges(db: Database): Promise<number> {
  const ids = await db.query
    .selectFrom('records')
    .select('id')
    .where('dataset', '=', 'production')
    .where('kind', '=', 'project')
    .where('until', 'is', null)
    .orderBy('id')
    .execute()
  const step = Math.floor(ids.length / CHANGED)
  return publishChangedBuildings(
    db,
    Array.from({ length: CHANGED }, (_, i) => ids[i * step]!.id),
  )
}

const passTo = (db: Database, version: number) =>
  db.query.selectFrom('listing_passes').selectAll().where('to_version', '=', version).executeTakeFirst()

export async function changeBuildings(db: Database): Promise<Relinked> {
  const version = await publishChanges(db)
  const committed = performance.now()
  const events = db.query.selectFrom('events').where('type', '=', 'listing.link_changed')
  while (!(await events.select('id').limit(1).executeTakeFirst())) await sleep(20)
  const firstEventMs = performance.now() - committed
  let found = await passTo(db, version)
  for (; !found?.finished_at; found = await passTo(db, version)) await sleep(50)
  const { done, changed } = found
  return { firstEventMs, doneMs: performance.now() - committed, asked: done, announced: changed }
}

const SETTLED_MS = 5000

/**
 * The embedded database belongs to the server while it runs, so the change is published while it is stopped. Times count
 * from the moment the server answers again.
 */
export async function changeBuildingsOffline(
  open: () => Promise<Database>,
  start: () => Promise<ServerProcess>,
  key: string,
): Promise<Relinked> {
  const before = await open()
  const version = await publishChanges(before)
  await before.close()
  const server = await start()
  const started = performance.now()
  while ((await changesOf(server, key)) === 0) await sleep(20)
  const firstEventMs = performance.now() - started
  let [known, lastMs] = [0, firstEventMs]
  while (performance.now() - started < lastMs + SETTLED_MS) {
    const now = await changesOf(server, key)
    if (now !== known) [known, lastMs] = [now, performance.now() - started]
    await sleep(100)
  }
  await server.stop()
  const after = await open()
  const pass = await passTo(after, version)
  await after.close()
  if (!pass?.finished_at) throw new Error('Relinking was not finished when no more changes came.')
  return { firstEventMs, doneMs: lastMs, asked: pass.done, announced: pass.changed }
}

/** How many changes the account can read. */
async function changesOf(server: ServerProcess, key: string): Promise<number> {
  const { status, text, body } = await send(server.url, 'GET', '/api/v1/listings/changes?since=0&limit=1000', { key })
  if (status !== 200) throw new Error(`${status}: ${text}`)
  return body.data.length
}
