// One node of the scale benchmark, in its own process: opens the dataset and measures it.
import { setTimeout as sleep } from 'node:timers/promises'
import { Catalog } from '../../../src/catalog/catalog.ts'
import { facetsOf } from '../../../src/catalog/query/facets.ts'
import { listProjects } from '../../../src/catalog/query/list-projects.ts'
import { openDatabase } from '../../../src/db/database.ts'
import { Links } from '../../../src/links/links.ts'
import { memoryOf } from '../../target/processes.ts'
import { cpuMs } from './measure.ts'
import { publishSmallChange } from './scale-data.ts'

export interface NodeTask {
  readonly url?: string | undefined
  readonly dataDir: string
  readonly folder: string
  /** Only build the file. */
  readonly isBuild: boolean
}

export interface NodeReport {
  readonly readyMs: number
  /** Processor time, which other load does not affect much. */
  readonly readyCpuMs: number
  /** Megabytes of the process before it opened the dataset, after, and after the queries. */
  readonly memory: readonly [before: number, ready: number, used: number]
  readonly pageUs: number
  readonly facetUs: number
  readonly linkUs: number
  readonly publishMs: number
  readonly publishCpuMs: number
}

const ROUNDS = 300

async function megabytes(): Promise<number> {
  globalThis.gc?.()
  await sleep(200)
  return Math.round(memoryOf(process.pid))
}

/** Microseconds of processor time per round, after a few rounds. */
function microseconds(run: (round: number) => void): number {
  for (let round = 0; round < ROUNDS / 10; round++) run(round)
  const { ms } = cpuMs(() => {
    for (let round = 0; round < ROUNDS; round++) run(round)
  })
  return (1000 * ms) / ROUNDS
}

async function timed(run: () => Promise<void>): Promise<[ms: number, cpuMs: number]> {
  const [started, cpu] = [performance.now(), process.cpuUsage()]
  await run()
  const { user, system } = process.cpuUsage(cpu)
  return [performance.now() - started, (user + system) / 1000]
}

async function measure({ url, dataDir, folder, isBuild }: NodeTask): Promise<NodeReport> {
  const db = await openDatabase({ url, dataDir })
  const catalog = new Catalog({ db, files: { folder, secret: Buffer.from('bench') } })
  const before = await megabytes()
  const [readyMs, readyCpuMs] = await timed(() => catalog.refresh())
  const ready = await megabytes()
  const unmeasured = { pageUs: 0, facetUs: 0, linkUs: 0, publishMs: 0, publishCpuMs: 0 }
  const report = { readyMs, readyCpuMs, memory: [before, ready, ready] as const, ...unmeasured }
  try {
    if (isBuild) return report
    const snapshot = catalog.snapshot('production')
    const { size } = snapshot.projects
    const rowOf = (round: number) => (round * 7919) % size
    const sort = { key: 'price_from', descending: true } as const
    const pageUs = microseconds((round) =>
      listProjects(snapshot, { min_price: 400_000, sort }, { limit: 50, offset: rowOf(round) % 200 }),
    )
    const facetUs = microseconds((round) => facetsOf(snapshot, { min_price: 300_000 + round }, 50))
    const addresses = Array.from({ length: ROUNDS }, (_, round) => snapshot.projects.at(rowOf(round)).address)
    const links = new Links(catalog)
    for (const address of addresses) links.resolve({ address }, 'production')
    const linkUs = microseconds((round) => links.resolve({ address: `#${round} - ${addresses[round]!}` }, 'production'))
    await publishSmallChange(db, 2)
    const [publishMs, publishCpuMs] = await timed(() => catalog.refresh())
    if (catalog.freshness('production').version !== 'v2') throw new Error('The small publish is not visible.')
    const memory = [before, ready, await megabytes()] as const
    return { ...report, memory, pageUs, facetUs, linkUs, publishMs, publishCpuMs }
  } finally {
    await catalog.stop()
    await db.close()
  }
}

if (process.send)
  process.once('message', (task: NodeTask) => {
    measure(task).then(
      (report) => process.send!(report, () => process.disconnect()),
      (error: Error) => {
        console.error(error)
        process.exitCode = 1
        process.disconnect()
      },
    )
  })
