// `npm run bench scale`: start, memory, queries and a small publish at growing sizes.
//   npm run bench scale [-- --sizes=1000,10000 --embedded --write-results]
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../../src/db/database.ts'
import { table, whole } from '../../shared/tables.ts'
import { recordGoal } from './goals.ts'
import { inChild, inFolder, onDatabase, option, publish } from './measure.ts'
import { fillDatabase } from './scale-data.ts'
import type { NodeReport, NodeTask } from './scale-node.ts'

const SIZES = [1000, 10_000, 20_000, 100_000]

interface Measured {
  readonly projects: number
  readonly fileMb: number
  readonly build: NodeReport
  readonly open: NodeReport
}

const runNode = (task: NodeTask): Promise<NodeReport> =>
  inChild(new URL('./scale-node.ts', import.meta.url), task, ['--expose-gc', '--max-old-space-size=4096'])

async function measureSize(projects: number, url: string | undefined, dataDir: string): Promise<Measured> {
  const folder = join(dataDir, 'snapshots')
  const db = await openDatabase({ url, dataDir })
  const started = performance.now()
  await fillDatabase(db, projects)
  await db.close()
  console.log(`  ${projects} projects written in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const build = await runNode({ url, dataDir, folder, isBuild: true })
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.snapshot'))
  const fileMb = statSync(join(folder, file!)).size / 2 ** 20
  return { projects, fileMb, build, open: await runNode({ url, dataDir, folder, isBuild: false }) }
}

const ROWS: readonly (readonly [name: string, unit: string, read: (measured: Measured) => number])[] = [
  ['ready from the file', 'ms', ({ open }) => open.readyMs],
  ['ready from the file, processor time', 'ms', ({ open }) => open.readyCpuMs],
  ['build of the file', 'ms', ({ build }) => build.readyMs],
  ['file', 'MB', ({ fileMb }) => fileMb],
  ['memory when ready', 'MB', ({ open }) => open.memory[1]],
  ['memory after the queries', 'MB', ({ open }) => open.memory[2]],
  ['page of 50', 'µs', ({ open }) => open.pageUs],
  ['facets', 'µs', ({ open }) => open.facetUs],
  ['link', 'µs', ({ open }) => open.linkUs],
  ['100 changes, from commit to visible', 'ms', ({ open }) => open.publishMs],
  ['the same, processor time', 'ms', ({ open }) => open.publishCpuMs],
]

function tableOf(all: readonly Measured[]): string {
  const smallest = all[0]!
  const cell = (value: number, base: number, isFirst: boolean) =>
    `${value < 10 ? value.toFixed(1) : whole(value)}${isFirst ? '' : ` (× ${(value / base).toFixed(1)})`}`
  return table(
    ['', ...all.map(({ projects }) => `${whole(projects)} projects`)],
    ROWS.map(([name, unit, read]) => [
      `${name}, ${unit}`,
      ...all.map((measured, i) => cell(read(measured), read(smallest), i === 0)),
    ]),
  )
}

function recordGoals({ projects, open }: Measured): void {
  if (projects < 20_000) return
  recordGoal(`ready-${projects}`, `${(open.readyMs / 1000).toFixed(1)} s`)
  recordGoal(`memory-${projects}`, `${open.memory[1]} MB ready, ${open.memory[2]} MB after queries`)
  if (projects === 100_000) recordGoal('publish-100000', `${(open.publishMs / 1000).toFixed(1)} s`)
}

export async function benchScale(): Promise<void> {
  const sizes = option('sizes')?.split(',').map(Number) ?? SIZES
  await onDatabase(async (newDatabase, database) => {
    const all: Measured[] = []
    for (const size of sizes)
      all.push(await inFolder(async (dataDir) => measureSize(size, await newDatabase(), dataDir)))
    publish('scale', tableOf(all), database)
    for (const measured of all) recordGoals(measured)
  })
}
