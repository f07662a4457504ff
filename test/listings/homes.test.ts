// Homes of stored listings: which listings join, what is announced, and what is deleted with them.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { readChanges } from '../../src/events/change-log.ts'
import type { StoredEvent } from '../../src/events/event-types.ts'
import type { ListingInput, ListingOperation, ListingOwner } from '../../src/listings/listing-types.ts'
import type { PresentedHome } from '../../src/listings/listings.ts'
import { forEachDatabase } from '../support/databases.ts'
import { SeededRandom } from '../support/random.ts'
import { listing } from './listings-stage.ts'
import type { RelinkStage } from './relink-stage.ts'
import { house, relinkStage } from './relink-stage.ts'

const LIMIT = { storedLimit: 10_000 }
const BLOOR = '10 Bloor St W, Toronto, ON'
const NOWHERE = '77 Forgotten Lane, Toronto, ON'
const ONE = 1000

const unit = (key: string, label: string, more: Partial<ListingInput> = {}, address = BLOOR) =>
  listing(key, `${label} - ${address}`, { feed: 'crea', ...more, attributes: { mls_number: key, ...more.attributes } })

async function homesOf({ listings }: RelinkStage, owner: ListingOwner, filters = {}): Promise<PresentedHome[]> {
  const all: PresentedHome[] = []
  for (;;) {
    const last = all.at(-1)?.home
    const after = last && { building_id: last.building_id, unit: last.unit }
    const { homes, hasMore } = await listings.homes(owner, filters, { limit: 150, after })
    all.push(...homes)
    if (!hasMore) return all
  }
}

const summary = (homes: readonly PresentedHome[]) =>
  homes.map(({ home, listings }) => [home.unit, home.status, listings.map(({ key }) => key)])

async function eventsOf(db: Database, { accountId, dataset }: ListingOwner): Promise<StoredEvent[]> {
  const types = ['home.relisted', 'home.status_changed'] as const
  const changes = await readChanges(db.query, { dataset, accountId, since: 0, limit: 10_000, types })
  if (changes.kind !== 'changes') throw new Error(changes.kind)
  return [...changes.events]
}

/** `relisted a → b`, `status active → sold`. */
const announced = async (db: Database, owner: ListingOwner) =>
  (await eventsOf(db, owner)).map(({ type, body }) => {
    const [{ from, to } = { from: '', to: '' }] = body.changes
    return `${type === 'home.relisted' ? 'relisted' : 'status'} ${from} → ${to}`
  })

/** Every home says what its listings say, and every listing with a home has one. */
async function expectTrueHomes(db: Database): Promise<void> {
  const { rows } = await sql<Record<'stored' | 'counted', Record<string, unknown> | null>>`
    select to_jsonb(h) - '{account_id,dataset,building_id,unit,updated_at}'::text[] as stored, to_jsonb(l) as counted
    from homes h full join (
      select home_id as id, min(created_at) as first_seen, count(*) as listings,
        (array_agg(market_status order by market_status <> 'active', off_market_at desc, id desc))[1] as status,
        case when not bool_or(market_status = 'active') then max(off_market_at) end as last_seen
      from listings where home_id is not null group by 1
    ) l on l.id = h.id`.execute(db.query)
  for (const { stored, counted } of rows) expect(stored).toEqual(counted)
}

/** Ways to write unit 1203 of 10 Bloor Street West. */
const NOTATIONS: readonly ((label: string) => readonly [address: string, hint?: string])[] = [
  (label) => [`#${label} 10 Bloor Street West, Toronto`],
  (label) => [`Apt ${label}, ${BLOOR}`],
  (label) => [BLOOR, label],
  (label) => [BLOOR, `Unit ${label}`],
  (label) => [`10 BLOOR ST W ${label}, TORONTO ON`, `#${label}`],
]

