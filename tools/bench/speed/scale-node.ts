// One node of the scale benchmark, in its own process: opens the dataset and measures it.
import { setTimeout as sleep } from 'node:timers/promises'
import { Catalog } from '../../../src/catalog/catalog.ts'
import { facetsOf } from '../../../src/catalog/query/facets.ts'
import { listProjects } from '../../../src/catalog/query/list-projects.ts'
import { openDatabase } from '../../../src/db/database.ts'
import { Links } from '../../../src/links/links.ts'
import { median } from '../../shared/tables.ts'
import { memoryOf } from '../../target/processes.ts'
import { cpuMs } from './measure.ts'
import { MAX_FULL, publishSmallChange } from './scale-data.ts'

export interface NodeTask {
  readonly url?: string | undefined
  readonly dataDir: string
  readonly folder: string
  /** Only build the file. */
  readonly isBuild: boolean
}

/** Microseconds of processor time each. */
export interface QueryTimes {
  readonly pageUs: number
  /** A page with a filter that no request used before. */
  readonly filterUs: number
  readonly facetUs: number
  /** Without a filter, so that all projects count. */
  readonly allFacetsUs: number
  readonly linkUs: number
  readonly misspelledUs: number
  /** To projects of registers; undefined if there are none. */
  readonly registerLinkUs: number | undefined
}

export interface NodeReport {
  readonly readyMs: number
  /** Processor time, which other load does not affect much. */
  readonly readyCpuMs: number
  /** Megabytes of the process before it opened the dataset, after, and after the queries. */
  readonly memory: readonly [before: number, ready: number, used: number]
  /** Undefined if the node only builds the file. */
  readonly queries: QueryTimes | undefined
  readonly publishMs: number
  readonly publishCpuMs: number
}

const ROUNDS = 300
/** Enough for the compiler to finish: the first block warms up. */
const LOOKUPS_PER_BLOCK = 1500
const BLOCKS = 6

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

/** The node verifies the file in the background. Afterwards it uses no processor time. */
async function untilVerified(): Promise<void> {
  // It starts after five seconds.
  await sleep(5500)
  for (let busyMs = Infinity; busyMs > 25; ) [, busyMs] = await timed(() => sleep(500))
}

async function timed(run: () => Promise<void>): Promise<[ms: number, cpuMs: number]> {
  const [started, cpu] = [performance.now(), process.cpuUsage()]
  await run()
  const { user, system } = process.cpuUsage(cpu)
  return [performance.now() - started, (user + system) / 1000]
}

function timeQueries(catalog: Catalog): QueryTimes {
  const snapshot = catalog.snapshot('production')
  const { size } = snapshot.projects
  const sort = { key: 'price_from', descending: true } as const
  const pageUs = microseconds((round) =>
    listProjects(snapshot, { min_price: 400_000, sort }, { limit: 50, offset: (round * 7919) % 200 }),
  )
  const filterUs = microseconds((round) => listProjects(snapshot, { min_units: 1 + round, sort }, { limit: 50 }))
  const facetUs = microseconds((round) => facetsOf(snapshot, { min_price: 300_000 + round }, 50))
  const allFacetsUs = microseconds(() => facetsOf(snapshot, {}, 50))
  const full = Math.min(size, MAX_FULL)
  return {
    ...{ pageUs, filterUs, facetUs, allFacetsUs },
    linkUs: timeLinks(catalog, addressesOf(catalog, 0, full), (address) => address),
    misspelledUs: timeLinks(catalog, addressesOf(catalog, 0, full), misspelled),
    registerLinkUs:
      size > full ? timeLinks(catalog, addressesOf(catalog, full, size), (address) => address) : undefined,
  }
}

/** Of projects spread over the rows `from` .. `to`. */
function addressesOf(catalog: Catalog, from: number, to: number): string[] {
  const { projects } = catalog.snapshot('production')
  const rowOf = (n: number) => from + ((n * 7919) % (to - from))
  return Array.from({ length: LOOKUPS_PER_BLOCK * BLOCKS }, (_, n) => projects.at(rowOf(n)).address)
}

/** The median block's microseconds per address. Addresses do not repeat, unless there are fewer projects. */
function timeLinks(catalog: Catalog, addresses: readonly string[], write: (address: string) => string): number {
  const links = new Links(catalog)
  const times = Array.from({ length: BLOCKS }, (_, block) => {
    const queries = addresses
      .slice(block * LOOKUPS_PER_BLOCK, (block + 1) * LOOKUPS_PER_BLOCK)
      .map((address, n) => `#${n} - ${write(address)}`)
    return cpuMs(() => {
      for (const address of queries) links.resolve({ address }, 'production')
    }).ms
  })
  return (1000 * median(times.slice(1))) / LOOKUPS_PER_BLOCK
}

/** "72 Scollard St" → "72 Scolard St" */
const misspelled = (address: string) => address.replace(/^(\S+ \S{3})\S/, '$1')

async function measure({ url, dataDir, folder, isBuild }: NodeTask): Promise<NodeReport> {
  const db = await openDatabase({ url, dataDir })
  const catalog = new Catalog({ db, files: { folder, secret: Buffer.from('bench') } })
  const before = await megabytes()
  const [readyMs, readyCpuMs] = await timed(() => catalog.refresh())
  const ready = await megabytes()
  const opened = { readyMs, readyCpuMs, memory: [before, ready, ready] as const }
  try {
    if (isBuild) return { ...opened, queries: undefined, publishMs: 0, publishCpuMs: 0 }
    await untilVerified()
    const queries = timeQueries(catalog)
    await publishSmallChange(db, 2)
    const [publishMs, publishCpuMs] = await timed(() => catalog.refresh())
    if (catalog.freshness('production').version !== 'v2') throw new Error('The small publish is not visible.')
    return { ...opened, memory: [before, ready, await megabytes()], queries, publishMs, publishCpuMs }
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
