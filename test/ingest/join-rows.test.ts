// Which rows are one building: the rules, and thousands of generated cases.

import { finish } from '@plinth/matcher/internal/index/build-index'
import { describe, expect, it } from 'vitest'
import type { Decision } from '../../src/ingest/join/decisions.ts'
import { refKey } from '../../src/ingest/join/decisions.ts'
import type { JoinResult, JoinRow } from '../../src/ingest/join/join-rows.ts'
import { joinRowsInSteps } from '../../src/ingest/join/join-rows.ts'
import { factsOf, pointsOf } from '../../src/ingest/join/row-facts.ts'
import { distanceMetres } from '../../src/ingest/join/same-building.ts'
import { TrustOrder } from '../../src/ingest/join/trust-order.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { amount } from '../support/amount.ts'
import { generateContent, SOURCES, trueBuildings, truthOf } from '../support/joined-sources.ts'
import { SeededRandom } from '../support/random.ts'
import { projectRow } from '../support/rows.ts'

const ORDER = new TrustOrder(
  SOURCES,
  SOURCES.map(({ name }) => name),
)

const joinRow = (source: string, row: ProjectRow): JoinRow => ({
  source,
  key: row.key,
  facts: factsOf(row),
  correctedAddress: null,
})

interface Named {
  /** `source/key` of the rows of each project; the first is the anchor. */
  readonly projects: readonly string[]
  readonly waiting: readonly string[]
  readonly doubts: readonly string[]
}

function join(rows: readonly JoinRow[], decisions: readonly Decision[] = [], order = ORDER): Named {
  const result: JoinResult = finish(joinRowsInSteps(rows, order, decisions))
  const name = (row: number) => `${rows[row]!.source}/${rows[row]!.key}`
  return {
    projects: result.projects.map((group) => group.map(name).join(' ')).sort(),
    waiting: [...result.waiting.keys()].map(name).sort(),
    doubts: result.doubts.map(({ row, other, reason }) => `${name(row)} ${name(other)} ${reason}`).sort(),
  }
}

/** A building at 43.667, -79.4 without a name. */
const at = (key: string, line: string, more: Partial<ProjectRow> = {}): ProjectRow => {
  const [tower] = projectRow(key).buildings
  const addresses = [{ line, kind: 'municipal' as const, valid_from: null, valid_to: null }]
  return projectRow(key, {
    name: line,
    address: `${line}, Toronto, ON`,
    buildings: [{ ...tower!, addresses }],
    ...more,
  })
}

const METRES = 1 / 111_320
const moved = (metres: number) => ({ latitude: 43.667 + metres * METRES })
const same = (a: string, b: string): Decision => ({ kind: 'same', rows: [refOf(a), refOf(b)] })
const apart = (a: string, b: string): Decision => ({ kind: 'apart', rows: [refOf(a), refOf(b)] })
const refOf = (text: string) => ({ source: text.split('/')[0]!, key: text.split('/')[1]! })

