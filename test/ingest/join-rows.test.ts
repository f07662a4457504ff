// Which rows are one building: the rules, and thousands of generated cases.

import { finish } from '@plinth/matcher/internal/index/build-index'
import { describe, expect, it } from 'vitest'
import type { Decision } from '../../src/ingest/join/decisions.ts'
import { refKey } from '../../src/ingest/join/decisions.ts'
import { joinKeysOf } from '../../src/ingest/join/join-keys.ts'
import type { JoinResult, JoinRow } from '../../src/ingest/join/join-rows.ts'
import { joinRowsInSteps } from '../../src/ingest/join/join-rows.ts'
import { factsOf, pointsOf } from '../../src/ingest/join/row-facts.ts'
import { distanceMetres } from '../../src/ingest/join/same-building.ts'
import { TrustOrder } from '../../src/ingest/join/trust-order.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { amount } from '../support/amount.ts'
import { fromCases } from '../support/cases.ts'
import { generateContent, SOURCES, trueBuildings, truthOf } from '../support/joined-sources.ts'
import { SeededRandom } from '../support/random.ts'
import { projectRow } from '../support/rows.ts'

const ORDER = new TrustOrder(
  SOURCES,
  SOURCES.map(({ name }) => name),
)

function joinRow(source: string, row: ProjectRow): JoinRow {
  const facts = factsOf(row)
  return { source, key: row.key, facts, correctedAddress: null, ...joinKeysOf(facts) }
}

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

interface RuleCase {
  readonly title: string
  readonly rows: readonly {
    /** `source/key` */
    readonly row: string
    readonly at: string
    /** Another address of the building. */
    readonly also?: string
    /** The address of a second building. */
    readonly tower?: string
    /** How far the point is from the point of the others. */
    readonly metres?: number
    readonly corrected?: string
    readonly fields?: Partial<ProjectRow>
  }[]
  readonly decisions?: readonly Decision[]
  readonly expected: Partial<Named>
}

const METRES = 1 / 111_320

/** Buildings at 43.667, -79.4 without a name. */
function rowOf({ row, at, also, tower, metres = 0, corrected, fields }: RuleCase['rows'][number]): JoinRow {
  const [source, key] = row.split('/') as [string, string]
  const building = (...lines: string[]) => ({
    ...projectRow(key).buildings[0]!,
    key: lines[0]!,
    addresses: lines.map((line) => ({ line, kind: 'municipal' as const, valid_from: null, valid_to: null })),
  })
  const buildings = [building(at, ...(also ? [also] : [])), ...(tower ? [building(tower)] : [])]
  const point = { latitude: 43.667 + metres * METRES }
  const project = projectRow(key, { name: at, address: `${at}, Toronto, ON`, buildings, ...point, ...fields })
  return { ...joinRow(source, project), correctedAddress: corrected ?? null }
}

describe('joining rows', () => {
  for (const { title, rows, decisions, expected } of fromCases<RuleCase[]>('ingest/join-rows', 'rules'))
    it(title, () => {
      const all = rows.map(rowOf)
      expect(join(all, decisions)).toMatchObject(expected)
      expect(join(all.toReversed(), decisions)).toMatchObject(expected)
    })

  it('asks a person when two buildings fit', () => {
    const rows = ['own/e 100 Tallow St E', 'own/w 100 Tallow St W', 'roll/x 100 Tallow St'].map((text) => {
      const [row = '', ...at] = text.split(' ')
      return rowOf({ row, at: at.join(' ') })
    })
    const { projects, doubts } = join(rows)
    expect(doubts).toEqual([expect.stringMatching(/^roll\/x own\/[ew] Several buildings fit this address\.$/)])
    expect(projects).toContain('roll/x')
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
    // A corporation joins rows of one city at any distance, if they share a street or have no point.
    if (group.filter((row) => rows[row]!.facts.corporation !== null).length > 1) continue
    for (const row of group.slice(1)) {
      const others = group.filter((other) => other !== row)
      const points = others.flatMap((other) => pointsOf(rows[other]!.facts))
      expect(distanceMetres(pointsOf(rows[row]!.facts), points) ?? 0, `seed ${seed}`).toBeLessThanOrEqual(150)
    }
  }
  return result.projects.reduce((sum, group) => sum + group.length - 1, 0)
}
