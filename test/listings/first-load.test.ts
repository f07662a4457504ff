// The first load of an account: many new listings at once, which are expected to be new.
import { expect, it } from 'vitest'
import type { ListingOperation, OperationResult } from '../../src/listings/listing-types.ts'
import { forEachDatabase } from '../support/databases.ts'
import type { ListingsStage } from './listings-stage.ts'
import { listing, listingsStage } from './listings-stage.ts'

const LIMIT = { storedLimit: 100 }
const NOWHERE = '77 Forgotten Lane, Toronto, ON'

const summary = (results: readonly OperationResult[]) =>
  results.map((result) => ('fault' in result ? result.fault.code : result.change))

async function load({ listings, owner }: ListingsStage, operations: readonly ListingOperation[], limit = LIMIT) {
  return listings.commit(owner, await listings.prepare(owner, operations, true), limit)
}

forEachDatabase('a first load', (open) => {
  it('stores every text as it was sent', async () => {
    const stage = await listingsStage(await open())
    const { listings, owner, address } = stage
    const texts = ['\t', 'a\tb\nc\r\nd', '\\', '\\N', '\\.', '{"x":"\\n"}', `"'`, 'Montréal 🏙', ' ', '']
    const rows = Array.from({ length: 40 }, (_, i) => {
      const text = texts[i % texts.length]!
      const more = i < 30 ? { status: text, attributes: { [text]: [text, i, null] }, feed: text } : {}
      return listing(`k${i}`, `${i % 3 === 0 ? NOWHERE : address} ${text}`, {
        hints: { unit: text, latitude: 1e-7 },
        ...more,
      })
    })
    const results = await load(stage, rows)
    expect(new Set(summary(results))).toEqual(new Set(['created']))
    for (const [i, { key }] of rows.entries())
      expect((await listings.get(owner, key))!.listing).toEqual((results[i] as { listing: unknown }).listing)
  })

  it('updates and deletes a listing that exists all the same, and counts it once', async () => {
    const db = await open()
    const stage = await listingsStage(db)
    const { listings, owner, address } = stage
    await listings.upsertMany(owner, [listing('k1', address), listing('k2', address)], LIMIT)
    const rows = Array.from({ length: 30 }, (_, i) => listing(`k${i}`, i === 1 ? NOWHERE : address))
    const results = summary(await load(stage, rows))
    expect(results.slice(0, 4)).toEqual(['created', 'updated', 'unchanged', 'created'])
    expect(summary(await load(stage, [{ key: 'k3', remove: true }]))).toEqual(['deleted'])
    const counted = await db.query.selectFrom('listing_accounts').select('stored').execute()
    expect(counted).toEqual([{ stored: 29 }])
  })

  it('does not refuse a listing that exists when the plan has no room for another', async () => {
    const stage = await listingsStage(await open())
    const { listings, owner, address } = stage
    await listings.upsertMany(owner, [listing('a', address)], { storedLimit: 1 })
    const results = await load(stage, [listing('a', NOWHERE), listing('b', address)], { storedLimit: 1 })
    expect(summary(results)).toEqual(['updated', 'plan_limit'])
  })

  it('keeps the decision of the account on a listing that exists', async () => {
    const stage = await listingsStage(await open())
    const { listings, owner, address } = stage
    await listings.upsertMany(owner, [listing('a', address)], LIMIT)
    const by = 'key'
    await listings.decide(owner, 'a', { verdict: 'confirm', by })
    await load(stage, [listing('a', address, { hints: { unit: '7' } })])
    const { decision, candidates } = (await listings.get(owner, 'a'))!.listing
    expect(decision).toMatchObject({ verdict: 'confirm', by })
    expect(candidates[0]).toMatchObject({ method: 'account', unit: '7' })
  })
})
