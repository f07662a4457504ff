// The figures of the overload part for the tables.
import type { Settled } from './judge.ts'
import type { RoundResult } from './overload-part.ts'

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
const count = (value: number): string => Math.round(value).toLocaleString('en')

export function figuresOf(results: readonly RoundResult[], settled: readonly Settled[]): Record<string, string> {
  const measured = results.map((result) => result.measured)
  if (measured.length === 0) return {}
  const most = (read: (m: RoundResult['measured']) => number) => Math.max(...measured.map(read))
  const tenfold = results.find(({ scenario }) => scenario.attack === 'tenfoldLoad')?.measured
  const clients = measured.map(({ during }) => during)
  const retries = measured.map(({ attack }) => attack.retries)
  const after = sum(retries.map((r) => r.after))
  const recoveries = measured.map((m) => m.recoveryMs)
  return {
    'requests of attackers': count(sum(measured.map(({ attack }) => attack.sent))),
    'requests of clients during attacks': count(sum(clients.map((c) => c.requests))),
    answered: `${((100 * sum(clients.map((c) => c.succeeded))) / Math.max(1, sum(clients.map((c) => c.requests)))).toFixed(1)} %`,
    'p99 before, worst during': `${median(measured.map((m) => m.before.p99)).toFixed(0)} ms, ${most((m) => m.during.p99).toFixed(0)} ms`,
    ...(tenfold && {
      'at ten times the load': `${tenfoldText(tenfold)}`,
    }),
    'through after Retry-After':
      after === 0 ? 'none refused' : `${((100 * sum(retries.map((r) => r.throughAfter))) / after).toFixed(0)} %`,
    'slowest /healthz': `${most((m) => m.during.health.slowest).toFixed(0)} ms`,
    'memory before, peak, 30 s after': `${count(settled[0]?.memoryBefore ?? measured[0]!.memoryBefore)}, ${count(most((m) => m.memoryPeak))}, ${count(Math.max(0, ...settled.map((s) => s.memoryAfter)))} MB`,
    // Times are that much longer than on a processor of its own.
    'wait for the shared processor': `× ${median(measured.map((m) => m.stretch)).toFixed(1)}`,
    'slowest recovery': recoveries.includes(undefined)
      ? 'never'
      : `${(Math.max(...(recoveries as number[])) / 1000).toFixed(1)} s`,
  }
}

function tenfoldText({ attack, during, before }: RoundResult['measured']): string {
  const answers = sum(Object.values(attack.statuses))
  const refused = (100 * ((attack.statuses[503] ?? 0) + (attack.statuses[429] ?? 0))) / Math.max(1, answers)
  const factor = (attack.offered ?? 0) / Math.max(1, attack.capacity ?? 0)
  return `${factor.toFixed(1)} × offered, ${refused.toFixed(0)} % refused, clients’ p99 ${before.p99.toFixed(0)} → ${during.p99.toFixed(0)} ms`
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
