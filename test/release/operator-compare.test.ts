// The comparison of the operator script: what it finds, and what the list of allowed differences lets pass.
import { expect, it } from 'vitest'
import { NEW_DATA_FOLDER, UPGRADE } from '../../tools/trials/operator/allowed.ts'
import { compare } from '../../tools/trials/operator/compare.ts'

const reading = (data: unknown) => new Map([['elite /projects', { status: 200, data }]])
const find = (before: unknown, after: unknown, isExact = false) =>
  compare(reading(before), reading(after), { allowed: [], isExact }).differences

it('finds a changed, a missing and a null value at its path', () => {
  expect(find({ a: { b: 1 } }, { a: { b: 2 } })).toEqual([{ path: 'elite /projects:.data.a.b', before: 1, after: 2 }])
  expect(find({ a: 1 }, {})).toEqual([{ path: 'elite /projects:.data.a', before: 1, after: undefined }])
  expect(find({ a: 0 }, { a: null })).toHaveLength(1)
  expect(find({ a: [1, 2] }, { a: [1] })).toHaveLength(1)
})

it('accepts new fields unless both must be equal', () => {
  expect(find({ a: 1 }, { a: 1, b: 2 })).toEqual([])
  expect(find({ a: 1 }, { a: 1, b: 2 }, true)).toEqual([
    { path: 'elite /projects:.data.b', before: undefined, after: 2 },
  ])
})

it('compares records by their id, and reports missing ones, new ones and another order', () => {
  const [one, two] = [
    { id: 'p1', name: 'A' },
    { id: 'p2', name: 'B' },
  ]
  expect(find([one, two], [one])).toMatchObject([{ path: 'elite /projects:.data[p2]', after: undefined }])
  expect(find([one], [one, two])).toMatchObject([{ path: 'elite /projects:.data[p2]', before: undefined }])
  expect(find([one, two], [two, one])).toMatchObject([{ path: 'elite /projects:.data (order)' }])
  expect(find([one, two], [one, { ...two, name: 'C' }])).toEqual([
    { path: 'elite /projects:.data[p2].name', before: 'B', after: 'C' },
  ])
})

it('reports a whole answer that is missing', () => {
  const { differences } = compare(reading({ a: 1 }), new Map(), { allowed: [], isExact: false })
  expect(differences).toHaveLength(1)
})

it('allows only the differences whose path and values a rule names', () => {
  const grows = { path: /\.used$/, why: 'usage grows', if: (one: unknown, other: unknown) => other! > one! }
  const counts = (before: object, after: object) => {
    const { differences, allowed } = compare(reading(before), reading(after), { allowed: [grows], isExact: true })
    return [differences.length, allowed.get(grows) ?? 0]
  }
  expect(counts({ used: 1 }, { used: 2 })).toEqual([0, 1])
  expect(counts({ used: 2 }, { used: 1 })).toEqual([1, 0])
  expect(counts({ limit: 1 }, { limit: 2 })).toEqual([1, 0])
})

it('allows no new account but that of a sandbox key, and no confidence that is no probability', () => {
  const left = (path: string, before: unknown, after: unknown) => {
    const [one, other] = [before, after].map((data) => new Map([[path, { status: 200, data }]]))
    return compare(one!, other!, { allowed: [...NEW_DATA_FOLDER, ...UPGRADE], isExact: true }).differences.length
  }
  const accounts = 'operator /operator/accounts?limit=200'
  const log = 'operator /operator/audit-log?limit=200'
  expect(left(accounts, [], [{ id: 'acc_1', email: null, plan: 'sandbox' }])).toBe(0)
  expect(left(accounts, [], [{ id: 'acc_1', email: 'a@example.test', plan: 'sandbox' }])).toBe(1)
  expect(left(accounts, [], [{ id: 'acc_1', email: null, plan: 'elite' }])).toBe(1)
  const entry = { id: 'aud_1', actor: 'system', action: 'key.created', details: { mode: 'test' } }
  expect(left(log, [], [entry])).toBe(0)
  expect(left(log, [], [{ ...entry, action: 'key.revoked' }])).toBe(1)
  expect(left(log, [], [{ ...entry, details: { mode: 'live' } }])).toBe(1)
  expect(left('elite /building-links', { match_confidence: 0.9 }, { match_confidence: 0.97 })).toBe(0)
  expect(left('elite /building-links', { match_confidence: 0.9 }, { match_confidence: null })).toBe(1)
})
