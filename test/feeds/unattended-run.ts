// Reads a feed whose server has one fault in 15 requests, on the real clock, and checks what the account was told.
import { expect } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { pause } from '../../src/kernel/settled.ts'
import { keyOf } from '../support/reso-rows.ts'
import type { ResoFault } from '../support/reso-server.ts'
import { feedsStage, resoServer } from './feeds-stage.ts'

const FAULTS: readonly ResoFault[] = ['429', '500', 'html', 'replay', '401', 'bad row']
const REQUESTS_PER_FAULT = 15

/** Returns the seconds until every row was read, and the number of faults. */
export async function readUnattended(db: Database, rows: number): Promise<{ seconds: number; faults: number }> {
  const stage = await feedsStage(db, { clock: systemClock, pause })
  const { owner, feeds } = stage
  Object.assign(stage.allowance, { storedLimit: rows, lookups: 2 * rows })
  const server = await resoServer({ rows, rowsPerTime: 2, client: { id: 'me', secret: 's' } })
  server.rows.clock = () => Date.now()
  server.retryAfter = '1'
  let requests = 0
  let faults = 0
  const sometimes = () => (++requests % REQUESTS_PER_FAULT === 0 ? FAULTS[faults++ % FAULTS.length] : undefined)
  server.randomFault = sometimes
  const auth = { kind: 'client_credentials', token_url: server.tokenUrl, client_id: 'me', scope: null } as const
  const startedAt = performance.now()
  const id = await stage.add({ url: server.url, page_size: rows / 200, auth: { ...auth, client_secret: 's' } })
  const run = async (sweep = false) => {
    await feeds.runNow(owner, id, sweep)
    await feeds.worker.tick()
    await feeds.worker.settle()
    return stage.feed(id)
  }
  const told = async () => (await stage.told()).map(({ type, resource_id }) => `${type} ${resource_id}`)
  const stored = async () => (await stage.stored()).filter(({ gone_at }) => gone_at === null).map(({ key }) => key)

  // Everything but the bad rows, in one run.
  expect(await run()).toMatchObject({ status: 'active', problem: null, failures: 0 })
  const bad = [...server.rows.badTimes].map(keyOf)
  expect(await stored()).toEqual(server.rows.keys().filter((key) => !bad.includes(key)))
  expect((await feeds.get(owner, id)).set_aside).toMatchObject({ count: bad.length })
  for (const index of server.rows.badTimes) server.rows.change(index)
  await run()
  expect(await stored()).toEqual(server.rows.keys())
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  const seen = faults
  expect(await stage.runs(id)).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }])
  expect(await told()).toEqual([])

  const left = Array.from({ length: 20 }, (_, i) => i * 7)
  for (const index of left) server.rows.delete(index)
  for (let i = 0; i < 2; i++) await run(true)
  expect((await told()).sort()).toEqual(left.map((index) => `listing.gone ${keyOf(index)}`))

  server.randomFault = () => '404'
  for (let i = 0; i < 3; i++) expect(await run()).toMatchObject({ status: 'failing' })
  server.randomFault = sometimes
  for (let i = 0; i < 2; i++) expect(await run()).toMatchObject({ status: 'active' })
  for (let index = 0; index < rows * 0.4; index++) server.rows.delete(index)
  for (let i = 0; i < 2; i++) expect(await run(true)).toMatchObject({ status: 'active', held_sweep: {} })
  expect((await told()).slice(left.length)).toEqual([`feed.failing ${id}`, `feed.recovered ${id}`, `feed.held ${id}`])
  return { seconds, faults: seen }
}