describe('joining rows', () => {
  it('joins a row of a less trusted source at the same address, however it is spelled', () => {
    const rows = [
      joinRow('register', at('r', '12 Marlow St')),
      joinRow('own', at('o', '12 Marlow St')),
      joinRow('roll', at('t', '12 Marlow Street')),
    ]
    expect(join(rows).projects).toEqual(['own/o roll/t register/r'])
    expect(join(rows.toReversed()).projects).toEqual(['own/o roll/t register/r'])
  })

  it('joins by corporation even when the addresses differ', () => {
    const condo_corp = { registry: 'TSCC', number: 2041 }
    const rows = [
      joinRow('own', at('o', '12 Marlow St', { condo_corp })),
      joinRow('roll', at('t', '9 Osprey Cres', { condo_corp, ...moved(5000) })),
    ]
    expect(join(rows).projects).toEqual(['own/o roll/t'])
  })

  it('asks a person when the points are more than 150 m apart', () => {
    const far = (metres: number) => [
      joinRow('own', at('o', '12 Marlow St')),
      joinRow('roll', at('t', '12 Marlow St', moved(metres))),
    ]
    expect(join(far(140)).projects).toEqual(['own/o roll/t'])
    expect(join(far(400))).toEqual({
      projects: ['own/o'],
      waiting: ['roll/t'],
      doubts: ['roll/t own/o The points are 400 m apart.'],
    })
    expect(join(far(400), [same('own/o', 'roll/t')])).toEqual({ projects: ['own/o roll/t'], waiting: [], doubts: [] })
    expect(join(far(400), [apart('own/o', 'roll/t')])).toEqual({ projects: ['own/o'], waiting: ['roll/t'], doubts: [] })
  })

  it('asks a person when the postal codes contradict each other and a point is missing', () => {
    const none = { latitude: null, longitude: null }
    const rows = [
      joinRow('own', at('o', '12 Marlow St', { postal_code: 'M5V 1A1' })),
      joinRow('roll', at('t', '12 Marlow St', { postal_code: 'M6K 1A1', ...none })),
    ]
    expect(join(rows).doubts).toEqual(['roll/t own/o The postal codes differ: M6K, M5V.'])
  })

  it('asks a person when only the matcher says that two cities are one', () => {
    const none = { latitude: null, longitude: null, postal_code: null }
    const other = { address: '12 Marlow Street, Mississauga, ON', city_name: 'Mississauga' }
    const rows = (more: Partial<ProjectRow>) => [
      joinRow('own', at('o', '12 Marlow St', { ...none, ...more })),
      joinRow('roll', at('t', '12 Marlow Street', { ...other, ...none, ...more })),
    ]
    expect(join(rows({})).projects).toEqual(['own/o', 'roll/t'])
    expect(join(rows({ postal_code: 'M4B 1B3' })).projects).toEqual(['own/o roll/t'])
  })

  it('asks a person when the corporations differ, or when two buildings fit', () => {
    const corp = (number: number) => ({ condo_corp: { registry: 'TSCC', number } })
    const rows = [
      joinRow('own', at('o', '12 Marlow St', corp(1))),
      joinRow('roll', at('t', '12 Marlow St', corp(2))),
      joinRow('own', at('e', '100 Tallow St E')),
      joinRow('own', at('w', '100 Tallow St W')),
      joinRow('roll', at('x', '100 Tallow St')),
    ]
    const { projects, doubts } = join(rows)
    expect(doubts).toEqual([
      'roll/t own/o The condo corporations differ: TSCC 2, TSCC 1.',
      expect.stringMatching(/^roll\/x own\/[ew] Several buildings fit this address\.$/),
    ])
    expect(projects).toContain('roll/x')
  })

  it('never joins two rows of one source, and gives the address to the lower key', () => {
    const rows = [joinRow('own', at('b', '12 Marlow St')), joinRow('own', at('a', '12 Marlow St'))]
    expect(join(rows)).toEqual({ projects: ['own/a'], waiting: ['own/b'], doubts: [] })
    const range = [joinRow('own', at('a', '10-20 Marlow St')), joinRow('own', at('b', '14 Marlow St'))]
    expect(join(range).projects).toEqual(['own/a', 'own/b'])
  })

  it('lets several rows of one source join one project', () => {
    const anchor = at('o', '12 Marlow St')
    const [tower] = anchor.buildings
    const second = { ...tower!, key: 'b', addresses: [{ ...tower!.addresses[0]!, line: '14 Marlow St' }] }
    const rows = [
      joinRow('own', { ...anchor, buildings: [tower!, second] }),
      joinRow('roll', at('x', '12 Marlow St')),
      joinRow('roll', at('y', '14 Marlow St')),
    ]
    expect(join(rows).projects).toEqual(['own/o roll/x roll/y'])
  })

  it('lets a source that only adds wait for a building', () => {
    expect(join([joinRow('database', at('d', '12 Marlow St'))])).toMatchObject({
      projects: [],
      waiting: ['database/d'],
    })
    const both = [joinRow('database', at('d', '12 Marlow St')), joinRow('roll', at('t', '12 Marlow St'))]
    expect(join(both).projects).toEqual(['roll/t database/d'])
    // Though it is more trusted than the register, it makes no building of its own.
    const register = [joinRow('database', at('d', '12 Marlow St')), joinRow('register', at('r', '12 Marlow St'))]
    expect(join(register)).toEqual({ projects: ['register/r database/d'], waiting: [], doubts: [] })
    expect(join(both).waiting).toEqual([])
  })

  it('keeps merged projects together with the chosen row first, whatever the order of trust', () => {
    const merged: Decision = { kind: 'merged', from: [refOf('own/o')], into: [refOf('register/r')] }
    const rows = [
      joinRow('own', at('o', '12 Marlow St')),
      joinRow('roll', at('t', '12 Marlow St')),
      joinRow('register', at('r', '9 Osprey Cres')),
      joinRow('register', at('s', '12 Marlow St')),
    ]
    expect(join(rows, [merged]).projects).toEqual(['register/r own/o roll/t register/s'])
    expect(join(rows.slice(0, 2), [merged]).projects).toEqual(['own/o roll/t'])
  })

  it('finds a building through the address that only another source knows', () => {
    const alias = at('t', '12 Marlow St')
    const lines = ['12 Marlow St', '1 Cloister Lane'].map((line) => ({ ...alias.buildings[0]!.addresses[0]!, line }))
    const rows = [
      joinRow('own', at('o', '12 Marlow St')),
      joinRow('roll', { ...alias, buildings: [{ ...alias.buildings[0]!, addresses: lines }] }),
      joinRow('register', at('r', '1 Cloister Lane')),
    ]
    expect(join(rows).projects).toEqual(['own/o roll/t register/r'])
  })

  it('keeps an anchor at its corrected address, and the other row of its source waits', () => {
    const corrected = { ...joinRow('own', at('b', '12 Marlow St')), correctedAddress: '9 Osprey Cres, Toronto, ON' }
    const rows = [joinRow('own', at('a', '9 Osprey Cres')), corrected, joinRow('roll', at('t', '9 Osprey Cres'))]
    expect(join(rows)).toMatchObject({ projects: ['own/b roll/t'], waiting: ['own/a'] })
  })
})

