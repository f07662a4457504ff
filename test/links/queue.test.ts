// The queue ranks cases by queries and uncertainty, and is bounded.

import { MODEL } from '@plinth/matcher/internal/decide/model'
import type { Model } from '@plinth/matcher/internal/decide/model-shape'
import { expect, it } from 'vitest'
import { toCaseJson } from '../../src/http/desk/desk-schemas.ts'
import { readCase, readCaseHistory, readQueue } from '../../src/links/desk/cases.ts'
import { eraseFeedback } from '../../src/links/desk/erase-feedback.ts'
import { isSampled, LearningValue } from '../../src/links/learning-value.ts'
import { UncertainQueryCounter } from '../../src/links/uncertain-queries.ts'
import { uncertaintyOf } from '../../src/links/uncertainty.ts'
import { forEachDatabase } from '../support/databases.ts'
import { projectRow } from '../support/rows.ts'
import { OLD_NAME, stage } from './stage.ts'

const open = { status: 'open', limit: 50, offset: 0 } as const
const clock = { now: () => Date.parse('2026-11-14T06:00:00Z') }

const query = (n: number, uncertainty: number) => ({
  key: `${n}|main|st||toronto|on`,
  query: { address: `${n} Main St`, city: 'Toronto', province: 'ON' },
  outcome: uncertainty > 0.5 ? 'weak' : 'ambiguous',
  reason: null,
  confidence: 1 - uncertainty,
  uncertainty,
  kind: null,
})

const SURE_MAP = [
  [0, 0],
  [0.01, 0.98],
  [1, 0.99],
] as const

/** A model that trusts every fuzzy answer, whatever the built-in one says. */
const SURE_OF_FUZZY: Model = {
  ...MODEL,
  calibration: { ...MODEL.calibration, fuzzy: { hints: SURE_MAP, text: SURE_MAP } },
}

it('uncertainty is the probability that the most likely outcome is wrong', () => {
  const candidate = (confidence: number) => [{ confidence }] as never
  expect(uncertaintyOf({ candidates: candidate(0.9), none_probability: 0.1 })).toBeCloseTo(0.1)
  expect(uncertaintyOf({ candidates: candidate(0.4), none_probability: 0.5 })).toBeCloseTo(0.5)
  expect(uncertaintyOf({ candidates: [], none_probability: 1 })).toBe(0)
})

