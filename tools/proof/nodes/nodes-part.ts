// Two nodes on one database: changes seen by the other, restarts, limits, clocks, a lost database.
import type { Part, PartReport, PartRun } from '../part.ts'
import { oneEvent, samePost } from './once-scenarios.ts'
import { Pair } from './pair.ts'
import { rollingRestart } from './rolling-restart.ts'
import { SCENARIOS } from './scenarios.ts'
import { CHANGES } from './seen.ts'

/** The promise. */
const SEEN_SECONDS = 2

/** What a change took counts as too slow only when the machine itself was not that late. */
export function isTooSlow({ seconds, lagSeconds }: { seconds: number; lagSeconds: number }): boolean {
  return seconds - lagSeconds > SEEN_SECONDS
}

async function runRounds(run: PartRun, pair: Pair): Promise<PartReport> {
  const { breaches, only } = run
  const worst = new Map<string, number>()
  const totals = { requests: 0, awaySeconds: 0, healSeconds: 0, stopSeconds: 0, lagSeconds: 0 }
  let done = 0
  const has = (name: string) => only.length === 0 || only.includes(name)
  const scenarios = [rollingRestart, ...SCENARIOS, oneEvent, samePost].filter(
    ({ name, needs }) => has(name) && (needs === 'anything' || pair.nodes.length === 2),
  )
  const changes = CHANGES.filter(([name]) => has(name))
  for (let round = 0; round < run.count && !run.signal.aborted; round++) {
    const seed = run.seed + round
    const breach = (what: string) => breaches.push({ what, seed })
    for (const [name, change] of changes) {
      run.progress(round, name)
      try {
        const seen = await change(pair, seed % 1000)
        worst.set(name, Math.max(worst.get(name) ?? 0, seen.seconds))
        totals.lagSeconds = Math.max(totals.lagSeconds, seen.lagSeconds)
        if (isTooSlow(seen))
          breach(
            `${name}: seen by the other after ${seen.seconds.toFixed(1)} s (timers were ${seen.lagSeconds.toFixed(1)} s late)`,
          )
      } catch (error) {
        breach(`${name}: ${(error as Error).message}`)
      }
    }
    const scenario = scenarios[seed % scenarios.length]
    done += 1
    if (!scenario) continue
    run.progress(round, scenario.name)
    try {
      const outcome = await scenario.run(pair, (what) => breach(`${scenario.name}: ${what}`))
      totals.requests += outcome.requests ?? 0
      totals.awaySeconds += outcome.awaySeconds ?? 0
      totals.healSeconds = Math.max(totals.healSeconds, outcome.healSeconds ?? 0)
      totals.stopSeconds = Math.max(totals.stopSeconds, outcome.stopSeconds ?? 0)
    } catch (error) {
      breach(`${scenario.name}: ${(error as Error).stack}`)
    }
  }
  const seconds = (value: number | undefined) => (value === undefined ? '–' : `${value.toFixed(2)} s`)
  return {
    done,
    breaches,
    figures: {
      ...Object.fromEntries(CHANGES.map(([name]) => [`${name}, worst`, seconds(worst.get(name))])),
      'a change seen, worst': seconds(worst.size === 0 ? undefined : Math.max(...worst.values())),
      'timers late by at most': seconds(totals.lagSeconds),
      'requests in scenarios': totals.requests.toLocaleString('en'),
      ...(pair.postgres && {
        'database away': `${Math.round(totals.awaySeconds)} s`,
        'healed after, worst': seconds(totals.healSeconds),
        'slowest stop, with silent clients': seconds(totals.stopSeconds),
      }),
    },
  }
}

export const nodesPart: Part = {
  name: 'nodes',
  title: 'Two nodes or workers: changes seen by the other, rolling restarts, limits, clocks, a lost database',
  unit: 'rounds',
  count: 10,
  minutes: 10,
  databases: 'both',
  async run(run) {
    const pair = await Pair.start(run)
    try {
      return await runRounds(run, pair)
    } finally {
      await pair.end()
    }
  },
}
