// The figures of the overload part for the tables.
import { median, percent as share, sum, whole } from '../../shared/tables.ts'
import type { Measured, Settled } from './judge.ts'
import type { AttackResult, ClientWindow } from './messages.ts'
import type { RoundResult } from './overload-part.ts'

const percent = (part: number, all: number): string => share(part, all, 1)
const milliseconds = (ms: number): string => `${ms.toFixed(0)} ms`
const range = (values: readonly number[]): string => {
  const texts = [Math.min(...values), Math.max(...values)].map(whole)
  return [...new Set(texts)].join(' to ')
}

export function figuresOf(results: readonly RoundResult[], states: readonly Settled[]): Record<string, string> {
  const measured = results.map((result) => result.measured)
  if (measured.length === 0) return {}
  const most = (read: (m: Measured) => number) => Math.max(...measured.map(read))
  const clients = measured.map(({ during }) => during)
  const retries = measured.map(({ attack }) => attack.retries)
  const after = sum(retries.map((r) => r.after))
  const recoveries = measured.map((m) => m.recoveryMs)
  const overloads = measured.map(({ attack }) => attack).filter(({ capacity }) => capacity)
  return {
    'requests of attackers': whole(sum(measured.map(({ attack }) => attack.sent))),
    'requests of clients during attacks': whole(sum(clients.map((c) => c.requests))),
    answered: percent(sum(clients.map((c) => c.succeeded)), sum(clients.map((c) => c.requests))),
    'clients’ p99 before, worst during': `${milliseconds(median(measured.map((m) => m.before.p99)))}, ${milliseconds(most((m) => m.during.p99))}`,
    ...(overloads.length > 0 && {
      'times the load it can carry': range(overloads.map((attack) => attack.offered! / attack.capacity!)),
    }),
    'through after Retry-After': after === 0 ? 'none refused' : percent(sum(retries.map((r) => r.throughAfter)), after),
    'slowest /healthz': milliseconds(most((m) => m.during.health.slowest)),
    'longest pause of an event loop': milliseconds(most((m) => m.pauseMs)),
    'memory before, peak': `${whole(measured[0]!.memoryBefore)}, ${whole(most((m) => m.memoryPeak))} MB`,
    'memory 30 s after the attacks and a garbage collection, and after the same again': `${states.map(memoryText).join(', ')} MB`,
    // Times are that much longer than on a processor of its own.
    'wait for the shared processor': `× ${median(measured.map((m) => m.stretch)).toFixed(1)}`,
    'slowest recovery': recoveries.includes(undefined)
      ? 'never'
      : `${(Math.max(...(recoveries as number[])) / 1000).toFixed(1)} s`,
  }
}

const memoryText = ({ memoryAfter, parts: { heap, external } }: Settled): string =>
  `${whole(memoryAfter)} (heap ${whole(heap)}, buffers ${whole(external)})`

/** A row for every scenario. */
export function detailsOf(results: readonly RoundResult[]): Record<string, string>[] {
  return results.map(({ scenario, workers, measured }) => {
    const { before, during, attack, stretch, memoryBefore, memoryPeak, memoryAfter, pauseMs, recoveryMs } = measured
    return {
      scenario: scenario.title,
      workers: String(workers),
      'clients’ p99': p99Text(before, during),
      'clients refused': percent(during.refused, during.requests),
      attack: attackText(attack),
      'through after Retry-After': `${attack.retries.throughAfter} of ${attack.retries.after}`,
      '/healthz': milliseconds(during.health.slowest),
      pause: milliseconds(pauseMs),
      'memory (MB)': [memoryBefore, memoryPeak, memoryAfter].map(whole).join(' → '),
      'back after': recoveryMs === undefined ? 'never' : `${(recoveryMs / 1000).toFixed(1)} s`,
      'wait for the processor': `× ${stretch.toFixed(1)}`,
    }
  })
}

const p99Text = (before: ClientWindow, during: ClientWindow): string =>
  `${before.p99.toFixed(0)} → ${milliseconds(during.p99)} (× ${(during.p99 / Math.max(1, before.p99)).toFixed(1)})`

function attackText({ sent, statuses, dropped, capacity, offered, served }: AttackResult): string {
  const answers = sum(Object.values(statuses))
  const share = (status: string) => `${status}: ${percent(statuses[status] ?? 0, answers)}`
  const shares = Object.keys(statuses).map(share)
  if (capacity && offered !== undefined && served !== undefined)
    shares.unshift(
      `${(offered / capacity).toFixed(1)} × ${whole(capacity)}/s offered`,
      `${percent(served, capacity)} of it served`,
    )
  return [`${whole(sent)} sent`, ...shares, ...(dropped > 0 ? [`${whole(dropped)} unanswered`] : [])].join(', ')
}
