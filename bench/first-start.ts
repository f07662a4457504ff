// Measures the first start: time to the first sandbox response, and latency while the demonstration is created.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '../bin/build.mjs'

const PORT = 8939
const LINK = '/api/v1/building-links?address=%231203%20-1480%20howe'
/** A visitor may send 60 requests per minute. */
const EVERY_MS = 1050

const agent = new Agent({ keepAlive: true })

function ask(path: string): Promise<{ status: number; ms: number }> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: PORT, path, agent, headers: { authorization: 'Visitor' } }
    get(options, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode!, ms: performance.now() - started }))
    }).on('error', reject)
  })
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(0)

export async function benchFirstStart(): Promise<void> {
  buildIfStale()
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-bench-start-'))
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), DRAIN_MS: '0', LOG_LEVEL: 'warn' }
  const started = performance.now()
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1)
  const server = spawn(process.execPath, ['bin/plinth.mjs', 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    while ((await ask(LINK).catch(() => undefined))?.status !== 200) await sleep(10)
    console.log(`  process start to the first sandbox response: ${seconds()} s (goal: 6)`)
    const links: number[] = []
    // /healthz has no limit, so it gives enough samples of the event loop for a 99th percentile.
    const health: number[] = []
    let isLoading = true
    const sample = async (path: string, into: number[], everyMs: number) => {
      for (; isLoading; await sleep(everyMs)) {
        const { status, ms } = await ask(path)
        if (status === 200) into.push(ms)
      }
    }
    const samples = [sample(LINK, links, EVERY_MS), sample('/healthz', health, 20)]
    while ((await ask('/readyz?dataset=production')).status !== 200) await sleep(250)
    isLoading = false
    await Promise.all(samples)
    console.log(`  process start to the first live response: ${seconds()} s`)
    for (const [name, times] of [
      ['sandbox links', links],
      ['/healthz', health],
    ] as const) {
      const sorted = times.sort((a, b) => a - b)
      const values = [0.5, 0.95, 0.99].map((share) => quantile(sorted, share)).join(' / ')
      console.log(`  ${name} meanwhile, p50 / p95 / p99: ${values} ms (${sorted.length} requests)`)
    }
  } finally {
    agent.destroy()
    server.kill('SIGTERM')
    await once(server, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchFirstStart()
