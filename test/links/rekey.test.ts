// Decisions stay in force when texts are read differently, also after a crash.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { MODEL } from '@plinth/matcher/internal/decide/model'
import { expect, it } from 'vitest'
import { Catalog } from '../../src/catalog/catalog.ts'
import type { DatabaseOptions } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { readerVersion } from '../../src/links/address-key.ts'
import { readDecision } from '../../src/links/desk/ledger-reads.ts'
import type { RekeyReport } from '../../src/links/desk/rekey-decisions.ts'
import { rekeyDecisions } from '../../src/links/desk/rekey-decisions.ts'
import { Links } from '../../src/links/links.ts'
import { VerifiedAddresses } from '../../src/links/verified-addresses.ts'
import { programOf } from '../support/child.ts'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'
import type { Stage } from './stage.ts'
import { stage, threeRows } from './stage.ts'

const clock = { now: () => Date.parse('2026-11-16T06:00:00Z') }
const CURRENT = readerVersion(MODEL.version)

/** Verifies an address, then stores it as an earlier reader would have. */
async function decidedByEarlierReader(
  { db, desk, object }: Stage,
  address: string,
  projectId: number,
  key: string,
  text = address,
): Promise<string> {
  const { id, version } = await object(address)
  const { decision } = await desk.decide(id, version, 'ana', { verdict: 'correct', projectId, note: 'seen on site' })
  await db.query
    .updateTable('link_decisions')
    .set({ address_key: key, text, reader_version: '1' })
    .where('id', '=', decision!.id)
    .execute()
  return decision!.id
}

/** A node that starts on this database. */
async function start({ db, links, verified }: Stage): Promise<RekeyReport> {
  const report = await rekeyDecisions({ db, links, clock })
  await verified.sync()
  return report
}

const keyOf = async ({ db }: Stage, id: string) =>
  (await db.query.selectFrom('link_decisions').select('address_key').where('id', '=', id).executeTakeFirstOrThrow())
    .address_key

const revisionOf = async ({ db }: Stage) =>
  (await db.query.selectFrom('links_revision').select('value').executeTakeFirstOrThrow()).value

const LANE = '7 Widmer Lane, Toronto, ON'
const LANE_AGAIN = '7 Widmer Ln, Toronto, ON'
const LANE_KEY = '7|widmer|lane||toronto|on'

