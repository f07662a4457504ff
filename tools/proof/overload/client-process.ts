// The well-behaved clients and the health check, in a process that no attack slows down.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../../shared/tables.ts'
import type { ClientOrder, ClientWindow, ToClients } from './messages.ts'

/** Each client stays far below the rate limit of its key. */
const CLIENT_MS = 100
const HEALTH_MS = 200
/** A response that takes longer is a hang. */
const TIMEOUT_MS = 30_000

const PATHS: readonly ((n: number) => string)[] = [
  (n) => `/api/v1/building-links?address=${encodeURIComponent(`#${(n % 40) + 1}03 - ${1400 + (n % 90)} howe street`)}`,
  () => '/api/v1/projects?limit=5',
  () => '/api/v1/dataset',
  (n) => `/api/v1/building-links?address=${encodeURIComponent(`${100 + (n % 300)} dundas st w toronto`)}`,
]

let times: number[] = []
/** When the requests without a response yet were sent. */
const waiting = new Set<{ readonly sinceMs: number }>()
let refused = 0
let failures: Record<string, number> = {}
let health = { checks: 0, failures: 0, slowest: 0 }
let isRunning = true

interface Outcome {
  readonly status: number
  readonly error: string
  readonly retryAfter: number
  readonly ms: number
}

function get(url: string, key: string | undefined, agent: Agent | false): Promise<Outcome> {
  const started = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, error: string, retryAfter = 0) =>
      resolve({ status, error, retryAfter, ms: performance.now() - started })
    const headers = key ? { authorization: `Bearer ${key}` } : {}
    const sent = request(url, { agent, headers }, (response) => {
      response.resume()
      response.once('end', () => end(response.statusCode!, '', Number(response.headers['retry-after'])))
      response.once('error', (error) => end(0, error.message))
    })
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error('timeout')))
    sent.once('error', (error: NodeJS.ErrnoException) => end(0, error.code ?? error.message))
    sent.end()
  })
}

/** A keep-alive connection may end just as a request is sent; every client retries that, so it is no failure. */
async function getTwice(url: string, key: string, agent: Agent | false): Promise<Outcome> {
  const first = await get(url, key, agent)
  return agent && first.status === 0 && first.error === 'ECONNRESET' ? get(url, key, agent) : first
}

async function runClient(url: string, key: string, number: number): Promise<void> {
  // Every third client opens a connection per request, so that waiting to be accepted is measured too.
  const agent = number % 3 === 2 ? false : new Agent({ keepAlive: true, maxSockets: 1 })
  for (let n = 0; isRunning; n++) {
    const request = { sinceMs: performance.now() }
    waiting.add(request)
    const { status, error, ms, retryAfter } = await getTwice(url + PATHS[n % PATHS.length]!(n), key, agent)
    waiting.delete(request)
    if (status === 200) times.push(ms)
    else if ((status === 503 || status === 429) && retryAfter >= 0) {
      refused += 1
      await sleep(Math.min(retryAfter, 2) * 1000)
    } else {
      const what = status === 0 ? error : String(status)
      failures[what] = (failures[what] ?? 0) + 1
    }
    await sleep(Math.max(1, CLIENT_MS - ms))
  }
  if (agent) agent.destroy()
}

async function checkHealth(url: string): Promise<void> {
  while (isRunning) {
    const { status, ms } = await get(`${url}/healthz`, undefined, false)
    health.checks += 1
    if (status !== 200) health.failures += 1
    health.slowest = Math.max(health.slowest, ms)
    await sleep(Math.max(1, HEALTH_MS - ms))
  }
}

function takeWindow(): ClientWindow {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
  // Without those that still wait, a server that answers nobody would have no slow responses.
  const withWaiting = [...times, ...[...waiting].map(({ sinceMs }) => performance.now() - sinceMs)]
  const window = {
    requests: times.length + refused + failed,
    succeeded: times.length,
    refused,
    failures,
    p50: quantile(withWaiting, 0.5) || 0,
    p99: quantile(withWaiting, 0.99) || 0,
    slowest: Math.max(0, ...withWaiting),
    health,
  }
  times = []
  refused = 0
  failures = {}
  health = { checks: 0, failures: 0, slowest: 0 }
  return window
}

function start({ url, keys }: ClientOrder): void {
  keys.forEach((key, number) => void runClient(url, key, number))
  void checkHealth(url)
}

process.on('message', (message: ToClients) => {
  if (message.type === 'start') start(message.order)
  else if (message.type === 'read') process.send!(takeWindow())
  else isRunning = false
  if (message.type === 'stop') process.disconnect()
})
// The part ended without a message.
process.on('disconnect', () => process.exit())
