// What two nodes do together under restarts, lost databases, limits and clocks that differ.
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '../../target/operator.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import type { Pair } from './pair.ts'
import { ask, timeUntil } from './pair.ts'

export interface Outcome {
  /** Figures that are summed or maximized over the rounds. */
  readonly requests?: number
  readonly awaySeconds?: number
  readonly healSeconds?: number
  readonly stopSeconds?: number
}

export interface Scenario {
  readonly name: string
  readonly needs: 'two nodes' | 'anything'
  run(pair: Pair, breach: (what: string) => void): Promise<Outcome>
}

export const knows = (node: ServerProcess, key: string) => async (): Promise<boolean> =>
  (await ask(node, 'GET', '/api/v1/me', { key })).status === 200

const postTestKey = (node: ServerProcess, key: string) =>
  ask(node, 'POST', '/api/v1/api-keys', { key, body: { mode: 'test', name: 'proof' } })

const AWAY_MS = 60_000

const databaseAway: Scenario = {
  name: 'database away for 60 s',
  needs: 'two nodes',
  async run(pair, breach) {
    const { key } = await createKey(pair.first, 'elite')
    for (const node of pair.nodes) for (let i = 0; i < 4; i++) await timeUntil(knows(node, key))
    await pair.postgres!.stop()
    const stopped = performance.now()
    let requests = 0
    // Until a node notices, a read may still ask the database.
    for (const node of pair.nodes)
      await timeUntil(async () => (await ask(node, 'GET', '/readyz')).body?.database === 'unreachable')
    while (performance.now() - stopped < AWAY_MS) {
      for (const node of pair.nodes) {
        for (const path of ['/api/v1/me', '/api/v1/projects?limit=1']) {
          const { status } = await ask(node, 'GET', path, { key })
          if (status !== 200) breach(`without the database, GET ${path} is answered ${status}`)
        }
        const write = await postTestKey(node, key)
        if (write.status !== 503 || write.headers['retry-after'] === undefined)
          breach(`without the database, a write is answered ${write.status}: ${write.text.slice(0, 200)}`)
        else if (write.body?.code !== 'temporarily_unavailable') breach(`its code is ${write.body?.code}`)
        requests += 3
      }
      await sleep(500)
    }
    const awaySeconds = (performance.now() - stopped) / 1000
    await pair.postgres!.start()
    // Both at once, from the moment PostgreSQL accepts connections until the first write is answered 201.
    const acceptsAt = performance.now()
    const healed = await Promise.all(
      pair.nodes.map(async (node) => {
        await timeUntil(async () => (await postTestKey(node, key)).status === 201, acceptsAt)
        return (performance.now() - acceptsAt) / 1000
      }),
    )
    const healSeconds = Math.max(...healed)
    if (healSeconds >= 60) breach('a node did not heal within 60 s')
    return { requests, awaySeconds, healSeconds }
  },
}

const PER_MINUTE = 60

/** A caller of all nodes gets its limit, not more; refilled meanwhile at one request per second. */
const rateLimit: Scenario = {
  name: 'rate limit over all nodes',
  needs: 'anything',
  async run(pair, breach) {
    const { key } = await createKey(pair.first, 'sandbox')
    for (const node of pair.nodes) await timeUntil(knows(node, key))
    const started = performance.now()
    let allowed = pair.nodes.length
    let sent = 0
    for (; sent < PER_MINUTE * 2; sent++) {
      const { status, headers } = await ask(pair.nodes[sent % pair.nodes.length]!, 'GET', '/api/v1/me', { key })
      if (status === 200) allowed += 1
      else if (status !== 429 || headers['retry-after'] === undefined)
        breach(`a request beyond the limit got ${status}, Retry-After ${headers['retry-after']}`)
    }
    const refilled = Math.ceil((performance.now() - started) / 1000) * (PER_MINUTE / 60)
    const processes = pair.nodes.reduce((sum, node) => sum + node.pids().length, 0)
    if (allowed > PER_MINUTE + refilled + processes)
      breach(`${allowed} requests were allowed of ${PER_MINUTE} per minute (${refilled} refilled meanwhile)`)
    return { requests: sent }
  },
}

const LOOKUPS_PER_MONTH = 5000
const PER_BATCH = 500
const QUOTA_MS = 180_000

