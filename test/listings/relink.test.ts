// Links of stored listings stay true on both databases, and every change is announced once.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MODEL } from '@plinth/matcher/internal/decide/model'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { Catalog } from '../../src/catalog/catalog.ts'
import { Links } from '../../src/links/links.ts'
import { ListingLinker } from '../../src/listings/link-listing.ts'
import { Listings } from '../../src/listings/listings.ts'
import { staleIds } from '../../src/listings/relink/pass-queue.ts'
import { readRows, relinkRows, writeRelinked } from '../../src/listings/relink/relink-rows.ts'
import { readBatchBodies } from '../../src/webhooks/payload-rows.ts'
import { amount } from '../support/amount.ts'
import { forEachDatabase } from '../support/databases.ts'
import { listing } from './listings-stage.ts'
import { surviveChanges } from './random-changes.ts'
import { currentVersion, house, newRelinker, relinkStage } from './relink-stage.ts'

const LIMIT = { storedLimit: 1000 }
const BLOOR = '10 Bloor St W, Toronto, ON'
const WIDMER = '7 Widmer Lane, Toronto, ON'
const [ONE, TWO, THREE] = [1000, 1001, 1002]
const three = () => [house('10', '10 Bloor St W'), house('20', '20 Bloor St W'), house('30', '30 Bloor St W')]

