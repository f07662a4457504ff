// Asks more of a server than it can do, and measures what well-behaved clients notice.

import { PostgresProcess } from '../../target/postgres-process.ts'
import type { Part, PartReport, PartRun } from '../part.ts'
import { Attacked } from './attacked-server.ts'
import { detailsOf, figuresOf } from './figures.ts'
import type { Measured, Settled } from './judge.ts'
import { breachesOf, growthOf, leaksOf } from './judge.ts'
import type { Round } from './scenarios.ts'
import { roundsFor, SCENARIOS } from './scenarios.ts'

export interface RoundResult extends Round {
  readonly measured: Measured
}

interface SeededRound extends Round {
  readonly seed: number
}

class OverloadRun {
  readonly #run: PartRun
  readonly #postgres: PostgresProcess | undefined
  readonly results: RoundResult[] = []
  /** The states of each server after the attacks, and after those that were repeated. */
  readonly states: Settled[] = []
  #server: Attacked | undefined

  constructor(run: PartRun, postgres: PostgresProcess | undefined) {
    this.#run = run
    this.#postgres = postgres
  }

  /** All rounds on one server, those that may leave memory behind twice. */
  async attack(rounds: readonly SeededRound[]): Promise<void> {
    const { signal } = this.#run
    for (const round of rounds) {
      if (signal.aborted) break
      this.results.push({ ...round, measured: await this.#attackOnce(round) })
      this.#run.progress(this.results.length, round.scenario.title)
    }
    const repeated = rounds.filter(({ scenario }) => scenario.repeat)
    const first = await this.#settle(rounds.at(-1)!)
    if (first && repeated.length > 0 && !signal.aborted) {
      for (const round of repeated) if (!signal.aborted) await this.#attackOnce(round)
      const second = await this.#settle(repeated.at(-1)!)
      if (second && !signal.aborted) this.#report(repeated.at(-1)!, growthOf(first, second))
    }
    await this.stop()
  }

  async #attackOnce(round: SeededRound): Promise<Measured> {
    const { scenario, workers, seed } = round
    this.#run.progress(this.results.length, scenario.title)
    this.#server ??= await Attacked.start(this.#run, workers, this.#postgres)
    const measured = await this.#server.attack(scenario, seed, this.#run.signal)
    this.#report(
      round,
      breachesOf(scenario, measured).map((what) => `${scenario.title}: ${what}`),
    )
    if (!this.#server.isRunning) await this.stop()
    return measured
  }

  async #settle(round: SeededRound): Promise<Settled | undefined> {
    const settled = await this.#server?.settle(this.#run.signal)
    if (!settled) return undefined
    this.states.push(settled)
    this.#report(round, leaksOf(settled, round.workers))
    return settled
  }

  #report({ workers, seed }: SeededRound, found: readonly string[]): void {
    for (const what of found) this.#run.breaches.push({ what: `${what} (workers: ${workers})`, seed })
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
    this.#server = undefined
  }
}

async function run(run: PartRun): Promise<PartReport> {
  const all = roundsFor(run.database, run.only, (operation) => run.build.has(operation))
  // So that `--rounds 1 --seed <seed>` repeats one round.
  const chosen = Array.from({ length: Math.min(run.count, all.length) }, (_, i) => ({
    ...all[(run.seed + i - 1) % all.length]!,
    seed: run.seed + i,
  }))
  const postgres = run.database === 'postgres' ? await PostgresProcess.start(run.folder) : undefined
  const running = new OverloadRun(run, postgres)
  try {
    for (const workers of [1, 2]) {
      const rounds = chosen.filter((round) => round.workers === workers)
      if (rounds.length > 0 && !run.signal.aborted) await running.attack(rounds)
    }
  } catch (error) {
    // Keeps the results so far. The time limit ends an attack with an error.
    const what = `The part ended with an error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
    if (!run.signal.aborted) run.breaches.push({ what, seed: run.seed + running.results.length })
  } finally {
    await running.stop()
    await postgres?.stop()
  }
  const { results, states } = running
  return {
    done: results.length,
    breaches: run.breaches,
    figures: figuresOf(results, states),
    details: detailsOf(results),
  }
}

export const overloadPart: Part = {
  name: 'overload',
  title: 'Overload',
  unit: 'scenarios',
  count: SCENARIOS.length + SCENARIOS.filter(({ withWorkers }) => withWorkers).length,
  minutes: 25,
  databases: 'both',
  run,
}