/** Batches at both nodes at once: all lookups of the month, and not one more. */
const monthlyQuota: Scenario = {
  name: 'monthly quota over all nodes',
  needs: 'anything',
  async run(pair, breach) {
    const { key } = await createKey(pair.first, 'sandbox')
    const sandbox = await createTestKey(pair, key)
    const body = {
      queries: Array.from({ length: PER_BATCH }, (_, i) => ({
        query_id: String(i),
        address: '1480 Howe St, Vancouver',
      })),
    }
    let granted = 0
    let requests = 0
    const until = Date.now() + QUOTA_MS
    const sender = async (node: ServerProcess) => {
      // What one node has reserved returns to the others after some seconds without use.
      for (let refusals = 0; refusals < 10 && Date.now() < until; ) {
        const answer = await ask(node, 'POST', '/api/v1/building-links/batch', { key: sandbox, body })
        requests += 1
        const lookups = answer.body?.meta?.lookups ?? 0
        granted += lookups
        const isUsedUp = answer.body?.code !== 'rate_limited' && lookups < PER_BATCH
        if (isUsedUp) refusals += 1
        if (lookups < PER_BATCH) await sleep(1200)
      }
    }
    await Promise.all([...pair.nodes, ...pair.nodes].slice(0, 2).map(sender))
    if (granted !== LOOKUPS_PER_MONTH) breach(`${granted} lookups were granted of ${LOOKUPS_PER_MONTH} a month`)
    return { requests }
  },
}

async function createTestKey(pair: Pair, key: string): Promise<string> {
  const made = await postTestKey(pair.first, key)
  const created = made.body?.data?.key ?? made.body?.data?.api_key?.key
  if (!created) throw new Error(`no test key: ${made.status} ${made.text.slice(0, 300)}`)
  await timeUntil(knows(pair.other, created))
  return created
}

const PASSWORD = 'a long password of the proof'

/** The clock of the other node is two minutes ahead: what one issues, the other accepts, and nothing lives on. */
const clocks: Scenario = {
  name: 'sessions and tokens with clocks two minutes apart',
  needs: 'anything',
  async run(pair, breach) {
    const email = `proof-${Date.now()}-${Math.floor(performance.now())}@example.com`
    const made = await ask(pair.first, 'POST', '/api/v1/accounts', { body: { email } })
    const key = made.body?.data?.api_key?.key
    if (!key) throw new Error(`no account: ${made.status} ${made.text.slice(0, 300)}`)
    await ask(pair.first, 'POST', '/api/v1/people', { key, body: { password: PASSWORD } })
    for (const [from, to] of [
      [pair.first, pair.other],
      [pair.other, pair.first],
    ] as const) {
      const signedIn = await ask(from, 'POST', '/api/v1/sessions', { body: { email, password: PASSWORD } })
      const cookie = [signedIn.headers['set-cookie'] ?? []]
        .flat()
        .map((one) => one.split(';')[0])
        .join('; ')
      if (signedIn.status !== 201) breach(`signing in is answered ${signedIn.status}: ${signedIn.text.slice(0, 200)}`)
      const hasSession = async () =>
        (await ask(to, 'GET', '/api/v1/sessions/current', { cookie })).body?.data?.csrf_token !== undefined
      const accepted = await timeUntil(hasSession)
      if (accepted.seconds >= 60) breach('a session of one node is not accepted by the other')
      const headers = { 'x-csrf-token': signedIn.body?.data?.csrf_token ?? '', origin: from.url }
      const ended = await ask(from, 'DELETE', '/api/v1/sessions/current', { cookie, headers })
      if (ended.status !== 204) breach(`signing out is answered ${ended.status}: ${ended.text.slice(0, 200)}`)
      const gone = await timeUntil(async () => !(await hasSession()))
      if (gone.seconds >= 60) breach('a session that was ended on one node lives on at the other')
      const other = await postTestKey(from, key)
      const fresh = other.body?.data?.key ?? other.body?.data?.api_key?.key
      const known = await timeUntil(knows(to, fresh))
      if (known.seconds >= 60) breach('a new key of one node is not accepted by the other')
    }
    return {}
  },
}

export const SCENARIOS: readonly Scenario[] = [databaseAway, rateLimit, monthlyQuota, clocks]