forEachDatabase('relinking', (open) => {
  it('links a listing again when its building appears, and leaves others alone', async () => {
    const { listings, owner, relinker, publish, announced } = await relinkStage(await open())
    await listings.upsertMany(owner, [listing('a', WIDMER), listing('b', BLOOR)], LIMIT)
    await relinker.settle()
    const before = await listings.get(owner, 'b')
    await publish([...three(), house('7', '7 Widmer Lane')])
    const asked = relinker.relinked
    await relinker.settle()
    expect(relinker.relinked - asked).toBe(1)
    expect((await listings.get(owner, 'a'))!.listing).toMatchObject({ outcome: 'matched', is_stale: false, version: 2 })
    expect((await listings.get(owner, 'b'))!.listing).toEqual(before!.listing)
    expect(await announced()).toMatchObject([
      { key: 'a', why: 'data', before: { project_id: null, outcome: 'no_match' }, after: { project_id: 1003 } },
    ])
  })

  it('announces the inverse changes of a rollback', async () => {
    const { listings, owner, relinker, publish, announced, rollBack, catalog } = await relinkStage(await open())
    await listings.upsertMany(owner, [listing('a', WIDMER)], LIMIT)
    await relinker.settle()
    const first = currentVersion(catalog)
    await publish([...three(), house('7', '7 Widmer Lane')])
    await relinker.settle()
    await rollBack(first)
    await relinker.settle()
    const [there, back] = await announced()
    expect(back).toMatchObject({ key: 'a', why: 'data', before: there!.after, after: there!.before })
    expect((await listings.get(owner, 'a'))!.listing).toMatchObject({ outcome: 'no_match', candidates: [] })
  })

  it('does not need an event per project: a rollback that is announced as a whole relinks the same listings', async () => {
    const { listings, owner, relinker, publish, announced, rollBack, catalog, compareWithAll } = await relinkStage(
      await open(),
    )
    await listings.upsertMany(owner, [listing('a', WIDMER)], LIMIT)
    await relinker.settle()
    const first = currentVersion(catalog)
    await publish([...three(), house('7', '7 Widmer Lane')])
    await relinker.settle()
    await rollBack(first, 0)
    await relinker.settle()
    expect(await announced()).toHaveLength(2)
    const { stored, computed } = await compareWithAll()
    expect(stored).toEqual(computed)
  })

  it('follows a verification and its revocation', async () => {
    const { listings, owner, relinker, announced, desk, object } = await relinkStage(await open())
    await listings.upsertMany(owner, [listing('a', WIDMER), listing('b', BLOOR)], LIMIT)
    await relinker.settle()
    const found = await object(WIDMER)
    const correct = { verdict: 'correct' as const, projectId: TWO, buildingId: undefined, note: 'seen' }
    const { decision } = await desk.decide(found.id, found.version, 'ana', correct)
    await relinker.settle()
    expect((await listings.get(owner, 'a'))!.links[0]).toMatchObject({ match_method: 'verified' })
    await desk.revoke(decision!.id, 'ana', 'wrong')
    await relinker.settle()
    expect(await announced()).toMatchObject([
      { key: 'a', why: 'verification', after: { project_id: TWO, recommended_action: 'accept' } },
      { key: 'a', why: 'verification', after: { project_id: null } },
    ])
  })

  it('follows a merge and its undoing', async () => {
    const { listings, owner, relinker, announced, merge, undoMerge } = await relinkStage(await open())
    await listings.upsertMany(owner, [listing('a', BLOOR), listing('b', '20 Bloor St W, Toronto')], LIMIT)
    await relinker.settle()
    const id = await merge(TWO, ONE)
    await relinker.settle()
    expect(await announced()).toMatchObject([{ key: 'b', why: 'merge', after: { project_id: ONE } }])
    await undoMerge(id)
    await relinker.settle()
    expect((await announced()).at(-1)).toMatchObject({ key: 'b', why: 'merge', after: { project_id: TWO } })
  })

  it('asks every listing again with another model', async () => {
    const stage = await relinkStage(await open())
    const { db, listings, owner, relinker, verified } = stage
    await listings.upsertMany(owner, [listing('a', BLOOR), listing('b', WIDMER)], LIMIT)
    await relinker.settle()
    const catalog = new Catalog({ db, model: { ...MODEL, version: 'another' } })
    await catalog.refresh()
    const later = newRelinker(db, new Links(catalog, verified))
    await later.settle()
    expect(later.relinked).toBe(2)
    const passes = await db.query
      .selectFrom('listing_passes')
      .select(['why', 'link_keys', 'total', 'done'])
      .orderBy('id')
      .execute()
    expect(passes.at(-1)).toEqual({ why: 'model', link_keys: null, total: 2, done: 2 })
    expect(await stage.announced()).toEqual([])
  })

  it('asks every listing again with other lists of streets', async () => {
    const { db, listings, owner, relinker, verified } = await relinkStage(await open())
    await listings.upsertMany(owner, [listing('a', BLOOR)], LIMIT)
    await relinker.settle()
    const streetsFolder = await mkdtemp(join(tmpdir(), 'plinth-streets-'))
    await writeFile(join(streetsFolder, 'guelph.tsv'), '# Guelph, ON\nBloor St W\n')
    const catalog = new Catalog({ db, streetsFolder })
    await catalog.refresh()
    const later = newRelinker(db, new Links(catalog, verified))
    await later.settle()
    expect(later.relinked).toBe(1)
    await rm(streetsFolder, { recursive: true })
    const { model_version } = (await listings.get(owner, 'a'))!
    expect(model_version).toBe(MODEL.version)
  })

  it('leaves the links to the model that started last', async () => {
    const { db, listings, owner, relinker, verified } = await relinkStage(await open())
    await listings.upsertMany(owner, [listing('a', BLOOR)], LIMIT)
    await relinker.settle()
    const catalog = new Catalog({ db, model: { ...MODEL, version: 'another' } })
    await catalog.refresh()
    const later = newRelinker(db, new Links(catalog, verified))
    await later.settle()
    const asked = relinker.relinked
    await relinker.settle()
    expect(relinker.relinked).toBe(asked)
    // a listing that the older process stores is linked again by the newer one
    await listings.upsertMany(owner, [listing('b', WIDMER)], LIMIT)
    await relinker.settle()
    await later.settle()
    expect(later.relinked).toBe(2)
    expect((await listings.get(owner, 'b'))!.listing).toMatchObject({ is_stale: false })
  })

  it('keeps the decision of the account until its project is gone', async () => {
    const { listings, owner, relinker, publish, announced } = await relinkStage(await open())
    await listings.upsertMany(owner, [listing('a', BLOOR)], LIMIT)
    await listings.decide(owner, 'a', { verdict: 'correct', project_id: THREE, by: 'per_1' })
    await publish([
      house('10', '10 Bloor St W', { storeys: 44 }),
      house('20', '20 Bloor St W'),
      house('30', '30 Bloor St W'),
    ])
    await relinker.settle()
    expect((await listings.get(owner, 'a'))!.links[0]).toMatchObject({ match_method: 'account' })
    await publish([house('10', '10 Bloor St W'), house('20', '20 Bloor St W')])
    await relinker.settle()
    expect((await listings.get(owner, 'a'))!.links[0]).toMatchObject({ match_method: 'auto' })
    expect((await announced()).at(-1)).toMatchObject({ before: { project_id: THREE }, after: { project_id: ONE } })
  })

  it('links a listing again that a process with older data stored', async () => {
    const stage = await relinkStage(await open())
    const { db, owner, relinker, publish, verified, announced } = stage
    await relinker.settle()
    const behind = new Catalog({ db })
    await behind.refresh()
    const links = new Links(behind, verified)
    const late = new Listings({ db, links, linker: new ListingLinker(links), clock: { now: () => Date.now() } })
    await publish([...three(), house('7', '7 Widmer Lane')])
    await relinker.settle()
    await late.upsertMany(owner, [listing('a', WIDMER)], LIMIT)
    expect((await late.get(owner, 'a'))!.listing).toMatchObject({ outcome: 'no_match', is_stale: true })
    // the process that is behind leaves it to others
    await newRelinker(db, links).tick()
    expect((await late.get(owner, 'a'))!.listing).toMatchObject({ is_stale: true })
    await relinker.settle()
    expect((await stage.listings.get(owner, 'a'))!.listing).toMatchObject({ outcome: 'matched', is_stale: false })
    expect(await announced()).toHaveLength(1)
  })

  it('asks a listing again that changed while it was linked', async () => {
    const stage = await relinkStage(await open())
    const { db, listings, links, owner, relinker, publish, announced } = stage
    await listings.upsertMany(owner, [listing('a', WIDMER)], LIMIT)
    await relinker.settle()
    await publish([...three(), house('7', '7 Widmer Lane')])
    const { id } = await db.query.selectFrom('listings').select('id').executeTakeFirstOrThrow()
    const rows = await relinkRows(new ListingLinker(links), 'production', await readRows(db, [id]), 'data')
    await listings.upsertMany(owner, [listing('a', WIDMER, { status: 'sold' })], LIMIT)
    expect(await db.tx((tx) => writeRelinked(tx, 'production', rows, new Date()))).toEqual([])
    expect(await staleIds(db, 'production', 10)).toEqual([id])
    await relinker.settle()
    expect((await listings.get(owner, 'a'))!.listing).toMatchObject({ outcome: 'matched', status: 'sold' })
    expect(await announced()).toHaveLength(1)
  })

  it('announces nothing when only the confidence moves a little', async () => {
    const { listings, owner, relinker, publish, announced, catalog } = await relinkStage(await open())
    await listings.upsertMany(owner, [listing('a', `905 - ${BLOOR}`)], LIMIT)
    await relinker.settle()
    await publish(three().map((row) => ({ ...row, postal_code: 'M5S 1W7' })))
    await relinker.settle()
    expect(relinker.relinked).toBeGreaterThan(0)
    expect(await announced()).toEqual([])
    expect(catalog.snapshot('production').version!.number).toBe(2)
  })

  it('deletes the announcements of a listing with it, also from a batch that waits to be sent', async () => {
    const { db, listings, owner, announced } = await relinkStage(await open())
    await listings.upsertMany(owner, [listing('a', WIDMER), listing('b', WIDMER)], LIMIT)
    await listings.upsertMany(owner, [listing('a', BLOOR), listing('b', BLOOR)], LIMIT)
    const changes = await announced()
    const created_at = new Date().toISOString()
    const payloads = changes.map(({ id, key }) => ({
      event_id: id,
      plan: 'pro',
      body: JSON.stringify({ key }),
      created_at,
    }))
    await db.query.insertInto('webhook_payloads').values(payloads).execute()
    await listings.remove(owner, 'a')
    expect((await announced()).map(({ key }) => key)).toEqual(['b'])
    const rows = await db.query.selectFrom('webhook_payloads').select('body').execute()
    expect(rows).toEqual([{ body: '{"key":"b"}' }])
    const { rows: stored } = await sql<{ last: number }>`select max(sequence) as last from events`.execute(db.query)
    const sequences = [stored[0]!.last - 1, stored[0]!.last]
    const batch = { id: 'whd_1', plan: 'pro', created_at, previous_sequence: null, sequences }
    const [body] = await readBatchBodies(db.query, [batch])
    expect(body).toContain('"key":"b"')
    expect(body).not.toContain('"key":"a"')
  })

  it('gives the same result as linking everything again, after random changes', async () => {
    for (let seed = 1; seed <= amount(1); seed++) await surviveChanges(await open(), seed, 12)
  })
})
