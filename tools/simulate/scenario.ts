// What happens on a simulated day: customers, new data, and faults of nodes, network and database.

import { SYSTEM } from '../../src/events/audit-log.ts'
import { publishEvents } from '../../src/events/outbox.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { layout } from '../../test/listings/relink-stage.ts'
import { draft } from '../../test/webhooks/drafts.ts'
import type { Answers, Grant, Published } from './answers.ts'
import { LIMIT } from './answers.ts'
import { SILENT_MS } from './simulated-node.ts'
import type { Simulation } from './simulation.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './simulation.ts'
import { outcomeOf, Writers } from './writers.ts'

const FIRST_NUMBER = 1_000_000
/** Everything works again, and nodes that would start later start now. */
export function heal(simulation: Simulation): void {
  const { database, network } = simulation
  simulation.runPlan(Number.POSITIVE_INFINITY)
  database.faultRate = 0
  database.isUp = true
  for (const one of [...network.receivers, ...network.files]) Object.assign(one, { isDown: false, faultRate: 0 })
}

/** How wrong the clock of a node may be. */
export const MAX_AHEAD_MS = 2 * MINUTE_MS
/** How close together the actions of a moment are. */
const MOMENT_MS = 6000

export class Day {
  readonly #simulation: Simulation
  readonly #answers: Answers
  readonly #writers: Writers
  #version = 0
  #number = FIRST_NUMBER

  constructor(simulation: Simulation, answers: Answers) {
    this.#simulation = simulation
    this.#answers = answers
    this.#writers = new Writers(simulation, answers.histories)
    simulation.all.onRelink = (node) => this.#writers.whileRelinking(node)
  }

  /** Most of a day nothing happens. At one moment customers do several things at once, and usually something breaks. */
  plan(n: number): void {
    const { random, time } = this.#simulation
    const startMs = time.nowMs
    if (n === 0) this.#simulation.plan(startMs, () => this.publishData())
    const atMs = startMs + random.next() * (DAY_MS - MINUTE_MS)
    for (let i = 0; i < 2; i++) this.#soon(atMs, WORK[random.weighted(WORK_WEIGHTS)])
    for (let i = 0; i < 2; i++) if (random.chance(0.5)) this.#soon(atMs, FAULTS[random.weighted(FAULT_WEIGHTS)])
  }

