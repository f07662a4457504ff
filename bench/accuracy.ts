// `npm run accuracy`: measures the matcher on real listings (if available) and generated cases.
// Prints one table. Exits 1 when a figure misses its floor in bench/accuracy-floors.json.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { runMatch } from '../src/cli/match/match-command.ts'
import type { MatchBuilding } from '../src/matcher/matcher.ts'
import { createMatcher } from '../src/matcher/matcher.ts'
import type { Case } from './generated-cases.ts'
import { generateCases } from './generated-cases.ts'
import type { Answer } from './score-answers.ts'
import { scoreAnswers } from './score-answers.ts'
import { isTestBuilding, share } from './seeded-random.ts'
import { hasShared, SHARED, sharedBuildings, sharedListings } from './shared-data.ts'
import { syntheticBuildings, syntheticCases } from './synthetic-buildings.ts'

interface Row {
  readonly set: string
  readonly n: number
  readonly r995: number
  readonly r999: number
  readonly p95: number
  readonly r95: number
  /** Listings without a building that are accepted at 0.95. */
  readonly false95: number
  readonly ece: number
  readonly typos?: number
}

type Floors = Record<
  string,
  Partial<Record<'r995' | 'r999' | 'p95' | 'r95' | 'typos', number> & { ece: number; false95: number }>
>

class TextWriter extends Writable {
  text = ''
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}

/** Runs `plinth match` on the listings and scores the results with the shared scorer. */
async function listings(hints: 'all' | 'none'): Promise<Row & { report: string }> {
  const queries = sharedListings().map(
    ({ id, text, city, province }) => `${JSON.stringify({ id, text, city, province })}\n`,
  )
  const output = new TextWriter()
  await runMatch({
    buildings: SHARED.buildings,
    hints,
    input: Readable.from(queries),
    output,
    errors: new TextWriter(),
  })
  const folder = mkdtempSync(join(tmpdir(), 'plinth-accuracy-'))
  try {
    const file = join(folder, 'answers.ndjson')
    writeFileSync(file, output.text)
    const run = (...flags: string[]) =>
      spawnSync(
        process.execPath,
        [`${SHARED.makeFaults.replace('make-faults.py', '')}score-links.mjs`, SHARED.listings, file, ...flags],
        {
          encoding: 'utf8',
          maxBuffer: 1 << 26,
        },
      ).stdout
    const r = JSON.parse(run('--json'))
    const at95 = r.thresholds.find((t: { t: number }) => t.t === 0.95)
    return {
      set: `real listings, hints ${hints}`,
      n: r.listings,
      r995: r.recall_at_precision['0.995'],
      r999: r.recall_at_precision['0.999'],
      p95: at95.precision,
      r95: at95.recall,
      false95: r.negatives_accepted_at_095,
      ece: r.calibration.ece,
      report: run('--worst', '25'),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const isAbsent = (key: string): boolean => share(`absent ${key}`) < 0.15

function generated(set: string, buildings: readonly MatchBuilding[], cases: readonly Case[]): Row {
  const matcher = createMatcher(buildings.filter((b) => !isAbsent(b.key)))
  const answers = cases.map((c): Answer => {
    const [first] = matcher.match({ address: c.text, city: c.city, province: c.province }).candidates
    return { truth: c.truth, answer: first?.key ?? null, confidence: first?.confidence ?? 0, kind: c.kind }
  })
  const s = scoreAnswers(answers)
  const typos = answers.filter((a) => a.kind.startsWith('typo') && a.truth !== null)
  return {
    set,
    n: s.n,
    r995: s.recallAt995,
    r999: s.recallAt999,
    p95: s.precision95,
    r95: s.recall95,
    false95: s.negatives95,
    ece: s.ece,
    ...(typos.length > 0 && { typos: typos.filter((a) => a.answer === a.truth).length / typos.length }),
  }
}

const percent = (x: number | undefined): string => (x === undefined ? '' : (100 * x).toFixed(2)).padStart(7)

function print(rows: readonly Row[]): void {
  console.log(`${'set'.padEnd(34)}      n  R@P99.5 R@P99.9  P@.95   R@.95  false    ECE   typos found`)
  for (const r of rows)
    console.log(
      `${r.set.padEnd(34)} ${String(r.n).padStart(6)}  ${percent(r.r995)} ${percent(r.r999)} ${percent(r.p95)} ${percent(r.r95)}  ${String(r.false95).padStart(5)}  ${r.ece.toFixed(4)} ${percent(r.typos)}`,
    )
}

/** Higher is better, except for ECE and false matches. */
function missedFloors(rows: readonly Row[], floors: Floors): string[] {
  const out: string[] = []
  for (const row of rows)
    for (const [name, floor] of Object.entries(floors[row.set] ?? {})) {
      const value = row[name as keyof Row] as number
      const isLowerBetter = name === 'ece' || name === 'false95'
      if (isLowerBetter ? value > floor : value < floor)
        out.push(`${row.set}: ${name} is ${value}, the floor is ${floor}`)
    }
  return out
}

const rows: Row[] = []
if (hasShared()) {
  for (const hints of ['all', 'none'] as const) {
    const { report, ...row } = await listings(hints)
    if (process.argv.includes('--worst')) console.log(report)
    rows.push(row)
  }
  const shared = sharedBuildings()
  const errors = generateCases(shared, { seed: 99, sample: 0.1, isAbsent, hints: 'all' })
  rows.push(generated('errors in real addresses', shared, errors))
  rows.push(
    generated(
      'errors, held out',
      shared,
      errors.filter((c) => isTestBuilding(c.source)),
    ),
  )
} else console.log('No shared folder next to the repository: measuring generated cases only.')
const synthetic = syntheticBuildings()
rows.push(
  generated(
    'errors in synthetic addresses',
    synthetic,
    generateCases(synthetic, { seed: 99, sample: 0.2, isAbsent, hints: 'all' }),
  ),
)
rows.push(generated('synthetic styles', synthetic, syntheticCases(synthetic, isAbsent, 77)))
print(rows)
const missed = missedFloors(rows, JSON.parse(readFileSync(new URL('./accuracy-floors.json', import.meta.url), 'utf8')))
for (const line of missed) console.error(line)
process.exitCode = missed.length > 0 ? 1 : 0
