// Duplicates, counts and the listings of a project, on both databases.
import { expect, it } from 'vitest'
import type { GroupPosition } from '../../src/listings/listing-groups.ts'
import { forEachDatabase } from '../support/databases.ts'
import { listing, listingsStage } from './listings-stage.ts'

const LIMIT = { storedLimit: 100 }
const NOWHERE = '77 Forgotten Lane, Toronto, ON'

forEachDatabase('views of listings', (open) => {
  it('group duplicates by unit, and by address where there is no unit', async () => {
    const { listings, owner, other, address } = await listingsStage(await open())
    const rows = [
      listing('a', `1203 - ${address}`),
      listing('b', `#1203 ${address}`, { status: 'sold' }),
      listing('c', `1204 - ${address}`),
      listing('d', address),
      listing('e', `${address.toUpperCase()} Canada`),
      listing('f', NOWHERE),
      listing('g', NOWHERE),
    ]
    await listings.upsertMany(owner, rows, LIMIT)
    await listings.upsertMany(other, rows, LIMIT)
    const { groups, hasMore } = await listings.duplicates(owner, { limit: 10 })
    expect(hasMore).toBe(false)
    expect(groups.map(({ unit, members, count }) => [unit, members.map(({ key }) => key), count])).toEqual([
      ['1203', ['a', 'b'], 2],
      [null, ['d', 'e'], 2],
    ])
    expect(groups.map(({ address_key }) => address_key === null)).toEqual([true, false])
    const [first] = groups
    const product = first!.members.reduce((all, { candidates }) => all * candidates[0]!.confidence, 1)
    expect(first!.confidence).toBeCloseTo(product, 6)
    expect((await listings.duplicates(owner, { limit: 10, status: 'sold' })).groups).toEqual([])
    expect((await listings.duplicates(owner, { limit: 10, projectId: 9 })).groups).toEqual([])
  })

  it('page through every group of duplicates once', async () => {
    const { listings, owner, catalog } = await listingsStage(await open())
    const projects = catalog.snapshot('production').projects.toArray()
    const rows = projects.flatMap(({ address }, p) =>
      ['', '7 - ', '12 - ', '1203 - '].flatMap((unit, u) =>
        [1, 2].map((copy) => listing(`${p}.${u}.${copy}`, `${unit}${address}`)),
      ),
    )
    await listings.upsertMany(owner, rows, LIMIT)
    const seen: string[] = []
    let after: GroupPosition | undefined
    for (let more = true; more; ) {
      const { groups, hasMore } = await listings.duplicates(owner, { limit: 1, after })
      seen.push(...groups.map(({ members }) => members.map(({ key }) => key).join(' ')))
      after = groups.at(-1)
      more = hasMore
    }
    expect(seen.toSorted()).toEqual(
      projects.flatMap((_, p) => [0, 1, 2, 3].map((u) => `${p}.${u}.1 ${p}.${u}.2`)).toSorted(),
    )
  })

  it('count by outcome, action, decision and departure', async () => {
    const db = await open()
    const { listings, owner, address } = await listingsStage(db)
    await listings.upsertMany(
      owner,
      ['a', 'b', 'c'].map((key) => listing(key, key === 'c' ? NOWHERE : address)),
      LIMIT,
    )
    await listings.decide(owner, 'a', { verdict: 'reject', by: 'x' })
    await db.query.updateTable('listings').set({ gone_at: new Date() }).where('key', '=', 'b').execute()
    expect(
      (await listings.counts(owner)).toSorted(
        (x, y) => (x.is_gone ? 1 : 0) - (y.is_gone ? 1 : 0) || (x.is_decided ? 1 : -1),
      ),
    ).toEqual([
      { outcome: 'no_match', action: 'reject', is_gone: false, is_decided: false, count: 1 },
      { outcome: 'no_match', action: 'reject', is_gone: false, is_decided: true, count: 1 },
      { outcome: 'matched', action: 'accept', is_gone: true, is_decided: false, count: 1 },
    ])
  })

  it('list the listings of a project without rejected and departed ones', async () => {
    const db = await open()
    const { listings, owner, other, address, catalog } = await listingsStage(db)
    const [project] = catalog.snapshot('production').projects.toArray()
    const rows = ['a', 'b', 'c', 'd'].map((key, i) => listing(key, `${10 - i} - ${address}`, { status: key }))
    await listings.upsertMany(owner, rows, LIMIT)
    await listings.decide(owner, 'a', { verdict: 'reject', by: 'x' })
    await db.query.updateTable('listings').set({ gone_at: new Date() }).where('key', '=', 'b').execute()
    const keys = async (owned = owner, status?: string) =>
      (await listings.inProject(owned, project!.id, status)).listings.map(({ listing: { key } }) => key)
    expect((await keys()).toSorted()).toEqual(['c', 'd'])
    expect(await keys(owner, 'd')).toEqual(['d'])
    expect(await keys(other)).toEqual([])
  })
})
