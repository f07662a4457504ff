// The account's own decisions on listings: applied at once, kept, and sent to curators.
import { expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import type { StoredEvent } from '../../src/events/event-types.ts'
import type { DecisionInput } from '../../src/listings/decide-listing.ts'
import { forEachDatabase } from '../support/databases.ts'
import { listing, listingsStage } from './listings-stage.ts'

const LIMIT = { storedLimit: 100 }
const NOWHERE = '77 Forgotten Lane, Toronto, ON'

async function decisionStage(db: Database) {
  const stage = await listingsStage(db)
  const { listings, owner, catalog } = stage
  const [first, second] = catalog.snapshot('production').projects.toArray()
  const decide = (input: Omit<DecisionInput, 'by'>, key = 'a') => listings.decide(owner, key, { ...input, by: 'per_1' })
  return { ...stage, first: first!, second: second!, decide }
}

const stateOf = ({ body }: StoredEvent) => body.details as { why: string; before: object; after: object }

forEachDatabase('decisions on listings', (open) => {
  it('apply at once, and stay when the same listing is sent again', async () => {
    const { listings, owner, address, second, decide } = await decisionStage(await open())
    await listings.upsertMany(owner, [listing('a', address)], LIMIT)
    const decided = await decide({ verdict: 'correct', project_id: second.id, note: 'seen it' })
    expect(decided!.links).toHaveLength(1)
    expect(decided!.links[0]).toMatchObject({
      match_method: 'account',
      match_confidence: 1,
      match_level: 'building',
      target: { project_id: second.id, building_id: second.buildings[0]!.id },
    })
    expect(decided!.listing).toMatchObject({ outcome: 'matched', action: 'accept', version: 2 })
    const change = listing('a', address, { hints: { city: 'Toronto' }, status: 'sold' })
    await listings.upsertMany(owner, [change], LIMIT)
    expect((await listings.get(owner, 'a'))!.listing).toMatchObject({
      decision: { verdict: 'correct', project_id: second.id, note: 'seen it', by: 'per_1' },
      candidates: [{ project_id: second.id, method: 'account' }],
    })
  })

  it('end with the listing, also for a write that read them before', async () => {
    const { listings, owner, address, decide } = await decisionStage(await open())
    await listings.upsertMany(owner, [listing('a', address)], LIMIT)
    await decide({ verdict: 'reject' })
    const prepared = await listings.prepare(owner, [listing('a', address, { hints: { city: 'Toronto' } })])
    await listings.remove(owner, 'a')
    await listings.upsertMany(owner, [listing('a', address)], LIMIT)
    await listings.upsertMany(owner, [listing('a', address, { status: 'sold' })], LIMIT)
    await listings.commit(owner, prepared, LIMIT)
    expect((await listings.get(owner, 'a'))!.listing).toMatchObject({ decision: null, outcome: 'matched' })
  })

  it('end when the address changes, and can be withdrawn', async () => {
    const { listings, owner, address, second, decide } = await decisionStage(await open())
    await listings.upsertMany(owner, [listing('a', address)], LIMIT)
    const before = (await listings.get(owner, 'a'))!.listing
    await decide({ verdict: 'correct', project_id: second.id })
    const undone = await listings.undoDecision(owner, 'a')
    expect(undone!.listing).toMatchObject({ decision: null, candidates: before.candidates, version: 3 })
    await decide({ verdict: 'reject' })
    await listings.upsertMany(owner, [listing('a', NOWHERE)], LIMIT)
    expect((await listings.get(owner, 'a'))!.listing).toMatchObject({
      decision: null,
      reason: expect.not.stringContaining('account'),
    })
  })

  it('reject every building', async () => {
    const { listings, owner, address, decide } = await decisionStage(await open())
    await listings.upsertMany(owner, [listing('a', address)], LIMIT)
    const decided = await decide({ verdict: 'reject' })
    expect(decided!.links).toEqual([])
    expect(decided!.listing).toMatchObject({ outcome: 'no_match', action: 'reject', reason: 'rejected_by_account' })
    expect(await listings.get(owner, 'a')).toEqual(decided)
  })

  it('confirm the first candidate with its unit', async () => {
    const { listings, owner, address, first, decide } = await decisionStage(await open())
    await listings.upsertMany(owner, [listing('a', `1203 - ${address}`)], LIMIT)
    expect((await decide({ verdict: 'confirm' }))!.links[0]).toMatchObject({
      match_method: 'account',
      unit: '1203',
      target: { project_id: first.id, building_id: first.buildings[0]!.id },
    })
  })

  it('are refused when they name no project, a wrong one, or nothing to confirm', async () => {
    const { listings, owner, first, decide } = await decisionStage(await open())
    await listings.upsertMany(owner, [listing('a', NOWHERE)], LIMIT)
    await expect(decide({ verdict: 'confirm' })).rejects.toMatchObject({ code: 'state_conflict' })
    await expect(decide({ verdict: 'correct' })).rejects.toMatchObject({ code: 'missing_parameter' })
    await expect(decide({ verdict: 'correct', project_id: 9 })).rejects.toMatchObject({ code: 'project_not_found' })
    const wrong = { verdict: 'correct', project_id: first.id, building_id: 9 } as const
    await expect(decide(wrong)).rejects.toMatchObject({ code: 'invalid_parameter' })
    await expect(decide({ verdict: 'reject', project_id: 9 })).rejects.toMatchObject({ code: 'invalid_parameter' })
    expect(await decide({ verdict: 'reject' }, 'none')).toBeUndefined()
  })

  it('go to the curators once, and change no other account', async () => {
    const db = await open()
    const { listings, owner, other, address, second, links, decide } = await decisionStage(db)
    await listings.upsertMany(owner, [listing('a', address)], LIMIT)
    await decide({ verdict: 'correct', project_id: second.id })
    await decide({ verdict: 'correct', project_id: second.id })
    const feedback = await db.query
      .selectFrom('link_feedback')
      .select(['account_id', 'verdict', 'project_id'])
      .execute()
    expect(feedback).toEqual([{ account_id: owner.accountId, verdict: 'correct', project_id: second.id }])
    await listings.upsertMany(other, [listing('a', address)], LIMIT)
    expect((await listings.get(other, 'a'))!.links[0]!.target.project_id).not.toBe(second.id)
    expect(links.resolve({ address }, 'production').links[0]!.target.project_id).not.toBe(second.id)
  })

  it('of the sandbox do not go to the curators', async () => {
    const db = await open()
    const { listings, owner } = await decisionStage(db)
    const sandbox = { ...owner, dataset: 'sandbox' } as const
    await listings.upsertMany(sandbox, [listing('a', NOWHERE)], LIMIT)
    await listings.decide(sandbox, 'a', { verdict: 'reject', by: 'per_1' })
    expect(await db.query.selectFrom('link_feedback').selectAll().execute()).toEqual([])
  })

  it('and changed addresses are announced with the link before and after; a first link is not', async () => {
    const { listings, owner, other, address, first, second, decide } = await decisionStage(await open())
    await listings.upsertMany(owner, [listing('a', NOWHERE)], LIMIT)
    expect(await listings.history(owner, 'a')).toEqual([])
    await listings.upsertMany(owner, [listing('a', address)], LIMIT)
    await listings.upsertMany(owner, [listing('a', address, { status: 'sold' })], LIMIT)
    await decide({ verdict: 'correct', project_id: second.id })
    const events = await listings.history(owner, 'a')
    const [decided, moved] = events.map(stateOf)
    expect(events).toHaveLength(2)
    expect(moved).toMatchObject({
      key: 'a',
      why: 'listing',
      before: { project_id: null, outcome: 'no_match', match_confidence: null },
      after: { project_id: first.id, outcome: 'matched', recommended_action: 'accept' },
    })
    expect(decided!.after).toMatchObject({ project_id: second.id, match_confidence: 1 })
    expect(JSON.stringify(events)).not.toContain(address)
    expect(await listings.history(other, 'a')).toEqual([])
  })
})