forEachDatabase('homes', (open) => {
  it('join a thousand relistings with 0 false joins, and announce each once', async () => {
    const db = await open()
    const stage = await relinkStage(db)
    const { listings, owner, other } = stage
    const labels = Array.from({ length: 500 }, (_, i) => String(101 + (i % 50) + 100 * Math.floor(i / 50)))
    const first = labels.map((label, i) => unit(`A${i}`, label, { status: i % 2 === 0 ? 'sold' : 'active' }))
    const again = labels.map((label, i) => {
      const [address, hint = null] = NOTATIONS[i % NOTATIONS.length]!(label)
      const more = { hints: { unit: hint }, feed: i % 3 === 0 ? 'propertx' : 'crea', status: 'active' }
      return listing(`B${i}`, address, { ...more, attributes: { mls_number: `M${i}`, office: 'Office One' } })
    })
    const neighbours = [
      ...labels.slice(0, 50).map((label, i) => unit(`C${i}`, label, {}, '20 Bloor St W, Toronto, ON')),
      ...labels.slice(0, 20).map((label, i) => unit(`D${i}`, `${label}A`, { attributes: { office: 'Office One' } })),
      ...labels.slice(0, 20).map((label, i) => listing(`E${i}`, `Locker ${label}, ${BLOOR}`)),
      ...labels.slice(0, 20).map((label, i) => listing(`F${i}`, BLOOR, { hints: { unit: `Parking ${label}` } })),
      ...labels
        .slice(0, 20)
        .map((label, i) =>
          unit(`G${i}`, label, { attributes: { property_type: 'Condo Apartment', property_subtype: 'Parking Space' } }),
        ),
      ...labels.slice(0, 20).map((_, i) => listing(`H${i}`, BLOOR, { hints: { unit: `P1-${i}` } })),
      ...labels.slice(0, 20).map((_, i) => listing(`I${i}`, BLOOR)),
    ]
    const load = async (rows: readonly ListingInput[], isFirst = false) => {
      const results = await listings.commit(owner, await listings.prepare(owner, rows, isFirst), LIMIT)
      expect(results.filter((result) => 'fault' in result)).toEqual([])
    }
    await load(first, true)
    expect(await announced(db, owner)).toEqual([])
    await load(again, true)
    await load(neighbours)
    for (const rows of [first, again, neighbours]) await load(rows)

    const homes = await homesOf(stage, owner)
    const pairs = homes.filter(({ home }) => home.listings > 1).map(({ listings: all }) => all.map(({ key }) => key))
    expect(new Set(pairs.map((keys) => keys.sort().join()))).toEqual(new Set(labels.map((_, i) => `A${i},B${i}`)))
    const alone = homes.filter(({ home }) => home.listings === 1).map(({ listings: [one] }) => one!.key[0])
    expect([alone.filter((kind) => kind === 'C').length, alone.filter((kind) => kind === 'D').length]).toEqual([50, 20])
    expect(alone).toHaveLength(70)
    const lines = await announced(db, owner)
    expect(new Set(lines).size).toBe(501)
    expect(lines.filter((line) => line.startsWith('relisted'))).toHaveLength(500)
    expect(lines.filter((line) => line === 'status sold → active')).toHaveLength(250)
    await expectTrueHomes(db)

    expect(await homesOf(stage, other)).toEqual([])
    expect(await listings.home(other, homes[0]!.home.id)).toBeUndefined()
    await listings.upsertMany(other, first.slice(0, 3), LIMIT)
    expect((await homesOf(stage, other)).map(({ home }) => home.listings)).toEqual([1, 1, 1])
    expect(await eventsOf(db, other)).toEqual([])
  })

  it('show what each listing says, and are found by filters', async () => {
    const stage = await relinkStage(await open())
    const { listings, owner } = stage
    const attributes = { transaction: 'sale', office: 'Office One', board: 'TRREB' }
    const legal = { legal_level: '11', legal_unit: '3', assignment: true }
    await listings.upsertMany(
      owner,
      [
        unit('a', '1203', {
          ...{ status: 'Expired', hints: { listed_on: '2025-01-10' } },
          attributes: { ...attributes, off_market_on: '2025-02-10' },
        }),
        unit('b', 'Apt 1203', {
          ...{ status: 'Closed', feed: null, hints: { listed_on: '2025-03-01' } },
          attributes: { ...attributes, ...legal, off_market_on: '2025-03-31' },
        }),
        unit('c', '1205', { attributes: { mls_number: 'c', transaction: 'lease', potl: 'Y' } }),
      ],
      LIMIT,
    )
    const [home, neighbour] = await homesOf(stage, owner)
    expect(home).toMatchObject({
      home: { unit: '1203', status: 'sold', listings: 2, last_seen: '2025-03-31T00:00:00.000Z' },
      ...{ relistings: 1, boards: ['TRREB'], marks: ['assignment'], legal_level: '11', legal_unit: '3' },
      target: { building_id: home!.home.building_id, canonical_mls_address: expect.stringContaining('10 Bloor') },
      campaigns: [
        {
          ...{ transaction: 'sale', listed_on: '2025-01-10', off_market_on: '2025-03-31', keys: ['a', 'b'] },
          ...{ days_on_market: 80, days_listed: 61 },
        },
      ],
    })
    expect(home!.listings).toMatchObject([
      { key: 'b', mls_number: 'b', office: 'Office One', transaction: 'sale', status: 'Closed', market_status: 'sold' },
      { key: 'a', feed: 'crea', board: 'TRREB', status: 'Expired', market_status: 'off_market', legal_level: null },
    ])
    expect(neighbour).toMatchObject({ home: { status: 'active', last_seen: null }, marks: ['potl'], boards: ['crea'] })
    expect(await listings.home(owner, home!.home.id)).toEqual(home)
    expect((await listings.get(owner, 'b'))!.listing.home_id).toBe(home!.home.id)

    const building = home!.home.building_id
    const found = async (filters: object) => (await homesOf(stage, owner, filters)).map((one) => one.home.unit)
    expect(await found({ building_id: building, unit: '# 1203' })).toEqual(['1203'])
    expect(await found({ building_ids: [building], status: ['active', 'leased'] })).toEqual(['1205'])
    expect(await found({ min_listings: 2 })).toEqual(['1203'])
    expect(await found({ updated_since: home!.home.updated_at })).toEqual(['1203', '1205'])
    for (const none of [
      { building_id: 9 },
      { building_ids: [] },
      { unit: 'Locker 1203' },
      { updated_since: '2099-01-01' },
    ])
      expect(await found(none)).toEqual([])
  })

  it('announce a changed status once, and one MLS number of two boards is no relisting', async () => {
    const db = await open()
    const stage = await relinkStage(db)
    const { listings, owner } = stage
    const put = (...rows: ListingInput[]) => listings.upsertMany(owner, rows, LIMIT)
    await put(unit('a', '1203'))
    for (const status of ['Active', 'Sold', 'sold', 'Active']) await put(unit('a', '1203', { status }))
    expect(await announced(db, owner)).toEqual(['status active → sold', 'status sold → active'])
    await put(unit('ddf-a', '1203', { feed: 'ddf', attributes: { mls_number: 'a' } }), unit('a', '1203'))
    await put(unit('a', '1203', { status: 'Expired' }))
    expect(await announced(db, owner)).toHaveLength(2)
    await put(unit('ddf-a', '1203', { feed: 'ddf', status: 'Expired', attributes: { mls_number: 'a' } }))
    // Now it is a parking spot, so the other listing is alone.
    await put(unit('a', '1203', { status: 'Expired', attributes: { property_type: 'Parking' } }))
    expect((await announced(db, owner)).slice(2)).toEqual(['status active → off_market'])
    expect(summary(await homesOf(stage, owner))).toEqual([['1203', 'off_market', ['ddf-a']]])
    await expectTrueHomes(db)
  })

  it('store nothing and announce nothing if the transaction fails, and announce once when it is repeated', async () => {
    const db = await open()
    const stage = await relinkStage(db)
    const { listings, owner } = stage
    await listings.upsertMany(owner, [unit('a', '1203', { status: 'sold' })], LIMIT)
    const rows = Array.from({ length: 30 }, (_, i) => unit(`b${i}`, String(1203 + i)))
    const afterWrite = () => Promise.reject(new Error('killed'))
    await expect(listings.upsertMany(owner, rows, { ...LIMIT, afterWrite })).rejects.toThrow('killed')
    expect(summary(await homesOf(stage, owner))).toEqual([['1203', 'sold', ['a']]])
    expect(await eventsOf(db, owner)).toEqual([])
    // Two requests with the same rows at once: the second one finds rows that it expected to be new.
    const prepared = await Promise.all([listings.prepare(owner, rows, true), listings.prepare(owner, rows, true)])
    await Promise.all(prepared.map((each) => listings.commit(owner, each, LIMIT)))
    await listings.upsertMany(owner, rows, LIMIT)
    expect((await announced(db, owner)).sort()).toEqual(['relisted a → b0', 'status sold → active'])
    expect(await homesOf(stage, owner)).toHaveLength(30)
    await expectTrueHomes(db)
  })

  it('count what their listings say after random groups of operations', async () => {
    const db = await open()
    const stage = await relinkStage(db)
    const { listings, owner } = stage
    const random = new SeededRandom(7)
    const row = (): ListingOperation => {
      const key = `k${random.between(1, 40)}`
      if (random.chance(0.2)) return { key, remove: true }
      const off_market_on = random.pick([undefined, '2026-03-01', '2026-05-01'])
      const attributes = off_market_on === undefined ? {} : { off_market_on }
      return unit(key, String(random.between(1, 25)), { status: random.pick([null, 'sold', 'Expired']), attributes })
    }
    for (let group = 0; group < 12; group++) {
      const rows = Array.from({ length: random.between(1, 30) }, row)
      const fresh = Array.from({ length: 25 }, (_, i) => unit(`${group}-${i}`, String(100 * group + i + 100)))
      await listings.commit(owner, await listings.prepare(owner, [...rows, ...fresh], random.chance(0.5)), LIMIT)
      await expectTrueHomes(db)
    }
    expect((await homesOf(stage, owner)).length).toBeGreaterThan(300)
  })

  it('follow a listing that relinking moves to another building, and announce it once', async () => {
    const db = await open()
    const stage = await relinkStage(db)
    const { listings, owner, relinker, publish } = stage
    const rows = [
      unit('a', '1203'),
      unit('b', '1203', { status: 'sold' }),
      unit('c', '1203', {}, NOWHERE),
      unit('d', '5'),
    ]
    await listings.upsertMany(owner, rows, LIMIT)
    await relinker.settle()
    const [old] = await homesOf(stage, owner)
    const before = await announced(db, owner)
    expect(before).toEqual(['relisted a → b'])
    // 10 Bloor becomes an address of the third building, and the unknown street gets a building.
    await publish([house('20', '20 Bloor St W'), house('30', '10 Bloor St W'), house('77', '77 Forgotten Lane')])
    await relinker.settle()
    await relinker.settle()
    const homes = await homesOf(stage, owner)
    expect(summary(homes).sort()).toEqual([
      ['1203', 'active', ['b', 'a']],
      ['1203', 'active', ['c']],
      ['5', 'active', ['d']],
    ])
    expect(homes.map(({ home }) => home.id)).not.toContain(old!.home.id)
    expect((await announced(db, owner)).slice(1).sort()).toEqual([
      'relisted a → b',
      'status active → null',
      'status active → null',
    ])
    await expectTrueHomes(db)
  })

  it('follow a decision of the account and its withdrawal', async () => {
    const db = await open()
    const stage = await relinkStage(db)
    const { listings, owner } = stage
    await listings.upsertMany(owner, [unit('a', '1203'), unit('b', '1203', {}, NOWHERE)], LIMIT)
    expect((await homesOf(stage, owner)).map(({ home }) => home.listings)).toEqual([1])
    const building = (await homesOf(stage, owner))[0]!.home.building_id
    await listings.decide(owner, 'b', { verdict: 'correct', project_id: ONE, building_id: building, by: 'per_1' })
    expect(summary(await homesOf(stage, owner))).toEqual([['1203', 'active', ['b', 'a']]])
    expect(await announced(db, owner)).toEqual(['relisted a → b'])
    await listings.undoDecision(owner, 'b')
    expect(summary(await homesOf(stage, owner))).toEqual([['1203', 'active', ['a']]])
    await listings.decide(owner, 'a', { verdict: 'reject', by: 'per_1' })
    expect(await homesOf(stage, owner)).toEqual([])
    expect((await announced(db, owner)).slice(1)).toEqual(['status active → null'])
  })

  it('are made for listings of an earlier release without announcing anything', async () => {
    const db = await open()
    const stage = await relinkStage(db)
    const { listings, owner, relinker } = stage
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) =>
      unit(key, '1203', { status: key < 'f' ? 'sold' : null }),
    )
    await listings.upsertMany(owner, rows, LIMIT)
    await relinker.settle()
    const made = await homesOf(stage, owner)
    const known = await announced(db, owner)
    await db.query.deleteFrom('homes').execute()
    await db.query
      .updateTable('listings')
      .set({ home_id: null, market_status: 'active', off_market_at: null, is_stale: true })
      .execute()
    await relinker.settle()
    const [home] = await homesOf(stage, owner)
    expect(summary([home!])).toEqual(summary(made))
    expect(await announced(db, owner)).toEqual(known)
    await expectTrueHomes(db)
  })

  it('are deleted with their last listing, and events name no deleted listing', async () => {
    const db = await open()
    const stage = await relinkStage(db)
    const { listings, owner } = stage
    const rows = [
      unit('a', '1203', { status: 'sold' }),
      unit('b', '1203'),
      unit('c', '1203'),
      unit('d', '5', { feed: 'x' }),
    ]
    await listings.upsertMany(owner, rows, LIMIT)
    const payloads = (await eventsOf(db, owner)).map(({ id }) => ({
      ...{ event_id: id, plan: 'pro', body: '{}', created_at: new Date().toISOString() },
    }))
    await db.query.insertInto('webhook_payloads').values(payloads).execute()
    expect(await announced(db, owner)).toEqual(['relisted a → b', 'relisted b → c'])
    await listings.remove(owner, 'c')
    expect(await announced(db, owner)).toEqual(['relisted a → b'])
    expect(await db.query.selectFrom('webhook_payloads').select('plan').execute()).toHaveLength(1)
    await listings.remove(owner, 'b')
    expect(await announced(db, owner)).toEqual(['status active → sold'])
    await listings.removeFeed(owner, 'x')
    expect(summary(await homesOf(stage, owner))).toEqual([['1203', 'sold', ['a']]])
    await listings.commit(owner, await listings.prepare(owner, [{ key: 'a', remove: true }]), LIMIT)
    expect(await homesOf(stage, owner)).toEqual([])
    expect(await eventsOf(db, owner)).toEqual([])
    await expectTrueHomes(db)
  })
})
