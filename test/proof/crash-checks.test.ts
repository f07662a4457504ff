// The ledger of the crash proof and its checks find what was lost, doubled or let in.
import { describe, expect, it } from 'vitest'
import type { ReceivedEvent } from '../../tools/proof/crash/event-checks.ts'
import { chainProblems, feedProblems, missingEvents, usageProblem } from '../../tools/proof/crash/event-checks.ts'
import { Ledger, outcomeOf, streamOutcomeOf } from '../../tools/proof/crash/ledger.ts'

const answer = (status: number, text = '') => ({ status, headers: {}, text, body: undefined })

describe('the ledger', () => {
  it('finds an acknowledged write that is lost', () => {
    const ledger = new Ledger()
    ledger.end(ledger.begin('account 1', 'pro'), 'done')
    ledger.end(ledger.begin('account 1', 'elite'), 'done')
    expect(ledger.check('account 1', 'pro')).toBe('account 1 is "pro", but it can only be "elite"')
    expect(ledger.check('account 1', 'pro')).toBeUndefined()
  })

  it('accepts both outcomes of an unanswered write, and then only the one that was read', () => {
    for (const actual of ['pro', 'elite']) {
      const ledger = new Ledger()
      ledger.end(ledger.begin('account 1', 'pro'), 'done')
      ledger.end(ledger.begin('account 1', 'elite'), 'unknown')
      expect(ledger.known('account 1')).toBeUndefined()
      expect(ledger.check('account 1', actual)).toBeUndefined()
      expect(ledger.known('account 1')).toBe(actual)
      expect(ledger.check('account 1', actual === 'pro' ? 'elite' : 'pro')).toContain('can only be')
    }
  })

  it('does not accept a write that was refused', () => {
    const ledger = new Ledger()
    ledger.found('case 1', 'open')
    ledger.end(ledger.begin('case 1', 'decided'), 'refused')
    expect(ledger.check('case 1', 'decided')).toContain('can only be "open"')
  })

  it('finds something that is there again after its deletion', () => {
    const ledger = new Ledger()
    ledger.end(ledger.begin('listing 1', 'a'), 'done')
    ledger.end(ledger.begin('listing 1', null), 'done')
    expect(ledger.check('listing 1', 'a')).toBe('listing 1 is "a", but it can only be missing')
  })

  it('lists what was written since the last check', () => {
    const ledger = new Ledger()
    ledger.begin('key 1', 'works')
    ledger.begin('key 2', 'works')
    ledger.check('key 1', 'works')
    expect(ledger.touched('key ')).toEqual(['key 2'])
    expect(ledger.all('key ')).toEqual(['key 1', 'key 2'])
  })
})

describe('the outcome of a request', () => {
  it.each([
    [201, 'done'],
    [412, 'refused'],
    [429, 'refused'],
    [500, 'unknown'],
    [503, 'unknown'],
    [0, 'unknown'],
  ])('is by status %i %s', (status, outcome) => expect(outcomeOf(answer(status))).toBe(outcome))

  it.each([
    ['{"progress":{}}\n{"data":{"version":"1"}}\n', 'done'],
    ['{"progress":{}}\n{"error":{"code":"state_conflict"}}\n', 'refused'],
    ['{"progress":{}}\n{"error":{"code":"temporarily_unavailable"}}\n', 'unknown'],
    ['{"progress":{}}\n', 'unknown'],
    ['{"progress":{}}\n{"da', 'unknown'],
  ])('is by the last line %j %s', (text, outcome) => expect(streamOutcomeOf(answer(200, text))).toBe(outcome))
})

const event = (sequence: number) => ({ sequence, id: `evt_${sequence}` })
const received = (sequence: number, previous: number | null): [string, ReceivedEvent] => [
  `evt_${sequence}`,
  { ...event(sequence), type: 'project.updated', previous },
]

describe('the change feed', () => {
  const whole = [3, 4, 7].map(event)
  it('is whole', () => expect(feedProblems(whole, whole)).toEqual([]))
  it.each([
    [[3, 7], [3, 4, 7], 'missed 1 events: 4'],
    [[3, 4, 4, 7], [3, 4, 7], 'got 1 events twice'],
    [[3, 4, 7], [3, 4, 4, 7], 'has 1 event ids twice'],
    [[3, 4, 7], [4, 3, 7], 'has 3 after 4'],
    [[3, 4, 7], [3, 4], 'are gone: 7'],
  ])('read as %j of %j is not', (read, all, problem) =>
    expect(feedProblems(read.map(event), all.map(event)).join()).toContain(problem),
  )
})

describe('a receiver', () => {
  const expected = [3, 4, 7].map(event)
  it('knows what it missed from the chain', () => {
    const events = new Map([received(3, 1), received(7, 4)])
    expect(missingEvents(expected, events)).toEqual([event(4)])
    expect(chainProblems('flaky', expected, events)).toEqual([])
  })
  it('does not know it from a broken chain', () =>
    expect(chainProblems('flaky', expected, new Map([received(3, 1), received(7, 3)]))).toEqual([
      'the chain at flaky is broken at 7',
    ]))
})

describe('usage', () => {
  const answeredAt = [0, 100, 200, 900, 1500]
  it.each([
    [5, 6, 1600, undefined],
    [3, 6, 1600, undefined],
    [2, 6, 1600, 'usage counts 2 requests, but 3 were answered 1000 ms before the kill'],
    [4, 6, undefined, 'usage counts 4 requests, but 5 were answered 1000 ms before the kill'],
    [7, 6, 1600, 'usage counts 7 requests, but only 6 were sent'],
  ])('of %i for %i requests and a kill at %s: %s', (counted, sent, killedAt, problem) =>
    expect(usageProblem({ counted, sent, answeredAt, killedAt, slowestMs: 20, stretch: 1 })).toBe(problem),
  )

  it('may lose more where two writes take longer than a second', () => {
    const round = { counted: 1, sent: 6, answeredAt, killedAt: 1600, stretch: 1 }
    expect(usageProblem({ ...round, slowestMs: 600 })).toBeUndefined()
    expect(usageProblem({ ...round, slowestMs: 300 })).toContain('1000 ms')
    expect(usageProblem({ ...round, slowestMs: 20, stretch: 1.6 })).toBeUndefined()
  })
})
