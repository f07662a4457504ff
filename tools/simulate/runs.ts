// Simulated days in runs of twenty, each with its own seed and a new database.
import { createHash } from 'node:crypto'
import type { Answers } from './answers.ts'
import { checkAll, checkLinks } from './checks.ts'
import { Day, heal, MAX_AHEAD_MS } from './scenario.ts'
import type { Edit } from './simulated-database.ts'
import type { RunResult, Simulation } from './simulation.ts'
import { DAY_MS, runOnce } from './simulation.ts'

export const RUN_DAYS = 20

export interface Summary {
  readonly seed: number
  readonly days: number
  readonly hash: string
  readonly counts: Readonly<Record<string, number>>
  /** The runs in which a promise did not hold. */
  readonly breaches: readonly RunResult[]
  /** How many statements a sabotage changed. */
  readonly edits: number
}

interface SimulateOptions {
  readonly edit?: Edit
  /** Ends it after the run that is under way. */
  readonly signal?: AbortSignal
  readonly onRun?: (run: RunResult) => void
}

async function oneRun(simulation: Simulation, days: number): Promise<void> {
  const answers: Answers = { published: [], histories: new Map(), grants: new Map(), healedMs: 0 }
  const day = new Day(simulation, answers)
  for (let n = 0; n < days; n++) {
    day.plan(n)
    await simulation.advance(simulation.time.nowMs + DAY_MS)
    await checkLinks(simulation, false)
  }
  heal(simulation)
  // A feed that was read before this has an earlier time, whichever node's clock wrote it.
  answers.healedMs = simulation.time.nowMs + MAX_AHEAD_MS
  await checkAll(simulation, answers)
}

/** Run n uses seed + n, so `--seed <seed + n> --days 20` repeats it alone. With a sabotage it ends at the first breach. */
export async function simulate(
  seed: number,
  days: number,
  { edit, onRun, signal }: SimulateOptions = {},
): Promise<Summary> {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  const breaches: RunResult[] = []
  let [edits, done] = [0, 0]
  for (; done < days && !signal?.aborted && !(edit && breaches.length > 0); done += RUN_DAYS) {
    const run = await runOnce(seed + done / RUN_DAYS, Math.min(RUN_DAYS, days - done), oneRun, edit)
    hash.update(run.hash)
    for (const [name, value] of run.counts) counts[name] = (counts[name] ?? 0) + value
    edits += run.edits
    if (run.breach !== undefined) breaches.push(run)
    onRun?.(run)
  }
  return { seed, days: Math.min(done, days), hash: hash.digest('hex').slice(0, 16), counts, breaches, edits }
}
