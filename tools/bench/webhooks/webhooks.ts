// `npm run bench webhooks`: throughput on PostgreSQL with two nodes, ten endpoints and one receiver.
//   npm run bench webhooks [-- --seconds=5 --write-results]     (--seconds shortens the runs)
import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/database.ts'
import type { EventDraft } from '../../../src/events/event-types.ts'
import { publishEvents } from '../../../src/events/outbox.ts'
import { sum, table, whole } from '../../shared/tables.ts'
import { cpuSecondsOf, familyOf, machineCpuSeconds } from '../../target/processes.ts'
import { recordGoal } from '../speed/goals.ts'
import { numberOption, onDatabase, publish } from '../speed/measure.ts'
import { createEndpoints, openNode } from './webhook-node.ts'

interface Load {
  readonly name: string
  readonly maxBatch: number
  readonly eventsPerSecond: number
  readonly seconds: number
}

const ENDPOINTS = 10
const NODES = 2
const LOADS: readonly Load[] = [
  { name: 'one event per request', maxBatch: 1, eventsPerSecond: 200, seconds: 10 },
  { name: '`max_batch` 500', maxBatch: 500, eventsPerSecond: 3500, seconds: 60 },
]
const PUBLISH_EVERY_MS = 50

interface PathReport {
  readonly requests: number
  readonly missing: number
  readonly duplicates: number
  /** Events that arrived after a newer one at the same endpoint. */
  readonly late: number
}

const benchEvent = (id: number): EventDraft => ({
  type: 'project.price_changed',
  resource_type: 'project',
  resource_id: String(id),
  project_id: id,
  changed_fields: ['price_from'],
  body: { changes: [{ field: 'price_from', from: 500_000, to: 510_000 }], province: 'ON', city: 'Toronto' },
})

const program = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url))

/** A receiver in its own process, and its port. */
async function startReceiver(): Promise<{ receiver: ChildProcess; port: number }> {
  const receiver = fork(program('webhook-receiver.mjs'), { execArgv: [] })
  const [port] = (await once(receiver, 'message')) as [number]
  return { receiver, port }
}

async function ask<T>(child: ChildProcess, message: unknown): Promise<T> {
  const answer = once(child, 'message')
  child.send(message as object)
  return ((await answer) as [T])[0]
}

async function publishAll(db: Database, { eventsPerSecond, seconds }: Load, first: ChildProcess): Promise<number> {
  const total = eventsPerSecond * seconds
  const started = performance.now()
  let sent = 0
  while (sent < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - started + PUBLISH_EVERY_MS) / 1000) * eventsPerSecond))
    const drafts = Array.from({ length: due - sent }, (_, i) => benchEvent(sent + i + 1))
    await db.tx((tx) => publishEvents(tx, 'production', drafts, new Date()))
    sent = due
    // As in the server: the node that publishes starts to deliver at once.
    first.send('wake')
    await sleep(Math.max(0, started + (sent * 1000) / eventsPerSecond - performance.now()))
  }
  return total
}

/** The first process of the PostgreSQL server of a database. */
function postgresPid(url: string): number {
  const folder = new URL(url).searchParams.get('host')!
  return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function measure(load: Load, url: string): Promise<string[]> {
  const children: ChildProcess[] = []
  const db = await openDatabase({ url, dataDir: '' })
  try {
    const { receiver, port } = await startReceiver()
    children.push(receiver)
    const creator = openNode(db)
    await createEndpoints(db, creator, ENDPOINTS, load.maxBatch, (n) => `http://127.0.0.1:${port}/${n}`)
    await creator.stop()
    const nodes = Array.from({ length: NODES }, () => fork(program('webhook-node.ts'), [url]))
    children.push(...nodes)
    await Promise.all(nodes.map((node) => once(node, 'message')))
    const counter = db.query.selectFrom('counters').select('value').where('name', '=', 'sequence')
    const first = (await counter.executeTakeFirstOrThrow()).value + 1
    const postgres = postgresPid(url)
    /** Seconds of the nodes, PostgreSQL, the receiver and the publisher, and of the whole machine. */
    const processorTime = () => [
      cpuSecondsOf(...nodes.map(({ pid }) => pid!)),
      cpuSecondsOf(...familyOf(postgres)),
      cpuSecondsOf(receiver.pid!),
      cpuSecondsOf(process.pid),
      machineCpuSeconds(),
    ]
    const before = processorTime()
    const started = performance.now()
    const events = await publishAll(db, load, nodes[0]!)
    const wanted = events * ENDPOINTS
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
    const seconds = (lastChange - started) / 1000
    const { paths } = await ask<{ paths: PathReport[] }>(receiver, { first, last: first + events - 1 })
    const count = (pick: (path: PathReport) => number) => sum(paths.map(pick))
    const cpu = processorTime().map((now, i) => now - before[i]!)
    const machine = cpu.pop()!
    const missing = count((path) => path.missing) + (ENDPOINTS - paths.length) * events
    const perThousand = (value: number) => ((value / events) * 1000).toFixed(2)
    return [
      load.name,
      `${whole(load.eventsPerSecond)} for ${whole(load.seconds)} s`,
      whole(events / seconds),
      whole(behind / ENDPOINTS),
      whole(count((path) => path.requests)),
      [missing, count((path) => path.duplicates), count((path) => path.late)].map(whole).join(' / '),
      `${(sum(cpu) / seconds).toFixed(1)} / ${Math.max(0, (machine - sum(cpu)) / seconds).toFixed(1)}`,
      `${perThousand(sum(cpu))} s: ${cpu.map(perThousand).join(' + ')}`,
    ]
  } finally {
    await Promise.all(
      children.map((child) => {
        const exited = once(child, 'exit')
        child.disconnect()
        return exited
      }),
    )
    await db.close()
  }
}

export async function benchWebhooks(): Promise<void> {
  const rows: string[][] = []
  await onDatabase(async (newDatabase) => {
    for (const load of LOADS) {
      const url = await newDatabase()
      if (!url) throw new Error('The throughput is measured on PostgreSQL only.')
      rows.push(await measure({ ...load, seconds: Math.min(numberOption('seconds', load.seconds), load.seconds) }, url))
    }
  })
  const head = [
    '',
    'published per second',
    `received per second, by each of ${ENDPOINTS} endpoints`,
    'not received yet at the last publish',
    'requests',
    'lost / duplicate / late',
    'cores used by the run / by other programs',
    'processor time per 1,000 events: nodes + PostgreSQL + receiver + publisher',
  ]
  publish('webhooks', table(head, rows))
  recordGoal('webhooks', `${rows.at(-1)![2]!}/s`)
}
