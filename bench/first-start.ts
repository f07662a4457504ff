// Measures the first start: time to the first sandbox response, and latency while the demonstration is created.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { SANDBOX_LINK, startServer } from './running-server.ts'

/** A visitor may send 60 requests per minute. */
const EVERY_MS = 1050

export interface FirstStart {
  readonly sandboxSeconds: number
  readonly liveSeconds: number
  readonly text: string
}

function ask(url: string, agent: Agent): Promise<{ status: number; ms: number }> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: 'Visitor' } }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode!, ms: performance.now() - started }))
    }).on('error', reject)
  })
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(0)

/** In an empty folder, which then holds the demonstration. */
export async function measureFirstStart(dataDir: string): Promise<FirstStart> {
  const agent = new Agent({ keepAlive: true })
  const started = performance.now()
  const server = await startServer({ dataDir })
  try {
    const links: number[] = []
    // /healthz has no limit, so it gives enough samples of the event loop for a 99th percentile.
    const health: number[] = []
    let isLoading = true
    const sample = async (path: string, into: number[], everyMs: number) => {
      for (; isLoading; await sleep(everyMs)) {
        const { status, ms } = await ask(server.url + path, agent)
        if (status === 200) into.push(ms)
      }
    }
    const samples = [sample(SANDBOX_LINK, links, EVERY_MS), sample('/healthz', health, 20)]
    await server.ready()
    const liveSeconds = (performance.now() - started) / 1000
    isLoading = false
    await Promise.all(samples)
    const rowOf = (name: string, times: readonly number[]) => {
      const sorted = [...times].sort((a, b) => a - b)
      const values = [0.5, 0.95, 0.99].map((share) => quantile(sorted, share)).join(' / ')
      return `| ${name} meanwhile, p50 / p95 / p99 of ${sorted.length}, ms | ${values} |`
    }
    const text = [
      '| first start, embedded | |',
      '|---|---|',
      `| process start to the first sandbox response, s | ${server.firstResponse.toFixed(1)} |`,
      `| process start to the first live response, s | ${liveSeconds.toFixed(1)} |`,
      rowOf('sandbox links', links),
      rowOf('`/healthz`', health),
    ].join('\n')
    return { sandboxSeconds: server.firstResponse, liveSeconds, text }
  } finally {
    agent.destroy()
    await server.stop()
  }
}
