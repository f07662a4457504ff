// Decisions apply at once, can be undone, survive imports and cause exactly one event.
import { expect, it } from 'vitest'
import { canTransition } from '../../src/links/desk/decision-transitions.ts'
import { readDecision, readLabels } from '../../src/links/desk/ledger-reads.ts'
import { DECISION_STATES } from '../../src/links/link-tables.ts'
import { Links } from '../../src/links/links.ts'
import { VerifiedAddresses } from '../../src/links/verified-addresses.ts'
import { forEachDatabase } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'
import { OLD_NAME, stage, threeRows } from './stage.ts'

const correct = (projectId: number, buildingId?: number) => ({
  verdict: 'correct' as const,
  projectId,
  buildingId,
  note: 'seen',
})

it('allows only proposed → verified → revoked or superseded', () => {
  const moves = DECISION_STATES.flatMap((from) =>
    DECISION_STATES.filter((to) => canTransition(from, to)).map((to) => `${from} → ${to}`),
  )
  expect(moves).toEqual(['proposed → verified', 'proposed → revoked', 'verified → revoked', 'verified → superseded'])
})

forEachDatabase('the ledger', (open) => {
  it('applies a correction at once, to every spelling, even where the matcher found nothing', async () => {
    const { desk, links, object, first, catalog } = await stage(await open())
    expect(first(OLD_NAME).id).toBeUndefined()
    const found = await object(OLD_NAME)
    const tower = catalog.snapshot('production').projects.get(1001)!.buildings[0]!.id
    const { decision, case: closed } = await desk.decide(found.id, found.version, 'ana', correct(1001, tower))
    expect(decision).toMatchObject({
      state: 'verified',
      project_id: 1001,
      building_id: tower,
      actor: 'ana',
      note: 'seen',
    })
    expect(decision!.evidence).toMatchObject({ outcome: 'no_match' })
    expect(closed).toMatchObject({ status: 'decided', version: found.version + 1 })
    for (const spelling of [OLD_NAME, 'Unit 12, 7 WIDMER LN, Toronto', '#3-7 Widmer Lane, Toronto ON'])
      expect(first(spelling), spelling).toEqual({ id: 1001, method: 'verified', tower })
    const answer = links.resolve({ address: 'PH2-7 Widmer Ln, Toronto', min_confidence: 1 }, 'production')
    expect(answer).toMatchObject({
      outcome: 'matched',
      action: 'accept',
      reason: null,
      none_probability: 0,
      lookups: 1,
    })
    expect(answer.links).toHaveLength(1)
    expect(answer.links[0]).toMatchObject({ match_strategy: 'verified', match_confidence: 1, match_level: 'building' })
    expect(first('9 Widmer Lane, Toronto, ON').id).toBeUndefined()
    expect(first('7 Widmer Lane, Ottawa, ON').id).toBeUndefined()
  })

  it('names the building of a verified project that has only one, in links and events', async () => {
    const { desk, object, events, links, catalog } = await stage(await open())
    const { id, version } = await object(OLD_NAME)
    await desk.decide(id, version, 'ana', correct(1001))
    const { address, buildings } = catalog.snapshot('production').projects.get(1001)!
    const place = { building_id: buildings[0]!.id, canonical_mls_address: address, project_address: address }
    const { links: found } = links.resolve({ address: `#12 ${OLD_NAME}` }, 'production')
    expect(found).toMatchObject([{ match_level: 'building', unit: '12', target: place }])
    expect((await events()).map(({ body }) => body.details)).toEqual([place])
  })

  it('adds an example once, and a revoked one never again', async () => {
    const { desk, db } = await stage(await open())
    const example = {
      dataset: 'production',
      line: '7 Widmer Lane',
      city: 'Toronto',
      province: 'ON',
      projectId: 1001,
      buildingId: null,
      note: 'an example',
    } as const
    const seed = async () => {
      await desk.seedVerifiedAddress(example, 'plinth')
      return db.query.selectFrom('link_decisions').select(['id', 'state']).execute()
    }
    const [added] = await seed()
    expect(added).toMatchObject({ state: 'verified' })
    expect(await seed()).toEqual([added])
    await desk.revoke(added!.id, 'ana', 'an example no more')
    expect(await seed()).toEqual([{ ...added, state: 'revoked' }])
  })

  it('returns 412 to one of two curators who decide at once', async () => {
    const { desk, object, db } = await stage(await open())
    const { id, version } = await object(OLD_NAME)
    const outcomes = await Promise.allSettled([
      desk.decide(id, version, 'ana', correct(1001)),
      desk.decide(id, version, 'bo', correct(1002)),
    ])
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(failed.map(({ reason }) => [reason.code, reason.status])).toEqual([['precondition_failed', 412]])
    const rows = await db.query.selectFrom('link_decisions').select('id').where('state', '=', 'verified').execute()
    expect(rows).toHaveLength(1)
  })

  it('restores the automatic result after a revocation and keeps both in the ledger', async () => {
    const { desk, object, first, db } = await stage(await open())
    const address = '10 Bloor St W, Toronto, ON'
    expect(first(address)).toMatchObject({ id: 1000, method: 'auto' })
    const found = await object(address)
    const { decision } = await desk.decide(found.id, found.version, 'ana', correct(1002))
    expect(first(address)).toMatchObject({ id: 1002, method: 'verified' })
    await desk.revoke(decision!.id, 'bo', 'wrong house')
    expect(first(address)).toMatchObject({ id: 1000, method: 'auto' })
    const entry = await readDecision(db, decision!.id)
    expect(entry.moves.map(({ from_state, to_state, actor, note }) => [from_state, to_state, actor, note])).toEqual([
      [null, 'verified', 'ana', 'seen'],
      ['verified', 'revoked', 'bo', 'wrong house'],
    ])
    await expect(desk.revoke(decision!.id, 'bo', 'again')).rejects.toMatchObject({ code: 'state_conflict' })
  })

  it('supersedes an earlier decision; undo restores it and reopens the case', async () => {
    const { desk, object, first, db } = await stage(await open())
    const once = await object(OLD_NAME)
    await desk.decide(once.id, once.version, 'ana', correct(1001))
    const again = await object(OLD_NAME, 'acc_2')
    expect(again.id).toBe(once.id)
    const { decision, proposal } = await desk.decide(again.id, again.version, 'bo', correct(1002))
    expect(first(OLD_NAME)).toMatchObject({ id: 1002, method: 'verified' })
    await expect(desk.undo(decision!.id, 'ana')).rejects.toMatchObject({ code: 'state_conflict' })
    await desk.undo(decision!.id, 'bo')
    expect(first(OLD_NAME)).toMatchObject({ id: 1001, method: 'verified' })
    expect((await readDecision(db, proposal!.id)).state).toBe('revoked')
    const rows = await db.query.selectFrom('link_cases').select(['status']).where('id', '=', once.id).execute()
    expect(rows).toEqual([{ status: 'open' }])
  })

  it('keeps verified addresses over imports, but ignores them while their project is removed', async () => {
    const { desk, object, first, publish } = await stage(await open())
    const found = await object(OLD_NAME)
    await desk.decide(found.id, found.version, 'ana', correct(1001))
    await publish([projectRow('10', { storeys: 44 }), projectRow('20', { name: 'New Name' }), projectRow('30')])
    expect(first(OLD_NAME)).toMatchObject({ id: 1001, method: 'verified' })
    await publish([projectRow('10'), projectRow('30')])
    expect(first(OLD_NAME).id).toBeUndefined()
    await publish(threeRows())
    expect(first(OLD_NAME)).toMatchObject({ id: 1001, method: 'verified' })
  })

  it('propagates verifications and revocations to other nodes at their next sync', async () => {
    const { db, desk, object, catalog } = await stage(await open())
    const other = new VerifiedAddresses(db)
    const links = new Links(catalog, other)
    const method = async () => {
      await other.sync()
      return links.resolve({ address: OLD_NAME }, 'production').links[0]?.match_method
    }
    expect(await method()).toBeUndefined()
    const found = await object(OLD_NAME)
    const { decision } = await desk.decide(found.id, found.version, 'ana', correct(1001))
    expect(await method()).toBe('verified')
    await desk.revoke(decision!.id, 'ana', 'no')
    expect(await method()).toBeUndefined()
    expect(other.size).toBe(0)
  })

  it('publishes each change once, without the text that callers typed', async () => {
    const { desk, object, events } = await stage(await open())
    const found = await object(`${OLD_NAME} SECRET-TEXT`)
    const { decision } = await desk.decide(found.id, found.version, 'ana', { ...correct(1001), note: 'SECRET-NOTE' })
    await desk.revoke(decision!.id, 'ana', 'SECRET-REASON')
    const published = await events()
    expect(published.map(({ type, resource_id, project_id }) => [type, resource_id, project_id])).toEqual([
      ['building_link.verified', decision!.id, 1001],
      ['building_link.revoked', decision!.id, 1001],
    ])
    expect(JSON.stringify(published)).not.toMatch(/SECRET|Widmer/i)
    expect(published[0]!.body).toMatchObject({ province: 'ON', city: 'Toronto' })
  })

  it('decides nothing if the event cannot be written', async () => {
    const { db, desk, object, first, events } = await stage(await open())
    const found = await object(OLD_NAME)
    await db.query.updateTable('counters').set({ name: 'sequence, away' }).where('name', '=', 'sequence').execute()
    await expect(desk.decide(found.id, found.version, 'ana', correct(1001))).rejects.toThrow()
    await db.query.updateTable('counters').set({ name: 'sequence' }).where('name', '=', 'sequence, away').execute()
    expect(first(OLD_NAME).id).toBeUndefined()
    expect(await db.query.selectFrom('link_decisions').selectAll().execute()).toEqual([])
    expect(await events()).toEqual([])
    const { decision } = await desk.decide(found.id, found.version, 'ana', correct(1001))
    expect((await events()).map(({ resource_id }) => resource_id)).toEqual([decision!.id])
  })

  it('removes rejected candidates and adds their probability to no match', async () => {
    const { db, desk, object, links, first } = await stage(await open())
    const address = '10 Bloor St W, Toronto, ON'
    const before = links.resolve({ address, min_confidence: 0 }, 'production')
    const found = await object(address)
    await expect(
      desk.decide(found.id, found.version, 'ana', { verdict: 'reject', projectId: 1000, note: null }),
    ).rejects.toMatchObject({ code: 'invalid_parameter' })
    const { decision } = await desk.decide(found.id, found.version, 'ana', { verdict: 'reject', note: null })
    const answer = links.resolve({ address: '#5-10 bloor street west, toronto', explain: true }, 'production')
    expect(answer).toMatchObject({
      links: [],
      outcome: 'no_match',
      action: 'reject',
      reason: 'not_covered',
      lookups: 0,
    })
    expect(answer.reason_detail).toContain('A curator reviewed')
    const after = links.resolve({ address, min_confidence: 0 }, 'production')
    const sum = (list: typeof before) => list.links.reduce((total, link) => total + link.match_confidence, 0)
    expect(after.none_probability + sum(after)).toBeCloseTo(before.none_probability + sum(before), 9)
    expect(after.links.map(({ target: place }) => place.project_id)).not.toContain(1000)
    expect(links.inspect({ address }, 'production').verdict.candidates[0]).toMatchObject({ group: '1000' })
    expect(first('20 Bloor St W, Toronto, ON')).toMatchObject({ id: 1001, method: 'auto' })
    const other = new VerifiedAddresses(db)
    await other.sync()
    expect(other.size).toBe(1)
    await desk.revoke(decision!.id, 'bo', 'it is that one after all')
    expect(first(address)).toMatchObject({ id: 1000, method: 'auto' })
    await other.sync()
    expect(other.size).toBe(0)
  })

  it('keeps a rejection over imports, but not for projects imported later', async () => {
    const { desk, object, first, publish } = await stage(await open())
    const address = '10 Bloor St W, Toronto, ON'
    const found = await object(address)
    await desk.decide(found.id, found.version, 'ana', { verdict: 'reject', note: null })
    await publish([projectRow('10', { storeys: 44 }), projectRow('20'), projectRow('30')])
    expect(first(address).id).toBeUndefined()
    await publish([projectRow('20'), projectRow('30')])
    await publish([projectRow('20'), projectRow('30'), { ...projectRow('10'), key: 'another' }])
    expect(first(address)).toMatchObject({ id: 1003, method: 'auto' })
  })

  it('replaces a rejection by a later decision; undo restores the rejection', async () => {
    const { desk, object, first, events } = await stage(await open())
    const address = '10 Bloor St W, Toronto, ON'
    const once = await object(address)
    await desk.decide(once.id, once.version, 'ana', { verdict: 'reject', note: null })
    const again = await object(address, 'acc_2')
    const { decision } = await desk.decide(again.id, again.version, 'bo', correct(1002))
    expect(first(address)).toMatchObject({ id: 1002, method: 'verified' })
    await desk.undo(decision!.id, 'bo')
    expect(first(address).id).toBeUndefined()
    expect((await events()).map(({ type }) => type)).toEqual(['building_link.verified', 'building_link.revoked'])
  })

  it('exports a rejection as a label, and a skip not at all', async () => {
    const { db, desk, object, first, events } = await stage(await open())
    const rejected = await object('10 Bloor St W, Toronto, ON')
    await desk.decide(rejected.id, rejected.version, 'ana', { verdict: 'reject', note: null })
    const skipped = await object('20 Bloor St W, Toronto, ON')
    expect((await desk.decide(skipped.id, skipped.version, 'ana', { verdict: 'skip', note: null })).decision).toBeNull()
    const accepted = await object('30 Bloor St W, Toronto, ON')
    await desk.decide(accepted.id, accepted.version, 'ana', { verdict: 'accept', note: null })
    expect(first('20 Bloor St W, Toronto, ON')).toMatchObject({ id: 1001, method: 'auto' })
    expect(first('30 Bloor St W, Toronto, ON')).toMatchObject({ id: 1002, method: 'verified' })
    const labels = []
    for await (const batch of readLabels(db)) labels.push(...batch)
    expect(labels.map(({ text, building_id }) => [text, building_id !== null])).toEqual([
      ['10 Bloor St W, Toronto, ON', false],
      ['30 Bloor St W, Toronto, ON', true],
    ])
    expect((await events()).map(({ type }) => type)).toEqual(['building_link.verified'])
  })

  it('proposes an alias for a correction; accepted it is verified, declined it stays in the ledger', async () => {
    const { db, desk, object, first } = await stage(await open())
    const found = await object(`Unit 4, ${OLD_NAME}`)
    const { decision, proposal } = await desk.decide(found.id, found.version, 'ana', correct(1001))
    expect(proposal).toMatchObject({ kind: 'alias', state: 'proposed', project_id: 1001, suggested_by: decision!.id })
    expect(proposal!.text).toBe('7 Widmer Lane')
    await desk.settleAlias(proposal!.id, true, 'bo', null)
    expect((await readDecision(db, decision!.id)).state).toBe('superseded')
    expect(first(OLD_NAME)).toMatchObject({ id: 1001, method: 'verified' })
    const alias = { line: '12 Old Rd', city: 'Toronto', province: 'ON', projectId: 1002, buildingId: null, note: null }
    const own = await desk.proposeAlias(alias, 'ana')
    expect(first('12 Old Road, Toronto').id).toBeUndefined()
    await desk.settleAlias(own.id, false, 'bo', 'no such road')
    await expect(desk.settleAlias(own.id, true, 'bo', null)).rejects.toMatchObject({ code: 'state_conflict' })
    expect(first('12 Old Road, Toronto').id).toBeUndefined()
  })
})
