// The rows of the crash proof are complete, and its checks find effects that are missing or doubled.
import { describe, expect, it } from 'vitest'
import { Effects } from '../../tools/proof/crash/effects.ts'
import { Ledger } from '../../tools/proof/crash/ledger.ts'
import { changesOf, firstState, Thing } from '../../tools/proof/crash/writers/row-things.ts'
import { fill, stateOf, THINGS, WRITES } from '../../tools/proof/crash/writers/rows.ts'

describe('the effects of writes', () => {
  const check = (names: readonly string[], kind: 'event' | 'email' = 'event') => {
    const effects = new Effects()
    effects.expect(kind, 'a', 'done')
    effects.expect(kind, 'a', 'unknown')
    effects.expect(kind, 'a', 'refused')
    return effects.problems(kind, names)
  }
  it.each([
    [['a', 'b'], []],
    [['a', 'a'], []],
    [['b'], ['1 acknowledged writes have 0 times the event a']],
    [['a', 'a', 'a'], ['the event a is there 3 times for 1 acknowledged and 1 unanswered writes']],
  ])('that are %j: %j', (names, problems) => expect(check(names)).toEqual(problems))
  it('include an email at least once', () => {
    expect(check(['a', 'a', 'a'], 'email')).toEqual([])
    expect(check([], 'email')).toEqual(['1 acknowledged writes have 0 times the email a'])
  })
})

describe('the rows', () => {
  it('name things and fields that exist', () => {
    for (const { operation, on, makes, when, sets, state } of WRITES) {
      const known = (kind: string | undefined) =>
        kind === undefined ? [] : Object.keys(THINGS[kind]?.state ?? { [kind]: 'unknown' })
      expect(
        [on, makes].filter((kind) => kind !== undefined && !THINGS[kind]),
        operation,
      ).toEqual([])
      expect(known(on), operation).toEqual(expect.arrayContaining(Object.keys({ ...when, ...sets })))
      expect(known(makes), operation).toEqual(expect.arrayContaining(Object.keys(state ?? {})))
    }
  })

  it('have an effect that is checked', () => {
    const unseen = WRITES.filter(
      ({ sets, makes, event, audit, email, never, once }) =>
        sets === undefined && !makes && !event && !audit && !email && !never && !once,
    )
    expect(unseen.map(({ operation }) => operation)).toEqual([])
  })

  it('read the state of a thing from responses', () => {
    const body = { data: { id: 1, plan: 'pro', status: 'active', erase_at: null, email: 'a@b.ca' } }
    const state = '{"plan":"pro","status":"active","deleted":"no","email":"yes"}'
    expect(stateOf(THINGS.account!, [body], {})).toBe(state)
    expect(stateOf(THINGS.account!, [{}], {})).toBeUndefined()
    const sources = { data: [{ name: 'x', location: '/x', trust: 7 }] }
    expect(stateOf(THINGS.source!, [sources], { label: 'x' })).toBe('{"location":"yes","trust":"7"}')
    expect(stateOf(THINGS.source!, [sources], { label: 'y' })).toBeUndefined()
  })

  it('say how a write changes its thing and the origin of that', () => {
    const ledger = new Ledger()
    const case_ = new Thing('case', 'a', undefined, { id: 'cas_1' })
    const decision = new Thing('decision', 'b', case_, { id: 'dec_1' })
    ledger.found(case_.name, '{"status":"decided"}')
    ledger.found(decision.name, '{"state":"verified","project":"no"}')
    const undo = WRITES.find(({ operation, on }) => operation.endsWith('/undo') && on === 'decision')!
    expect(decision.accepts(undo, ledger)).toBe(true)
    expect(changesOf(undo, decision, {}, ledger).map(([, state]) => state)).toEqual([
      '{"state":"revoked","project":"no"}',
      '{"status":"open"}',
    ])
    const create = WRITES.find(({ makes }) => makes === 'feed')!
    expect(firstState('feed', create, {})).toBe('{"status":"active","held":"no","rows":"none"}')
  })

  it('fill templates, and nothing if a variable is missing', () => {
    expect(fill({ id: '#{id}', path: '/{name}' }, { id: '7', name: 'a' })).toEqual({ id: 7, path: '/a' })
    expect(fill('/{other}', { name: 'a' })).toBeUndefined()
  })
})