const CASES = amount(20)

describe('joining generated rows', () => {
  it(`gives the same projects in any order, without a wrong join, in ${CASES} cases`, () => {
    let joined = 0
    for (let seed = 1; seed <= CASES; seed++) {
      const random = new SeededRandom(seed)
      const content = generateContent(random, trueBuildings(random, 2 + random.below(6)))
      const rows = SOURCES.flatMap(({ name }) => content[name]!.map((row) => joinRow(name, row)))
      const decisions = decisionsAbout(random, rows)
      const trust = SOURCES.map((source) => ({
        ...source,
        trust: random.chance(0.3) ? 1 + random.below(900) : source.trust,
      }))
      const order = new TrustOrder(
        trust,
        SOURCES.map(({ name }) => name),
      )
      const expected = join(rows, decisions, order)
      expect(join(random.shuffle(rows), random.shuffle(decisions), order), `seed ${seed}`).toEqual(expected)
      joined += checkRules(seed, rows, finish(joinRowsInSteps(rows, order, decisions)), decisions)
    }
    expect(joined).toBeGreaterThan(CASES * 2)
  })
})

/** Half of them true, half of them random. */
function decisionsAbout(random: SeededRandom, rows: readonly JoinRow[]): Decision[] {
  if (rows.length < 2 || random.chance(0.5)) return []
  return Array.from({ length: 1 + random.below(3) }, (): Decision => {
    const [a, b] = random.shuffle(rows)
    const pair = [a!, b!] as const
    if (random.chance(0.3)) return { kind: 'merged', from: [a!], into: [b!] }
    return { kind: truthOf(a!.key) === truthOf(b!.key) ? 'same' : 'apart', rows: pair }
  })
}

/** Returns the number of rows that joined another. */
function checkRules(
  seed: number,
  rows: readonly JoinRow[],
  result: JoinResult,
  decisions: readonly Decision[],
): number {
  const placed = [...result.projects.flat(), ...result.waiting.keys()]
  expect(
    placed.toSorted((a, b) => a - b),
    `seed ${seed}`,
  ).toEqual(rows.map((_, row) => row))
  const addresses = result.projects.map(([anchor]) => rows[anchor!]!.facts.address)
  expect(new Set(addresses).size, `seed ${seed}`).toBe(addresses.length)
  const decided = new Set(
    decisions
      .flatMap((one) => (one.kind === 'merged' ? [...one.from, ...one.into] : one.kind === 'same' ? one.rows : []))
      .map(refKey),
  )
  for (const group of result.projects) {
    // A person may join anything.
    if (group.some((row) => decided.has(refKey(rows[row]!)))) continue
    const truths = new Set(group.map((row) => truthOf(rows[row]!.key)))
    expect([...truths], `seed ${seed}: ${group.map((row) => refKey(rows[row]!)).join(', ')}`).toHaveLength(1)
    // A corporation joins rows at any distance.
    if (group.filter((row) => rows[row]!.facts.corporation !== null).length > 1) continue
    for (const row of group.slice(1)) {
      const others = group.filter((other) => other !== row)
      const points = others.flatMap((other) => pointsOf(rows[other]!.facts))
      expect(distanceMetres(pointsOf(rows[row]!.facts), points) ?? 0, `seed ${seed}`).toBeLessThanOrEqual(150)
    }
  }
  return result.projects.reduce((sum, group) => sum + group.length - 1, 0)
}
