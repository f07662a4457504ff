// `npm run proof [part…]`: attacks a running Plinth and reports what was lost or let in.
//
//   --rounds N      rounds or inputs of each part
//   --minutes N     time limit of each part and database
//   --seed N        repeats a run
//   --database D    embedded or postgres; both by default
//   --only A,B      only these scenarios, by name; for parts that have them
//   --mutants       attacks sabotaged builds: each part must notice its own. With --only, only these, by name
//   --until-breach  ends with the first breach
//   --build FOLDER  attacks another build of Plinth
//   --from FOLDER   an older build, whose data the part ground upgrades
//   --no-write      leaves the results and docs/ as they are
//   --keep          keeps the temporary folders
//
// The parts are in tools/proof/parts.ts; without names all run.
import '../shared/help.ts'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '../../bin/build.mjs'
import { Build } from '../target/build.ts'
import { readArguments } from './arguments.ts'
import { chosenMutants, resultsOf } from './mutants/mutant-results.ts'
import { MutantRun } from './mutants/run-mutants.ts'
import type { Breach, DatabaseKind, Part } from './part.ts'
import { PARTS } from './parts.ts'
import { ProgressLine } from './progress.ts'
import type { PartResult } from './results.ts'
import { recordResults, summaryOf, today } from './results.ts'
import { runPart } from './run-part.ts'

const INTERRUPTED_CODE = 130

async function resultOf(part: Part, database: DatabaseKind): Promise<PartResult> {
  const count = options.rounds ?? part.count
  const limitMs = (options.minutes ?? part.minutes) * 60_000
  const line = new ProgressLine(`${part.name} (${database})`, part.unit, count, limitMs)
  const started = Date.now()
  const { build, seed, only, keep, write } = { ...options, build: attacked }
  const report = await runPart(part, {
    ...{ database, count, seed, build, only, olderBuild, keep, write, limitMs, interrupted: interrupted.signal },
    progress: (done, note) => line.update(done, note),
    onBreach: (breach) => {
      if (options.untilBreach) endWith(breach)
    },
  })
  line.end(report.done)
  for (const { what, seed } of report.breaches.slice(0, 20))
    console.error(
      `  BREACH ${what}\n    repeat: npm run proof ${part.name} -- --database ${database} --rounds 1 --seed ${seed}`,
    )
  if (report.breaches.length > 20) console.error(`  … and ${report.breaches.length - 20} more breaches`)
  return {
    part: part.name,
    database,
    version: build.version,
    unit: part.unit,
    asked: count,
    done: report.done,
    seed,
    breaches: report.breaches.length,
    figures: report.figures,
    ...(report.details && { details: report.details }),
    minutes: Math.round((Date.now() - started) / 6000) / 10,
    date: today(),
  }
}

/** What runs ends with this process. */
function endWith({ what }: Breach): void {
  console.error(`  BREACH ${what}`)
  process.exit(1)
}

const options = readArguments(process.argv.slice(2), PARTS)
const own = fileURLToPath(new URL('../..', import.meta.url))
if (options.build === undefined) await buildIfStale()
const attacked = new Build(options.build ?? own)
const olderBuild = options.from === undefined ? undefined : new Build(options.from)
const interrupted = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    // The parts kill their processes when this one exits.
    if (interrupted.signal.aborted) process.exit(INTERRUPTED_CODE)
    console.error('Interrupted. Stopping what this part has started; its result is not recorded.')
    interrupted.abort()
  })

async function attackParts(): Promise<PartResult[]> {
  const results: PartResult[] = []
  for (const part of options.parts)
    for (const database of part.databases === 'once' ? (['embedded'] as const) : options.databases) {
      if (interrupted.signal.aborted) break
      const result = await resultOf(part, database)
      results.push(result)
      if (options.write && !interrupted.signal.aborted) recordResults([result])
    }
  return results
}

async function attackMutants(): Promise<PartResult[]> {
  const run = new MutantRun(attacked.folder, interrupted.signal)
  const results = () => resultsOf(run, attacked.version)
  await run.run(chosenMutants(options), () => {
    if (options.write) recordResults(results())
  })
  return results()
}

console.error(`Plinth ${attacked.version} in ${attacked.folder}, seed ${options.seed}`)
const results = await (options.mutants ? attackMutants() : attackParts())
console.log(`\n${summaryOf(results)}`)
const isWhole = results.every(({ breaches, done }) => breaches === 0 && done > 0)
process.exitCode = interrupted.signal.aborted ? INTERRUPTED_CODE : isWhole ? 0 : 1
// A socket that a part left open must not keep the process.
process.exit()
