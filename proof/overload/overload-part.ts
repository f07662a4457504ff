// Asks more of a server than it can do, and measures what well-behaved clients notice.
import type { Breach, Part, PartReport, PartRun } from '../part.ts'
import { PostgresProcess } from '../target/postgres-process.ts'
import { Attacked } from './attacked-server.ts'
import { figuresOf } from './figures.ts'
import type { Measured, Settled } from './judge.ts'
import { breachesOf, leaksOf } from './judge.ts'
import type { Round } from './scenarios.ts'
import { roundsFor, SCENARIOS } from './scenarios.ts'

export interface RoundResult extends Round {
  readonly measured: Measured
}

async function run(run: PartRun): Promise<PartReport> {
  const all = roundsFor(run.database, (operation) => run.build.has(operation))
  const breaches: Breach[] = []
  const results: RoundResult[] = []
  const states: Settled[] = []
  const postgres = run.database === 'postgres' ? await PostgresProcess.start(run.folder) : undefined
  let server: Attacked | undefined
  const settle = async (seed: number) => {
    const settled = await server!.settle(run.signal)
    states.push(settled)
    for (const what of leaksOf(settled)) breaches.push({ what: `${server!.workers} workers: ${what}`, seed })
    await server!.stop()
    server = undefined
  }
  try {
    for (let i = 0; i < Math.min(run.count, all.length) && !run.signal.aborted; i++) {
      const seed = run.seed + i
      // So that `--rounds 1 --seed <seed>` repeats one round.
      const round = all[(seed - 1) % all.length]!
      if (server && server.workers !== round.workers) await settle(seed - 1)
      run.progress(i, round.scenario.title)
      server ??= await Attacked.start(run, round.workers, postgres)
      const measured = await server.attack(round.scenario, seed)
      results.push({ ...round, measured })
      for (const what of breachesOf(round.scenario, measured))
        breaches.push({ what: `${round.scenario.title}, ${round.workers} workers: ${what}`, seed })
      run.progress(i + 1, round.scenario.title)
      if (!server.isRunning) {
        await server.stop()
        server = undefined
      }
    }
    if (server) await settle(run.seed + results.length - 1)
  } finally {
    await server?.stop()
    await postgres?.stop()
  }
  return { done: results.length, breaches, figures: figuresOf(results, states) }
}

export const overloadPart: Part = {
  name: 'overload',
  title: 'Overload',
  unit: 'scenarios',
  count: SCENARIOS.length + SCENARIOS.filter(({ withWorkers }) => withWorkers).length,
  minutes: 15,
  databases: 'both',
  run,
}
