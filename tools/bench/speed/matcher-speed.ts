// Compares the matcher's speed with alternatives on the same data, and measures how it scales.
//   npx tsx tools/bench/speed/matcher-speed.ts [--bar | --million]     (--bar: only the speed bar and listings; uses the build in dist/ if it exists, because tsx slows functions down)

import { pathToFileURL } from 'node:url'
import type { MatchBuilding, Matcher, MatchQuery } from '@plinth/matcher'
import { loadStreets } from '../../../src/catalog/snapshot/street-files.ts'
import { median } from '../../shared/tables.ts'
import { rowsOf } from '../accuracy/shared-sets.ts'
import { CasePool } from '../cases/case-pool.ts'
import { postOf } from '../cases/pasted.ts'
import type { Case } from '../generated-cases.ts'
import { generateCases } from '../generated-cases.ts'
import type { Peer, PeerBuilding } from '../peers.ts'
import { exactPeer, fusePeer, levenshteinPeer, miniSearchPeer } from '../peers.ts'
import { hasShared, SHARED, sharedBuildings } from '../shared-data.ts'
import { syntheticBuildings } from '../synthetic-buildings.ts'
import { benchGrowth, matcherModule, time } from './index-growth.ts'
import { hasOption } from './measure.ts'

/**
 * The median time of the exact peer divided by that of a clean address, which depends little on the machine. It was
 * 1.36 with the first model (m1), measured as below. A later model may take 1.15 times as long as m1.
 */
const M1_RATIO = 1.36
const MAX_SLOWDOWN = 1.15
const ROUNDS = 7

type RunOne = (i: number) => unknown

/** Takes turns, so that other load slows both down. The first round only compiles the code. */
function printSpeedBar(count: number, find: RunOne, match: RunOne): void {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++)
    for (const [k, run] of [find, match].entries())
      for (let i = 0; i < count; i++) {
        const started = performance.now()
        run(i)
        const took = performance.now() - started
        if (round > 0) times[k as 0 | 1].push(took * 1000)
      }
  const [exact, clean] = times.map((list) => median(list)) as [number, number]
  const ratio = exact / clean
  const least = M1_RATIO / MAX_SLOWDOWN
  console.log(
    `  speed bar: clean address ${clean.toFixed(1)} µs, exact matcher ${exact.toFixed(1)} µs, ratio ${ratio.toFixed(2)}; ` +
      `m1 ${M1_RATIO.toFixed(2)}, at least ${least.toFixed(2)} is required: ${ratio >= least ? 'passed' : 'FAILED'}`,
  )
}

/** Slow peers answer fewer queries. */
function timePeer(peer: Peer, queries: readonly { text: string; city: string | null }[]) {
  const count = Math.min(peer.limit, queries.length)
  return time(count, (i) => peer.find(queries[i]!.text, queries[i]!.city))
}

/** Posts of about this length, with an address. */
function posts(buildings: readonly MatchBuilding[], length: number): { text: string; city: string }[] {
  const pool = new CasePool(buildings, { seed: 71, hints: 'all' })
  const random = pool.randomFor(`posts of ${length}`)
  return Array.from({ length: 500 }, () => {
    const home = random.pick(pool.homes)
    return { text: postOf(random, home, length).text, city: home.city }
  })
}

/** Texts that repeat what is expensive to read, up to the longest that is accepted. */
const hostile = (length: number): string[] =>
  [
    '12 St W '.repeat(64),
    '1203-1480-',
    '88 & 90 Queens Wharf, ',
    'rue de la 10e avenue St ',
    'x1 ',
    '100 King St E Toronto ',
    'twenty one hundred and five ',
    '<td>12</td><td>King</td> ',
  ].map((t) => t.repeat(Math.ceil(length / t.length)).slice(0, length))

/** Real listings, apart by whether a building was found. */
function printListings(matcher: Matcher): void {
  const queries = rowsOf(SHARED.listings).map(({ text: address, city, province }) => ({ address, city, province }))
  const isFound = (q: MatchQuery): boolean => matcher.match(q).candidates.length > 0
  for (const [name, list] of [
    ['found', queries.filter(isFound)],
    ['refused', queries.filter((q) => !isFound(q))],
  ] as const) {
    const { median, p99 } = time(list.length * 4, (i) => matcher.match(list[i % list.length] as MatchQuery))
    console.log(`  listings ${name.padEnd(8)} median ${median.toFixed(1)}  p99 ${p99.toFixed(1)}  (${list.length})`)
  }
}

export async function benchMatcher(): Promise<void> {
  const { createMatcher } = await matcherModule()
  const buildings = hasShared() ? sharedBuildings() : syntheticBuildings(1, 40)
  const peerBuildings: PeerBuilding[] = buildings.map((b) => ({
    key: b.key,
    line: b.addresses[0]?.line ?? '',
    city: b.city,
  }))
  const cases = generateCases(buildings, { seed: 7, sample: 0.3, hints: 'all' })
  const clean = cases.filter((c) => c.kind === 'none')
  const fuzzy = cases.filter((c) => c.kind.startsWith('typo'))
  const matcher = createMatcher(buildings, { streets: loadStreets() })
  const matchOne = (list: readonly Partial<Case>[], explain = false) => {
    const queries = list.map(({ text = '', city = null, province = null }) => ({ address: text, city, province }))
    return (i: number) => matcher.match({ ...queries[i % queries.length]!, ...(explain && { explain }) })
  }
  const exact = exactPeer(peerBuildings)
  const findOne = (i: number): unknown => exact.find((clean[i] as { text: string }).text, clean[i]?.city ?? null)
  printSpeedBar(clean.length, findOne, matchOne(clean))
  if (hasShared()) printListings(matcher)
  if (hasOption('bar')) return
  console.log(`${buildings.length} buildings, one thread, µs per query`)
  const print = (name: string, { median: middle, p99 }: { median: number; p99: number }) =>
    console.log(`  ${name.padEnd(26)} median ${middle.toFixed(1)}  p99 ${p99.toFixed(1)}`)
  const cleanTime = time(30_000, matchOne(clean))
  print('clean', cleanTime)
  print('explained', time(20_000, matchOne(clean, true)))
  print('misspelled', time(20_000, matchOne(fuzzy)))
  for (const length of [500, 3000])
    print(`post of ${length} characters`, time(3000, matchOne(posts(buildings, length))))
  for (const length of [512, 8000])
    print(`${length} hostile characters`, time(600, matchOne(hostile(length).map((text) => ({ text })))))
  const row = (name: string, middle: number, mean: number) => {
    const perSecond = Math.round(1e6 / mean)
      .toString()
      .padStart(7)
    // Its median divided by ours: means vary too much on a shared machine.
    const ratio = (middle / cleanTime.median).toFixed(2).padStart(8)
    console.log(`  ${name.padEnd(42)} ${middle.toFixed(1).padStart(10)} µs  ${perSecond}/s  ${ratio} ×`)
  }
  row('plinth, clean addresses', cleanTime.median, cleanTime.mean)
  for (const make of [exactPeer, levenshteinPeer, miniSearchPeer, fusePeer]) {
    const peer = make(peerBuildings)
    const { median: middle, mean } = timePeer(peer, clean)
    row(peer.name, middle, mean)
  }
  await benchGrowth()
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchMatcher()
