// Measures webhook throughput on PostgreSQL: two nodes, ten endpoints, one receiver.
import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { createAccount } from '../src/access/accounts/accounts.ts'
import { createPayloads } from '../src/app/webhook-payloads.ts'
import type { Database } from '../src/db/database.ts'
import { openDatabase } from '../src/db/database.ts'
import { SYSTEM } from '../src/events/audit-log.ts'
import type { EventDraft } from '../src/events/event-types.ts'
import { publishEvents } from '../src/events/outbox.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createSecrets } from '../src/kernel/secrets.ts'
import { createGuardedSender } from '../src/webhooks/sender/guarded-sender.ts'
import { Webhooks } from '../src/webhooks/webhooks.ts'
import { createDatabase, startPostgres } from '../test/support/postgres.ts'
import { BENCH_SECRET } from './webhook-node.ts'

export interface Load {
  readonly endpoints: number
  readonly nodes: number
  readonly maxBatch: number
  readonly eventsPerSecond: number
  readonly seconds: number
}

export interface Throughput {
  readonly load: Load
  readonly events: number
  /** From the first publish to the last event received by the last endpoint. */
  readonly elapsedMs: number
  /** Deliveries still missing when the last event was published. */
  readonly behind: number
  readonly requests: number
  readonly missing: number
  readonly duplicates: number
  /** Events that arrived after a newer one at the same endpoint. */
  readonly late: number
  /** Cores that other programs on the machine used meanwhile; 0 where there is no /proc. */
  readonly otherCores: number
  /** CPU seconds by process. */
  readonly cpu: {
    readonly nodes: number
    readonly receiver: number
    readonly postgres: number
    readonly publisher: number
  }
}

interface PathReport {
  readonly requests: number
  readonly missing: number
  readonly duplicates: number
  readonly late: number
  readonly unknown: number
}

export const benchEvent = (id: number): EventDraft => ({
  type: 'project.price_changed',
  resource_type: 'project',
  resource_id: String(id),
  project_id: id,
  changed_fields: ['price_from'],
  body: { changes: [{ field: 'price_from', from: 500_000, to: 510_000 }], province: 'ON', city: 'Toronto' },
})

const PUBLISH_EVERY_MS = 50
const TICKS_PER_SECOND = 100

const program = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url))
const secondsOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6

async function ask<T>(child: ChildProcess, message: unknown): Promise<T> {
  const answer = once(child, 'message')
  child.send(message as object)
  return ((await answer) as [T])[0]
}

/** CPU seconds of the PostgreSQL server in a folder and of its children, from /proc; 0 where there is none. */
function postgresCpu(folder: string): number {
  const server = new Set<string>()
  const processes: { parent: string; pid: string; ticks: number }[] = []
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      processes.push({ pid, parent: fields[1]!, ticks: Number(fields[11]) + Number(fields[12]) })
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${folder}/data`)) server.add(pid)
    } catch {
      // The process has ended.
    }
  }
  const own = processes.filter(({ pid, parent }) => server.has(pid) || server.has(parent))
  return own.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND
}

/** CPU seconds of all programs since the machine started, from /proc. */
function machineCpu(): number {
  try {
    const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/)
    return [user, nice, system, irq, softirq].reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}

async function createEndpoints(db: Database, port: number, { endpoints, maxBatch }: Load): Promise<void> {
  const sender = createGuardedSender({ allowPrivate: true })
  const webhooks = new Webhooks({
    db,
    secrets: createSecrets(BENCH_SECRET),
    clock: systemClock,
    sender,
    payloads: createPayloads(() => ({ url: '', variants: null, stored: true })),
    log: pino({ level: 'silent' }),
    holder: 'bench',
    userAgent: 'bench',
  })
  const account = await db.tx((tx) => createAccount(tx, null, 'elite'))
  const filters = { province: [], city: [], project_ids: [] }
  for (let n = 0; n < endpoints; n++) {
    const input = { url: `http://127.0.0.1:${port}/${n}`, description: null, event_types: ['*'], filters }
    const create = { ...input, max_batch: maxBatch }
    const { endpoint } = await db.tx((tx) =>
      webhooks.createEndpoint(tx, { accountId: account.id, dataset: 'production', plan: 'elite' }, create, 100, SYSTEM),
    )
    await webhooks.enable({ accountId: account.id, dataset: 'production' }, endpoint.id, SYSTEM)
  }
  await webhooks.worker.stop()
  await sender.close()
}

async function publishAll(db: Database, { eventsPerSecond, seconds }: Load, nodes: ChildProcess[]): Promise<number> {
  const total = eventsPerSecond * seconds
  const started = performance.now()
  let sent = 0
  while (sent < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - started + PUBLISH_EVERY_MS) / 1000) * eventsPerSecond))
    const drafts = Array.from({ length: due - sent }, (_, i) => benchEvent(sent + i + 1))
    await db.tx((tx) => publishEvents(tx, 'production', drafts, new Date()))
    sent = due
    // As in the server: the node that publishes starts to deliver at once.
    nodes[0]!.send('wake')
    await sleep(Math.max(0, started + (sent * 1000) / eventsPerSecond - performance.now()))
  }
  return total
}

