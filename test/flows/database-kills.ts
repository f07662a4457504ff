// Kills PostgreSQL under writers again and again, and checks every confirmed write afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import { PLANS } from '../../src/access/rights/plans.ts'
import type { PostgresProcess } from '../../tools/target/postgres-process.ts'
import { SeededRandom } from '../support/random.ts'

export interface KillTarget {
  readonly url: string
  readonly operatorKey: string
  readonly postgres: PostgresProcess
}

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: responses have no static type in tests
  readonly body: any
}

export interface KillReport {
  confirmed: number
  unconfirmed: number
  /** Refused with certainty that nothing was stored. */
  refused: number
  readonly statuses: Record<string, number>
  /** What is wrong; empty if all is well. */
  readonly problems: string[]
}

/** So that the database gets the processor to start again. */
const REFUSED_PAUSE_MS = 10

/** A writer on a fast machine reaches the limit of its plan. */
const EXPECTED_REFUSALS = ['temporarily_unavailable', 'overloaded', 'rate_limited']

type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

function sender({ url }: KillTarget, key: string, report: KillReport): Send {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = { status: response.status, body: await response.json() }
    if (!response.ok) await sleep(REFUSED_PAUSE_MS)
    const name = response.ok ? String(response.status) : `${response.status} ${answer.body.code}`
    report.statuses[name] = (report.statuses[name] ?? 0) + 1
    const isExpected = response.ok || EXPECTED_REFUSALS.includes(answer.body.code)
    if (!isExpected) report.problems.push(`${method} ${path}: ${name}: ${answer.body.detail}`)
    if (response.status === 503 && !response.headers.get('retry-after')) report.problems.push('503 without Retry-After')
    return answer
  }
}

/** A value that one writer changes, and the values that it may have now. */
class Ledger {
  #possible = new Set<string>()

  written(value: string, { status, body }: Answer, report: KillReport): void {
    if (status < 300) {
      this.#possible = new Set([value])
      report.confirmed += 1
    } else if (/may or may not/.test(body.detail)) {
      this.#possible.add(value)
      report.unconfirmed += 1
    } else report.refused += 1
  }

  check(what: string, value: string, report: KillReport): void {
    if (this.#possible.size > 0 && !this.#possible.has(value))
      report.problems.push(`${what} is ${value} instead of ${[...this.#possible].join(' or ')}`)
  }
}

/** One writer: `write` once per call, `check` when the database runs again. */
interface Writer {
  write(): Promise<void>
  check(): Promise<void>
}

async function planWriter(
  target: KillTarget,
  operator: Send,
  random: SeededRandom,
  report: KillReport,
): Promise<Writer> {
  const made = await operator('POST', '/api/v1/operator/keys', { plan: 'pro' })
  const { account, api_key } = made.body.data
  const path = `/api/v1/operator/accounts/${account.id}`
  const owner = sender(target, api_key.key, report)
  const ledger = new Ledger()
  return {
    async write() {
      const plan = PLANS[1 + random.below(PLANS.length - 1)]!
      ledger.written(plan, await operator('PATCH', path, { plan }), report)
    },
    async check() {
      const stored = (await operator('GET', path)).body.data.plan
      ledger.check(`the plan of ${account.id}`, stored, report)
      const seen = (await owner('GET', '/api/v1/me')).body.data.account.plan
      ledger.check(`the plan of ${account.id} in memory`, seen, report)
    },
  }
}

async function listingWriter(target: KillTarget, operator: Send, report: KillReport): Promise<Writer> {
  const made = await operator('POST', '/api/v1/operator/keys', { plan: 'elite' })
  const owner = sender(target, made.body.data.api_key.key, report)
  const ledger = new Ledger()
  let number = 0
  return {
    async write() {
      const address = `${++number} Main Street`
      ledger.written(address, await owner('PUT', '/api/v1/listings/one', { address, city: 'Toronto' }), report)
    },
    async check() {
      const { status, body } = await owner('GET', '/api/v1/listings/one')
      if (status === 200) ledger.check('the listing', body.data.address, report)
    },
  }
}

/** Repeats each POST with its Idempotency-Key until it is confirmed: it must have exactly one effect. */
async function keyWriter(target: KillTarget, operator: Send, report: KillReport): Promise<Writer> {
  const made = await operator('POST', '/api/v1/operator/keys', { plan: 'elite' })
  const owner = sender(target, made.body.data.api_key.key, report)
  const names: string[] = []
  let pending: string | undefined
  let number = 0
  const create = async () => {
    pending ??= `key-${++number}`
    const { status } = await owner(
      'POST',
      '/api/v1/api-keys',
      { name: pending, mode: 'test' },
      { 'idempotency-key': pending },
    )
    if (status !== 201) return
    names.push(pending)
    report.confirmed += 1
    pending = undefined
  }
  return {
    write: create,
    async check() {
      while (pending && report.problems.length === 0) await create()
      const { body } = await owner('GET', '/api/v1/api-keys')
      const stored = body.data.map(({ name }: { name: string }) => name).filter((name: string) => /^key-/.test(name))
      if (stored.sort().join() !== names.sort().join())
        report.problems.push(`keys ${stored.join()} instead of ${names.join()}`)
    },
  }
}

const untilReachable = async ({ url }: KillTarget): Promise<void> => {
  for (;;) {
    const ready = (await (await fetch(`${url}/readyz`)).json()) as { database: string }
    if (ready.database === 'reachable') return
    await sleep(20)
  }
}

/** Processes of the killed server may still hold its shared memory. */
export async function startAgain(postgres: PostgresProcess): Promise<void> {
  while (!postgres.isRunning) await postgres.start().catch(() => sleep(50))
}

export async function survivePostgresKills(
  target: KillTarget,
  rounds: number,
  seed: number,
  windowMs = 600,
): Promise<KillReport> {
  const report: KillReport = { confirmed: 0, unconfirmed: 0, refused: 0, statuses: {}, problems: [] }
  const operator = sender(target, target.operatorKey, report)
  const random = new SeededRandom(seed)
  const writers = [
    ...(await Promise.all([1, 2, 3, 4].map(() => planWriter(target, operator, random, report)))),
    await listingWriter(target, operator, report),
    await keyWriter(target, operator, report),
  ]
  for (let round = 1; round <= rounds && report.problems.length === 0; round++) {
    let running = true
    const loops = writers.map(async ({ write }) => {
      while (running && report.problems.length === 0) await write()
    })
    await sleep(100 + random.below(windowMs))
    await target.postgres.kill()
    await sleep(random.below(200))
    await startAgain(target.postgres)
    await untilReachable(target)
    running = false
    await Promise.all(loops)
    for (const { check } of writers) await check()
  }
  return report
}
