// `npm run proof [part…]`: attacks a running Plinth and reports what was lost or let in.
import '../shared/help.ts'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '../../bin/build.mjs'
import { Build } from '../target/build.ts'
import { readArguments } from './arguments.ts'
import type { DatabaseKind, Part, PartReport } from './part.ts'
import { INTERRUPTED } from './part.ts'
import { PARTS } from './parts.ts'
import { ProgressLine } from './progress.ts'
import type { PartResult } from './results.ts'
import { recordResults, summaryOf } from './results.ts'

/** Time that a part gets to stop its processes after its limit. */
const STOP_MS = 120_000
const INTERRUPTED_CODE = 130

async function runPart(
  part: Part,
  database: DatabaseKind,
  options: ReturnType<typeof readArguments>,
  build: Build,
  olderBuild: Build | undefined,
  interrupted: AbortSignal,
): Promise<PartResult> {
  const count = options.rounds ?? part.count
  const limitMs = (options.minutes ?? part.minutes) * 60_000
  const line = new ProgressLine(`${part.name} (${database})`, part.unit, count, limitMs)
  const folder = mkdtempSync(join(parentFolder(part), `plinth-proof-${part.name}-`))
  // PostgreSQL runs as another user and needs access.
  chmodSync(folder, 0o711)
  const removeAtExit = () => removeFolder(folder)
  if (!options.keep) process.once('exit', removeAtExit)
  // Not AbortSignal.any: Node 20 may collect a signal with a time limit as garbage.
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), limitMs)
  interrupted.addEventListener('abort', () => limit.abort(INTERRUPTED), { once: true })
  const started = Date.now()
  let report: PartReport
  try {
    report = await withinTime(
      part.run({
        database,
        count,
        seed: options.seed,
        build,
        only: options.only,
        olderBuild,
        folder,
        signal: limit.signal,
        progress: (done, note) => line.update(done, note),
      }),
      limit.signal,
    )
  } catch (error) {
    // A part that cannot run proves nothing, so this counts as a breach, unless somebody stopped it.
    const what = `The part ended with an error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
    report = { done: 0, breaches: interrupted.aborted ? [] : [{ what, seed: options.seed }], figures: {} }
  } finally {
    clearTimeout(timer)
    process.off('exit', removeAtExit)
    if (!options.keep) removeFolder(folder)
  }
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
    seed: options.seed,
    breaches: report.breaches.length,
    figures: report.figures,
    ...(report.details && { details: report.details }),
    minutes: Math.round((Date.now() - started) / 6000) / 10,
    date: new Date().toISOString().slice(0, 10),
  }
}

/** A process that did not stop in time may still write to it; that must not cost the report. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    console.error(`Could not delete ${folder}: ${(error as Error).message}`)
  }
}

const MEMORY = '/dev/shm'

function parentFolder({ inMemory }: Part): string {
  return inMemory && existsSync(MEMORY) ? MEMORY : tmpdir()
}

/** A part has some time to stop after its limit, or after Ctrl-C. */
function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    const end = () => reject(new Error(`did not stop within ${STOP_MS / 1000} s`))
    signal.addEventListener('abort', () => setTimeout(end, STOP_MS).unref(), { once: true })
  })
  return Promise.race([work, late])
}

const options = readArguments(process.argv.slice(2), PARTS)
const own = fileURLToPath(new URL('../..', import.meta.url))
if (options.build === undefined) await buildIfStale()
const build = new Build(options.build ?? own)
const olderBuild = options.from === undefined ? undefined : new Build(options.from)
const interrupted = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    // The parts kill their processes when this one exits.
    if (interrupted.signal.aborted) process.exit(INTERRUPTED_CODE)
    console.error('Interrupted. Stopping what this part has started; its result is not recorded.')
    interrupted.abort()
  })

console.error(`Plinth ${build.version} in ${build.folder}, seed ${options.seed}`)
const results: PartResult[] = []
for (const part of options.parts)
  for (const database of part.databases === 'once' ? (['embedded'] as const) : options.databases) {
    if (interrupted.signal.aborted) break
    const result = await runPart(part, database, options, build, olderBuild, interrupted.signal)
    results.push(result)
    if (options.write && !interrupted.signal.aborted) recordResults([result])
  }
console.log(`\n${summaryOf(results)}`)
const isWhole = results.every(({ breaches, done }) => breaches === 0 && done > 0)
process.exitCode = interrupted.signal.aborted ? INTERRUPTED_CODE : isWhole ? 0 : 1
// A socket that a part left open must not keep the process.
process.exit()
