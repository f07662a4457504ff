// Measures the first start: time to the first sandbox response, and latency while the demonstration is created.
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile, table } from '../../shared/tables.ts'
import { send } from '../../target/requests.ts'
import { SANDBOX_LINK, startForBench, VISITOR } from './running-server.ts'

/** A visitor may send 60 requests per minute. */
const EVERY_MS = 1050

export interface FirstStart {
  readonly sandboxSeconds: number
  readonly text: string
}

/** In an empty folder, which then holds the demonstration. */
export async function measureFirstStart(dataDir: string): Promise<FirstStart> {
  const started = performance.now()
  const { server, firstResponse, ready } = await startForBench({ dataDir })
  try {
    const links: number[] = []
    // /healthz has no limit, so it gives enough samples of the event loop for a 99th percentile.
    const health: number[] = []
    let isLoading = true
    const sample = async (path: string, into: number[], everyMs: number) => {
      for (; isLoading; await sleep(everyMs)) {
        const sent = performance.now()
        if ((await send(server.url, 'GET', path, { headers: VISITOR })).status === 200)
          into.push(performance.now() - sent)
      }
    }
    const samples = [sample(SANDBOX_LINK, links, EVERY_MS), sample('/healthz', health, 20)]
    await ready()
    const liveSeconds = (performance.now() - started) / 1000
    isLoading = false
    await Promise.all(samples)
    const rowOf = (name: string, times: readonly number[]) => [
      `${name} meanwhile, p50 / p95 / p99 of ${times.length}, ms`,
      [0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(0)).join(' / '),
    ]
    const text = table(
      ['first start, embedded', ''],
      [
        ['process start to the first sandbox response, s', firstResponse.toFixed(1)],
        ['process start to the first live response, s', liveSeconds.toFixed(1)],
        rowOf('sandbox links', links),
        rowOf('`/healthz`', health),
      ],
    )
    return { sandboxSeconds: firstResponse, text }
  } finally {
    await server.stop()
  }
}