forEachDatabase('the queue', (openDb) => {
  it('ranks by queries × uncertainty, adds up several writes, and pages', async () => {
    const db = await openDb()
    const asks = new UncertainQueryCounter(db, clock)
    for (let i = 0; i < 4; i++) asks.count(query(1, 0.2))
    for (let i = 0; i < 3; i++) asks.count(query(2, 0.9))
    asks.count(query(3, 0.5))
    await asks.flush()
    for (let i = 0; i < 20; i++) asks.count(query(1, 0.2))
    await asks.flush()
    const queue = await readQueue(db, open)
    expect(queue.cases.map(({ text, asks: n, priority }) => [text, n, Math.round(priority * 10) / 10])).toEqual([
      ['1 Main St', 24, 4.8],
      ['2 Main St', 3, 2.7],
      ['3 Main St', 1, 0.5],
    ])
    expect(queue).toMatchObject({ total: 3, byProvince: { ON: 3 }, byReason: { ambiguous: 2, weak: 1 } })
    const second = await readQueue(db, { ...open, limit: 1, offset: 1, reason: 'ambiguous' })
    expect([second.total, second.cases[0]!.text]).toEqual([2, '3 Main St'])
  })

  it('keeps counts after a failed write, and trims only cases without feedback', async () => {
    const db = await openDb()
    const asks = new UncertainQueryCounter({ ...db, tx: () => Promise.reject(new Error('away')) }, clock)
    asks.count(query(1, 0.5))
    await expect(asks.flush()).rejects.toThrow('away')
    await expect(asks.flush()).rejects.toThrow('away')
    const { object, asks: real } = await stage(db)
    const withFeedback = await object(OLD_NAME)
    for (let n = 1; n <= 5; n++) real.count(query(n, n / 10))
    await real.flush()
    await real.trim(2)
    const { cases } = await readQueue(db, open)
    expect(cases.map(({ text }) => text).sort()).toEqual(['4 Main St', '5 Main St', OLD_NAME].sort())
    expect(cases.some(({ id }) => id === withFeedback.id)).toBe(true)
  })

  it('counts each account once and reopens a decided case', async () => {
    const { db, desk, object } = await stage(await openDb())
    await object(OLD_NAME, 'acc_1')
    await object(OLD_NAME, 'acc_1')
    const { id, version } = await object(OLD_NAME, 'acc_2')
    expect((await readCase(db.query, id)).voices).toBe(2)
    await desk.decide(id, version, 'ana', { verdict: 'reject', note: null })
    expect((await readQueue(db, open)).total).toBe(0)
    const again = await object(OLD_NAME, 'acc_3')
    expect(again.id).toBe(id)
    const { feedback, decisions } = await readCaseHistory(db, await readCase(db.query, id))
    expect([feedback.length, decisions.length]).toEqual([4, 1])
  })

  it('does not count a confirmation as an objection, and erases both with their account', async () => {
    const { db, object, confirm } = await stage(await openDb())
    const confirmed = '20 Widmer St, Toronto, ON'
    const { id } = await confirm(confirmed, 'acc_1')
    expect(await readCase(db.query, id)).toMatchObject({ voices: 1, objections: 0, priority: 0 })
    await confirm(OLD_NAME, 'acc_1')
    const objected = await object(OLD_NAME, 'acc_1')
    await object(OLD_NAME, 'acc_1')
    await confirm(OLD_NAME, 'acc_2')
    const { priority, ...counts } = await readCase(db.query, objected.id)
    expect(counts).toMatchObject({ voices: 2, objections: 1 })
    expect(priority).toBeGreaterThanOrEqual(10)
    expect((await readQueue(db, open)).cases.map(({ text }) => text)).toEqual([OLD_NAME, confirmed])
    await db.tx((tx) => eraseFeedback(tx, 'acc_1'))
    expect(await readCase(db.query, objected.id)).toMatchObject({ voices: 1, objections: 0 })
  })

  it('counts uncertain results only', async () => {
    const sides = ['E', 'W'].map((side) => `80 Bloor St ${side}`)
    const rows = sides.map((line, i) => {
      const { buildings, ...row } = projectRow(`8${i}`)
      const addresses = [{ line, kind: 'municipal' as const, valid_from: null, valid_to: null }]
      return { ...row, address: `${line}, Toronto, ON`, buildings: [{ ...buildings[0]!, addresses }] }
    })
    const { db, links, asks } = await stage(await openDb(), rows)
    expect(links.resolve({ address: '80 Bloor St W, Toronto, ON' }, 'production').action).toBe('accept')
    const unsure = { address: '80 Bloor St, Toronto, ON' }
    expect(links.resolve(unsure, 'production').outcome).toBe('ambiguous')
    links.resolve({ ...unsure, min_confidence: 0.99 }, 'production')
    links.inspect(unsure, 'production')
    links.resolve({ address: 'nothing here at all' }, 'production')
    await asks.flush()
    const { cases } = await readQueue(db, open)
    expect(cases.map(({ text, asks: count }) => [text, count])).toEqual([[unsure.address, 2]])
  })

  it('puts first the kinds of answers with few decisions', async () => {
    const { db, asks: counter, desk, object } = await stage(await openDb())
    const learning = new LearningValue(db)
    const fuzzy = { stratum: 'fuzzy', input: 'hints' } as const
    expect(learning.factor(fuzzy)).toBe(1)
    await learning.refresh()
    expect([learning.factor(fuzzy), learning.factor(null)]).toEqual([3, 1])
    const { id, version } = await object(OLD_NAME)
    const { decision } = await desk.decide(id, version, 'ana', { verdict: 'correct', projectId: 1001, note: null })
    const evidence = { candidates: [{ strategy: 'fuzzy_address' }] }
    const copies = Array.from({ length: 99 }, (_, n) => ({
      ...decision!,
      id: `copy ${n}`,
      address_key: `copy ${n}`,
      city: 'Toronto',
      evidence: JSON.stringify(evidence),
    }))
    await db.query.insertInto('link_decisions').values(copies).execute()
    await db.query
      .insertInto('link_decisions')
      .values({ ...copies[0]!, id: 'revoked', state: 'revoked' })
      .execute()
    await learning.refresh()
    expect(learning.factor(fuzzy)).toBeCloseTo(3 - (2 * 99) / 200)
    expect(learning.factor({ stratum: 'fuzzy', input: 'text' })).toBe(3)

    const asks = new UncertainQueryCounter(db, clock, learning)
    asks.count({ ...query(1, 0.3), kind: { stratum: 'name', input: 'text' } })
    asks.count({ ...query(2, 0.4), kind: null })
    await asks.flush()
    await counter.flush()
    const { cases } = await readQueue(db, open)
    expect(
      cases.map(toCaseJson).map(({ text, priority, priority_reason }) => [text, priority, priority_reason]),
    ).toEqual([
      ['1 Main St', 0.9, 'few_decisions'],
      ['2 Main St', 0.4, null],
    ])
  })

  it('contains a sample of sure answers that are not exact', async () => {
    const rows = Array.from({ length: 120 }, (_, i) => {
      const { buildings, ...row } = projectRow(`s${i}`)
      const line = `${101 + 2 * i} Sherbourne St`
      const addresses = [{ line, kind: 'municipal' as const, valid_from: null, valid_to: null }]
      return { ...row, address: `${line}, Toronto, ON`, buildings: [{ ...buildings[0]!, addresses }] }
    })
    const { db, links, asks } = await stage(await openDb(), rows, SURE_OF_FUZZY)
    const ask = (street: string, i: number) =>
      links.resolve({ address: `${101 + 2 * i} ${street}`, city: 'Toronto', province: 'ON' }, 'production')
    const fuzzy = rows.map((_, i) => ask('Sherborune St', i))
    expect(fuzzy.every(({ links: [link] }) => link!.match_strategy === 'fuzzy_address')).toBe(true)
    for (const i of rows.keys()) ask('Sherbourne St', i)
    await asks.flush()
    const sure = fuzzy.filter(({ links: [link] }) => link!.match_confidence >= 0.95).length
    const { cases } = await readQueue(db, { ...open, limit: 200 })
    const sampled = cases.filter(({ is_sample }) => is_sample)
    expect(cases.length - sampled.length).toBe(rows.length - sure)
    expect(sampled.length).toBeGreaterThan(0)
    expect(sampled.length).toBeLessThan(sure / 5)
    expect(sampled.every(({ address_key }) => isSampled(address_key))).toBe(true)
    // a sample ranks like an uncertain answer, not last
    expect(sampled.map(toCaseJson)[0]).toMatchObject({ priority: expect.closeTo(0.1), priority_reason: 'sample' })
  })
})
