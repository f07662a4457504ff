// Measures `plinth match` end to end: threads, and the time of the matcher and of everything around it.
//   npm run bench threads [-- --write-results --runs=1]      (uses the build in dist/)

import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Matcher, MatchQuery, Verdict } from '@plinth/matcher'
import { MODEL } from '@plinth/matcher/internal/decide/model'
import { buildIfStale } from '../../../bin/build.mjs'
import type { MatchedBlock, MatchPlan } from '../../../src/cli/match/formats/match-plan.ts'
import { BLOCK_BYTES } from '../../../src/cli/match/formats/match-plan.ts'
import { lineRanges } from '../../../src/cli/match/line-ranges.ts'
import type { BlockMatcher } from '../../../src/cli/match/match-block.ts'
import type { openMatcher } from '../../../src/cli/match/open-matcher.ts'
import { median, table, whole } from '../../shared/tables.ts'
import { hasShared, rowsIn, SHARED } from '../shared-data.ts'
import { syntheticBuildings } from '../synthetic-buildings.ts'
import { recordGoal } from './goals.ts'
import { cpuMs, inFolder, numberOption, publish } from './measure.ts'

const REPEATS = 40
const RUNS = numberOption('runs', 3)
const WARM_RUNS = 4

/** Other IDs and units in every copy, so that no two lines are equal. */
function writeQueries(file: string, rows: readonly Record<string, unknown>[]): number {
  const lines: string[] = []
  for (let repeat = 0; repeat < REPEATS; repeat++)
    for (const row of rows) {
      const unit = String(row.unit ?? '')
      const text = String(row.text)
      const other = /^\d+$/.test(unit)
        ? text.replace(new RegExp(`(?<!\\d)${unit}(?!\\d)`), String(Number(unit) + repeat))
        : text
      lines.push(`${JSON.stringify({ ...row, id: `l_${lines.length}`, text: other })}\n`)
    }
  writeFileSync(file, lines.join(''))
  return lines.length
}

/** Real listings and buildings if they are there, and synthetic ones otherwise. */
function prepare(folder: string): { buildings: string; queries: string; lines: number } {
  const queries = join(folder, 'queries.ndjson')
  if (hasShared()) {
    return { buildings: SHARED.buildings, queries, lines: writeQueries(queries, rowsIn(SHARED.listings)) }
  }
  const buildings = join(folder, 'buildings.ndjson')
  const all = syntheticBuildings(1, 40)
  writeFileSync(buildings, all.map(({ key, ...row }) => JSON.stringify({ ...row, id: key })).join('\n'))
  const rows = all.map(({ addresses, city, province }, i) => {
    const unit = String(100 + (i % 900))
    return { id: '', text: `#${unit} - ${addresses[0]?.line}`, city, province, unit }
  })
  return { buildings, queries, lines: writeQueries(queries, rows) }
}

const PROGRAM = `
import { main } from ${JSON.stringify(new URL('../../../dist/main.js', import.meta.url).href)}
const code = await main(process.argv.slice(2))
const { user, system } = process.cpuUsage()
process.stderr.write('cpu ' + (user + system) / 1e6 + '\\n')
process.stderr.write('peak ' + process.resourceUsage().maxRSS * 1024 + '\\n')
process.exit(code)`

interface Run {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakBytes: number
}

function runOnce(folder: string, buildings: string, queries: string, threads: number): Run {
  return runPlinth(folder, [
    'match',
    '--buildings',
    buildings,
    queries,
    '--threads',
    String(threads),
    '-o',
    '/dev/null',
  ])
}

/** A process of its own, as a user starts it. The time to load the buildings does not count. */
export function runPlinth(folder: string, args: readonly string[]): Run {
  const program = join(folder, 'program.mjs')
  writeFileSync(program, PROGRAM)
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
  const seconds = /queries in ([\d.]+) s, [\d,]+ per second, plus/.exec(stderr)?.[1]
  const cpu = /^cpu ([\d.]+)$/m.exec(stderr)?.[1]
  const peak = /^peak (\d+)$/m.exec(stderr)?.[1]
  if (status !== 0 || !seconds || !cpu) throw new Error(`plinth match failed: ${stderr}`)
  return { seconds: Number(seconds), cpuSeconds: Number(cpu), peakBytes: Number(peak) }
}

/** Processor time per line in µs, the best of several runs after a warm-up. */
function perLine(lines: number, run: () => void): number {
  run()
  return Math.min(...Array.from({ length: WARM_RUNS }, () => (cpuMs(run).ms * 1000) / lines))
}

