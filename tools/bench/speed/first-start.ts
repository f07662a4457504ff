// Measures the first start: time to the first responses, and how long others wait while the demonstration is created.
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile, table } from '../../shared/tables.ts'
import { holdsWithin } from '../../shared/waiting.ts'
import { newNetwork } from '../../target/people.ts'
import type { Answer } from '../../target/requests.ts'
import { send } from '../../target/requests.ts'
import type { ServerOptions } from './running-server.ts'
import { SANDBOX_LINK, startForBench, VISITOR } from './running-server.ts'

/** A visitor may send 60 requests per minute. */
const EVERY_MS = 1050

export interface FirstStart {
  readonly sandboxSeconds: number
  readonly liveSeconds: number
  /** 95th percentile, while the demonstration is created. */
  readonly signUpMs: number
  readonly text: string
}

/** In an empty folder, which then holds the demonstration. */
export async function measureFirstStart(options: ServerOptions): Promise<FirstStart> {
  const started = performance.now()
  const { server, firstResponse, ready } = await startForBench(options)
  try {
    const links: number[] = []
    const signUps: number[] = []
    // /healthz has no limit, so it gives enough samples of the event loop for a 99th percentile.
    const health: number[] = []
    let isLoading = true
    const sample = async (into: number[], everyMs: number, status: number, request: () => Promise<Answer>) => {
      for (; isLoading; await sleep(everyMs)) {
        const sent = performance.now()
        if ((await request()).status === status) into.push(performance.now() - sent)
      }
    }
    const get = (path: string) => send(server.url, 'GET', path, { headers: VISITOR })
    const signUp = () => {
      const body = { email: `first-${signUps.length}@example.com` }
      return send(server.url, 'POST', '/api/v1/accounts', { body, headers: newNetwork() })
    }
    const samples = [
      sample(links, EVERY_MS, 200, () => get(SANDBOX_LINK)),
      sample(health, 20, 200, () => get('/healthz')),
      sample(signUps, 200, 201, signUp),
    ]
    // The first release takes no parameter there, and listens when all is ready.
    const isLive = async () => [200, 400].includes((await get('/readyz?dataset=production')).status)
    await holdsWithin(600_000, isLive)
    const liveSeconds = (performance.now() - started) / 1000
    await ready()
    const completeSeconds = (performance.now() - started) / 1000
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
        ['process start to the complete data, s', completeSeconds.toFixed(1)],
        rowOf('sandbox links', links),
        rowOf('sign-up', signUps),
        rowOf('`/healthz`', health),
      ],
    )
    return { sandboxSeconds: firstResponse, liveSeconds, signUpMs: quantile(signUps, 0.95), text }
  } finally {
    await server.stop()
  }
}
