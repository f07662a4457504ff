// Stored listings on both databases: upserts, limits, billing, filters and deletion.
import { expect, it } from 'vitest'
import { Fault } from '../../src/kernel/fault.ts'
import type { OperationResult } from '../../src/listings/listing-types.ts'
import { forEachDatabase } from '../support/databases.ts'
import { listing, listingsStage } from './listings-stage.ts'

const LIMIT = { storedLimit: 100 }
const NOWHERE = '77 Forgotten Lane, Toronto, ON'

const summary = (results: readonly OperationResult[]) =>
  results.map((result) => ('fault' in result ? result.fault.code : result.change))
const lookups = (results: readonly OperationResult[]) =>
  results.map((result) => ('lookups' in result ? result.lookups : null))

forEachDatabase('listings', (open) => {
  it('stores a listing with its link, and reads the same listing back', async () => {
    const { listings, owner, address } = await listingsStage(await open())
    const input = listing('a', address, {
      hints: { city: 'Toronto', latitude: 43.6, longitude: -79.4 },
      attributes: { x: [1] },
    })
    const [result] = await listings.upsertMany(owner, [input], LIMIT)
    const read = await listings.get(owner, 'a')
    expect(result).toMatchObject({ change: 'created', lookups: 0 })
    expect(read!.listing).toEqual((result as { listing: unknown }).listing)
    expect(read!.links[0]).toMatchObject({ match_method: 'auto', target: { canonical_mls_address: address } })
    expect(read!.dataset_version).toMatch(/^\d{4}-/)
  })

  it('writes nothing for the same listing, and keeps the link when only details change', async () => {
    const { listings, owner, address } = await listingsStage(await open())
    await listings.upsertMany(owner, [listing('a', address)], LIMIT)
    const first = (await listings.get(owner, 'a'))!.listing
    expect(summary(await listings.upsertMany(owner, [listing('a', address)], LIMIT))).toEqual(['unchanged'])
    expect((await listings.get(owner, 'a'))!.listing).toEqual(first)
    const change = await listings.upsertMany(owner, [listing('a', address, { status: 'sold', feed: 'mine' })], LIMIT)
    const second = (await listings.get(owner, 'a'))!.listing
    expect(summary(change)).toEqual(['updated'])
    expect(second).toMatchObject({ status: 'sold', feed_id: 'mine', version: 2, linked_at: first.linked_at })
    expect(second).toEqual((change[0] as { listing: unknown }).listing)
  })

  it('stores a write whole when the listing is deleted and created again meanwhile', async () => {
    const { listings, owner, address } = await listingsStage(await open())
    await listings.upsertMany(owner, [listing('a', address)], LIMIT)
    const prepared = await listings.prepare(owner, [listing('a', address, { attributes: { price: 1 } })])
    await listings.remove(owner, 'a')
    await listings.upsertMany(owner, [listing('a', NOWHERE)], LIMIT)
    expect(summary(await listings.commit(owner, prepared, LIMIT))).toEqual(['updated'])
    expect((await listings.get(owner, 'a'))!.listing).toMatchObject({ address, attributes: { price: 1 } })
  })

  it('links again when the address changes', async () => {
    const { listings, owner, address } = await listingsStage(await open())
    await listings.upsertMany(owner, [listing('a', NOWHERE)], LIMIT)
    expect((await listings.get(owner, 'a'))!.listing).toMatchObject({ outcome: 'no_match', candidates: [] })
    expect(summary(await listings.upsertMany(owner, [listing('a', address)], LIMIT))).toEqual(['updated'])
    expect((await listings.get(owner, 'a'))!.listing).toMatchObject({ outcome: 'matched', version: 2 })
  })

  it('applies operations on one key in order', async () => {
    const { listings, owner, address } = await listingsStage(await open())
    const operations = [
      listing('a', NOWHERE),
      listing('b', address),
      listing('a', address),
      { key: 'b', remove: true },
      { key: 'none', remove: true },
    ] as const
    const prepared = await listings.prepare(owner, operations)
    const results = await listings.commit(owner, prepared, LIMIT)
    expect(summary(results)).toEqual(['created', 'created', 'updated', 'deleted', 'not_found'])
    expect((await listings.get(owner, 'a'))!.listing.address).toBe(address)
    expect(await listings.get(owner, 'b')).toBeUndefined()
  })

  it('stores everything once when two writers send the same keys at the same time', async () => {
    const db = await open()
    const { listings, owner, address } = await listingsStage(db)
    const rows = Array.from({ length: 20 }, (_, i) => listing(`k${i}`, address))
    const prepared = [await listings.prepare(owner, rows), await listings.prepare(owner, rows)] as const
    const results = await Promise.all(prepared.map((one) => listings.commit(owner, one, LIMIT)))
    expect(results.map(summary).map((list) => new Set(list).size)).toEqual([1, 1])
    expect(results.flatMap(summary).toSorted().slice(0, 20)).toEqual(rows.map(() => 'created'))
    const counted = await db.query.selectFrom('listing_accounts').select('stored').execute()
    expect(counted).toEqual([{ stored: 20 }])
  })

  it('refuses listings over the limit of the plan and stores the others', async () => {
    const { listings, owner, address } = await listingsStage(await open())
    const rows = ['a', 'b', 'c'].map((key) => listing(key, address))
    expect(summary(await listings.upsertMany(owner, rows, { storedLimit: 2 }))).toEqual([
      'created',
      'created',
      'plan_limit',
    ])
    expect(summary(await listings.upsertMany(owner, [listing('a', NOWHERE)], { storedLimit: 2 }))).toEqual(['updated'])
    await listings.remove(owner, 'b')
    expect(summary(await listings.upsertMany(owner, [rows[2]!], { storedLimit: 2 }))).toEqual(['created'])
  })

  it('bills a changed address and a second first load, but never a missing building', async () => {
    const { listings, owner, address } = await listingsStage(await open())
    const limit = { storedLimit: 2 }
    expect(lookups(await listings.upsertMany(owner, [listing('a', address), listing('b', NOWHERE)], limit))).toEqual([
      0, 0,
    ])
    expect(lookups(await listings.upsertMany(owner, [listing('b', address)], limit))).toEqual([1])
    expect(lookups(await listings.upsertMany(owner, [listing('b', NOWHERE)], limit))).toEqual([0])
    await listings.remove(owner, 'b')
    expect(lookups(await listings.upsertMany(owner, [listing('c', address)], limit))).toEqual([0])
    await listings.remove(owner, 'c')
    expect(lookups(await listings.upsertMany(owner, [listing('d', address)], limit))).toEqual([1])
  })

  it('stores nothing that the quota cannot pay for', async () => {
    const { listings, owner, address } = await listingsStage(await open())
    const options = {
      storedLimit: 10,
      requireLookups: (used: number) => {
        if (used >= 1) throw new Fault('quota_exceeded')
      },
    }
    await listings.upsertMany(owner, [listing('a', NOWHERE), listing('b', NOWHERE)], options)
    const results = await listings.upsertMany(owner, [listing('a', address), listing('b', address)], options)
    expect(summary(results)).toEqual(['updated', 'quota_exceeded'])
    expect((await listings.get(owner, 'b'))!.listing.address).toBe(NOWHERE)
  })

  it('stores nothing when the hook after the write throws', async () => {
    const { listings, owner, address } = await listingsStage(await open())
    const afterWrite = async () => {
      throw new Error('cursor not moved')
    }
    await expect(listings.upsertMany(owner, [listing('a', address)], { ...LIMIT, afterWrite })).rejects.toThrow(
      'cursor',
    )
    expect(await listings.get(owner, 'a')).toBeUndefined()
  })

  it('refuses to replace a listing that a feed owns, and lets the feed replace it', async () => {
    const { listings, owner, address } = await listingsStage(await open())
    await listings.upsertMany(owner, [listing('a', NOWHERE, { feed: 'feed_1' })], LIMIT)
    expect(summary(await listings.upsertMany(owner, [listing('a', address)], LIMIT))).toEqual(['state_conflict'])
    expect(summary(await listings.upsertMany(owner, [listing('a', address, { feed: 'feed_1' })], LIMIT))).toEqual([
      'updated',
    ])
  })

  it('marks a listing as stale when its data is older than the links must be', async () => {
    const db = await open()
    const { listings, owner, address } = await listingsStage(db)
    const prepared = await listings.prepare(owner, [listing('a', address)])
    await db.query
      .updateTable('listing_sync')
      .set({ version_number: 99, model_version: 'x' })
      .where('dataset', '=', 'production')
      .execute()
    await listings.commit(owner, prepared, LIMIT)
    expect((await listings.get(owner, 'a'))!.listing.is_stale).toBe(true)
  })

  it('keeps accounts and datasets apart', async () => {
    const { listings, owner, other, address } = await listingsStage(await open())
    const sandbox = { ...owner, dataset: 'sandbox' } as const
    await listings.upsertMany(owner, [listing('a', address, { feed: 'mine' })], LIMIT)
    for (const stranger of [other, sandbox]) {
      expect(await listings.get(stranger, 'a')).toBeUndefined()
      expect((await listings.list(stranger, { feed: 'mine' }, { limit: 10 })).listings).toEqual([])
      expect(await listings.remove(stranger, 'a')).toBe(false)
      expect(await listings.removeFeed(stranger, 'mine')).toBe(0)
    }
    expect(await listings.get(owner, 'a')).toBeDefined()
  })

  it('filters and pages in the order of the keys', async () => {
    const { listings, owner, address } = await listingsStage(await open())
    const rows = ['b', 'C', 'a', 'd'].map((key, i) =>
      listing(key, i < 3 ? address : NOWHERE, { status: i === 0 ? 'sold' : null, feed: i === 1 ? 'x' : null }),
    )
    await listings.upsertMany(owner, rows, LIMIT)
    const keys = async (filters: object, page = { limit: 10 } as { limit: number; after?: string }) =>
      (await listings.list(owner, filters, page)).listings.map(({ listing: { key } }) => key)
    expect(await keys({})).toEqual(['C', 'a', 'b', 'd'])
    expect(await keys({}, { limit: 2, after: 'C' })).toEqual(['a', 'b'])
    expect((await listings.list(owner, {}, { limit: 3 })).hasMore).toBe(true)
    expect((await listings.list(owner, {}, { limit: 4 })).hasMore).toBe(false)
    const { project_id, building_id } = (await listings.get(owner, 'a'))!.links[0]!.target
    expect(await keys({ project_id })).toEqual(['C', 'a', 'b'])
    expect(await keys({ project_id: project_id + 1 })).toEqual([])
    expect(await keys({ building_id: building_id! })).toEqual(['C', 'a', 'b'])
    expect(await keys({ unit: '1203' })).toEqual([])
    expect(await keys({ outcome: ['no_match'] })).toEqual(['d'])
    expect(await keys({ recommended_action: ['accept', 'review'] })).toEqual(['C', 'a', 'b'])
    expect(await keys({ min_confidence: 0.5 })).toEqual(['C', 'a', 'b'])
    expect(await keys({ feed: 'x' })).toEqual(['C'])
    expect(await keys({ status: 'sold' })).toEqual(['b'])
    expect(await keys({ updated_since: '2100-01-01' })).toEqual([])
    expect(await keys({ linked_since: '2000-01-01' })).toEqual(['C', 'a', 'b', 'd'])
  })

  it('deletes the listings of a feed and counts them', async () => {
    const { listings, owner, address } = await listingsStage(await open())
    await listings.upsertMany(owner, [listing('a', address, { feed: 'x' }), listing('b', address)], LIMIT)
    expect([await listings.removeFeed(owner, 'x'), await listings.removeFeed(owner, 'x')]).toEqual([1, 0])
    expect((await listings.list(owner, {}, { limit: 9 })).listings).toHaveLength(1)
  })

  it('explains every candidate that the matcher found', async () => {
    const { listings, owner, address } = await listingsStage(await open())
    await listings.upsertMany(owner, [listing('a', address)], LIMIT)
    const read = (await listings.get(owner, 'a'))!
    const [explained] = listings.explain(owner, read).links
    expect(read.links[0]!.evidence).toBeUndefined()
    expect(explained).toMatchObject({ target: read.links[0]!.target, match_method: 'auto' })
    expect(explained!.evidence!.map(({ component }) => component)).toContain('civic_number')
    expect(explained!.summary!.en).not.toBe('')
  })

  it('deletes listings that left their feed long ago, and keeps the others', async () => {
    const db = await open()
    const { listings, owner, other, address } = await listingsStage(db)
    for (const account of [owner, other])
      await listings.upsertMany(account, [listing('a', address), listing('b', address), listing('c', address)], LIMIT)
    const leave = (key: string, gone_at: string) =>
      db.query.updateTable('listings').set({ gone_at }).where('key', '=', key).execute()
    await leave('a', '2026-01-01T00:00:00Z')
    await leave('b', '2026-03-01T00:00:00Z')
    await listings.deleteGone(new Date('2026-02-01T00:00:00Z'))
    for (const account of [owner, other]) {
      const { listings: left } = await listings.list(account, {}, { limit: 9 })
      expect(left.map((one) => one.listing.key)).toEqual(['b', 'c'])
    }
    expect(await db.query.selectFrom('listing_accounts').select('stored').execute()).toEqual([
      { stored: 2 },
      { stored: 2 },
    ])
  })

  it('does not tell curators about a listing', async () => {
    const db = await open()
    const { listings, owner, asks } = await listingsStage(db)
    await listings.upsertMany(owner, [listing('a', '12 King, Toronto'), listing('b', NOWHERE)], LIMIT)
    await asks.flush()
    expect(await db.query.selectFrom('link_cases').selectAll().execute()).toEqual([])
  })
})