async function partsOfALine(
  buildings: string,
  queries: string,
): Promise<{ whole: number; around: number; limit: number }> {
  const built = (name: string) => import(new URL(`../../../dist/cli/match/${name}`, import.meta.url).href)
  const { openMatcher: open } = (await built('open-matcher.js')) as { openMatcher: typeof openMatcher }
  const { BlockMatcher: Blocks } = (await built('match-block.js')) as { BlockMatcher: typeof BlockMatcher }
  const matcher = await open({ buildings, model: MODEL }, () => undefined)
  const fd = openSync(queries, 'r')
  const bytes = Math.floor(statSync(queries).size / 10)
  const blocks = [...lineRanges(fd, bytes, { index: 1, count: 1 }, BLOCK_BYTES).blocks]
  const plan: MatchPlan = {
    hints: 'all',
    details: false,
    columns: {},
    inputFormat: 'ndjson',
    outputFormat: 'ndjson',
    fd,
    blockBytes: BLOCK_BYTES,
    idType: 'STRING',
  }
  const verdicts: Verdict[] = []
  const record = {
    match: (query: MatchQuery) => {
      const verdict = matcher.match(query)
      verdicts.push(verdict)
      return verdict
    },
  } as Matcher
  const matchAll = (blockMatcher: BlockMatcher) =>
    blocks.reduce((sum, block) => sum + (blockMatcher.match(block) as MatchedBlock).count, 0)
  const lines = matchAll(new Blocks(record, plan))
  let next = 0
  const replay = { match: () => verdicts[next++ % lines] } as unknown as Matcher
  const [real, stored] = [new Blocks(matcher, plan), new Blocks(replay, plan)]
  const texts = readFileSync(queries, 'utf8').split('\n', lines)
  const ids = new Map(texts.map((line, i) => [JSON.parse(line).id as string, i]))
  const result = {
    whole: perLine(lines, () => void matchAll(real)),
    around: perLine(lines, () => void matchAll(stored)),
    limit: perLine(lines, () => {
      for (const line of texts) if (ids.get(JSON.parse(line).id) === undefined) throw new Error('a line is missing')
    }),
  }
  closeSync(fd)
  return result
}

interface Figures {
  readonly whole: number
  readonly later: number
  readonly cpuPerLine: number
}

async function measure(folder: string): Promise<void> {
  const { buildings, queries, lines } = prepare(folder)
  const first = join(folder, 'first.ndjson')
  const firstLines = Math.floor(lines / 4)
  writeFileSync(first, `${readFileSync(queries, 'utf8').split('\n', firstLines).join('\n')}\n`)
  const parts = await partsOfALine(buildings, queries)
  const figures = { 1: [] as Figures[], 2: [] as Figures[] }
  for (let i = 0; i < RUNS; i++)
    for (const threads of [1, 2] as const) {
      const [short, long] = [first, queries].map((file) => runOnce(folder, buildings, file, threads)) as [Run, Run]
      figures[threads].push({
        whole: lines / long.seconds,
        later: (lines - firstLines) / (long.seconds - short.seconds),
        cpuPerLine: ((long.cpuSeconds - short.cpuSeconds) * 1e6) / (lines - firstLines),
      })
    }
  const middle = (threads: 1 | 2, name: keyof Figures) => median(figures[threads].map((one) => one[name]))
  const ratio = (name: keyof Figures) => median(figures[1].map((one, i) => figures[2][i]![name] / one[name])).toFixed(2)
  const row = (what: string, name: keyof Figures, show = whole) => [
    what,
    show(middle(1, name)),
    `${show(middle(2, name))} (${ratio(name)} ×)`,
  ]
  const threadTable = table(
    ['`plinth match queries.ndjson -o answers.ndjson`', '1 thread', '2 threads'],
    [
      row('lines per second', 'whole'),
      row('lines per second after the first quarter, in which the code is compiled', 'later'),
      row('processor time per line after the first quarter', 'cpuPerLine', (us) => `${us.toFixed(1)} µs`),
    ],
  )
  const part = (what: string, us: number) => [what, us.toFixed(1), whole(1e6 / us)]
  const partTable = table(
    ['processor time per line, warm, one thread', 'µs', 'lines per second'],
    [
      part('whole', parts.whole),
      part('the matcher', parts.whole - parts.around),
      part('around it: reading, fields, answers, writing', parts.around),
      part('the limit: `JSON.parse` and one `Map` look-up', parts.limit),
    ],
  )
  const runs = RUNS === 1 ? 'one run' : `medians of ${RUNS} runs`
  const data = `${whole(lines)} ${hasShared() ? 'real listings' : 'synthetic lines'}, IDs and units varied`
  publish(
    'threads',
    `${threadTable}\n\n${partTable}`,
    `${data}, ${runs}, load of the machine ${loadavg()[0]!.toFixed(1)}`,
  )
  recordGoal('match', `${whole(middle(1, 'later'))} lines/s`)
  recordGoal('match-threads', `${ratio('later')} ×, ${ratio('whole')} × with the start`)
}

export async function benchMatchThreads(): Promise<void> {
  await buildIfStale()
  await inFolder(measure)
}
