// The text of /metrics: of this process, or totals over all workers.
import { Counter, Gauge } from 'prom-client'
import { Fault } from '../kernel/fault.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { totalsOf } from '../kernel/metrics.ts'
import type { AllMetrics } from './messages.ts'
import type { WorkerRole } from './worker-role.ts'

/** `only`: the number of one worker. A scrape reaches any worker, so without it the totals are the useful answer. */
export async function metricsText(metrics: Metrics, role: WorkerRole | undefined, only?: number): Promise<string> {
  const { workers, restarts } = role ? await role.allMetrics() : await alone(metrics)
  const chosen = only === undefined ? workers : workers.filter(({ number }) => number === only)
  if (chosen.length === 0)
    throw new Fault('invalid_parameter', { detail: `There is no worker ${only}. This server has ${workers.length}.` })
  const registry = totalsOf(chosen.map(({ values }) => values))
  const registers = [registry]
  new Gauge({ name: 'plinth_workers', help: 'Workers in these totals.', registers }).set(chosen.length)
  const replaced = new Counter({
    name: 'plinth_worker_restarts_total',
    help: 'Workers that ended and were replaced.',
    registers,
  })
  replaced.inc(restarts)
  const answered = new Gauge({
    name: 'plinth_answered_by',
    help: 'The worker that answered this request.',
    labelNames: ['worker'],
    registers,
  })
  answered.set({ worker: String(role?.number ?? 1) }, 1)
  return registry.metrics()
}

async function alone(metrics: Metrics): Promise<AllMetrics> {
  return { workers: [{ number: 1, values: await metrics.values() }], restarts: 0 }
}