/** Returns undefined if PostgreSQL is not installed. */
export async function measureThroughput(load: Load): Promise<Throughput | undefined> {
  const cluster = await startPostgres()
  if (!cluster) return undefined
  const children: ChildProcess[] = []
  const folder = new URL(cluster.url).searchParams.get('host')!
  const url = await createDatabase(cluster.url, 'migrated')
  const db = await openDatabase({ url, dataDir: '' })
  try {
    const receiver = fork(program('webhook-receiver.mjs'), { execArgv: [] })
    children.push(receiver)
    const [port] = (await once(receiver, 'message')) as [number]
    await createEndpoints(db, port, load)
    const nodes = Array.from({ length: load.nodes }, () => fork(program('webhook-node.ts'), [url]))
    children.push(...nodes)
    await Promise.all(nodes.map((node) => once(node, 'message')))
    const first =
      (await db.query.selectFrom('counters').select('value').where('name', '=', 'sequence').executeTakeFirstOrThrow())
        .value + 1
    const nodeCpu = async () => {
      const usages = await Promise.all(nodes.map((node) => ask<{ cpu: NodeJS.CpuUsage }>(node, 'cpu')))
      return usages.reduce((sum, { cpu }) => sum + secondsOf(cpu), 0)
    }
    const receiverCpu = async () => secondsOf((await ask<{ cpu: NodeJS.CpuUsage }>(receiver, null)).cpu)
    const before = {
      nodes: await nodeCpu(),
      receiver: await receiverCpu(),
      postgres: postgresCpu(folder),
      machine: machineCpu(),
      own: process.cpuUsage(),
    }
    const started = performance.now()
    const events = await publishAll(db, load, nodes)
    const wanted = events * load.endpoints
    const receivedNow = async () => (await ask<{ received: number }>(receiver, null)).received
    const behind = wanted - (await receivedNow())
    let [last, lastChange] = [0, performance.now()]
    for (;;) {
      const received = await receivedNow()
      if (received !== last) [last, lastChange] = [received, performance.now()]
      // Nothing new for 20 s: what is missing is lost.
      if (received >= wanted || performance.now() - lastChange > 20_000) break
      await sleep(50)
    }
    const elapsedMs = lastChange - started
    const { paths } = await ask<{ paths: PathReport[] }>(receiver, { first, last: first + events - 1 })
    const sum = (pick: (path: PathReport) => number) => paths.reduce((total, path) => total + pick(path), 0)
    const cpu = {
      nodes: (await nodeCpu()) - before.nodes,
      receiver: (await receiverCpu()) - before.receiver,
      postgres: postgresCpu(folder) - before.postgres,
      publisher: secondsOf(process.cpuUsage(before.own)),
    }
    const ours = cpu.nodes + cpu.receiver + cpu.postgres + cpu.publisher
    return {
      load,
      events,
      elapsedMs,
      behind,
      requests: sum(({ requests }) => requests),
      missing: sum(({ missing }) => missing) + (load.endpoints - paths.length) * events,
      duplicates: sum(({ duplicates }) => duplicates),
      late: sum(({ late }) => late),
      otherCores: Math.max(0, ((machineCpu() - before.machine - ours) * 1000) / elapsedMs),
      cpu,
    }
  } finally {
    await Promise.all(
      children.map((child) => {
        const exited = once(child, 'exit')
        child.disconnect()
        return exited
      }),
    )
    await db.close()
    await cluster.stop()
  }
}

const LOADS: readonly (Load & { readonly name: string })[] = [
  { name: 'one event per request', maxBatch: 1, eventsPerSecond: 200, seconds: 10, endpoints: 10, nodes: 2 },
  { name: '`max_batch` 500', maxBatch: 500, eventsPerSecond: 2000, seconds: 60, endpoints: 10, nodes: 2 },
]

const number = (value: number) => Math.round(value).toLocaleString('en-CA')

/** Prints a row for each load. Returns a table for the results file, or undefined without PostgreSQL. */
export async function benchThroughput(seconds: number | undefined): Promise<string | undefined> {
  const rows: string[] = []
  for (const { name, ...load } of LOADS) {
    const result = await measureThroughput({ ...load, seconds: Math.min(seconds ?? load.seconds, load.seconds) })
    if (!result) return undefined
    const { events, elapsedMs, behind, requests, missing, duplicates, late, cpu, otherCores } = result
    const total = cpu.nodes + cpu.postgres + cpu.receiver + cpu.publisher
    const perThousand = (value: number) => ((value / events) * 1000).toFixed(2)
    const cells = [
      name,
      `${number(load.eventsPerSecond)} for ${number(events / load.eventsPerSecond)} s`,
      number((events * 1000) / elapsedMs),
      `${number(behind / load.endpoints)}`,
      number(requests),
      [missing, duplicates, late].map(number).join(' / '),
      `${((total * 1000) / elapsedMs).toFixed(1)} / ${otherCores.toFixed(1)}`,
      `${perThousand(total)} s: ${[cpu.nodes, cpu.postgres, cpu.receiver, cpu.publisher].map(perThousand).join(' + ')}`,
    ]
    rows.push(`| ${cells.join(' | ')} |`)
    console.log(`  ${cells.join('   ')}`)
  }
  return [
    '| | published per second | received per second, by each of 10 endpoints | not received yet at the last publish | requests | lost / duplicate / late | cores used by the run / by other programs | processor time per 1,000 events: nodes + PostgreSQL + receiver + publisher |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}
