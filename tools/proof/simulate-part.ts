// Part of the proof: simulated days of several nodes, in this process; `npm run simulate` repeats one run.
import { whole } from '../shared/tables.ts'
import { RUN_DAYS, simulate } from '../simulate/runs.ts'
import type { Part } from './part.ts'

export const simulatePart: Part = {
  name: 'simulate',
  title: 'Leases, deliveries, feeds, relinking, limits and migrations in virtual time',
  unit: 'simulated days',
  count: 1000,
  minutes: 10,
  databases: 'once',
  async run({ count, seed, signal, progress }) {
    let done = 0
    const { counts, breaches, days } = await simulate(seed, count, {
      signal,
      onRun: () => {
        done = Math.min(count, done + RUN_DAYS)
        progress(done)
      },
    })
    return {
      done: days,
      breaches: breaches.map((run) => ({
        what: `${run.breach} (npm run simulate -- --seed ${run.seed})`,
        seed: run.seed,
      })),
      figures: Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, whole(value)])),
    }
  },
}