forEachDatabase('decisions and another reader', (open) => {
  it('apply again after the start, and keep everything that was decided', async () => {
    const first = await stage(await open())
    const id = await decidedByEarlierReader(first, LANE, 1001, '7|widmer lane|||toronto|on')
    const before = await readDecision(first.db, id)
    const node = await stage(first.db)
    expect(node.first(LANE).method).not.toBe('verified')
    expect(await start(node)).toEqual({ read: 1, moved: 1, superseded: 0 })
    expect(node.first(LANE)).toMatchObject({ id: 1001, method: 'verified' })
    const { address_key, reader_version, revision, ...kept } = await readDecision(first.db, id)
    expect([address_key, reader_version]).toEqual([LANE_KEY, CURRENT])
    expect(before).toMatchObject(kept)
  })

  it('change nothing at the next start', async () => {
    const node = await stage(await open())
    await decidedByEarlierReader(node, LANE, 1001, '7|widmer lane|||toronto|on')
    await start(node)
    const revision = await revisionOf(node)
    expect(await start(node)).toEqual({ read: 0, moved: 0, superseded: 0 })
    expect(await revisionOf(node)).toBe(revision)
  })

  it('keep a key that lookups still find', async () => {
    const node = await stage(await open())
    const id = await decidedByEarlierReader(node, LANE, 1001, LANE_KEY)
    const revision = await revisionOf(node)
    expect(await start(node)).toMatchObject({ moved: 0 })
    expect([await keyOf(node, id), await revisionOf(node)]).toEqual([LANE_KEY, revision])
  })

  it('reach the caches of nodes that already run', async () => {
    const node = await stage(await open())
    await decidedByEarlierReader(node, LANE, 1001, '7|widmer lane|||toronto|on')
    const other = new VerifiedAddresses(node.db)
    await other.sync()
    expect(other.find('production', '7|widmer lane|||toronto|on')).toBeDefined()
    await start(node)
    await other.sync()
    expect(other.find('production', '7|widmer lane|||toronto|on')).toBeUndefined()
    expect(other.find('production', LANE_KEY)).toMatchObject({ projectId: 1001 })
    expect(other.size).toBe(1)
  })

  it('are read again when only the model changed', async () => {
    const node = await stage(await open())
    const id = await decidedByEarlierReader(node, LANE, 1001, 'another key')
    await node.db.query
      .updateTable('link_decisions')
      .set({ reader_version: readerVersion('m0') })
      .execute()
    await start(node)
    expect(await keyOf(node, id)).toBe(LANE_KEY)
  })

  it('on one address: the newest applies, the older one is superseded in the ledger with an event', async () => {
    const node = await stage(await open())
    const older = await decidedByEarlierReader(node, LANE, 1001, 'older key')
    const newer = await decidedByEarlierReader(node, '9 Widmer Mews, Toronto, ON', 1002, 'newer key', LANE_AGAIN)
    const events = (await node.events()).length
    expect(await start(node)).toMatchObject({ superseded: 1 })
    expect(node.first(LANE)).toMatchObject({ id: 1002, method: 'verified' })
    const [old, current] = [await readDecision(node.db, older), await readDecision(node.db, newer)]
    expect(old).toMatchObject({ state: 'superseded', project_id: 1001, text: LANE, note: 'seen on site' })
    expect(old.moves.at(-1)).toMatchObject({ from_state: 'verified', to_state: 'superseded', actor: 'plinth' })
    expect(current).toMatchObject({ state: 'verified', address_key: LANE_KEY, supersedes: older })
    const published = (await node.events()).slice(events)
    expect(published.map(({ type, resource_id }) => [type, resource_id])).toEqual([['building_link.verified', newer]])
  })

  it('may exchange their keys', async () => {
    const node = await stage(await open())
    const lane = await decidedByEarlierReader(node, LANE, 1001, 'passing key')
    const mews = await decidedByEarlierReader(node, '9 Widmer Mews, Toronto, ON', 1002, LANE_KEY)
    const mewsKey = '9|widmer|mews||toronto|on'
    await node.db.query.updateTable('link_decisions').set({ address_key: mewsKey }).where('id', '=', lane).execute()
    const running = new VerifiedAddresses(node.db)
    await running.sync()
    expect(await start(node)).toMatchObject({ moved: 2, superseded: 0 })
    expect([await keyOf(node, lane), await keyOf(node, mews)]).toEqual([LANE_KEY, mewsKey])
    await running.sync()
    expect(running.find('production', LANE_KEY)).toMatchObject({ projectId: 1001 })
    expect(running.find('production', mewsKey)).toMatchObject({ projectId: 1002 })
  })

  it('about a removed project apply again when it is back', async () => {
    const node = await stage(await open())
    await decidedByEarlierReader(node, LANE, 1001, '7|widmer lane|||toronto|on')
    await node.publish(threeRows().filter(({ key }) => key !== '20'))
    await start(node)
    expect(node.first(LANE).method).not.toBe('verified')
    await node.publish(threeRows())
    expect(node.first(LANE)).toMatchObject({ id: 1001, method: 'verified' })
  })

  it('wait while no data is published', async () => {
    const node = await stage(await open())
    const id = await decidedByEarlierReader(node, LANE, 1001, 'an old key')
    const unpublished = new Links(new Catalog({ db: node.db }))
    expect(await rekeyDecisions({ db: node.db, links: unpublished, clock })).toMatchObject({ read: 0 })
    expect(await keyOf(node, id)).toBe('an old key')
    expect(await start(node)).toMatchObject({ moved: 1 })
  })

  it('can be undone: the earlier decision is restored under the key of today', async () => {
    const node = await stage(await open())
    const { object, desk } = node
    const decide = async (projectId: number) => {
      const { id, version } = await object(LANE)
      return (await desk.decide(id, version, 'ana', { verdict: 'correct', projectId, note: null })).decision!.id
    }
    await decide(1001)
    const second = await decide(1002)
    await node.db.query
      .updateTable('link_decisions')
      .set({ address_key: 'an old key', reader_version: '1' })
      .where('kind', '=', 'correct')
      .execute()
    await start(node)
    await desk.undo(second, 'ana')
    expect(node.first(LANE)).toMatchObject({ id: 1001, method: 'verified' })
  })
})

/** Starts a node that is killed at this point. */
async function killedAt(options: DatabaseOptions, point: string): Promise<void> {
  const child = spawn(process.execPath, [...programOf('links/rekey-child'), JSON.stringify(options), point], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

forEachDatabase('a node that is killed while it reads decisions again', (_, kind) => {
  it('leaves every decision as it was, and the next start completes', async () => {
    const options = await databaseOptions(kind)
    const db = await openDatabase(options)
    const node = await stage(db)
    const older = await decidedByEarlierReader(node, LANE, 1001, 'older key')
    const newer = await decidedByEarlierReader(node, '9 Widmer Mews, Toronto, ON', 1002, 'newer key', LANE_AGAIN)
    const rows = (database: typeof db) =>
      database.query.selectFrom('link_decisions').selectAll().orderBy('id').execute()
    const before = await rows(db)
    await db.close()
    // The embedded database starts slowly.
    const points = kind === 'embedded' ? ['keys cleared'] : ['decisions superseded', 'keys cleared', 'keys written']
    for (const point of points) await killedAt(options, point)
    const after = await openDatabase(options)
    try {
      expect(await rows(after)).toEqual(before)
      const next = await stage(after)
      await start(next)
      expect(next.first(LANE)).toMatchObject({ id: 1002, method: 'verified' })
      expect((await readDecision(after, older)).state).toBe('superseded')
      expect((await readDecision(after, newer)).state).toBe('verified')
    } finally {
      await after.close()
    }
  })
})
