// Kills processes that read a changing feed, then compares what is stored with the server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { createAccount } from '../../src/access/accounts/accounts.ts'
import type { Database, DatabaseOptions } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { CRASH_POINTS } from '../../src/feeds/feed-run.ts'
import { insertFeed } from '../../src/feeds/feed-store.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { programOf } from '../support/child.ts'
import { keyOf } from '../support/reso-rows.ts'
import { RESO_FAULTS, ResoServer } from '../support/reso-server.ts'
import type { CrashOrder } from './crash-child.ts'
import { RESO } from './feeds-stage.ts'

export interface CrashPlan {
  readonly rows: number
  readonly pageSize: number
  readonly kills: number
  /** The most milliseconds until a kill at random. */
  readonly withinMs: number
}

const SECRET = 'a secret for feeds in crash tests, long enough'
/** A 30-second schedule takes 0.3 s. */
const SPEED = 100
const JUMP_MS = 9 * 60_000
const FAULT_RATE = 0.02
const DAY = '2026-01-01T00:00:00Z'

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

async function withDatabase<T>(options: DatabaseOptions, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(options)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Runs a child; kills it at random unless it dies at its crash point. Returns its exit code and heap sizes. */
async function runChild(
  order: CrashOrder,
  killAfterMs: number | null,
): Promise<{ code: number | null; heap: number[] }> {
  const child = spawn(process.execPath, [...programOf('feeds/crash-child'), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const heap: number[] = []
  let timer: NodeJS.Timeout | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'started' && killAfterMs !== null) timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    if (line.startsWith('heap ')) heap.push(Number(line.slice(5)))
  }
  const [code] = (await exited) as [number | null]
  clearTimeout(timer)
  return { code, heap }
}

/** Changes, adds and deletes rows, with a clock that jumps back, until it is stopped. */
function changeRows({ rows }: ResoServer): () => void {
  const timer = setInterval(() => {
    const index = Math.floor(Math.random() * rows.count)
    const choice = Math.random()
    if (choice < 0.2) rows.add()
    else if (choice < 0.25) rows.delete(index)
    else rows.change(index)
  }, 20)
  return () => clearInterval(timer)
}

/** Returns the heap sizes of the last children, one a second. */
export async function surviveDeaths(options: DatabaseOptions, plan: CrashPlan): Promise<number[]> {
  const server = await ResoServer.start({
    rows: plan.rows,
    rowsPerTime: 500,
    fieldsOf: (index, version) => ({ UnparsedAddress: `${100 + index} Main Street`, UnitNumber: String(version) }),
  })
  const epochMs = Date.now()
  const now = () => epochMs + (Date.now() - epochMs) * SPEED
  server.rows.clock = () => now() - Math.random() * JUMP_MS
  server.randomFault = () => (Math.random() < FAULT_RATE ? pick(RESO_FAULTS) : undefined)
  try {
    await withDatabase(options, (db) =>
      db.tx(async (tx) => {
        const { id: accountId } = await createAccount(tx, null, 'elite')
        const input = { ...RESO, url: server.url, page_size: plan.pageSize }
        await insertFeed(
          tx,
          { accountId, dataset: 'production' },
          input,
          createSecrets(SECRET),
          new Date(now()).toISOString(),
        )
      }),
    )
    const stopChanging = changeRows(server)
    const order = { options, secret: SECRET, epochMs, speed: SPEED }
    let deaths = 0
    for (let kill = 0; kill < plan.kills; kill++) {
      const isNamed = kill % 2 === 0
      const point = isNamed && {
        point: CRASH_POINTS[(kill / 2) % CRASH_POINTS.length]!,
        time: 1 + Math.floor(Math.random() * 4),
      }
      const { code } = await runChild({ ...order, ...point }, Math.random() * plan.withinMs)
      if (code === null) deaths += 1
      // The next child also sweeps, so that some deaths are in a sweep.
      await withDatabase(options, (db) => db.query.updateTable('feeds').set({ next_sweep_at: DAY }).execute())
    }
    stopChanging()
    server.randomFault = () => undefined
    // A sweep under way may have passed rows before they were deleted. The next one finds them.
    const finished = await runChild(order, null)
    await withDatabase(options, (db) => db.query.updateTable('feeds').set({ next_sweep_at: DAY }).execute())
    const { code, heap } = await runChild(order, null)
    expect([finished.code, code]).toEqual([0, 0])
    expect(deaths).toBeGreaterThan(plan.kills / 2)
    await withDatabase(options, (db) => compare(db, server))
    return [...finished.heap, ...heap]
  } finally {
    await server.stop()
  }
}

/** Nothing is missing, nothing is old, nothing was created twice, and exactly the deleted rows are gone. */
async function compare(db: Database, { rows }: ResoServer): Promise<void> {
  const listings = await db.query.selectFrom('listings').select(['key', 'hints', 'gone_at']).orderBy('key').execute()
  const present = listings.filter(({ gone_at }) => gone_at === null)
  const keys = rows.keys()
  expect(present.length).toBe(keys.length)
  const wrong = present.filter(({ key }, i) => key !== keys[i])
  expect(wrong).toEqual([])
  const old = present.filter(({ key, hints }) => {
    const index = Number(key.slice(1))
    return (hints as { unit: string }).unit !== String(rows.versionOf(index)) || keyOf(index) !== key
  })
  expect(old).toEqual([])
  const runs = await db.query.selectFrom('feed_runs').select('counts').execute()
  expect(runs.reduce((sum, { counts }) => sum + counts.created, 0)).toBe(listings.length)
}