  #soon(atMs: number, run: (day: Day) => void): void {
    this.#simulation.plan(atMs + this.#simulation.random.next() * MOMENT_MS, () => {
      this.#simulation.busyFor(MOMENT_MS)
      run(this)
    })
  }

  /** Whichever node ends meanwhile. */
  #after(ms: number, run: () => void): void {
    this.#simulation.time.after(ms, run, undefined)
  }

  publishEvents(): void {
    const { time, random, accountId } = this.#simulation
    const node = this.#simulation.anyNode()
    if (!node) return
    const published: Published = { first: this.#number, count: random.between(1, 12), outcome: 'unknown' }
    this.#number += published.count
    this.#answers.published.push(published)
    const drafts = Array.from({ length: published.count }, (_, i) =>
      draft('project.updated', published.first + i, random.chance(0.2) ? { account_id: accountId } : {}),
    )
    const at = new Date(time.nowMs)
    time.as(node, () => {
      node.db
        .tx((tx) => publishEvents(tx, 'production', drafts, at))
        .then(
          () => {
            published.outcome = 'stored'
            node.webhooks.worker.wake()
          },
          (error) => {
            published.outcome = outcomeOf(error)
          },
        )
    })
  }

  /** Every version moves the houses to the other side of the street, which changes every link. */
  publishData(): void {
    const { time } = this.#simulation
    const node = this.#simulation.anyNode()
    if (!node) return
    const rows = layout(this.#version++).map((row) => ({ ...row, floor_plans: [], units: [], media: [], history: [] }))
    const options = { dataset: 'production' as const, source: 'builder', rows, at: new Date(time.nowMs) }
    time.as(node, () =>
      publishRows(node.db.forJobs, options).then(
        ({ published }) => this.#simulation.count('versions', published ? 1 : 0),
        () => {},
      ),
    )
  }

  /** The customer changes the file, and asks to read it now or approves what is missing. */
  changeFile(): void {
    const { time, random, network, accountId } = this.#simulation
    const from = random.below(4)
    for (const file of network.files)
      file.keys = Array.from({ length: random.between(9, 15) }, (_, i) => `k${from + i}`)
    const node = this.#simulation.anyNode()
    if (!node) return
    const owner = { accountId, dataset: 'production' as const }
    const isApproval = random.chance(0.5)
    time
      .as(node, async () => {
        const id = await node.feedId()
        await (isApproval ? node.feeds.approve(owner, id, SYSTEM) : node.feeds.runNow(owner, id, true))
      })
      .catch(() => {})
  }

  writeTogether(): void {
    // Often some of the answers get lost.
    if (this.#simulation.random.chance(0.3)) this.failStatements()
    this.#writers.together()
  }

  /** A client sends more than its limit to all nodes for a minute and a half. */
  useLimit(): void {
    const grants: Grant[] = []
    const caller = this.#answers.grants.size
    this.#answers.grants.set(caller, grants)
    for (let second = 0; second < 100; second++)
      this.#after(second * 1000, () => this.#spend(`acc_rate${caller}`, grants, second))
  }

  #spend(accountId: string, grants: Grant[], second: number): void {
    const { time, ready } = this.#simulation
    // The share of a node that ended is granted by the others, and a node that is silent is counted again by their next beat.
    const seenMs = Math.max(time.nowMs - SILENT_MS, ...ready.map(({ seenSinceMs }) => seenSinceMs))
    const isShared =
      time.nowMs - this.#simulation.lastChangeMs > 15_000 && ready.every(({ countedMs }) => countedMs >= seenMs)
    for (const node of ready) {
      if (second % 4 === 0) node.runChore('access')
      // Time without work was skipped, so the nodes must first learn of each other.
      if (second < 10) continue
      for (let i = 0; i < LIMIT / 20; i++) if (node.takeRequest(accountId)) grants.push({ atMs: time.nowMs, isShared })
    }
  }

  /** All nodes want a job at once, and again when it is free. */
  competeForLease(): void {
    const { time, random, ready } = this.#simulation
    for (const node of ready)
      for (let i = 0; i < 4; i++)
        time.after(
          random.next() * MOMENT_MS,
          () => {
            const work = async () => {
              this.#simulation.count('leases')
              await time.sleep(random.next() * 4000, node)
            }
            node.withLease('simulated job', 2000, work).catch(() => {})
          },
          node,
        )
  }

  failStatements(): void {
    const { random, database } = this.#simulation
    database.faultRate = random.pick([0.01, 0.05, 0.2])
    this.#after(random.next() * 2 * MOMENT_MS, () => {
      database.faultRate = 0
    })
  }

  loseDatabase(): void {
    const { random, database } = this.#simulation
    database.goDown()
    this.#after(1000 + random.next() * 30_000, () => {
      database.isUp = true
      this.#simulation.busyFor(10_000)
    })
  }

  /** Killed at any moment, soon after other work began; started again later with a clock that may be wrong. */
  killNode(): void {
    const { random, time, ready } = this.#simulation
    if (ready.length < 2) return
    const node = random.pick(ready)
    this.#simulation.count('faults')
    this.publishEvents()
    const aheadMs = random.chance(0.3) ? (random.next() - 0.5) * 2 * MAX_AHEAD_MS : 0
    this.#after(random.next() * 3000, () => {
      if (node.isStopped) return
      this.#simulation.stopNode(node)
      const pauseMs = random.chance(0.5) ? random.next() * 5000 : random.next() * 3 * HOUR_MS
      this.#simulation.plan(time.nowMs + pauseMs, () => this.#simulation.startNode(node.name, aheadMs))
    })
  }

  loseReceiver(): void {
    this.#loseFor(this.#simulation.random.pick(this.#simulation.network.receivers), 30 * HOUR_MS)
  }

  loseFiles(): void {
    this.#loseFor(this.#simulation.network.files[0]!, 10 * HOUR_MS)
  }

  #loseFor(one: { isDown: boolean }, atMostMs: number): void {
    const { random, time } = this.#simulation
    this.#simulation.count('faults')
    one.isDown = true
    this.#simulation.plan(time.nowMs + random.next() * atMostMs, () => {
      one.isDown = false
    })
  }
}

const WORK = {
  events: (day: Day) => day.publishEvents(),
  data: (day: Day) => day.publishData(),
  file: (day: Day) => day.changeFile(),
  writes: (day: Day) => day.writeTogether(),
  limit: (day: Day) => day.useLimit(),
  lease: (day: Day) => day.competeForLease(),
}
const WORK_WEIGHTS = { events: 5, data: 4, file: 2, writes: 4, limit: 1, lease: 3 }

const FAULTS = {
  statements: (day: Day) => day.failStatements(),
  database: (day: Day) => day.loseDatabase(),
  node: (day: Day) => day.killNode(),
  receiver: (day: Day) => day.loseReceiver(),
  files: (day: Day) => day.loseFiles(),
}
const FAULT_WEIGHTS = { statements: 6, database: 2, node: 5, receiver: 2, files: 1 }
