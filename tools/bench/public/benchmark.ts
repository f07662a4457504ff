// The public benchmark: our answers beside those of alternatives, over data that ships with the repository.

import { fileURLToPath } from 'node:url'
import { MODEL } from '@plinth/matcher/internal/decide/model'
import { isHeldOut as isTestBuilding } from '@plinth/matcher/internal/fit/labelled-case'
import { resultsMonth, writeSection } from '../../shared/results-file.ts'
import { table } from '../../shared/tables.ts'
import type { Answered } from '../accuracy/answer-set.ts'
import { answerSets } from '../accuracy/answer-set.ts'
import { figuresOf } from '../accuracy/figures.ts'
import { OURS, PeerTable } from '../accuracy/peer-table.ts'
import { rowsOf, toCase } from '../accuracy/shared-sets.ts'
import { exactPeer, fusePeer, fuzzballPeer, levenshteinPeer, miniSearchPeer } from '../peers.ts'
import { rowsIn, SHARED } from '../shared-data.ts'
import { openBuildings } from './open-buildings.ts'
import { PUBLIC_ROWS, publicGroups } from './public-sets.ts'
import { factsOf, slicesTable } from './slices.ts'

const PAGE = fileURLToPath(new URL('../../../docs/benchmark.md', import.meta.url))

export interface BenchmarkOptions {
  /** Cases of each kind, and at most this many per row; fewer for peers that take milliseconds per query. */
  readonly count: number
  readonly sample: number
  readonly slowSample: number
}

export interface BenchmarkResult {
  readonly peers: string
  readonly own: string
  readonly slices: string
}

const percent = (x: number | undefined): string => `${(100 * (x ?? 0)).toFixed(1)} %`

/** Our figures at the confidence from which links are accepted. */
function ownTable(peers: PeerTable): string {
  const rows = PUBLIC_ROWS.flatMap(([row]) => {
    const answers = peers.answers.get(row)?.get(OURS)
    if (!answers) return []
    const { n, positives, r95, p95, wrong95, wrong50 } = figuresOf('find', answers)
    const found = positives === 0 ? ['–', '–'] : [percent(r95), percent(p95)]
    return [[row, n, ...found, wrong95, wrong50].map(String)]
  })
  return table(['set', 'n', 'found at 0.95', 'precision at 0.95', 'wrong at 0.95', 'wrong at 0.5'], rows)
}

export async function runBenchmark({ count, sample, slowSample }: BenchmarkOptions): Promise<BenchmarkResult> {
  const groups = publicGroups(count)
  const makers = [exactPeer, levenshteinPeer, fuzzballPeer, miniSearchPeer, fusePeer]
  const table = new PeerTable(PUBLIC_ROWS, {
    sample,
    slowSample,
    peersOf: (buildings) => makers.map((make) => make(buildings)),
  })
  for (const group of groups) await table.measure(group)
  const buildings = groups.flatMap(({ buildings: list }) => (typeof list === 'string' ? [] : list))
  const sliced = [
    'one error in an address',
    'two or more errors, scanner, dictation',
    'pasted titles and posts',
    'invented buildings, one error',
  ]
  const answers = sliced.flatMap((row) => table.answers.get(row)?.get(OURS) ?? [])
  return {
    peers: table.markdown(),
    own: ownTable(table),
    slices: slicesTable(answers, factsOf([...buildings, ...openBuildings()])),
  }
}

/** The same slices of real listings that the model was not fitted on. They are private; null without them. */
async function privateSlices(): Promise<string | null> {
  const rows = rowsOf(SHARED.listings).filter((row) => isTestBuilding(row.building_key ?? row.id))
  if (rows.length === 0) return null
  const cases = rows.map((row) => toCase(row, 'all'))
  const set = { name: 'listings', measure: 'find', cases } as const
  const group = { name: 'listings', buildings: SHARED.buildings, sets: () => [set] }
  const answers = (await answerSets(group, [set])).get('listings') as Answered[]
  const facts = rowsIn<Record<string, string>>(SHARED.buildings).map((row) => ({
    key: row.building_key!,
    city: row.city!,
    province: row.province!,
    year: Number(row.year_built) || null,
  }))
  return slicesTable(answers, factsOf(facts))
}

/** `npm run benchmark [-- --write]`: prints the tables; `--write` puts them into docs/benchmark.md. */
export async function benchmarkCommand(isWriting: boolean): Promise<void> {
  const { peers, own, slices } = await runBenchmark({ count: 120, sample: 10_000, slowSample: 60 })
  const head = `${resultsMonth()} · \`npm run benchmark -- --write\` · model \`${MODEL.version}\``
  const sections: [string, string][] = [
    ['peers', `${head}\n\n${peers}`],
    ['own', own],
    ['slices', slices],
  ]
  const hidden = await privateSlices()
  if (hidden !== null) sections.push(['private', `${head}\n\n${hidden}`])
  for (const [name, markdown] of sections) {
    console.log(`\n${name}\n${markdown}`)
    if (isWriting) writeSection(PAGE, name, markdown)
  }
}
