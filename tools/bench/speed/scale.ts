// `npm run bench scale`: start, memory, queries and a small publish at growing sizes.
//   npm run bench scale [-- --sizes=1000,10000 --embedded --write-results]     (a million takes 15 minutes and 20 GB)
import { readdirSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../../src/db/database.ts'
import { table, whole } from '../../shared/tables.ts'
import { recordGoal } from './goals.ts'
import { hasOption, inChild, inFolder, onDatabase, option, publish } from './measure.ts'
import { fillDatabase, MAX_FULL } from './scale-data.ts'
import type { NodeReport, NodeTask, QueryTimes } from './scale-node.ts'
import type { Panel } from './scale-plot.ts'
import { drawGrowth } from './scale-plot.ts'

const SIZES = [1000, 10_000, 20_000, 100_000, 1_000_000]
/** Databases, snapshot files and their temporary copies. */
const FREE_BYTES_FOR_REGISTERS = 40e9
const PLOT = new URL('../../../docs/images/growth.svg', import.meta.url)

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

type Read = (measured: Measured) => number | undefined

const links: Read = ({ open }) => open.queries!.linkUs
const ROWS: readonly (readonly [name: string, unit: string, read: Read])[] = [
  ['ready from the file', 'ms', ({ open }) => open.readyMs],
  ['ready from the file, processor time', 'ms', ({ open }) => open.readyCpuMs],
  ['build of the file', 'ms', ({ build }) => build.readyMs],
  ['file', 'MB', ({ fileMb }) => fileMb],
  ['memory when ready', 'MB', ({ open }) => open.memory[1]],
  ['memory after the queries', 'MB', ({ open }) => open.memory[2]],
  ['page of 50', 'µs', ({ open }) => open.queries!.pageUs],
  ['page with a new filter', 'µs', ({ open }) => open.queries!.filterUs],
  ['facets of all projects', 'µs', ({ open }) => open.queries!.allFacetsUs],
  ['facets with a new filter', 'µs', ({ open }) => open.queries!.facetUs],
  ['link', 'µs', links],
  ['link, street misspelled', 'µs', ({ open }) => open.queries!.misspelledUs],
  ['link to a project of a register', 'µs', ({ open }) => open.queries!.registerLinkUs],
  ['100 changes, from commit to visible', 'ms', ({ open }) => open.publishMs],
  ['the same, processor time', 'ms', ({ open }) => open.publishCpuMs],
]

function tableOf(all: readonly Measured[]): string {
  const cell = (value: number | undefined, base: number | undefined, isFirst: boolean) => {
    if (value === undefined) return '–'
    const ratio = isFirst || base === undefined ? '' : ` (× ${(value / base).toFixed(1)})`
    return `${value < 10 ? value.toFixed(1) : whole(value)}${ratio}`
  }
  return table(
    ['', ...all.map(({ projects }) => `${whole(projects)} projects`)],
    ROWS.map(([name, unit, read]) => [
      `${name}, ${unit}`,
      ...all.map((measured, i) => cell(read(measured), read(all[0]!), i === 0)),
    ]),
  )
}

function growthPanels(all: readonly Measured[]): Panel[] {
  const line = (name: string, read: Read) => ({
    name,
    points: all.flatMap((measured) => {
      const cost = read(measured)
      return cost === undefined ? [] : [[measured.projects, cost] as const]
    }),
  })
  const query = (key: keyof QueryTimes): Read => {
    return ({ open }) => open.queries![key]
  }
  return [
    {
      title: 'Building links',
      unit: 'µs',
      lines: [
        line('exact', links),
        line('misspelled', query('misspelledUs')),
        line('register', query('registerLinkUs')),
      ],
    },
    {
      title: 'Pages',
      unit: 'µs',
      lines: [line('known filter', query('pageUs')), line('new filter', query('filterUs'))],
    },
    {
      title: 'Facets',
      unit: 'µs',
      lines: [line('new filter', query('facetUs')), line('no filter', query('allFacetsUs'))],
    },
    { title: '100 changes, commit to visible', unit: 'ms', lines: [line('', ({ open }) => open.publishMs)] },
    {
      title: 'Memory',
      unit: 'MB',
      lines: [line('queried', ({ open }) => open.memory[2]), line('ready', ({ open }) => open.memory[1])],
    },
    { title: 'Ready from the file', unit: 'ms', lines: [line('', ({ open }) => open.readyMs)] },
  ]
}

function recordGoals({ projects, open }: Measured, smaller: Measured | undefined): void {
  if (projects < 20_000) return
  recordGoal(`ready-${projects}`, `${(open.readyMs / 1000).toFixed(1)} s`)
  recordGoal(`memory-${projects}`, `${open.memory[1]} MB ready, ${open.memory[2]} MB after queries`)
  if (projects === 100_000) recordGoal('publish-100000', `${(open.publishMs / 1000).toFixed(1)} s`)
  if (projects !== 1_000_000 || smaller?.projects !== 100_000) return
  const [now, base] = [open.queries!, smaller.open.queries!]
  const ratio = (read: (queries: QueryTimes) => number) => `${(read(now) / read(base)).toFixed(2)} ×`
  recordGoal(
    'links-1000000',
    `${ratio(({ linkUs }) => linkUs)} exact, ${ratio(({ misspelledUs }) => misspelledUs)} misspelled`,
  )
}

/** Without those that need PostgreSQL or more disk than there is. */
function sizesThatFit(sizes: readonly number[]): number[] {
  const { bavail, bsize } = statfsSync(tmpdir())
  const hasRoom = !hasOption('embedded') && bavail * bsize > FREE_BYTES_FOR_REGISTERS
  const fitting = sizes.filter((size) => hasRoom || size <= MAX_FULL)
  if (fitting.length < sizes.length) console.log('  More than 100,000 projects need PostgreSQL and 40 GB of free disk.')
  return fitting
}

export async function benchScale(): Promise<void> {
  const chosen = option('sizes')?.split(',').map(Number)
  const sizes = sizesThatFit(chosen ?? SIZES)
  await onDatabase(async (newDatabase, database) => {
    const all: Measured[] = []
    for (const size of sizes)
      all.push(await inFolder(async (dataDir) => measureSize(size, await newDatabase(), dataDir)))
    publish('scale', `${tableOf(all)}\n\n![Costs against the number of projects](../docs/images/growth.svg)`, database)
    if (sizes.includes(1_000_000) && hasOption('write-results')) writeFileSync(PLOT, drawGrowth(growthPanels(all)))
    for (const [i, measured] of all.entries()) recordGoals(measured, all[i - 1])
  })
}
